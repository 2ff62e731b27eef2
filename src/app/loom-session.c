/* loom-session.c: the state of one window
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-session-private.h"

#include "loom-problem.h"

#include <glib/gi18n-lib.h>

G_DEFINE_ENUM_TYPE (LoomActivity, loom_activity,
                    G_DEFINE_ENUM_VALUE (LOOM_ACTIVITY_IDLE, "idle"),
                    G_DEFINE_ENUM_VALUE (LOOM_ACTIVITY_COMPILING, "compiling"),
                    G_DEFINE_ENUM_VALUE (LOOM_ACTIVITY_RUNNING, "running"),
                    G_DEFINE_ENUM_VALUE (LOOM_ACTIVITY_STOPPING, "stopping"))

G_DEFINE_FINAL_TYPE (LoomSession, loom_session, G_TYPE_OBJECT)

static GParamSpec *properties [N_PROPS];

void
_loom_session_notify (LoomSession         *self,
                      LoomSessionProperty  property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

static void
loom_session_finalize (GObject *object)
{
  LoomSession *self = LOOM_SESSION (object);

  g_free (self->text);
  g_clear_pointer (&self->document, loom_document_unref);
  g_clear_object (&self->file);
  g_free (self->name);
  g_free (self->root);
  g_clear_pointer (&self->compiled, loom_compiled_unref);
  g_clear_pointer (&self->plan, loom_plan_unref);
  g_clear_pointer (&self->run, loom_run_unref);
  g_clear_pointer (&self->latest, loom_run_unref);
  g_clear_object (&self->older);
  g_clear_pointer (&self->comparison, loom_comparison_unref);
  g_clear_error (&self->error);
  g_free (self->lost);
  g_clear_object (&self->problems);
  g_clear_object (&self->jobs);
  g_free (self->backend);
  g_clear_pointer (&self->backends, g_variant_unref);
  g_clear_pointer (&self->devices, g_ptr_array_unref);
  g_clear_pointer (&self->copies, g_variant_unref);
  g_free (self->copies_why);

  G_OBJECT_CLASS (loom_session_parent_class)->finalize (object);
}

static gconstpointer
get_boxed (LoomSession *self,
           guint        property)
{
  switch (property)
    {
    case PROP_DOCUMENT:
      return self->document;
    case PROP_COMPILED:
      return self->compiled;
    case PROP_PLAN:
      return self->plan;
    case PROP_RUN:
      return self->run;
    case PROP_COMPARISON:
      return self->comparison;
    case PROP_ERROR:
      return self->error;
    default:
      g_assert_not_reached ();
    }
}

static gboolean
get_flag (LoomSession *self,
          guint        property)
{
  switch (property)
    {
    case PROP_MODIFIED:
      return self->modified;
    case PROP_BUSY:
      return self->activity != LOOM_ACTIVITY_IDLE;
    case PROP_STALE:
      return self->stale;
    case PROP_LIVE:
      return self->live;
    case PROP_AS_WRITTEN:
      return self->as_written;
    case PROP_PROFILE:
      return self->profile;
    case PROP_COLD:
      return self->cold;
    case PROP_MEASURING:
      return self->measuring;
    case PROP_CHECK_RACES:
      return (self->checks & LOOM_CHECK_RACES) != 0;
    case PROP_CHECK_UNINITIALISED:
      return (self->checks & LOOM_CHECK_UNINITIALISED) != 0;
    default:
      g_assert_not_reached ();
    }
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
    case PROP_COMPILED:
    case PROP_PLAN:
    case PROP_RUN:
    case PROP_COMPARISON:
    case PROP_ERROR:
      g_value_set_boxed (value, get_boxed (self, prop_id));
      break;
    case PROP_MODIFIED:
    case PROP_BUSY:
    case PROP_STALE:
    case PROP_LIVE:
    case PROP_CHECK_RACES:
    case PROP_CHECK_UNINITIALISED:
    case PROP_AS_WRITTEN:
    case PROP_PROFILE:
    case PROP_COLD:
    case PROP_MEASURING:
      g_value_set_boolean (value, get_flag (self, prop_id));
      break;
    case PROP_FILE:
      g_value_set_object (value, self->file);
      break;
    case PROP_ROOT:
      g_value_set_string (value, self->root);
      break;
    case PROP_NAME:
      g_value_set_string (value, self->name);
      break;
    case PROP_OLDER:
      g_value_set_object (value, self->older);
      break;
    case PROP_ACTIVITY:
      g_value_set_enum (value, self->activity);
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
    case PROP_THREAD:
      g_value_set_pointer (value, (gpointer) loom_session_get_thread (self));
      break;
    case PROP_BACKEND:
      g_value_set_string (value, self->backend);
      break;
    case PROP_COMPILE_SECONDS:
      g_value_set_uint (value, self->compile_limits.seconds);
      break;
    case PROP_COMPILE_MEMORY:
      g_value_set_uint (value, self->compile_limits.memory_mib);
      break;
    case PROP_BACKENDS:
      g_value_set_variant (value, self->backends);
      break;
    case PROP_COPIES:
      g_value_set_variant (value, self->copies);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
set_check (LoomSession *self,
           LoomChecks   check,
           gboolean     is_on)
{
  loom_session_set_checks (self, is_on ? self->checks | check : self->checks & ~check);
}

static void
set_compile_limit (LoomSession         *self,
                   guint               *limit,
                   guint                value,
                   LoomSessionProperty  property)
{
  if (*limit == value)
    return;
  *limit = value;
  _loom_session_notify (self, property);
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
    case PROP_AS_WRITTEN:
      loom_session_set_as_written (self, g_value_get_boolean (value));
      break;
    case PROP_PROFILE:
      loom_session_set_profile (self, g_value_get_boolean (value));
      break;
    case PROP_COLD:
      loom_session_set_cold (self, g_value_get_boolean (value));
      break;
    case PROP_CHECK_RACES:
      set_check (self, LOOM_CHECK_RACES, g_value_get_boolean (value));
      break;
    case PROP_CHECK_UNINITIALISED:
      set_check (self, LOOM_CHECK_UNINITIALISED, g_value_get_boolean (value));
      break;
    case PROP_BACKEND:
      loom_session_set_backend (self, g_value_get_string (value));
      break;
    case PROP_COMPILE_SECONDS:
      set_compile_limit (self, &self->compile_limits.seconds, g_value_get_uint (value), prop_id);
      break;
    case PROP_COMPILE_MEMORY:
      set_compile_limit (self, &self->compile_limits.memory_mib, g_value_get_uint (value), prop_id);
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
    { PROP_COMPARISON, "comparison", LOOM_TYPE_COMPARISON },
    { PROP_ERROR, "error", G_TYPE_ERROR },
  };
  const struct { guint id; const char *name; } pointers[] = {
    { PROP_VIEW, "view" }, { PROP_HOVER, "hover" }, { PROP_PIN, "pin" },
    { PROP_THREAD, "thread" },
  }, flags[] = {
    { PROP_MODIFIED, "modified" }, { PROP_BUSY, "busy" }, { PROP_STALE, "stale" },
    { PROP_MEASURING, "measuring" },
  }, strings[] = {
    { PROP_NAME, "name" }, { PROP_ROOT, "root" }, { PROP_LOST, "lost" },
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
  properties[PROP_OLDER]
      = g_param_spec_object ("older", NULL, NULL, LOOM_TYPE_RUN_JOB, read);
  properties[PROP_PROBLEMS] = g_param_spec_object ("problems", NULL, NULL, G_TYPE_LIST_MODEL, read);
  properties[PROP_ACTIVITY] = g_param_spec_enum ("activity", NULL, NULL, LOOM_TYPE_ACTIVITY,
                                                 LOOM_ACTIVITY_IDLE, read);
  properties[PROP_BACKENDS]
      = g_param_spec_variant ("backends", NULL, NULL, G_VARIANT_TYPE_ANY, NULL, read);
  properties[PROP_COPIES]
      = g_param_spec_variant ("copies", NULL, NULL, G_VARIANT_TYPE_ANY, NULL, read);
  properties[PROP_BACKEND]
      = g_param_spec_string ("backend", NULL, NULL, LOOM_BACKEND_SIMULATOR_NAME, write);
  properties[PROP_LIVE] = g_param_spec_boolean ("live", NULL, NULL, TRUE, write);
  properties[PROP_CHECK_RACES] = g_param_spec_boolean ("check-races", NULL, NULL, FALSE, write);
  properties[PROP_CHECK_UNINITIALISED]
      = g_param_spec_boolean ("check-uninitialised", NULL, NULL, FALSE, write);
  properties[PROP_AS_WRITTEN] = g_param_spec_boolean ("as-written", NULL, NULL, FALSE, write);
  properties[PROP_PROFILE] = g_param_spec_boolean ("profile", NULL, NULL, FALSE, write);
  properties[PROP_COMPILE_SECONDS]
      = g_param_spec_uint ("compile-seconds", NULL, NULL, 1, LOOM_COMPILE_MOST_SECONDS,
                           LOOM_COMPILE_SECONDS, write);
  properties[PROP_COMPILE_MEMORY]
      = g_param_spec_uint ("compile-memory", NULL, NULL, LOOM_COMPILE_LEAST_MEMORY_MIB,
                           LOOM_COMPILE_MOST_MEMORY_MIB, LOOM_COMPILE_MEMORY_MIB, write);
  properties[PROP_COLD] = g_param_spec_boolean ("cold", NULL, NULL, FALSE, write);
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
  self->backend = g_strdup (LOOM_BACKEND_SIMULATOR_NAME);
  self->limits = *loom_limits_get_simulator ();
  self->compile_limits = (LoomCompileLimits) { LOOM_COMPILE_SECONDS, LOOM_COMPILE_MEMORY_MIB };
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
