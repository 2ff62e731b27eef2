/* loom-window-drop.c: files that are dropped on a window
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

#include "loom-array-file.h"
#include "loom-connect.h"
#include "loom-file-copy.h"
#include "loom-launch.h"
#include "loom-raw-window.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

/* A file on its way to become the fill of an array. */
typedef struct
{
  LoomWindow  *window;
  GFile       *file;
  GFile       *target;  /* in the document's folder */
  char        *array;
  char        *type;    /* of a file of bytes, as the other two; or NULL */
  char        *shape;
  gboolean     is_big_endian;
} Fill;

static void
fill_free (Fill *fill)
{
  g_object_unref (fill->window);
  g_object_unref (fill->file);
  g_clear_object (&fill->target);
  g_free (fill->array);
  g_free (fill->type);
  g_free (fill->shape);
  g_free (fill);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Fill, fill_free)

static char *
dup_name (GFile *file)
{
  g_autofree char *basename = g_file_get_basename (file);

  return g_filename_display_name (basename);
}

static void
apply_fill (Fill *fill)
{
  LoomSession *session = fill->window->session;
  const LoomRawChoice choice = { fill->array, fill->type, fill->shape, fill->is_big_endian };
  g_autofree char *basename = g_file_get_basename (fill->target);
  g_autofree char *value = g_strconcat ("file:", basename, NULL);
  g_autoptr (GError) error = NULL;

  if (!(fill->shape != NULL ? loom_raw_choice_apply (&choice, session, basename, &error)
                            : loom_launch_edit (session, fill->array, "fill", value, &error)))
    _loom_window_show_error (fill->window, error);
}

static void
copied_cb (gpointer      data,
           GFile        *copy,
           const GError *error)
{
  g_autoptr (Fill) fill = data;

  g_set_object (&fill->target, copy);
  if (error == NULL)
    apply_fill (fill);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    _loom_window_show_error (fill->window, error);
}

/* Into the document's folder first, if it lies elsewhere. */
static void
start_fill (Fill *fill)
{
  g_autoptr (GFile) folder = g_file_get_parent (fill->target);

  if (g_file_equal (fill->file, fill->target))
    {
      apply_fill (fill);
      fill_free (fill);
      return;
    }
  loom_file_copy_beside (GTK_WIDGET (fill->window), fill->file, folder, copied_cb, fill);
}

/* The dialog's dropdown, made by offer_fill(), says which array. */
static void
fill_response_cb (AdwMessageDialog *dialog,
                  const char       *response,
                  gpointer          user_data)
{
  g_autoptr (Fill) fill = user_data;
  GtkDropDown *arrays = GTK_DROP_DOWN (adw_message_dialog_get_extra_child (dialog));
  GtkStringObject *chosen = gtk_drop_down_get_selected_item (arrays);

  if (!g_str_equal (response, "use") || chosen == NULL)
    return;
  fill->array = g_strdup (gtk_string_object_get_string (chosen));
  start_fill (g_steal_pointer (&fill));
}

static GtkStringList *
list_arrays (LoomWindow *self)
{
  LoomPlan *plan = loom_session_get_plan (self->session);
  GtkStringList *names = gtk_string_list_new (NULL);

  for (guint i = 0; plan != NULL && i < plan->args->len; i++)
    {
      const LoomPlanArg *arg = g_ptr_array_index (plan->args, i);

      if (arg->kind == LOOM_PARAM_ARRAY)
        gtk_string_list_append (names, arg->name);
    }
  return names;
}

static AdwMessageDialog *
new_fill_dialog (Fill          *fill,
                 GtkStringList *arrays)
{
  g_autofree char *name = dup_name (fill->file);
  gboolean copy = !g_file_equal (fill->file, fill->target);
  GtkWidget *chooser = gtk_drop_down_new (G_LIST_MODEL (g_object_ref (arrays)), NULL);
  AdwMessageDialog *dialog;

  dialog = ADW_MESSAGE_DIALOG (
      adw_message_dialog_new (GTK_WINDOW (fill->window), _("Fill an Array From the File?"), NULL));
  if (copy)
    adw_message_dialog_format_body (
        dialog, _("A document reads files only from its own folder: “%s” will be copied there."),
        name);
  else
    adw_message_dialog_format_body (dialog, _("The array starts with the values in “%s”."), name);
  adw_message_dialog_add_responses (dialog,
                                    "cancel", _("_Cancel"),
                                    "use", copy ? _("Copy and _Use") : _("_Use"),
                                    NULL);
  adw_message_dialog_set_response_appearance (dialog, "use", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "use");
  loom_widget_set_spoken_name (chooser, _("Array"));
  adw_message_dialog_set_extra_child (dialog, chooser);
  return dialog;
}

static void
raw_chosen_cb (LoomRawWindow       *window,
               const LoomRawChoice *choice,
               Fill                *offered)
{
  Fill *fill = g_new0 (Fill, 1);

  fill->window = g_object_ref (offered->window);
  fill->file = g_object_ref (offered->file);
  fill->target = g_object_ref (offered->target);
  fill->array = g_strdup (choice->array);
  fill->type = g_strdup (choice->type);
  fill->shape = g_strdup (choice->shape);
  fill->is_big_endian = choice->is_big_endian;
  start_fill (fill);
}

static void
free_offered (gpointer  fill,
              GClosure *closure)
{
  fill_free (fill);
}

/* Nothing in the file says what it holds. */
static void
ask_what_it_holds (Fill *fill)
{
  const gboolean is_copied = !g_file_equal (fill->file, fill->target);
  LoomRawWindow *window = loom_raw_window_new (GTK_WINDOW (fill->window), fill->window->session,
                                               fill->file, NULL, is_copied);

  g_signal_connect_data (window, "chosen", G_CALLBACK (raw_chosen_cb), fill, free_offered, 0);
  gtk_window_present (GTK_WINDOW (window));
}

static void
offer_fill (LoomWindow *self,
            GFile      *file)
{
  GFile *document = loom_session_get_file (self->session);
  g_autoptr (GtkStringList) arrays = list_arrays (self);
  g_autoptr (GFile) folder = NULL;
  g_autofree char *basename = g_file_get_basename (file);
  AdwMessageDialog *dialog;
  Fill *fill;

  if (document == NULL || g_list_model_get_n_items (G_LIST_MODEL (arrays)) == 0)
    {
      loom_window_add_toast (self, adw_toast_new (document == NULL
        ? _("Save the document first: an array is filled from a file in its folder")
        : _("There is no array yet to fill from the file: the kernel must compile first")));
      return;
    }
  folder = g_file_get_parent (document);
  fill = g_new0 (Fill, 1);
  fill->window = g_object_ref (self);
  fill->file = g_object_ref (file);
  fill->target = g_file_get_child (folder, basename);
  if (loom_array_format_of (basename) == LOOM_ARRAY_FORMAT_RAW)
    {
      ask_what_it_holds (fill);
      return;
    }
  dialog = new_fill_dialog (fill, arrays);
  g_signal_connect (dialog, "response", G_CALLBACK (fill_response_cb), fill);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* What is no source is taken for data: of what kind, its name says, or else the user. */
static void
take_file (LoomWindow *self,
           GFile      *file)
{
  g_autofree char *name = dup_name (file);

  if (_loom_window_is_source_name (name))
    _loom_window_open_elsewhere (self, file);
  else
    offer_fill (self, file);
}

/* Any text may be a source, whatever it is called: one that is chosen to be opened is taken for
 * data only if its name says so. */
void
_loom_window_open_or_fill (LoomWindow *self,
                           GFile      *file)
{
  g_autofree char *name = dup_name (file);
  g_autofree char *lower = g_ascii_strdown (name, -1);
  gboolean is_array = FALSE;

  for (guint i = 0; loom_array_file_patterns[i] != NULL && !is_array; i++)
    is_array = g_pattern_match_simple (loom_array_file_patterns[i], lower);
  if (is_array && !g_str_has_suffix (lower, ".txt"))
    offer_fill (self, file);
  else
    _loom_window_open_elsewhere (self, file);
}

static gboolean
drop_cb (LoomWindow   *self,
         const GValue *value)
{
  GSList *files = g_value_get_boxed (value);

  for (GSList *l = files; l != NULL; l = l->next)
    take_file (self, l->data);
  return files != NULL;
}

/* In the capture phase: the editor would insert the names of the files as text. */
void
_loom_window_drop_init (LoomWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (target), GTK_PHASE_CAPTURE);
  loom_connect (target, "drop", drop_cb, self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}
