/* loom-program-pane.c: the document as a program, and what it launched
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-drawer-panes.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-format.h"
#include "loom-launch-list.h"
#include "loom-package-installer.h"
#include "loom-resources.h"
#include "loom-table-line.h"
#include "loom-typeset.h"
#include "loom-wrap-box.h"

#include <glib/gi18n-lib.h>

#include <string.h>
#include <sys/wait.h>

/* In characters: of what a program printed, the last of which are shown. */
#define MOST_SHOWN (1 << 20)

struct _LoomProgramPane
{
  LoomPane       parent_instance;

  LoomSession   *session;
  LoomRecorder  *recorder;
  GtkWidget     *root;
  GtkWidget     *run_button;
  GtkWidget     *install_button;
  GtkWidget     *stop_button;
  GtkWidget     *steps_button;
  GtkWidget     *keep_button;
  GtkLabel      *sentence;
  GtkEditable   *arguments;
  GtkStack      *stack;
  GtkColumnView *view;
  GtkTextView   *output;
};

G_DEFINE_FINAL_TYPE (LoomProgramPane, loom_program_pane, LOOM_TYPE_PANE)

/* -- Columns -- */

static char *
dup_number (LoomLaunchLine *line)
{
  return loom_typeset_count (loom_launch_line_get_launch (line)->number);
}

static char *
dup_grid (LoomLaunchLine *line)
{
  return loom_dim3_format (&loom_launch_line_get_launch (line)->grid);
}

static char *
dup_block (LoomLaunchLine *line)
{
  return loom_dim3_format (&loom_launch_line_get_launch (line)->block);
}

static char *
dup_shared (LoomLaunchLine *line)
{
  return loom_typeset_count (loom_launch_line_get_launch (line)->shared);
}

static char *
dup_failure (LoomLaunchLine *line)
{
  const LoomRecordedLaunch *launch = loom_launch_line_get_launch (line);

  return g_strdup (launch->text != NULL ? launch->text : launch->error);
}

#define FAILED 6                /* of the columns */

static const LoomTableColumn columns[] = {
  { N_("Launch"), LOOM_TABLE_NUMBER, G_CALLBACK (dup_number) },
  { N_("Kernel"), LOOM_TABLE_WIDE, G_CALLBACK (loom_launch_line_dup_kernel) },
  { N_("Line"), 0, G_CALLBACK (loom_launch_line_dup_place) },
  { N_("Grid"), LOOM_TABLE_NUMBER, G_CALLBACK (dup_grid) },
  { N_("Block"), LOOM_TABLE_NUMBER, G_CALLBACK (dup_block) },
  { N_("Shared memory"), LOOM_TABLE_NUMBER, G_CALLBACK (dup_shared) },
  [FAILED] = { N_("Failed"), 0, G_CALLBACK (dup_failure) },
};

/* -- What is said -- */

static char *
dup_progress (LoomRecorder *recorder)
{
  const guint64 n = loom_recorder_get_launches (recorder);
  g_autofree char *count = loom_typeset_count (n);

  switch (loom_recorder_get_stage (recorder))
    {
    case LOOM_PROGRAM_COMPILING:
      return g_strdup (_("Compiling host code and kernels…"));
    case LOOM_PROGRAM_LINKING:
      return g_strdup (_("Linking…"));
    case LOOM_PROGRAM_READING:
      return g_strdup (_("Reading what it launched…"));
    case LOOM_PROGRAM_RUNNING:
    default:
      return g_strdup_printf (ngettext ("Running; %s launch so far", "Running; %s launches so far",
                                        (gulong) n), count);
    }
}

static char *
dup_end (const LoomProgramRun *run)
{
  if (run->is_kept)
    return g_strdup (_("kept beside the document when the program ran"));
  if (run->is_stopped)
    return g_strdup (_("stopped"));
  if (WIFSIGNALED (run->status))
    return g_strdup_printf (_("ended by signal %1$d (%2$s)"), WTERMSIG (run->status),
                            g_strsignal (WTERMSIG (run->status)));
  if (WEXITSTATUS (run->status) != 0)
    return g_strdup_printf (_("ended with status %d"), WEXITSTATUS (run->status));
  return g_strdup (_("ended"));
}

/* "12 launches · ended · not supported: cudaGraphLaunch" */
static char *
dup_outcome (const LoomProgramRun *run)
{
  const LoomRecording *recording = run->recording;
  const guint n = recording->launches->len;
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *count = loom_typeset_count (n);

  g_ptr_array_add (parts, g_strdup_printf (ngettext ("%s launch", "%s launches", n), count));
  g_ptr_array_add (parts, dup_end (run));
  if (recording->refused->len > 0)
    g_ptr_array_add (parts, g_strdup_printf (_("not supported: %s"),
                                             (char *) recording->refused->pdata[0]));
  if (recording->is_full)
    g_ptr_array_add (parts, g_strdup (_("the recording is full")));
  if (recording->bad_line > 0)
    g_ptr_array_add (parts, g_strdup_printf (_("the program changed the recording from line %u on"),
                                             recording->bad_line));
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (" · ", (char **) parts->pdata);
}

static void
update (LoomProgramPane *self)
{
  const gboolean is_running = loom_recorder_is_running (self->recorder);
  const LoomProgramRun *run = loom_recorder_get_run (self->recorder);
  const GError *error = loom_recorder_get_error (self->recorder);
  g_autofree char *text = NULL;

  if (is_running)
    text = dup_progress (self->recorder);
  else if (error != NULL)
    text = g_strndup (error->message, strcspn (error->message, "\n"));
  else if (run != NULL)
    text = dup_outcome (run);
  gtk_label_set_label (self->sentence, text != NULL ? text : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->sentence), text);
  gtk_widget_set_visible (self->run_button, !is_running);
  gtk_widget_set_visible (self->stop_button, is_running);
  gtk_widget_set_visible (self->steps_button,
                          run != NULL && run->recording->launches->len > 1);
  gtk_widget_set_visible (self->keep_button,
                          run != NULL && run->recording->launches->len > 0 && !run->is_kept &&
                          loom_session_get_file (self->session) != NULL);
  gtk_stack_set_visible_child_name (self->stack, is_running || error != NULL || run != NULL
                                                 ? "program" : "empty");
}

/* -- What it printed -- */

static void
append (LoomProgramPane *self,
        const char      *text)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->output);
  GtkTextIter start, end;
  int n_over;

  gtk_text_buffer_get_end_iter (buffer, &end);
  gtk_text_buffer_insert (buffer, &end, text, -1);
  n_over = gtk_text_buffer_get_char_count (buffer) - MOST_SHOWN;
  if (n_over > 0)
    {
      gtk_text_buffer_get_start_iter (buffer, &start);
      gtk_text_buffer_get_iter_at_offset (buffer, &end, n_over);
      gtk_text_buffer_delete (buffer, &start, &end);
    }
  gtk_text_buffer_get_end_iter (buffer, &end);
  gtk_text_buffer_place_cursor (buffer, &end);
  gtk_text_view_scroll_mark_onscreen (self->output, gtk_text_buffer_get_insert (buffer));
}

static void
running_cb (LoomProgramPane *self)
{
  if (loom_recorder_is_running (self->recorder))
    gtk_text_buffer_set_text (gtk_text_view_get_buffer (self->output), "", 0);
  update (self);
}

static void
installer_found_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      data)
{
  g_autoptr (LoomProgramPane) self = data;

  if (loom_package_installer_find_finish (result) && self->install_button != NULL)
    gtk_widget_set_visible (self->install_button, TRUE);
}

static void
error_cb (LoomProgramPane *self)
{
  const GError *error = loom_recorder_get_error (self->recorder);

  if (error != NULL)
    append (self, error->message);
  gtk_widget_set_visible (self->install_button, FALSE);
  if (error != NULL && !loom_program_has_compiler ())
    loom_package_installer_find_async (installer_found_cb, g_object_ref (self));
  update (self);
}

static gboolean
has_failures (const LoomRecording *recording)
{
  for (guint i = 0; i < recording->launches->len; i++)
    if (((const LoomRecordedLaunch *) recording->launches->pdata[i])->error != NULL)
      return TRUE;
  return FALSE;
}

static void
run_cb (LoomProgramPane *self)
{
  LoomProgramRun *run = loom_recorder_get_run (self->recorder);
  g_autoptr (GtkSingleSelection) model = NULL;

  if (run != NULL)
    {
      model = gtk_single_selection_new (G_LIST_MODEL (loom_launch_list_new (run)));
      gtk_single_selection_set_autoselect (model, FALSE);
      gtk_single_selection_set_can_unselect (model, TRUE);
      gtk_single_selection_set_selected (model, GTK_INVALID_LIST_POSITION);
      loom_table_show_column (self->view, FAILED, has_failures (run->recording));
    }
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (model));
  update (self);
}

/* -- What is chosen -- */

static void
activate_cb (LoomProgramPane *self,
             guint            position)
{
  g_autoptr (LoomLaunchLine) line
      = g_list_model_get_item (G_LIST_MODEL (gtk_column_view_get_model (self->view)), position);

  if (line != NULL)
    loom_action_activate (GTK_WIDGET (self), "win.use-recorded", "t",
                          loom_launch_line_get_launch (line)->number);
}

static void
document_cb (LoomProgramPane *self)
{
  const char *value = loom_document_get_value (loom_session_get_document (self->session),
                                               "program", "arguments");

  if (strcmp (gtk_editable_get_text (self->arguments), value != NULL ? value : "") != 0)
    gtk_editable_set_text (self->arguments, value != NULL ? value : "");
}

/* What is typed becomes a setting when it is done. */
static void
arguments_leave_cb (LoomProgramPane *self)
{
  const char *typed = gtk_editable_get_text (self->arguments);
  const char *value = loom_document_get_value (loom_session_get_document (self->session),
                                               "program", "arguments");
  g_autofree char *text = g_strstrip (g_strdup (typed));

  if (strcmp (text, value != NULL ? value : "") != 0)
    loom_session_edit (self->session, "program", "arguments", *text != '\0' ? text : NULL, NULL);
}

static void
arguments_activate_cb (LoomProgramPane *self)
{
  arguments_leave_cb (self);
  loom_action_activate (GTK_WIDGET (self), "win.run-program", NULL);
}

static void
loom_program_pane_set_session (LoomPane    *pane,
                               LoomSession *session)
{
  LoomProgramPane *self = LOOM_PROGRAM_PANE (pane);

  self->session = session;
  self->recorder = loom_session_get_recorder (session);
  loom_connect (self->recorder, "notify::running", running_cb, self);
  loom_connect (self->recorder, "notify::stage", update, self);
  loom_connect (self->recorder, "notify::launches", update, self);
  loom_connect (self->recorder, "notify::error", error_cb, self);
  loom_connect (self->recorder, "notify::run", run_cb, self);
  loom_connect (self->recorder, "printed", append, self);
  loom_connect (session, "notify::document", document_cb, self);
  document_cb (self);
  run_cb (self);
}

static void
loom_program_pane_class_init (LoomProgramPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  LOOM_PANE_CLASS (klass)->set_session = loom_program_pane_set_session;

  g_type_ensure (LOOM_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-program-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomProgramPane, root);
  gtk_widget_class_bind_template_child (widget_class, LoomProgramPane, run_button);
  gtk_widget_class_bind_template_child (widget_class, LoomProgramPane, install_button);
  gtk_widget_class_bind_template_child (widget_class, LoomProgramPane, stop_button);
  gtk_widget_class_bind_template_child (widget_class, LoomProgramPane, steps_button);
  gtk_widget_class_bind_template_child (widget_class, LoomProgramPane, keep_button);
  gtk_widget_class_bind_template_child (widget_class, LoomProgramPane, sentence);
  gtk_widget_class_bind_template_child (widget_class, LoomProgramPane, arguments);
  gtk_widget_class_bind_template_child (widget_class, LoomProgramPane, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomProgramPane, view);
  gtk_widget_class_bind_template_child (widget_class, LoomProgramPane, output);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, arguments_activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, arguments_leave_cb);
}

static void
loom_program_pane_init (LoomProgramPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  loom_table_add_columns (self->view, columns, G_N_ELEMENTS (columns));
}
