/* loom-console-pane.c: expressions over the arrays of the run that is shown, and the figures of the
 * array that is shown
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-drawer-panes.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-console.h"
#include "loom-error.h"
#include "loom-export-dialog.h"
#include "loom-export.h"
#include "loom-histogram.h"
#include "loom-number.h"
#include "loom-resources.h"
#include "loom-typeset.h"
#include "loom-widget.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#define FIGURES 8
#define ROWS_OF_FIGURES 4
#define DIGITS 7

struct _LoomConsolePane
{
  LoomPane        parent_instance;

  LoomSession    *session;
  LoomConsole    *console;
  GtkWidget      *root;
  GtkWidget      *entry;
  GtkLabel       *reason;
  GtkStack       *stack;
  GtkScrolledWindow *scroller;
  GtkListBox     *list;
  GtkLabel       *heading;
  GtkGrid        *figures;
  GtkLabel       *figure_labels[FIGURES];
  GtkWidget      *histogram;
  LoomArray      *array;        /* that the figures are of, or NULL */
  guint           member;
  LoomStatistics  statistics;
  GCancellable   *counting;     /* what a thread counts, or NULL */
  guint           saving;       /* the result that a dialog asks about */
};

G_DEFINE_FINAL_TYPE (LoomConsolePane, loom_console_pane, LOOM_TYPE_PANE)

typedef struct
{
  LoomArray      *array;
  guint           member;
  LoomStatistics  statistics;
} Counting;

static const LoomRunArray *
get_shown (LoomConsolePane *self)
{
  LoomViewState *state = loom_session_get_view_state (self->session);
  LoomRun *run = loom_view_state_get_run (state);
  const guint array = loom_view_state_get_view (state)->array;

  return run != NULL && array < run->arrays->len ? run->arrays->pdata[array] : NULL;
}

static void
show_figures (LoomConsolePane *self)
{
  const LoomStatistics *s = &self->statistics;
  const double numbers[] = { s->sum, s->min, s->max, s->mean, s->deviation };
  g_autofree char *sentence = loom_statistics_dup_sentence (s);
  const guint64 counts[] = { s->count, s->nans, s->infinities };

  for (guint i = 0; i < FIGURES; i++)
    {
      g_autofree char *text
          = i < G_N_ELEMENTS (counts)
            ? loom_typeset_count (counts[i])
            : loom_number_format_set (numbers[i - G_N_ELEMENTS (counts)], DIGITS);

      gtk_label_set_label (self->figure_labels[i], text);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->histogram),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _("Histogram"),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, sentence, -1);
  gtk_widget_queue_draw (self->histogram);
}

static void
counting_free (gpointer data)
{
  loom_array_unref (((Counting *) data)->array);
  g_free (data);
}

static void
count_thread (GTask        *task,
              gpointer      source,
              gpointer      task_data,
              GCancellable *cancellable)
{
  Counting *counting = task_data;
  g_autoptr (LoomValue) value = loom_value_new_array (counting->array);

  loom_statistics_init (&counting->statistics, value, counting->member);
  g_task_return_boolean (task, TRUE);
}

static void
counted_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  LoomConsolePane *self = LOOM_CONSOLE_PANE (source);

  if (g_task_get_cancellable (G_TASK (result)) != self->counting)
    return;
  g_clear_object (&self->counting);
  self->statistics = ((Counting *) g_task_get_task_data (G_TASK (result)))->statistics;
  show_figures (self);
}

static void
count (LoomConsolePane *self)
{
  g_autoptr (GTask) task = NULL;
  Counting *counting = g_new0 (Counting, 1);

  loom_cancel (&self->counting);
  self->counting = g_cancellable_new ();
  counting->array = loom_array_ref (self->array);
  counting->member = self->member;
  task = g_task_new (self, self->counting, counted_cb, NULL);
  g_task_set_source_tag (task, count);
  g_task_set_task_data (task, counting, counting_free);
  g_task_run_in_thread (task, count_thread);
}

/* The figures of the array in the picture; nobody counts them while nobody sees them. */
static void
update_figures (LoomConsolePane *self)
{
  const LoomRunArray *shown;
  g_autofree char *heading = NULL;
  guint member;

  if (self->session == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  shown = get_shown (self);
  member = loom_session_get_view (self->session)->member;
  gtk_widget_set_visible (GTK_WIDGET (self->figures), shown != NULL);
  gtk_widget_set_visible (self->histogram, shown != NULL);
  /* Translators: the figures of an array have its name above them */
  heading = shown != NULL ? g_strdup_printf (_("Array %s"), shown->name)
                          : g_strdup (_("No array is shown"));
  gtk_label_set_label (self->heading, heading);
  if ((shown != NULL ? shown->array : NULL) == self->array && member == self->member)
    return;
  g_clear_pointer (&self->array, loom_array_unref);
  self->array = shown != NULL ? loom_array_ref (shown->array) : NULL;
  self->member = member;
  if (self->array != NULL)
    count (self);
}

static void
draw_histogram (GtkDrawingArea *area,
                cairo_t        *cr,
                int             width,
                int             height,
                gpointer        user_data)
{
  LoomConsolePane *self = user_data;

  if (self->session != NULL)
    loom_histogram_draw (&self->statistics, cr, width, height,
                         loom_session_get_view (self->session)->colormap,
                         adw_style_manager_get_dark (adw_style_manager_get_default ()),
                         loom_text_scale_get (GTK_WIDGET (self)));
}

static void
say (LoomConsolePane *self,
     const char      *text,
     gboolean         is_wrong)
{
  gtk_label_set_label (self->reason, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->reason), text);
  loom_widget_set_css_class (self->reason, "error", is_wrong);
  loom_widget_set_css_class (self->entry, "error", is_wrong);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_INVALID,
                               is_wrong ? GTK_ACCESSIBLE_INVALID_TRUE
                                        : GTK_ACCESSIBLE_INVALID_FALSE, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

/* A mistake stays as it was typed, with the cursor where it is. */
static void
evaluated_cb (LoomConsolePane *self)
{
  const GError *error = loom_console_get_error (self->console);
  g_autoptr (LoomConsoleResult) result = NULL;
  g_autofree char *text = NULL;
  guint line, column;

  if (error != NULL)
    {
      say (self, error->message, TRUE);
      if (loom_error_get_place (error, &line, &column))
        gtk_editable_set_position (GTK_EDITABLE (self->entry), (int) column - 1);
      return;
    }
  result = g_list_model_get_item (loom_console_get_results (self->console), 0);
  text = g_strdup_printf ("%s = %s", result->expression, result->text);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
  say (self, "", FALSE);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static void
evaluate_action (LoomConsolePane *self)
{
  LoomViewState *state = loom_session_get_view_state (self->session);
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));

  if (*text != '\0')
    loom_console_evaluate (self->console, text, loom_view_state_get_run (state),
                           loom_view_state_get_view (state)->array);
}

static void
changed_cb (LoomConsolePane *self)
{
  say (self, "", FALSE);
}

static LoomConsoleResult *
find (LoomConsolePane *self,
      GVariant        *parameter)
{
  return loom_console_find (self->console, g_variant_get_uint32 (parameter));
}

static void
show_action (LoomConsolePane *self,
             GVariant        *parameter)
{
  LoomConsoleResult *result = find (self, parameter);

  if (result != NULL && result->array != NULL)
    loom_view_state_show_result (loom_session_get_view_state (self->session),
                                 result->name != NULL ? result->name : result->expression,
                                 result->array);
}

static void
pin_action (LoomConsolePane *self,
            GVariant        *parameter)
{
  loom_console_toggle_pin (self->console, g_variant_get_uint32 (parameter));
}

static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  loom_export_dialog_finish (user_data, result, _("The array was not saved"));
}

static void
chosen_cb (GtkWidget  *widget,
           const char *path,
           gboolean    replace)
{
  LoomConsolePane *self = LOOM_CONSOLE_PANE (widget);
  LoomConsoleResult *result = loom_console_find (self->console, self->saving);
  g_autoptr (LoomRun) run = NULL;

  if (result == NULL || result->array == NULL)
    return;
  run = loom_run_new ();
  g_ptr_array_add (run->arrays, loom_run_array_new (result->name != NULL ? result->name : "value",
                                                    result->array));
  loom_export_array_async (run, 0, path, replace, saved_cb, g_object_ref (self));
}

static void
save_action (LoomConsolePane *self,
             GVariant        *parameter)
{
  LoomConsoleResult *result = find (self, parameter);
  g_autofree char *name = NULL;

  if (result == NULL || result->array == NULL)
    return;
  self->saving = result->id;
  name = g_strconcat (result->name != NULL ? result->name : "value", ".npy", NULL);
  loom_export_dialog_show (GTK_WIDGET (self), self->session, _("Save Array"), name,
                           loom_export_array_formats, chosen_cb);
}

/* A result may be higher than the list: it is read on from the entry, by the keys of a page. */
static gboolean
scroll_by_page (LoomConsolePane *self,
                guint            keyval)
{
  const int step = keyval == GDK_KEY_Page_Up || keyval == GDK_KEY_KP_Page_Up       ? -1
                   : keyval == GDK_KEY_Page_Down || keyval == GDK_KEY_KP_Page_Down ? 1 : 0;
  GtkAdjustment *place = gtk_scrolled_window_get_vadjustment (self->scroller);

  gtk_adjustment_set_value (place, gtk_adjustment_get_value (place)
                                   + step * gtk_adjustment_get_page_increment (place));
  return step != 0;
}

/* The expressions of before, as a shell has them. */
static gboolean
key_cb (LoomConsolePane *self,
        guint            keyval,
        guint            keycode,
        GdkModifierType  state)
{
  const int step = keyval == GDK_KEY_Up || keyval == GDK_KEY_KP_Up       ? -1
                   : keyval == GDK_KEY_Down || keyval == GDK_KEY_KP_Down ? 1 : 0;
  const char *text;

  if ((state & gtk_accelerator_get_default_mod_mask ()) != 0)
    return GDK_EVENT_PROPAGATE;
  if (step == 0)
    return scroll_by_page (self, keyval);
  text = loom_console_step (self->console, step);
  if (text != NULL)
    {
      gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
      gtk_editable_set_position (GTK_EDITABLE (self->entry), -1);
    }
  return GDK_EVENT_STOP;
}

static GtkWidget *
button_new (GType       type,
            const char *icon,
            const char *action,
            guint       id,
            const char *tooltip)
{
  GtkWidget *button = g_object_new (type, "icon-name", icon, "valign", GTK_ALIGN_START,
                                    "tooltip-text", tooltip, NULL);

  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "u", id);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_add_css_class (button, "flat");
  loom_widget_set_spoken_name (button, tooltip);
  return button;
}

/* Its expression has its name in front as long as it is pinned. */
static void
update_title (GtkLabel          *label,
              LoomConsole       *console)
{
  LoomConsoleResult *result = g_object_get_data (G_OBJECT (label), "result");
  g_autofree char *text = result->name != NULL
                          ? g_strdup_printf ("%s = %s", result->name, result->expression)
                          : g_strdup (result->expression);

  gtk_label_set_label (label, text);
}

/* A long text asks for no more room than a short one. */
static void
use_what_is_there (GtkWidget *label)
{
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 10);
  gtk_widget_set_hexpand (label, TRUE);
}

static GtkWidget *
title_new (LoomConsolePane   *self,
           LoomConsoleResult *result)
{
  GtkWidget *label = loom_label_new ("", "monospace", 0);

  use_what_is_there (label);
  g_object_set_data_full (G_OBJECT (label), "result", g_object_ref (result), g_object_unref);
  loom_connect (self->console, "pinned", update_title, label);
  update_title (GTK_LABEL (label), self->console);
  return label;
}

static GtkWidget *
words_new (LoomConsolePane   *self,
           LoomConsoleResult *result)
{
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *title = title_new (self, result);
  GtkWidget *text = loom_label_new (result->text, "monospace", 0);
  g_autofree char *details
      = result->summary != NULL ? g_strdup_printf ("%s · %s", result->type, result->summary)
                                : g_strdup (result->type);
  GtkWidget *detail = loom_label_new (details, "dim-label", 1);

  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (text), PANGO_WRAP_WORD_CHAR);
  use_what_is_there (detail);
  gtk_widget_add_css_class (detail, "caption");
  gtk_box_append (GTK_BOX (line), title);
  gtk_box_append (GTK_BOX (line), detail);
  gtk_box_append (GTK_BOX (words), line);
  gtk_box_append (GTK_BOX (words), text);
  gtk_widget_set_hexpand (words, TRUE);
  return words;
}

static GtkWidget *
create_row (gpointer item,
            gpointer user_data)
{
  LoomConsolePane *self = user_data;
  LoomConsoleResult *result = item;
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  g_autofree char *spoken = g_strdup_printf ("%s = %s", result->expression, result->text);
  /* A button is as sensitive as its action: without a cell to show or save it has none. */
  const gboolean has_cells = result->array != NULL;
  GtkWidget *show = button_new (GTK_TYPE_BUTTON, "view-grid-symbolic",
                                has_cells ? "console.show" : NULL, result->id,
                                _("Show in the picture"));
  GtkWidget *pin = button_new (GTK_TYPE_TOGGLE_BUTTON, "view-pin-symbolic", "console.pin",
                               result->id, _("Pin: give it a name that expressions know"));
  GtkWidget *save = button_new (GTK_TYPE_BUTTON, "document-save-as-symbolic",
                                has_cells ? "console.save" : NULL, result->id,
                                _("Save as a file…"));

  gtk_widget_set_sensitive (show, has_cells);
  gtk_widget_set_sensitive (save, has_cells);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (pin), result->name != NULL);
  gtk_box_append (GTK_BOX (box), words_new (self, result));
  gtk_box_append (GTK_BOX (box), show);
  gtk_box_append (GTK_BOX (box), pin);
  gtk_box_append (GTK_BOX (box), save);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  loom_widget_set_spoken_name (row, spoken);
  return row;
}

static void
activated_cb (LoomConsolePane *self,
              GtkListBoxRow   *row)
{
  g_autoptr (LoomConsoleResult) result
      = g_list_model_get_item (loom_console_get_results (self->console),
                               gtk_list_box_row_get_index (row));

  loom_action_activate (GTK_WIDGET (self), "console.show", "u", result->id);
}

static void
results_cb (LoomConsolePane *self)
{
  const guint n = g_list_model_get_n_items (loom_console_get_results (self->console));

  gtk_stack_set_visible_child_name (self->stack, n > 0 ? "results" : "empty");
}

static gboolean
loom_console_pane_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (LOOM_CONSOLE_PANE (widget)->entry);
}

static void
loom_console_pane_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (loom_console_pane_parent_class)->map (widget);
  update_figures (LOOM_CONSOLE_PANE (widget));
}

static void
loom_console_pane_set_session (LoomPane    *pane,
                               LoomSession *session)
{
  LoomConsolePane *self = LOOM_CONSOLE_PANE (pane);

  self->session = session;
  loom_connect (loom_session_get_view_state (session), "notify::view", update_figures, self);
  update_figures (self);
}

static void
loom_console_pane_dispose (GObject *object)
{
  LoomConsolePane *self = LOOM_CONSOLE_PANE (object);

  loom_cancel (&self->counting);
  g_clear_pointer (&self->array, loom_array_unref);
  g_clear_object (&self->console);

  G_OBJECT_CLASS (loom_console_pane_parent_class)->dispose (object);
}

static void
loom_console_pane_class_init (LoomConsolePaneClass *klass)
{
  static const LoomActionEntry actions[] = {
    { "console.evaluate", NULL, G_CALLBACK (evaluate_action) },
    { "console.show", "u", G_CALLBACK (show_action) },
    { "console.pin", "u", G_CALLBACK (pin_action) },
    { "console.save", "u", G_CALLBACK (save_action) },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_console_pane_dispose;
  widget_class->grab_focus = loom_console_pane_grab_focus;
  widget_class->map = loom_console_pane_map;
  LOOM_PANE_CLASS (klass)->set_session = loom_console_pane_set_session;

  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-console-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomConsolePane, root);
  gtk_widget_class_bind_template_child (widget_class, LoomConsolePane, entry);
  gtk_widget_class_bind_template_child (widget_class, LoomConsolePane, reason);
  gtk_widget_class_bind_template_child (widget_class, LoomConsolePane, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomConsolePane, scroller);
  gtk_widget_class_bind_template_child (widget_class, LoomConsolePane, list);
  gtk_widget_class_bind_template_child (widget_class, LoomConsolePane, heading);
  gtk_widget_class_bind_template_child (widget_class, LoomConsolePane, figures);
  gtk_widget_class_bind_template_child (widget_class, LoomConsolePane, histogram);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, evaluate_action);
  gtk_widget_class_bind_template_callback (widget_class, key_cb);
  gtk_widget_class_set_css_name (widget_class, "consolepane");
}

static void
add_figures (LoomConsolePane *self)
{
  const char * const titles[FIGURES] = {
    _("Cells"), _("NaN"), _("Infinite"), _("Sum"), _("Minimum"), _("Maximum"), _("Mean"),
    _("Standard deviation"),
  };

  for (guint i = 0; i < FIGURES; i++)
    {
      GtkWidget *title = loom_label_new (titles[i], "dim-label", 0);
      GtkWidget *value = loom_label_new ("", "tabular", 1);
      const int column = 2 * (int) (i / ROWS_OF_FIGURES), line = i % ROWS_OF_FIGURES;

      self->figure_labels[i] = GTK_LABEL (value);
      gtk_label_set_selectable (GTK_LABEL (value), TRUE);
      gtk_grid_attach (self->figures, title, column, line, 1, 1);
      gtk_grid_attach (self->figures, value, column + 1, line, 1, 1);
    }
}

static void
loom_console_pane_init (LoomConsolePane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->console = loom_console_new ();
  gtk_list_box_bind_model (self->list, loom_console_get_results (self->console), create_row, self,
                           NULL);
  loom_connect (self->console, "evaluated", evaluated_cb, self);
  loom_connect (loom_console_get_results (self->console), "items-changed", results_cb, self);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->histogram), draw_histogram, self, NULL);
  loom_connect (adw_style_manager_get_default (), "notify::dark", gtk_widget_queue_draw,
                self->histogram);
  add_figures (self);
  results_cb (self);
}
