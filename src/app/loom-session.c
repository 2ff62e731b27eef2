/* loom-session.c: the state of one window
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-session.h"

#include "loom-problem.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _LoomSession
{
  GObject       parent_instance;

  char         *text;
  LoomDocument *document;
  GFile        *file;
  char         *name;

  LoomCompiled *compiled;
  LoomPlan     *plan;
  LoomRun      *run;
  GError       *error;
  char         *lost;
  GListStore   *problems;

  char         *backend;
  GVariant     *backends;

  LoomView      view;
  LoomCell      hover;
  LoomCell      pin;
  LoomActivity  activity;

  guint         modified : 1;
  guint         live : 1;
  guint         stale : 1;
  guint         has_hover : 1;
  guint         has_pin : 1;
};

enum {
  PROP_0,
  PROP_DOCUMENT,
  PROP_FILE,
  PROP_NAME,
  PROP_MODIFIED,
  PROP_COMPILED,
  PROP_PLAN,
  PROP_RUN,
  PROP_ERROR,
  PROP_ACTIVITY,
  PROP_BUSY,
  PROP_STALE,
  PROP_LOST,
  PROP_PROBLEMS,
  PROP_VIEW,
  PROP_HOVER,
  PROP_PIN,
  PROP_BACKEND,
  PROP_BACKENDS,
  PROP_LIVE,
  N_PROPS
};

enum {
  FLUSH,
  APPLY_EDIT,
  GROUP_EDITS,
  OPENED,
  SHOW_LINE,
  N_SIGNALS
};

G_DEFINE_ENUM_TYPE (LoomActivity, loom_activity,
                    G_DEFINE_ENUM_VALUE (LOOM_ACTIVITY_IDLE, "idle"),
                    G_DEFINE_ENUM_VALUE (LOOM_ACTIVITY_COMPILING, "compiling"),
                    G_DEFINE_ENUM_VALUE (LOOM_ACTIVITY_RUNNING, "running"),
                    G_DEFINE_ENUM_VALUE (LOOM_ACTIVITY_STOPPING, "stopping"))

G_DEFINE_FINAL_TYPE (LoomSession, loom_session, G_TYPE_OBJECT)

static GParamSpec *properties [N_PROPS];
static guint signals [N_SIGNALS];

static void
add_diagnostics (GPtrArray *problems,
                 GPtrArray *diagnostics)
{
  for (guint i = 0; diagnostics != NULL && i < diagnostics->len; i++)
    g_ptr_array_add (problems, loom_problem_new_diagnostic (g_ptr_array_index (diagnostics, i)));
}

static void
add_findings (GPtrArray *problems,
              GPtrArray *findings)
{
  for (guint i = 0; findings != NULL && i < findings->len; i++)
    g_ptr_array_add (problems, loom_problem_new_finding (g_ptr_array_index (findings, i),
                                                         LOOM_SEVERITY_WARNING));
}

/* A launch is refused for what its settings say. */
static guint
find_error_line (LoomSession *self)
{
  guint line;

  if (!g_error_matches (self->error, LOOM_ERROR, LOOM_ERROR_LAUNCH))
    return 0;
  line = loom_document_get_value_line (self->document, "launch", "block");
  return line > 0 ? line : loom_document_get_block_line (self->document);
}

static int
compare_problems (gconstpointer a,
                  gconstpointer b)
{
  return loom_problem_compare (*(gpointer *) a, *(gpointer *) b, NULL);
}

/* Who has not begun to write has made no mistake: the page in the picture's place says what to do. */
static gboolean
has_source (LoomSession *self)
{
  const char *source;
  gsize length = 0;

  if (self->document == NULL)
    return FALSE;
  source = loom_document_get_source (self->document, &length);
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isspace (source[i]))
      return TRUE;
  return FALSE;
}

/* Problems are a function of all the rest: made anew whenever a part of it changes. A stale run
 * says nothing about the text as it is now, so its findings go at once. */
static void
update_problems (LoomSession *self)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_object_unref);

  if (self->document != NULL)
    add_diagnostics (problems, loom_document_get_problems (self->document));
  if (self->compiled != NULL && has_source (self))
    add_diagnostics (problems, self->compiled->diagnostics);
  if (self->plan != NULL)
    {
      add_diagnostics (problems, self->plan->problems);
      add_findings (problems, self->plan->findings);
    }
  if (self->error != NULL)
    g_ptr_array_add (problems, loom_problem_new_error (self->error, find_error_line (self)));
  if (self->run != NULL && !self->stale)
    {
      if (self->run->trap != NULL)
        g_ptr_array_add (problems, loom_problem_new_finding (self->run->trap, LOOM_SEVERITY_ERROR));
      add_findings (problems, self->run->findings);
    }

  g_ptr_array_sort (problems, compare_problems);
  g_list_store_splice (self->problems, 0, g_list_model_get_n_items (G_LIST_MODEL (self->problems)),
                       problems->pdata, problems->len);
}

static gboolean
set_flag (LoomSession *self,
          gboolean     old,
          gboolean     value,
          guint        property)
{
  if (!old == !value)
    return FALSE;
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
  return TRUE;
}

static void
loom_session_finalize (GObject *object)
{
  LoomSession *self = LOOM_SESSION (object);

  g_free (self->text);
  g_clear_pointer (&self->document, loom_document_unref);
  g_clear_object (&self->file);
  g_free (self->name);
  g_clear_pointer (&self->compiled, loom_compiled_unref);
  g_clear_pointer (&self->plan, loom_plan_unref);
  g_clear_pointer (&self->run, loom_run_unref);
  g_clear_error (&self->error);
  g_free (self->lost);
  g_clear_object (&self->problems);
  g_free (self->backend);
  g_clear_pointer (&self->backends, g_variant_unref);

  G_OBJECT_CLASS (loom_session_parent_class)->finalize (object);
}

static void
loom_session_get_property (GObject    *object,
                           guint       prop_id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  LoomSession *self = LOOM_SESSION (object);

  switch (prop_id)
    {
    case PROP_DOCUMENT:
      g_value_set_boxed (value, self->document);
      break;
    case PROP_FILE:
      g_value_set_object (value, self->file);
      break;
    case PROP_NAME:
      g_value_set_string (value, self->name);
      break;
    case PROP_MODIFIED:
      g_value_set_boolean (value, self->modified);
      break;
    case PROP_COMPILED:
      g_value_set_boxed (value, self->compiled);
      break;
    case PROP_PLAN:
      g_value_set_boxed (value, self->plan);
      break;
    case PROP_RUN:
      g_value_set_boxed (value, self->run);
      break;
    case PROP_ERROR:
      g_value_set_boxed (value, self->error);
      break;
    case PROP_ACTIVITY:
      g_value_set_enum (value, self->activity);
      break;
    case PROP_BUSY:
      g_value_set_boolean (value, self->activity != LOOM_ACTIVITY_IDLE);
      break;
    case PROP_STALE:
      g_value_set_boolean (value, self->stale);
      break;
    case PROP_LOST:
      g_value_set_string (value, self->lost);
      break;
    case PROP_PROBLEMS:
      g_value_set_object (value, self->problems);
      break;
    case PROP_VIEW:
      g_value_set_pointer (value, &self->view);
      break;
    case PROP_HOVER:
      g_value_set_pointer (value, (gpointer) loom_session_get_hover (self));
      break;
    case PROP_PIN:
      g_value_set_pointer (value, (gpointer) loom_session_get_pin (self));
      break;
    case PROP_BACKEND:
      g_value_set_string (value, self->backend);
      break;
    case PROP_BACKENDS:
      g_value_set_variant (value, self->backends);
      break;
    case PROP_LIVE:
      g_value_set_boolean (value, self->live);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
loom_session_set_property (GObject      *object,
                           guint         prop_id,
                           const GValue *value,
                           GParamSpec   *pspec)
{
  LoomSession *self = LOOM_SESSION (object);

  switch (prop_id)
    {
    case PROP_LIVE:
      loom_session_set_live (self, g_value_get_boolean (value));
      break;
    case PROP_BACKEND:
      loom_session_set_backend (self, g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
install_properties (GObjectClass *object_class)
{
  const GParamFlags read = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  const GParamFlags write = read | G_PARAM_WRITABLE;
  const struct { guint id; const char *name; GType type; } boxed[] = {
    { PROP_DOCUMENT, "document", LOOM_TYPE_DOCUMENT },
    { PROP_COMPILED, "compiled", LOOM_TYPE_COMPILED },
    { PROP_PLAN, "plan", LOOM_TYPE_PLAN },
    { PROP_RUN, "run", LOOM_TYPE_RUN },
    { PROP_ERROR, "error", G_TYPE_ERROR },
  };
  const struct { guint id; const char *name; } pointers[] = {
    { PROP_VIEW, "view" }, { PROP_HOVER, "hover" }, { PROP_PIN, "pin" },
  }, flags[] = {
    { PROP_MODIFIED, "modified" }, { PROP_BUSY, "busy" }, { PROP_STALE, "stale" },
  }, strings[] = {
    { PROP_NAME, "name" }, { PROP_LOST, "lost" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (boxed); i++)
    properties[boxed[i].id] = g_param_spec_boxed (boxed[i].name, NULL, NULL, boxed[i].type, read);
  for (guint i = 0; i < G_N_ELEMENTS (pointers); i++)
    properties[pointers[i].id] = g_param_spec_pointer (pointers[i].name, NULL, NULL, read);
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    properties[flags[i].id] = g_param_spec_boolean (flags[i].name, NULL, NULL, FALSE, read);
  for (guint i = 0; i < G_N_ELEMENTS (strings); i++)
    properties[strings[i].id] = g_param_spec_string (strings[i].name, NULL, NULL, NULL, read);

  properties[PROP_FILE] = g_param_spec_object ("file", NULL, NULL, G_TYPE_FILE, read);
  properties[PROP_PROBLEMS] = g_param_spec_object ("problems", NULL, NULL, G_TYPE_LIST_MODEL, read);
  properties[PROP_ACTIVITY] = g_param_spec_enum ("activity", NULL, NULL, LOOM_TYPE_ACTIVITY,
                                                 LOOM_ACTIVITY_IDLE, read);
  properties[PROP_BACKENDS]
      = g_param_spec_variant ("backends", NULL, NULL, G_VARIANT_TYPE_ANY, NULL, read);
  properties[PROP_BACKEND] = g_param_spec_string ("backend", NULL, NULL, "sim", write);
  properties[PROP_LIVE] = g_param_spec_boolean ("live", NULL, NULL, TRUE, write);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
loom_session_class_init (LoomSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = loom_session_finalize;
  object_class->get_property = loom_session_get_property;
  object_class->set_property = loom_session_set_property;
  install_properties (object_class);

  signals[FLUSH] = g_signal_new ("flush", LOOM_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
  signals[APPLY_EDIT] = g_signal_new ("apply-edit", LOOM_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0,
                                      g_signal_accumulator_true_handled, NULL, NULL,
                                      G_TYPE_BOOLEAN, 1, G_TYPE_POINTER);
  signals[GROUP_EDITS] = g_signal_new ("group-edits", LOOM_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL,
                                       NULL, NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
  signals[OPENED] = g_signal_new ("opened", LOOM_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
  signals[SHOW_LINE] = g_signal_new ("show-line", LOOM_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL,
                                     NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
}

static void
loom_session_init (LoomSession *self)
{
  self->text = g_strdup ("");
  self->document = loom_document_parse ("", 0);
  self->name = g_strdup (_("Untitled"));
  self->problems = g_list_store_new (LOOM_TYPE_PROBLEM);
  self->backend = g_strdup ("sim");
  self->live = TRUE;
}

/**
 * loom_session_new:
 *
 * Makes the state of a window with an empty, untitled document.
 *
 * Returns: (transfer full): a session
 */
LoomSession *
loom_session_new (void)
{
  return g_object_new (LOOM_TYPE_SESSION, NULL);
}

/**
 * loom_session_get_text:
 * @self: a session
 *
 * Returns: (transfer none): the whole text, settings included
 */
const char *
loom_session_get_text (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->text;
}

/**
 * loom_session_set_text:
 * @self: a session
 * @text: the whole text, UTF-8
 * @length: its bytes, or -1 if it ends in NUL
 *
 * Takes a new text and parses it. Setting the text that is there already does nothing.
 */
void
loom_session_set_text (LoomSession *self,
                       const char  *text,
                       gssize       length)
{
  gsize size;

  g_return_if_fail (LOOM_IS_SESSION (self));
  g_return_if_fail (text != NULL);

  size = length < 0 ? strlen (text) : (gsize) length;
  if (strlen (self->text) == size && memcmp (self->text, text, size) == 0)
    return;

  g_free (self->text);
  self->text = g_strndup (text, size);
  loom_document_unref (self->document);
  self->document = loom_document_parse (self->text, (gssize) size);

  update_problems (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DOCUMENT]);
}

/**
 * loom_session_open_text:
 * @self: a session
 * @text: the whole text of another document, UTF-8
 * @length: its bytes, or -1 if it ends in NUL
 *
 * Begins with another document: nothing that was chosen for the last one holds for it.
 */
void
loom_session_open_text (LoomSession *self,
                        const char  *text,
                        gssize       length)
{
  g_return_if_fail (LOOM_IS_SESSION (self));
  g_return_if_fail (text != NULL);

  g_signal_emit (self, signals[OPENED], 0);
  loom_session_set_text (self, text, length);
}

/**
 * loom_session_get_document:
 * @self: a session
 *
 * Returns: (transfer none): the text, split into source and settings
 */
LoomDocument *
loom_session_get_document (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->document;
}

/**
 * loom_session_edit:
 * @self: a session
 * @group: a group of the settings, "launch" or "arg f"
 * @key: a key in it
 * @value: (nullable): its new value; %NULL removes the key
 * @error: where to put a %LOOM_ERROR_DOCUMENT
 *
 * Rewrites one line of the settings in the text, through the editor if there is one.
 *
 * Returns: whether the text says so now
 */
gboolean
loom_session_edit (LoomSession  *self,
                   const char   *group,
                   const char   *key,
                   const char   *value,
                   GError      **error)
{
  LoomTextEdit edit = { 0 };

  g_return_val_if_fail (LOOM_IS_SESSION (self), FALSE);

  g_signal_emit (self, signals[FLUSH], 0);
  if (g_strcmp0 (loom_document_get_value (self->document, group, key), value) == 0)
    return TRUE;
  if (!loom_document_edit (self->document, group, key, value, &edit, error))
    return FALSE;

  loom_session_apply_edit (self, &edit);
  loom_text_edit_clear (&edit);
  return TRUE;
}

/**
 * loom_session_flush:
 * @self: a session
 *
 * Has a pane that holds newer text hand it over now.
 */
void
loom_session_flush (LoomSession *self)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  g_signal_emit (self, signals[FLUSH], 0);
}

/**
 * loom_session_apply_edit:
 * @self: a session
 * @edit: a replacement in the text as loom_session_get_text() gives it
 *
 * Edits the text through the editor if there is one, so that it can be undone there.
 */
void
loom_session_apply_edit (LoomSession        *self,
                         const LoomTextEdit *edit)
{
  gboolean handled = FALSE;

  g_return_if_fail (LOOM_IS_SESSION (self));

  g_signal_emit (self, signals[APPLY_EDIT], 0, edit, &handled);
  if (!handled)
    {
      g_autofree char *text = loom_text_edit_apply (edit, self->text);

      loom_session_set_text (self, text, -1);
    }
}

/**
 * loom_session_begin_edits:
 * @self: a session
 *
 * All edits up to loom_session_end_edits() are undone together.
 */
void
loom_session_begin_edits (LoomSession *self)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  g_signal_emit (self, signals[FLUSH], 0);
  g_signal_emit (self, signals[GROUP_EDITS], 0, TRUE);
}

/**
 * loom_session_end_edits:
 * @self: a session
 *
 * Ends what loom_session_begin_edits() began.
 */
void
loom_session_end_edits (LoomSession *self)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  g_signal_emit (self, signals[GROUP_EDITS], 0, FALSE);
}

/**
 * loom_session_show_line:
 * @self: a session
 * @line: a line of the text, from 1
 * @column: a character in it, from 1; 0 for the whole line
 *
 * Asks the editor to go there.
 */
void
loom_session_show_line (LoomSession *self,
                        guint        line,
                        guint        column)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (line > 0)
    g_signal_emit (self, signals[SHOW_LINE], 0, line, column);
}

/**
 * loom_session_get_file:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): where the text is kept
 */
GFile *
loom_session_get_file (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->file;
}

/**
 * loom_session_set_file:
 * @self: a session
 * @file: (nullable): where the text is kept from now on
 *
 * Sets the file, and the name after it.
 */
void
loom_session_set_file (LoomSession *self,
                       GFile       *file)
{
  g_autofree char *basename = NULL;
  g_autofree char *name = NULL;

  g_return_if_fail (LOOM_IS_SESSION (self));

  if (!g_set_object (&self->file, file))
    return;

  basename = file != NULL ? g_file_get_basename (file) : NULL;
  name = basename != NULL ? g_filename_display_name (basename) : g_strdup (_("Untitled"));
  loom_session_set_name (self, name);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FILE]);
}

/**
 * loom_session_get_name:
 * @self: a session
 *
 * Returns: (transfer none): what the document is called, for people
 */
const char *
loom_session_get_name (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->name;
}

/**
 * loom_session_set_name:
 * @self: a session
 * @name: what the document is called; also for one that has no file yet, as a copy of an example
 *
 * Names the document.
 */
void
loom_session_set_name (LoomSession *self,
                       const char  *name)
{
  g_return_if_fail (LOOM_IS_SESSION (self));
  g_return_if_fail (name != NULL);

  if (strcmp (self->name, name) == 0)
    return;
  g_free (self->name);
  self->name = g_strdup (name);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NAME]);
}

/**
 * loom_session_get_modified:
 * @self: a session
 *
 * Returns: whether the text differs from the file
 */
gboolean
loom_session_get_modified (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), FALSE);

  return self->modified;
}

/**
 * loom_session_set_modified:
 * @self: a session
 * @modified: whether the text differs from the file
 */
void
loom_session_set_modified (LoomSession *self,
                           gboolean     modified)
{
  gboolean old;

  g_return_if_fail (LOOM_IS_SESSION (self));

  old = self->modified;
  self->modified = !!modified;
  set_flag (self, old, modified, PROP_MODIFIED);
}

/**
 * loom_session_get_compiled:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): the last compilation; it may be older than the text
 */
LoomCompiled *
loom_session_get_compiled (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->compiled;
}

/**
 * loom_session_set_compiled:
 * @self: a session
 * @compiled: (nullable): a compilation
 */
void
loom_session_set_compiled (LoomSession  *self,
                           LoomCompiled *compiled)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (self->compiled == compiled)
    return;
  g_clear_pointer (&self->compiled, loom_compiled_unref);
  self->compiled = compiled != NULL ? loom_compiled_ref (compiled) : NULL;
  update_problems (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_COMPILED]);
}

/**
 * loom_session_get_plan:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): the launch as the settings decide it; %NULL while they don't
 */
LoomPlan *
loom_session_get_plan (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->plan;
}

/**
 * loom_session_set_plan:
 * @self: a session
 * @plan: (nullable): a launch
 */
void
loom_session_set_plan (LoomSession *self,
                       LoomPlan    *plan)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (self->plan == plan)
    return;
  g_clear_pointer (&self->plan, loom_plan_unref);
  self->plan = plan != NULL ? loom_plan_ref (plan) : NULL;
  update_problems (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PLAN]);
}

/**
 * loom_session_get_run:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): the last run that came to a result
 */
LoomRun *
loom_session_get_run (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->run;
}

/**
 * loom_session_set_run:
 * @self: a session
 * @run: (nullable): a run
 */
void
loom_session_set_run (LoomSession *self,
                      LoomRun     *run)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (self->run == run)
    return;
  g_clear_pointer (&self->run, loom_run_unref);
  self->run = run != NULL ? loom_run_ref (run) : NULL;
  update_problems (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUN]);
}

/**
 * loom_session_get_error:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): why there is no run of the text as it is
 */
const GError *
loom_session_get_error (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->error;
}

/**
 * loom_session_take_error:
 * @self: a session
 * @error: (nullable) (transfer full): why there is no run, or %NULL to forget the last reason
 */
void
loom_session_take_error (LoomSession *self,
                         GError      *error)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (self->error == NULL && error == NULL)
    return;
  g_clear_error (&self->error);
  self->error = error;
  update_problems (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ERROR]);
}

/**
 * loom_session_get_activity:
 * @self: a session
 *
 * Returns: what is being done right now
 */
LoomActivity
loom_session_get_activity (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), LOOM_ACTIVITY_IDLE);

  return self->activity;
}

/**
 * loom_session_set_activity:
 * @self: a session
 * @activity: what is being done right now
 */
void
loom_session_set_activity (LoomSession  *self,
                           LoomActivity  activity)
{
  gboolean was_busy;

  g_return_if_fail (LOOM_IS_SESSION (self));

  if (self->activity == activity)
    return;
  was_busy = self->activity != LOOM_ACTIVITY_IDLE;
  self->activity = activity;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ACTIVITY]);
  set_flag (self, was_busy, activity != LOOM_ACTIVITY_IDLE, PROP_BUSY);
}

/**
 * loom_session_get_stale:
 * @self: a session
 *
 * Returns: whether the run is not one of the text and settings as they are
 */
gboolean
loom_session_get_stale (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), FALSE);

  return self->stale;
}

/**
 * loom_session_set_stale:
 * @self: a session
 * @stale: whether the run is out of date
 */
void
loom_session_set_stale (LoomSession *self,
                        gboolean     stale)
{
  gboolean old;

  g_return_if_fail (LOOM_IS_SESSION (self));

  old = self->stale;
  self->stale = !!stale;
  if (set_flag (self, old, stale, PROP_STALE))
    update_problems (self);
}

/**
 * loom_session_get_lost:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): why the runner ended, until somebody was told
 */
const char *
loom_session_get_lost (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->lost;
}

/**
 * loom_session_set_lost:
 * @self: a session
 * @why: (nullable): why the runner ended; %NULL once the user knows
 */
void
loom_session_set_lost (LoomSession *self,
                       const char  *why)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (g_strcmp0 (self->lost, why) == 0)
    return;
  g_free (self->lost);
  self->lost = g_strdup (why);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOST]);
}

/**
 * loom_session_get_problems:
 * @self: a session
 *
 * Returns: (transfer none): a list of #LoomProblem by line, that changes with the rest
 */
GListModel *
loom_session_get_problems (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return G_LIST_MODEL (self->problems);
}

/**
 * loom_session_get_view:
 * @self: a session
 *
 * Returns: (transfer none): how the run is looked at
 */
const LoomView *
loom_session_get_view (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return &self->view;
}

/**
 * loom_session_set_view:
 * @self: a session
 * @view: how to look at the run
 */
void
loom_session_set_view (LoomSession    *self,
                       const LoomView *view)
{
  g_return_if_fail (LOOM_IS_SESSION (self));
  g_return_if_fail (view != NULL);

  if (self->view.array == view->array && self->view.lens == view->lens &&
      self->view.colormap == view->colormap && !self->view.origin_lower == !view->origin_lower &&
      !self->view.pystencils == !view->pystencils && !self->view.dark == !view->dark &&
      !self->view.borders == !view->borders && self->view.plane == view->plane)
    return;
  self->view = *view;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
}

static void
set_cell (LoomSession    *self,
          LoomCell       *place,
          gboolean        has_place,
          const LoomCell *cell,
          guint           property)
{
  if (has_place && cell != NULL && place->col == cell->col && place->row == cell->row &&
      place->plane == cell->plane)
    return;
  if (!has_place && cell == NULL)
    return;
  if (cell != NULL)
    *place = *cell;
  if (property == PROP_HOVER)
    self->has_hover = cell != NULL;
  else
    self->has_pin = cell != NULL;
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

/**
 * loom_session_get_hover:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): the cell under the pointer or the cell cursor
 */
const LoomCell *
loom_session_get_hover (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->has_hover ? &self->hover : NULL;
}

/**
 * loom_session_set_hover:
 * @self: a session
 * @cell: (nullable): the cell under the pointer or the cell cursor
 */
void
loom_session_set_hover (LoomSession    *self,
                        const LoomCell *cell)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  set_cell (self, &self->hover, self->has_hover, cell, PROP_HOVER);
}

/**
 * loom_session_get_pin:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): the cell that was clicked to stay selected
 */
const LoomCell *
loom_session_get_pin (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->has_pin ? &self->pin : NULL;
}

/**
 * loom_session_set_pin:
 * @self: a session
 * @cell: (nullable): the cell that stays selected
 */
void
loom_session_set_pin (LoomSession    *self,
                      const LoomCell *cell)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  set_cell (self, &self->pin, self->has_pin, cell, PROP_PIN);
}

/**
 * loom_session_get_backend:
 * @self: a session
 *
 * Returns: (transfer none): what runs the kernels, "sim" or "cuda:0"
 */
const char *
loom_session_get_backend (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->backend;
}

/**
 * loom_session_set_backend:
 * @self: a session
 * @backend: what runs the kernels from now on
 */
void
loom_session_set_backend (LoomSession *self,
                          const char  *backend)
{
  g_return_if_fail (LOOM_IS_SESSION (self));
  g_return_if_fail (backend != NULL);

  if (strcmp (self->backend, backend) == 0)
    return;
  g_free (self->backend);
  self->backend = g_strdup (backend);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BACKEND]);
}

/**
 * loom_session_get_backends:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): what the runner found, as loom_executor_describe_finish()
 * gives it
 */
GVariant *
loom_session_get_backends (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->backends;
}

/**
 * loom_session_set_backends:
 * @self: a session
 * @backends: (nullable): what the runner found
 */
void
loom_session_set_backends (LoomSession *self,
                           GVariant    *backends)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (self->backends == backends)
    return;
  g_clear_pointer (&self->backends, g_variant_unref);
  self->backends = backends != NULL ? g_variant_ref_sink (backends) : NULL;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BACKENDS]);
}

/**
 * loom_session_get_live:
 * @self: a session
 *
 * Returns: whether every edit runs
 */
gboolean
loom_session_get_live (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), FALSE);

  return self->live;
}

/**
 * loom_session_set_live:
 * @self: a session
 * @live: whether every edit runs
 */
void
loom_session_set_live (LoomSession *self,
                       gboolean     live)
{
  gboolean old;

  g_return_if_fail (LOOM_IS_SESSION (self));

  old = self->live;
  self->live = !!live;
  set_flag (self, old, live, PROP_LIVE);
}
