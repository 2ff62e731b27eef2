/* loom-tile-pane.c: other layouts of an array of shared memory, to be tried and taken
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-tile-pane.h"

#include "loom-action.h"
#include "loom-class.h"
#include "loom-connect.h"
#include "loom-content.h"
#include "loom-format.h"
#include "loom-resources.h"
#include "loom-table-line.h"
#include "loom-typeset.h"

#include <glib/gi18n-lib.h>

struct _LoomTilePane
{
  LoomPane            parent_instance;

  LoomSession        *session;
  GtkStack           *stack;
  GtkLabel           *why;
  GtkLabel           *declaration;
  GtkLabel           *verdict;
  GtkColumnView      *view;
  GListStore         *lines;    /* of the layouts */
  GtkSingleSelection *selection;        /* the view's */
  LoomTile           *tile;     /* or NULL */
  GArray             *layouts;  /* (element-type LoomTileLayout) */
  GArray             *trials;   /* (element-type LoomTileTrial) of them */
};

G_DEFINE_FINAL_TYPE (LoomTilePane, loom_tile_pane, LOOM_TYPE_PANE)

static const LoomTileLayout *
get_layout (LoomTilePane *self)
{
  const guint at = gtk_single_selection_get_selected (self->selection);

  return self->tile != NULL && at < self->layouts->len
             ? &g_array_index (self->layouts, LoomTileLayout, at) : NULL;
}

static gboolean
is_another (const LoomTileLayout *layout)
{
  return layout != NULL && (layout->padding > 0 || layout->is_swizzled);
}

/* -- What is listed -- */

static char *
dup_title (const LoomTileLayout *layout)
{
  if (layout->is_swizzled)
    return g_strdup (_("Columns by row"));
  if (layout->padding == 0)
    return g_strdup (_("As it is"));
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u column more", "%u columns more",
                                       layout->padding), layout->padding);
}

static void
add_layout (LoomTilePane         *self,
            const LoomTileLayout *layout,
            const LoomTileTrial  *trial)
{
  g_autoptr (GStrvBuilder) cells = g_strv_builder_new ();
  g_autoptr (LoomTableLine) line = NULL;
  g_autofree char *title = dup_title (layout);
  g_autofree char *text = loom_tile_dup_text (self->tile, layout);
  g_autofree char *conflicts = loom_typeset_count (trial->conflicts);

  g_strv_builder_add_many (cells, title, conflicts, text, NULL);
  line = loom_table_line_new (g_strv_builder_end (cells));
  g_array_append_val (self->layouts, *layout);
  g_array_append_val (self->trials, *trial);
  g_list_store_append (self->lines, line);
}

/* Those that what the warp did allows. */
static void
list_layouts (LoomTilePane *self,
              LoomBankMap  *map)
{
  const guint n = LOOM_TILE_MAX_PADDING + (loom_tile_has_swizzle (self->tile) ? 2 : 1);

  for (guint i = 0; i < n; i++)
    {
      const LoomTileLayout layout = { .padding = i <= LOOM_TILE_MAX_PADDING ? i : 0,
                                      .is_swizzled = i > LOOM_TILE_MAX_PADDING };
      LoomTileTrial trial;

      if (loom_tile_try (self->tile, &layout, map, &trial))
        add_layout (self, &layout, &trial);
    }
}

/* Before and after, and what is to be done for it. */
static void
selected_cb (LoomTilePane *self)
{
  const LoomTileLayout *layout = get_layout (self);
  const guint at = gtk_single_selection_get_selected (self->selection);
  g_autofree char *before = NULL, *after = NULL, *text = NULL;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tile.apply",
                                 is_another (layout) && !layout->is_swizzled);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tile.copy", is_another (layout));
  if (layout != NULL)
    {
      before = loom_typeset_count (g_array_index (self->trials, LoomTileTrial, 0).conflicts);
      after = loom_typeset_count (g_array_index (self->trials, LoomTileTrial, at).conflicts);
      text = !is_another (layout)
                 ? g_strdup (_("Choose a layout to compare."))
             : layout->is_swizzled
                 /* Translators: numbers of conflicts before and after */
                 ? g_strdup_printf (_("Conflicts: %1$s before, %2$s after, with each index of the "
                                      "source written so."), before, after)
                 : g_strdup_printf (_("Conflicts: %1$s before, %2$s after."), before, after);
      gtk_label_set_label (self->verdict, text);
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->verdict), text);
    }
  g_signal_emit_by_name (self, "layout-changed");
}

static void
show_tile (LoomTilePane *self,
           LoomBankMap  *map)
{
  g_autofree char *line = loom_typeset_count (self->tile->line);
  g_autofree char *text = NULL;

  /* Translators: the name of an array, its rows and columns, the line that declares it */
  text = g_strdup_printf (_("%1$s: %2$u × %3$u cells of %4$u bytes, line %5$s"), self->tile->name,
                          (guint) self->tile->rows, (guint) self->tile->cols,
                          self->tile->cell_size, line);
  gtk_label_set_label (self->declaration, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->declaration), text);
  list_layouts (self, map);
}

static LoomTile *
find_tile (LoomTilePane  *self,
           const char    *variable,
           GError       **error)
{
  LoomPlan *plan = loom_session_get_plan (self->session);
  gsize length;
  const char *source = loom_document_get_source (loom_session_get_document (self->session),
                                                 &length);

  return loom_tile_find (source, length, plan != NULL ? plan->kernel : "", variable, error);
}

/**
 * loom_tile_pane_show:
 * @map: what a warp of the session's run did with shared memory
 * @variable: (nullable): whose layouts are tried
 *
 * Lists the layouts of an array. The one that it has is chosen.
 */
void
loom_tile_pane_show (LoomTilePane *self,
                     LoomBankMap  *map,
                     const char   *variable)
{
  g_autoptr (GError) error = NULL;

  g_return_if_fail (LOOM_IS_TILE_PANE (self));

  g_clear_pointer (&self->tile, loom_tile_free);
  g_array_set_size (self->layouts, 0);
  g_array_set_size (self->trials, 0);
  g_list_store_remove_all (self->lines);
  if (loom_session_get_stale (self->session))
    g_set_error_literal (&error, LOOM_ERROR, LOOM_ERROR_USAGE,
                         _("This run is not of the text as it is now. Run the text, then ask "
                           "again."));
  else if (variable != NULL)
    self->tile = find_tile (self, variable, &error);
  if (self->tile != NULL)
    show_tile (self, map);
  else
    gtk_label_set_label (self->why, error != NULL ? error->message
                                                  : _("What is accessed here has no name."));
  gtk_stack_set_visible_child_name (self->stack, self->tile != NULL ? "layouts" : "empty");
  selected_cb (self);
}

/**
 * loom_tile_pane_move:
 * @request: for the array that is shown
 *
 * Puts a request where the chosen layout has it.
 */
void
loom_tile_pane_move (LoomTilePane       *self,
                     LoomBankMapRequest *request)
{
  const LoomTileLayout *layout = get_layout (self);

  if (is_another (layout))
    loom_tile_move (self->tile, layout, request);
}

/* -- Actions -- */

/* The text may be newer than what was listed, so the declaration is looked for again. */
static void
apply_action (LoomTilePane *self)
{
  const LoomTileLayout *layout = get_layout (self);
  g_autoptr (LoomTile) tile = NULL;
  g_autoptr (GError) error = NULL;
  LoomTextEdit edit;

  if (!is_another (layout) || layout->is_swizzled)
    return;
  loom_session_flush (self->session);
  tile = find_tile (self, self->tile->name, &error);
  if (tile == NULL || !g_str_equal (tile->extent, self->tile->extent))
    {
      gtk_label_set_label (self->verdict, error != NULL ? error->message
                                                        : _("The declaration is another now. Run "
                                                            "the text, then choose again."));
      return;
    }
  loom_tile_pad (tile, layout->padding, &edit);
  loom_session_apply_edit (self->session, &edit);
  loom_text_edit_clear (&edit);
}

static void
copy_action (LoomTilePane *self)
{
  const LoomTileLayout *layout = get_layout (self);
  g_autofree char *text = layout != NULL ? loom_tile_dup_text (self->tile, layout) : NULL;

  if (text != NULL)
    loom_content_copy_text (GTK_WIDGET (self), text);
}

static void
loom_tile_pane_set_session (LoomPane    *pane,
                            LoomSession *session)
{
  LoomTilePane *self = LOOM_TILE_PANE (pane);

  self->session = session;
  selected_cb (self);
}

static void
loom_tile_pane_dispose (GObject *object)
{
  LoomTilePane *self = LOOM_TILE_PANE (object);

  g_clear_object (&self->lines);
  g_clear_pointer (&self->tile, loom_tile_free);
  g_clear_pointer (&self->layouts, g_array_unref);
  g_clear_pointer (&self->trials, g_array_unref);

  G_OBJECT_CLASS (loom_tile_pane_parent_class)->dispose (object);
}

static void
loom_tile_pane_class_init (LoomTilePaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const LoomActionEntry actions[] = {
    { "tile.apply", NULL, G_CALLBACK (apply_action) },
    { "tile.copy", NULL, G_CALLBACK (copy_action) },
  };

  G_OBJECT_CLASS (klass)->dispose = loom_tile_pane_dispose;
  LOOM_PANE_CLASS (klass)->set_session = loom_tile_pane_set_session;

  LOOM_SIGNAL_NEW (klass, "layout-changed", 0);
  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-tile-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomTilePane, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomTilePane, why);
  gtk_widget_class_bind_template_child (widget_class, LoomTilePane, declaration);
  gtk_widget_class_bind_template_child (widget_class, LoomTilePane, verdict);
  gtk_widget_class_bind_template_child (widget_class, LoomTilePane, view);
}

static void
loom_tile_pane_init (LoomTilePane *self)
{
  static const LoomTableColumn columns[] = {
    { N_("Layout") }, { N_("Conflicts"), LOOM_TABLE_NUMBER }, { N_("Written") },
  };

  gtk_widget_init_template (GTK_WIDGET (self));
  self->lines = g_list_store_new (LOOM_TYPE_TABLE_LINE);
  self->layouts = g_array_new (FALSE, FALSE, sizeof (LoomTileLayout));
  self->trials = g_array_new (FALSE, FALSE, sizeof (LoomTileTrial));
  loom_table_add_columns (self->view, columns, G_N_ELEMENTS (columns));
  self->selection = loom_table_set_lines (self->view, self->lines);
  loom_connect (self->selection, "notify::selected", selected_cb, self);
}
