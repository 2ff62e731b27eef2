/* loom-argument-row.c: an array or struct that a kernel is given
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-argument-row.h"

#include "loom-application.h"
#include "loom-launch.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _LoomArgumentRow
{
  AdwExpanderRow  parent_instance;

  LoomSession    *session;
  char           *name;

  AdwEntryRow    *shape;
  AdwComboRow    *fill;
  AdwEntryRow    *detail;

  guint           updating : 1;
};

/* In the order of the combo row. start: what is written when the user picks it; NULL: once there is
 * a text. */
static const struct
{
  LoomFillKind  kind;
  const char   *title;
  const char *detail; /* title of the entry for the rest of the value; NULL: there is none */
  const char   *prefix;         /* of the value in the settings */
  const char   *start;
} fills[] = {
  { LOOM_FILL_ZEROS, N_("Zeros"), NULL, "zeros", "zeros" },
  { LOOM_FILL_ONES, N_("Ones"), NULL, "ones", "ones" },
  { LOOM_FILL_IOTA, N_("Counting up"), NULL, "iota", "iota" },
  { LOOM_FILL_POISON, N_("Nothing (poison)"), NULL, "poison", "poison" },
  { LOOM_FILL_RANDOM, N_("Random"), N_("Seed"), "random(", "random(1)" },
  { LOOM_FILL_VALUES, N_("Values"), N_("Numbers, with commas"), "values:", NULL },
  { LOOM_FILL_FILE, N_("File"), N_("Name of a .npy file"), "file:", NULL },
  { LOOM_FILL_EXPR, N_("Formula"), N_("CUDA C in x, y, z"), "expr:", "expr:x + y" },
};

G_DEFINE_FINAL_TYPE (LoomArgumentRow, loom_argument_row, ADW_TYPE_EXPANDER_ROW)

static void
show_error (GtkWidget    *row,
            const GError *error)
{
  if (error != NULL)
    gtk_widget_add_css_class (row, "error");
  else
    gtk_widget_remove_css_class (row, "error");
  gtk_widget_set_tooltip_text (row, error != NULL ? error->message : NULL);
}

static void
edit (LoomArgumentRow *self,
      GtkWidget       *row,
      const char      *key,
      const char      *value)
{
  g_autoptr (GError) error = NULL;

  loom_launch_edit_argument (self->session, self->name, key, value, &error);
  show_error (row, error);
}

static void
shape_cb (LoomArgumentRow *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->shape));

  edit (self, GTK_WIDGET (self->shape), "shape", *text != '\0' ? text : NULL);
}

static void
detail_cb (LoomArgumentRow *self)
{
  guint selected = adw_combo_row_get_selected (self->fill);
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->detail));
  g_autofree char *value = NULL;

  if (selected >= G_N_ELEMENTS (fills))
    return;
  value = g_strconcat (fills[selected].prefix, text,
                       fills[selected].kind == LOOM_FILL_RANDOM ? ")" : NULL, NULL);
  edit (self, GTK_WIDGET (self->detail), "fill", value);
}

static void
update_detail (LoomArgumentRow *self)
{
  guint selected = adw_combo_row_get_selected (self->fill);
  gboolean has_detail = selected < G_N_ELEMENTS (fills) && fills[selected].detail != NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->detail), has_detail);
  if (has_detail)
    adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->detail), _(fills[selected].detail));
}

static void
fill_cb (LoomArgumentRow *self)
{
  guint selected = adw_combo_row_get_selected (self->fill);

  update_detail (self);
  if (self->updating || selected >= G_N_ELEMENTS (fills))
    return;
  if (fills[selected].start != NULL)
    edit (self, GTK_WIDGET (self->fill), "fill", fills[selected].start);
  else
    gtk_widget_grab_focus (GTK_WIDGET (self->detail));
}

static void
loom_argument_row_dispose (GObject *object)
{
  LoomArgumentRow *self = LOOM_ARGUMENT_ROW (object);

  g_clear_object (&self->session);
  g_clear_pointer (&self->name, g_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), LOOM_TYPE_ARGUMENT_ROW);
  G_OBJECT_CLASS (loom_argument_row_parent_class)->dispose (object);
}

static void
loom_argument_row_class_init (LoomArgumentRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_argument_row_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-argument-row.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomArgumentRow, shape);
  gtk_widget_class_bind_template_child (widget_class, LoomArgumentRow, fill);
  gtk_widget_class_bind_template_child (widget_class, LoomArgumentRow, detail);
  gtk_widget_class_bind_template_callback (widget_class, shape_cb);
  gtk_widget_class_bind_template_callback (widget_class, fill_cb);
  gtk_widget_class_bind_template_callback (widget_class, detail_cb);
}

static void
loom_argument_row_init (LoomArgumentRow *self)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  self->updating = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < G_N_ELEMENTS (fills); i++)
    gtk_string_list_append (titles, _(fills[i].title));
  adw_combo_row_set_model (self->fill, G_LIST_MODEL (titles));
  self->updating = FALSE;
}

/**
 * loom_argument_row_new:
 * @session: whose settings it edits
 *
 * Makes a row.
 *
 * Returns: (transfer floating): a row
 */
GtkWidget *
loom_argument_row_new (LoomSession *session)
{
  LoomArgumentRow *self = g_object_new (LOOM_TYPE_ARGUMENT_ROW, NULL);

  self->session = g_object_ref (session);
  return GTK_WIDGET (self);
}

static guint
find_fill (LoomFillKind kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (fills); i++)
    if (fills[i].kind == kind)
      return i;
  return 0;
}

static void
set_text (AdwEntryRow *row,
          const char  *text)
{
  if (gtk_widget_get_focus_child (GTK_WIDGET (row)) != NULL ||
      g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (row)), text) == 0)
    return;
  /* without this the row would take the text for an edit, and offer to apply it */
  adw_entry_row_set_show_apply_button (row, FALSE);
  gtk_editable_set_text (GTK_EDITABLE (row), text);
  adw_entry_row_set_show_apply_button (row, TRUE);
}

static char *
dup_detail (const LoomFill *fill)
{
  if (fill->kind == LOOM_FILL_RANDOM)
    return g_strdup_printf ("%" G_GUINT64_FORMAT, fill->number);
  return g_strdup (fill->text != NULL ? fill->text : "");
}

static char *
dup_shape (const LoomShape *shape)
{
  if (shape->rank == 3)
    return g_strdup_printf ("%" G_GUINT64_FORMAT " × %" G_GUINT64_FORMAT " × %" G_GUINT64_FORMAT,
                            shape->planes, shape->rows, shape->cols);
  if (shape->rank == 2)
    return g_strdup_printf ("%" G_GUINT64_FORMAT " × %" G_GUINT64_FORMAT, shape->rows, shape->cols);
  return g_strdup_printf ("%" G_GUINT64_FORMAT, shape->cols);
}

/* What the numbers of a shape are, in the order in which they are typed. */
static const char *
get_shape_title (const LoomShape *shape)
{
  if (shape->rank == 3)
    return _("Shape (planes, rows, columns)");
  if (shape->rank == 2)
    return _("Shape (rows, columns)");
  return _("Shape (elements)");
}

/**
 * loom_argument_row_set_argument:
 * @self: a row
 * @argument: the argument, bound
 *
 * Shows an argument. What the user is just typing stays.
 */
void
loom_argument_row_set_argument (LoomArgumentRow   *self,
                                const LoomPlanArg *argument)
{
  g_autofree char *type = loom_type_format (&argument->type);
  g_autofree char *shape = loom_shape_format (&argument->shape);
  g_autofree char *extent = dup_shape (&argument->shape);
  g_autofree char *detail = dup_detail (&argument->fill);
  g_autofree char *subtitle = NULL;
  guint fill = find_fill (argument->fill.kind);

  g_return_if_fail (LOOM_IS_ARGUMENT_ROW (self));

  g_free (self->name);
  self->name = g_strdup (argument->name);
  /* Translators: type, shape and fill of an array: "float32, 16 × 16, Zeros". */
  subtitle = g_strdup_printf (_("%1$s, %2$s, %3$s"), type, extent, _(fills[fill].title));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), argument->name);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (self), subtitle);

  self->updating = TRUE;
  adw_combo_row_set_selected (self->fill, fill);
  self->updating = FALSE;
  update_detail (self);
  set_text (self->detail, detail);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->shape),
                                 get_shape_title (&argument->shape));
  set_text (self->shape, shape);
  gtk_widget_set_visible (GTK_WIDGET (self->shape), argument->kind == LOOM_PARAM_ARRAY);
}
