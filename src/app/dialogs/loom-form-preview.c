/* loom-form-preview.c: what a document that nobody has begun yet would show
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-form-preview.h"

#include "loom-class.h"
#include "loom-connect.h"
#include "loom-format.h"
#include "loom-picture-pane.h"
#include "loom-problem.h"
#include "loom-resources.h"
#include "loom-widget.h"

/* What is done sooner makes nothing blink. */
#define BUSY_DELAY_MS 250

struct _LoomFormPreview
{
  GtkWidget          parent_instance;

  LoomSession       *session;
  LoomRunController *controller;        /* NULL until it begins */
  LoomColormap       colormap;

  GtkWidget         *box;
  GtkStack          *stack;
  GtkWidget         *picture_pane;
  GtkSpinner        *spinner;

  guint              busy_id;
  guint              is_behind : 1;     /* there is no text that the picture could be of */
};

G_DEFINE_FINAL_TYPE (LoomFormPreview, loom_form_preview, GTK_TYPE_WIDGET)

/* The picture is not of what would be written, or not yet. */
static gboolean
is_behind (LoomFormPreview *self)
{
  return self->is_behind || loom_session_get_stale (self->session);
}

static gboolean
is_busy (LoomFormPreview *self)
{
  return loom_session_get_activity (self->session) != LOOM_ACTIVITY_IDLE;
}

static void
show_busy (LoomFormPreview *self)
{
  loom_widget_set_css_class (self->picture_pane, "stale", is_behind (self));
  gtk_spinner_set_spinning (self->spinner, is_busy (self));
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), is_busy (self));
}

static void
update (LoomFormPreview *self)
{
  const char *page = "empty";

  if (loom_session_get_run (self->session) != NULL)
    page = "picture";
  else if (is_busy (self))
    page = "busy";
  gtk_stack_set_visible_child_name (self->stack, page);
  g_signal_emit_by_name (self, "problem-changed");
  if (is_behind (self) || is_busy (self))
    {
      if (self->busy_id == 0)
        loom_call_later (&self->busy_id, G_PRIORITY_DEFAULT, BUSY_DELAY_MS, G_CALLBACK (show_busy),
                         self);
      return;
    }
  g_clear_handle_id (&self->busy_id, g_source_remove);
  show_busy (self);
}

static void
loom_form_preview_dispose (GObject *object)
{
  LoomFormPreview *self = LOOM_FORM_PREVIEW (object);

  g_clear_handle_id (&self->busy_id, g_source_remove);
  if (self->controller != NULL)
    loom_run_controller_close (self->controller);
  g_clear_object (&self->controller);
  gtk_widget_dispose_template (GTK_WIDGET (self), LOOM_TYPE_FORM_PREVIEW);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (loom_form_preview_parent_class)->dispose (object);
}

static void
loom_form_preview_class_init (LoomFormPreviewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_form_preview_dispose;
  LOOM_SIGNAL_NEW (klass, "problem-changed", 0);
  g_type_ensure (LOOM_TYPE_PICTURE_PANE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-form-preview.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomFormPreview, box);
  gtk_widget_class_bind_template_child (widget_class, LoomFormPreview, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomFormPreview, picture_pane);
  gtk_widget_class_bind_template_child (widget_class, LoomFormPreview, spinner);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "loomformpreview");
}

static void
loom_form_preview_init (LoomFormPreview *self)
{
  self->session = loom_session_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  g_object_set (self->picture_pane, "session", self->session, NULL);
  loom_connect_each (self->session, G_CALLBACK (update), self, "notify::compiled", "notify::error",
                     "notify::run", "notify::stale", "notify::activity", "notify::lost", NULL);
  loom_connect (loom_session_get_problems (self->session), "items-changed", update, self);
  update (self);
}

/**
 * loom_form_preview_begin:
 * @beside: the session of the window that it belongs to
 * @controller: its controller
 *
 * Runs what it is given from now on, as that window would, in its colours.
 */
void
loom_form_preview_begin (LoomFormPreview   *self,
                         LoomSession       *beside,
                         LoomRunController *controller)
{
  g_return_if_fail (LOOM_IS_FORM_PREVIEW (self));
  g_return_if_fail (self->controller == NULL);

  self->colormap = loom_session_get_view (beside)->colormap;
  self->controller = loom_run_controller_new_beside (controller, self->session);
  loom_run_controller_describe (self->controller);
}

LoomSession *
loom_form_preview_get_session (LoomFormPreview *self)
{
  g_return_val_if_fail (LOOM_IS_FORM_PREVIEW (self), NULL);

  return self->session;
}

/**
 * loom_form_preview_open:
 * @text: a document
 *
 * Shows another document: how the last one was looked at is over.
 */
void
loom_form_preview_open (LoomFormPreview *self,
                        const char      *text)
{
  LoomView view;

  g_return_if_fail (LOOM_IS_FORM_PREVIEW (self));

  self->is_behind = FALSE;
  loom_session_open_text (self->session, text, -1);
  view = *loom_session_get_view (self->session);
  view.colormap = self->colormap;
  loom_view_state_set_view (loom_session_get_view_state (self->session), &view);
  update (self);
}

/**
 * loom_form_preview_set_text:
 * @text: (nullable): the document as it is now; %NULL: there is none, and the picture that is shown
 *   is of an older one
 */
void
loom_form_preview_set_text (LoomFormPreview *self,
                            const char      *text)
{
  g_return_if_fail (LOOM_IS_FORM_PREVIEW (self));

  self->is_behind = text == NULL;
  if (text != NULL)
    loom_session_set_text (self->session, text, -1);
  else if (self->controller != NULL)
    loom_run_controller_stop (self->controller);
  update (self);
}

/**
 * loom_form_preview_dup_problem:
 * @severity: (out): how bad it is
 *
 * Returns: (transfer full) (nullable): what is wrong with the document that is shown, in a sentence
 *   that names no line, since lines have no numbers where the document is not written yet
 */
char *
loom_form_preview_dup_problem (LoomFormPreview *self,
                               LoomSeverity    *severity)
{
  g_autoptr (LoomProblem) worst = NULL;

  g_return_val_if_fail (LOOM_IS_FORM_PREVIEW (self), NULL);
  g_return_val_if_fail (severity != NULL, NULL);

  *severity = LOOM_SEVERITY_ERROR;
  if (self->is_behind)
    return NULL;
  if (loom_session_get_lost (self->session) != NULL)
    return g_strdup (loom_session_get_lost (self->session));
  worst = loom_problem_find_worst (loom_session_get_problems (self->session));
  *severity = worst != NULL ? worst->severity : LOOM_SEVERITY_NOTE;
  return *severity != LOOM_SEVERITY_NOTE ? loom_format_sentence (worst->text) : NULL;
}

/**
 * loom_form_preview_get_error_line:
 *
 * Returns: the line of the document that is shown, from 1, which the error is in that
 *   loom_form_preview_dup_problem() tells; 0: there is none, or it is in no line
 */
guint
loom_form_preview_get_error_line (LoomFormPreview *self)
{
  g_autoptr (LoomProblem) worst = NULL;

  g_return_val_if_fail (LOOM_IS_FORM_PREVIEW (self), 0);

  if (self->is_behind || loom_session_get_lost (self->session) != NULL)
    return 0;
  worst = loom_problem_find_worst (loom_session_get_problems (self->session));
  return worst != NULL && worst->severity == LOOM_SEVERITY_ERROR && worst->file == NULL
           ? worst->line : 0;
}
