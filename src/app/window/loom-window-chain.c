/* loom-window-chain.c: what a document says is done with a run that was asked for
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

#include "loom-connect.h"

#include <glib/gi18n-lib.h>

/* That a dialog has room for. */
#define MOST_NAMES 10

/* A chain on its way through a thread. Everything but the chain is the main thread's. */
typedef struct
{
  LoomWindow *window;
  LoomRunJob *job;
  LoomChain  *chain;
  gboolean    asked;            /* whether files of others may be replaced, and the answer is */
  gboolean    replace;
} Call;

static void
call_free (Call *self)
{
  g_clear_object (&self->window);
  g_clear_object (&self->job);
  g_clear_pointer (&self->chain, loom_chain_free);
  g_free (self);
}

static void start (Call *call);

/* -- Files that are in the way -- */

static void
call_free_cb (gpointer  call,
              GClosure *closure)
{
  call_free (call);
}

/* The dialog frees its call when it goes. */
static void
response_cb (Call       *call,
             const char *response)
{
  Call *next = g_new (Call, 1);

  *next = (Call) { g_object_ref (call->window), g_object_ref (call->job),
                   g_steal_pointer (&call->chain), TRUE, g_str_equal (response, "replace") };
  start (next);
}

static char *
join (char **names)
{
  const guint n = g_strv_length (names);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < MIN (n, MOST_NAMES); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", names[i]);
  if (n > MOST_NAMES)
    g_string_append (text, "\n…");
  return g_string_free (text, FALSE);
}

/* Takes the call. Without the answer, what would replace a file fails by name. */
static void
ask (Call  *call,
     char **foreign)
{
  const guint n = g_strv_length (foreign);
  g_autofree char *names = join (foreign);
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (
      adw_message_dialog_new (GTK_WINDOW (call->window),
                              ngettext ("Replace a File?", "Replace Files?", n), NULL));

  adw_message_dialog_format_body (
      dialog,
      /* Translators: the names of files, a line for each */
      ngettext ("The document writes this file after a run. It exists already and was not "
                "written by a run of this document:\n\n%s",
                "The document writes these files after a run. They exist already and were not "
                "written by a run of this document:\n\n%s", n),
      names);
  adw_message_dialog_add_responses (dialog, "keep", _("_Keep"), "replace", _("_Replace"), NULL);
  adw_message_dialog_set_response_appearance (dialog, "replace", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (dialog, "keep");
  adw_message_dialog_set_close_response (dialog, "keep");
  g_signal_connect_data (dialog, "response", G_CALLBACK (response_cb), call, call_free_cb,
                         G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* -- What came of it -- */

static char *
dup_words (GPtrArray *outcomes)
{
  const LoomLinkOutcome *failure = loom_link_outcomes_find_failure (outcomes);
  guint files = 0;

  for (guint i = 0; i < outcomes->len; i++)
    {
      const LoomLinkOutcome *outcome = outcomes->pdata[i];

      files += outcome->state == LOOM_LINK_DONE && outcome->file != NULL;
    }
  if (failure != NULL)
    /* Translators: a line of the document, and why what it says was not done */
    return g_strdup_printf (_("After the run, line %1$u failed: %2$s"), failure->line,
                            failure->words);
  if (files > 0)
    return g_strdup_printf (ngettext ("%u file was written after the run",
                                      "%u files were written after the run", files), files);
  return g_strdup (_("The check after the run holds"));
}

/* A run that failed has a banner, and nothing was done. */
static void
tell (LoomWindow *self,
      GPtrArray  *outcomes)
{
  const LoomLinkOutcome *first = outcomes->len > 0 ? outcomes->pdata[0] : NULL;
  g_autofree char *words = NULL;
  AdwToast *toast;

  if (first == NULL || first->state == LOOM_LINK_SKIPPED)
    return;
  words = dup_words (outcomes);
  toast = adw_toast_new (words);
  adw_toast_set_button_label (toast, _("_Show"));
  adw_toast_set_action_name (toast, "win.show-page");
  adw_toast_set_action_target_value (toast, g_variant_new_string ("runs"));
  loom_window_add_toast (self, toast);
}

static void
done_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  Call *call = user_data;
  gpointer value = g_task_propagate_pointer (G_TASK (result), NULL);

  if (!call->asked && value != NULL)
    {
      g_auto (GStrv) foreign = value;

      ask (call, foreign);
      return;
    }
  if (call->asked)
    {
      GPtrArray *outcomes = value;

      tell (call->window, outcomes);
      loom_session_take_outcomes (call->window->session, call->job, outcomes);
      call_free (call);
      return;
    }
  call->asked = TRUE;
  start (call);
}

/* First what is in the way, then, when it was asked about, all links. */
static void
chain_thread (GTask        *task,
              gpointer      source,
              gpointer      data,
              GCancellable *cancellable)
{
  const Call *call = data;
  g_auto (GStrv) foreign = NULL;

  if (call->asked)
    {
      g_task_return_pointer (task, loom_chain_run (call->chain, call->replace),
                             (GDestroyNotify) g_ptr_array_unref);
      return;
    }
  foreign = loom_chain_list_foreign (call->chain);
  g_task_return_pointer (task, *foreign != NULL ? g_steal_pointer (&foreign) : NULL,
                         (GDestroyNotify) g_strfreev);
}

/* Takes the call. */
static void
start (Call *call)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, done_cb, call);

  g_task_set_source_tag (task, start);
  g_task_set_task_data (task, call, NULL);
  g_task_run_in_thread (task, chain_thread);
}

/* Does what the document says is done with a run; nothing where it says nothing. */
void
_loom_window_run_chain (LoomWindow *self,
                        LoomRunJob *job)
{
  GFile *file = loom_session_get_file (self->session);
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
  LoomChain *chain = loom_run_job_new_chain (job, path);
  Call *call;

  if (chain == NULL)
    return;
  call = g_new (Call, 1);
  *call = (Call) { g_object_ref (self), g_object_ref (job), chain, FALSE, FALSE };
  start (call);
}
