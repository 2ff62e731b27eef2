/* loom-session.c: the state of one window
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-session-private.h"

#include "loom-problem.h"

#include <glib/gi18n-lib.h>

G_DEFINE_FINAL_TYPE (LoomSession, loom_session, G_TYPE_OBJECT)

static GParamSpec *properties [N_PROPS];

/* Where the value of a property stands, if it is no more than that of a field. */
static const gsize offsets [N_PROPS] = {
  [PROP_DOCUMENT] = G_STRUCT_OFFSET (LoomSession, document),
  [PROP_FILE] = G_STRUCT_OFFSET (LoomSession, file),
  [PROP_NAME] = G_STRUCT_OFFSET (LoomSession, name),
  [PROP_ROOT] = G_STRUCT_OFFSET (LoomSession, root),
  [PROP_MODIFIED] = G_STRUCT_OFFSET (LoomSession, modified),
  [PROP_COMPILED] = G_STRUCT_OFFSET (LoomSession, compiled),
  [PROP_PLAN] = G_STRUCT_OFFSET (LoomSession, plan),
  [PROP_RUN] = G_STRUCT_OFFSET (LoomSession, run),
  [PROP_OLDER] = G_STRUCT_OFFSET (LoomSession, older),
  [PROP_COMPARISON] = G_STRUCT_OFFSET (LoomSession, comparison),
  [PROP_ERROR] = G_STRUCT_OFFSET (LoomSession, error),
  [PROP_STALE] = G_STRUCT_OFFSET (LoomSession, stale),
  [PROP_LOST] = G_STRUCT_OFFSET (LoomSession, lost),
};

void
_loom_session_notify (LoomSession         *self,
                      LoomSessionProperty  property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

/* Takes another object, boxed value or text for a property, and nothing else; whether it is
 * another. */
gboolean
_loom_session_replace (LoomSession         *self,
                       LoomSessionProperty  property,
                       gconstpointer        value)
{
  gpointer *field = G_STRUCT_MEMBER_P (self, offsets[property]);
  const GType type = properties[property]->value_type;

  if (type == G_TYPE_STRING)
    {
      if (g_strcmp0 (*field, value) == 0)
        return FALSE;
      g_free (*field);
      *field = g_strdup (value);
      return TRUE;
    }
  if (*field == value)
    return FALSE;
  if (G_IS_PARAM_SPEC_OBJECT (properties[property]))
    return g_set_object (field, (gpointer) value);
  if (*field != NULL)
    g_boxed_free (type, *field);
  *field = value != NULL ? g_boxed_copy (type, value) : NULL;
  return TRUE;
}

static void
loom_session_finalize (GObject *object)
{
  LoomSession *self = LOOM_SESSION (object);

  g_free (self->text);
  for (guint i = 1; i < N_PROPS; i++)
    if (!G_IS_PARAM_SPEC_BOOLEAN (properties[i]) && offsets[i] != 0)
      _loom_session_replace (self, i, NULL);
  g_clear_pointer (&self->latest, loom_run_unref);
  g_clear_object (&self->problems);
  g_clear_object (&self->jobs);
  g_clear_object (&self->run_settings);
  g_clear_object (&self->compare);
  g_clear_object (&self->view_state);
  for (guint i = 0; i < LOOM_N_RUN_QUERIES; i++)
    g_clear_object (&self->queries[i]);
  g_clear_object (&self->replayer);
  g_clear_object (&self->recorder);
  g_clear_object (&self->machine_query);
  g_clear_object (&self->line_link);
  g_clear_object (&self->disassembly);
  g_clear_pointer (&self->copies.rates, g_variant_unref);
  g_free (self->copies.why);

  G_OBJECT_CLASS (loom_session_parent_class)->finalize (object);
}

static void
loom_session_get_property (GObject    *object,
                           guint       prop_id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  LoomSession *self = LOOM_SESSION (object);
  gconstpointer field = G_STRUCT_MEMBER_P (self, offsets[prop_id]);

  if (prop_id == PROP_ACTIVITY)
    g_value_set_int (value, self->activity);
  else if (prop_id == PROP_COPIES)
    g_value_set_pointer (value, &self->copies);
  else if (G_VALUE_HOLDS_BOOLEAN (value))
    g_value_set_boolean (value, *(const gboolean *) field);
  else if (G_VALUE_HOLDS_STRING (value))
    g_value_set_string (value, *(char * const *) field);
  else if (G_VALUE_HOLDS_BOXED (value))
    g_value_set_boxed (value, *(const gpointer *) field);
  else
    g_value_set_object (value, *(const gpointer *) field);
}

static void
loom_session_class_init (LoomSessionClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  const struct { guint id; const char *name; GType type; } boxed[] = {
    { PROP_DOCUMENT, "document", LOOM_TYPE_DOCUMENT },
    { PROP_COMPILED, "compiled", LOOM_TYPE_COMPILED },
    { PROP_PLAN, "plan", LOOM_TYPE_PLAN },
    { PROP_RUN, "run", LOOM_TYPE_RUN },
    { PROP_COMPARISON, "comparison", LOOM_TYPE_COMPARISON },
    { PROP_ERROR, "error", G_TYPE_ERROR },
  }, objects[] = {
    { PROP_FILE, "file", G_TYPE_FILE },
    { PROP_OLDER, "older", LOOM_TYPE_RUN_JOB },
  };
  const struct { guint id; const char *name; } booleans[] = {
    { PROP_MODIFIED, "modified" }, { PROP_STALE, "stale" },
  }, strings[] = {
    { PROP_NAME, "name" }, { PROP_ROOT, "root" }, { PROP_LOST, "lost" },
  };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = loom_session_finalize;
  object_class->get_property = loom_session_get_property;
  for (guint i = 0; i < G_N_ELEMENTS (boxed); i++)
    properties[boxed[i].id] = g_param_spec_boxed (boxed[i].name, NULL, NULL, boxed[i].type, flags);
  for (guint i = 0; i < G_N_ELEMENTS (objects); i++)
    properties[objects[i].id]
        = g_param_spec_object (objects[i].name, NULL, NULL, objects[i].type, flags);
  for (guint i = 0; i < G_N_ELEMENTS (booleans); i++)
    properties[booleans[i].id]
        = g_param_spec_boolean (booleans[i].name, NULL, NULL, FALSE, flags);
  for (guint i = 0; i < G_N_ELEMENTS (strings); i++)
    properties[strings[i].id] = g_param_spec_string (strings[i].name, NULL, NULL, NULL, flags);
  properties[PROP_COPIES] = g_param_spec_pointer ("copies", NULL, NULL, flags);
  properties[PROP_ACTIVITY] = g_param_spec_int ("activity", NULL, NULL, LOOM_ACTIVITY_IDLE,
                                                LOOM_ACTIVITY_STOPPING, LOOM_ACTIVITY_IDLE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  _loom_session_class_text_init (klass);
}

static void
loom_session_init (LoomSession *self)
{
  self->text = g_strdup ("");
  self->document = loom_document_parse ("", 0);
  self->name = g_strdup (_("Untitled"));
  self->problems = g_list_store_new (LOOM_TYPE_PROBLEM);
  self->jobs = g_list_store_new (LOOM_TYPE_RUN_JOB);
  self->run_settings = g_object_new (LOOM_TYPE_RUN_SETTINGS, NULL);
  self->view_state = g_object_new (LOOM_TYPE_VIEW_STATE, NULL);
  self->compare = loom_compare_new (self->view_state);
  for (guint i = 0; i < LOOM_N_RUN_QUERIES; i++)
    self->queries[i] = g_object_new (LOOM_TYPE_RUN_QUERY, NULL);
  self->replayer = g_object_new (LOOM_TYPE_REPLAYER, NULL);
  self->recorder = loom_recorder_new ();
  self->machine_query = g_object_new (LOOM_TYPE_MACHINE_QUERY, NULL);
  self->line_link = g_object_new (LOOM_TYPE_LINE_LINK, NULL);
  self->disassembly = g_object_new (LOOM_TYPE_DISASSEMBLY, NULL);
  loom_view_state_take_document (self->view_state, self->document);
}

/**
 * loom_session_new:
 *
 * Makes the state of a window with an empty, untitled document.
 */
LoomSession *
loom_session_new (void)
{
  return g_object_new (LOOM_TYPE_SESSION, NULL);
}

GFile *
loom_session_get_file (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->file;
}

/**
 * loom_session_set_file:
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
  _loom_session_notify (self, PROP_FILE);
}

/**
 * loom_session_dup_folder:
 *
 * Returns: (transfer full) (nullable): where the files of the document lie; %NULL as long as it has
 *   no file itself
 */
GFile *
loom_session_dup_folder (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->file != NULL ? g_file_get_parent (self->file) : NULL;
}

const char *
loom_session_get_root (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->root;
}

void
loom_session_set_root (LoomSession *self,
                       const char  *root)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (_loom_session_replace (self, PROP_ROOT, root))
    _loom_session_notify (self, PROP_ROOT);
}

const char *
loom_session_get_name (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->name;
}

/**
 * loom_session_set_name:
 * @name: what the document is called; also for one that has no file yet, as a copy of an example
 *
 * Names the document for people.
 */
void
loom_session_set_name (LoomSession *self,
                       const char  *name)
{
  g_return_if_fail (LOOM_IS_SESSION (self));
  g_return_if_fail (name != NULL);

  if (_loom_session_replace (self, PROP_NAME, name))
    _loom_session_notify (self, PROP_NAME);
}

/**
 * loom_session_get_modified:
 *
 * Returns: whether the text differs from the file
 */
gboolean
loom_session_get_modified (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), FALSE);

  return self->modified;
}

void
loom_session_set_modified (LoomSession *self,
                           gboolean     modified)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (!self->modified == !modified)
    return;
  self->modified = !!modified;
  _loom_session_notify (self, PROP_MODIFIED);
}

/**
 * loom_session_get_compiled:
 *
 * Returns: (transfer none) (nullable): the last compilation; it may be older than the text
 */
LoomCompiled *
loom_session_get_compiled (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->compiled;
}

void
loom_session_set_compiled (LoomSession  *self,
                           LoomCompiled *compiled)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (!_loom_session_replace (self, PROP_COMPILED, compiled))
    return;
  _loom_session_update_problems (self);
  _loom_session_notify (self, PROP_COMPILED);
}

/**
 * loom_session_get_plan:
 *
 * Returns: (transfer none) (nullable): the launch as the settings decide it; %NULL while they don't
 */
LoomPlan *
loom_session_get_plan (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->plan;
}

void
loom_session_set_plan (LoomSession *self,
                       LoomPlan    *plan)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (!_loom_session_replace (self, PROP_PLAN, plan))
    return;
  _loom_session_update_problems (self);
  _loom_session_notify (self, PROP_PLAN);
}

/**
 * loom_session_get_error:
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
  _loom_session_update_problems (self);
  _loom_session_notify (self, PROP_ERROR);
}

LoomActivity
loom_session_get_activity (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), LOOM_ACTIVITY_IDLE);

  return self->activity;
}

void
loom_session_set_activity (LoomSession  *self,
                           LoomActivity  activity)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (self->activity == activity)
    return;
  self->activity = activity;
  _loom_session_notify (self, PROP_ACTIVITY);
}

/**
 * loom_session_get_lost:
 *
 * Returns: (transfer none) (nullable): why the runner ended, until somebody was told
 */
const char *
loom_session_get_lost (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->lost;
}

void
loom_session_set_lost (LoomSession *self,
                       const char  *why)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (_loom_session_replace (self, PROP_LOST, why))
    _loom_session_notify (self, PROP_LOST);
}

LoomRunSettings *
loom_session_get_run_settings (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->run_settings;
}

/**
 * loom_session_get_choices:
 *
 * Returns: (transfer none): what its run settings say; valid until they change
 */
const LoomRunChoices *
loom_session_get_choices (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return loom_run_settings_get_choices (self->run_settings);
}

/**
 * loom_session_get_run_query:
 * @kind: which one
 *
 * Returns: (transfer none): what is asked about the run that is shown
 */
LoomRunQuery *
loom_session_get_run_query (LoomSession      *self,
                            LoomRunQueryKind  kind)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);
  g_return_val_if_fail (kind < LOOM_N_RUN_QUERIES, NULL);

  return self->queries[kind];
}

/**
 * loom_session_get_replayer:
 *
 * Returns: (transfer none): the thread that is replayed
 */
LoomReplayer *
loom_session_get_replayer (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->replayer;
}

/**
 * loom_session_get_recorder:
 *
 * Returns: (transfer none): what runs the document as a program, and has what it launched
 */
LoomRecorder *
loom_session_get_recorder (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->recorder;
}

/**
 * loom_session_get_line_link:
 *
 * Returns: (transfer none): the line of the source that the cursor is on, and the one that is
 *   pointed at
 */
LoomLineLink *
loom_session_get_line_link (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->line_link;
}

/**
 * loom_session_get_disassembly:
 *
 * Returns: (transfer none): the machine code of what was compiled, once it was asked for
 */
LoomDisassembly *
loom_session_get_disassembly (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->disassembly;
}

LoomViewState *
loom_session_get_view_state (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->view_state;
}

/**
 * loom_session_get_compare:
 *
 * Returns: (transfer none): the run that is pinned, held against the one that is shown
 */
LoomCompare *
loom_session_get_compare (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->compare;
}

/**
 * loom_session_get_view:
 *
 * Returns: (transfer none): how its view state looks at the run; valid until that changes
 */
const LoomView *
loom_session_get_view (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return loom_view_state_get_view (self->view_state);
}

LoomMachineQuery *
loom_session_get_machine_query (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->machine_query;
}

const LoomCopyMeasurement *
loom_session_get_copies (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return &self->copies;
}

/**
 * loom_session_set_copies:
 * @rates: (nullable): what was measured; %NULL leaves the last rates
 * @why: (nullable): why nothing was measured
 *
 * Notes what became of a measurement, which is over.
 */
void
loom_session_set_copies (LoomSession *self,
                         GVariant    *rates,
                         const char  *why)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (rates != NULL)
    {
      g_clear_pointer (&self->copies.rates, g_variant_unref);
      self->copies.rates = g_variant_ref_sink (rates);
    }
  g_free (self->copies.why);
  self->copies.why = g_strdup (why);
  self->copies.is_running = FALSE;
  _loom_session_notify (self, PROP_COPIES);
}

void
loom_session_set_measuring (LoomSession *self,
                            gboolean     is_running)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (!self->copies.is_running == !is_running)
    return;
  self->copies.is_running = !!is_running;
  _loom_session_notify (self, PROP_COPIES);
}
