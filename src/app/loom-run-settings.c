/* loom-run-settings.c: how kernels are compiled and run
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-settings.h"

#include "loom-backend-id.h"
#include "loom-class.h"
#include "loom-device.h"

#include <string.h>

struct _LoomRunSettings
{
  GObject         parent_instance;

  LoomRunChoices  choices;
  GPtrArray      *devices;      /* (element-type LoomDevice) of the backends; their names are lent
                                   to the limits */
};

enum {
  PROP_0,
  PROP_BACKEND,
  PROP_BACKENDS,
  PROP_COMPILE_SECONDS,
  PROP_COMPILE_MEMORY,
  PROP_LIVE,
  PROP_AS_WRITTEN,
  PROP_PROFILE,
  PROP_COLD,
  PROP_CHECK_RACES,
  PROP_CHECK_UNINITIALISED,
  N_PROPS
};

G_DEFINE_FINAL_TYPE (LoomRunSettings, loom_run_settings, G_TYPE_OBJECT)

static GParamSpec *properties [N_PROPS];

/* Where the numbers and flags stand. */
static const gsize offsets [N_PROPS] = {
  [PROP_COMPILE_SECONDS] = G_STRUCT_OFFSET (LoomRunChoices, compile_limits.seconds),
  [PROP_COMPILE_MEMORY] = G_STRUCT_OFFSET (LoomRunChoices, compile_limits.memory_mib),
  [PROP_LIVE] = G_STRUCT_OFFSET (LoomRunChoices, live),
  [PROP_AS_WRITTEN] = G_STRUCT_OFFSET (LoomRunChoices, as_written),
  [PROP_PROFILE] = G_STRUCT_OFFSET (LoomRunChoices, profile),
  [PROP_COLD] = G_STRUCT_OFFSET (LoomRunChoices, cold),
  [PROP_CHECK_RACES] = G_STRUCT_OFFSET (LoomRunChoices, check_races),
  [PROP_CHECK_UNINITIALISED] = G_STRUCT_OFFSET (LoomRunChoices, check_uninitialised),
};

LOOM_DEFINE_FINALIZE (LoomRunSettings, loom_run_settings)
{
  g_free ((char *) self->choices.backend);
  g_clear_pointer (&self->choices.backends, g_variant_unref);
  g_clear_pointer (&self->devices, g_ptr_array_unref);
}

static void
update_limits (LoomRunSettings *self)
{
  const LoomDevice *device
      = self->devices != NULL ? loom_device_find (self->devices, self->choices.backend) : NULL;

  self->choices.limits
      = device != NULL ? loom_device_get_limits (device) : *loom_limits_get_simulator ();
}

static gboolean
set_backend (LoomRunSettings *self,
             const char      *backend)
{
  if (strcmp (self->choices.backend, backend) == 0)
    return FALSE;
  g_free ((char *) self->choices.backend);
  self->choices.backend = g_strdup (backend);
  update_limits (self);
  return TRUE;
}

static gboolean
set_backends (LoomRunSettings *self,
              GVariant        *backends)
{
  if (self->choices.backends == backends)
    return FALSE;
  g_clear_pointer (&self->choices.backends, g_variant_unref);
  self->choices.backends = backends != NULL ? g_variant_ref (backends) : NULL;
  g_clear_pointer (&self->devices, g_ptr_array_unref);
  self->devices = loom_device_list (backends);
  update_limits (self);
  return TRUE;
}

static gboolean
set_number (LoomRunSettings *self,
            guint            prop_id,
            guint            value)
{
  guint *number = G_STRUCT_MEMBER_P (&self->choices, offsets[prop_id]);

  if (*number == value)
    return FALSE;
  *number = value;
  return TRUE;
}

static void
loom_run_settings_get_property (GObject    *object,
                                guint       prop_id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  const LoomRunChoices *choices = &LOOM_RUN_SETTINGS (object)->choices;

  if (prop_id == PROP_BACKEND)
    g_value_set_string (value, choices->backend);
  else if (prop_id == PROP_BACKENDS)
    g_value_set_variant (value, choices->backends);
  else if (G_VALUE_HOLDS_BOOLEAN (value))
    g_value_set_boolean (value, G_STRUCT_MEMBER (gboolean, choices, offsets[prop_id]));
  else
    g_value_set_uint (value, G_STRUCT_MEMBER (guint, choices, offsets[prop_id]));
}

static void
loom_run_settings_set_property (GObject      *object,
                                guint         prop_id,
                                const GValue *value,
                                GParamSpec   *pspec)
{
  LoomRunSettings *self = LOOM_RUN_SETTINGS (object);
  gboolean changed;

  if (prop_id == PROP_BACKEND)
    changed = set_backend (self, g_value_get_string (value));
  else if (prop_id == PROP_BACKENDS)
    changed = set_backends (self, g_value_get_variant (value));
  else if (G_VALUE_HOLDS_BOOLEAN (value))
    changed = set_number (self, prop_id, g_value_get_boolean (value));
  else
    changed = set_number (self, prop_id, g_value_get_uint (value));
  if (changed)
    g_object_notify_by_pspec (object, pspec);
}

static void
loom_run_settings_class_init (LoomRunSettingsClass *klass)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  const struct { guint id; const char *name; } booleans[] = {
    { PROP_LIVE, "live" }, { PROP_AS_WRITTEN, "as-written" }, { PROP_PROFILE, "profile" },
    { PROP_COLD, "cold" }, { PROP_CHECK_RACES, "check-races" },
    { PROP_CHECK_UNINITIALISED, "check-uninitialised" },
  };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = loom_run_settings_finalize;
  object_class->get_property = loom_run_settings_get_property;
  object_class->set_property = loom_run_settings_set_property;

  properties[PROP_BACKEND] = g_param_spec_string ("backend", NULL, NULL,
                                                   LOOM_BACKEND_SIMULATOR_NAME, flags);
  properties[PROP_BACKENDS]
      = g_param_spec_variant ("backends", NULL, NULL, G_VARIANT_TYPE_ANY, NULL, flags);
  properties[PROP_COMPILE_SECONDS]
      = g_param_spec_uint ("compile-seconds", NULL, NULL, 1, LOOM_COMPILE_MOST_SECONDS,
                           LOOM_COMPILE_SECONDS, flags);
  properties[PROP_COMPILE_MEMORY]
      = g_param_spec_uint ("compile-memory", NULL, NULL, LOOM_COMPILE_LEAST_MEMORY_MIB,
                           LOOM_COMPILE_MOST_MEMORY_MIB, LOOM_COMPILE_MEMORY_MIB, flags);
  for (guint i = 0; i < G_N_ELEMENTS (booleans); i++)
    properties[booleans[i].id] = g_param_spec_boolean (booleans[i].name, NULL, NULL,
                                                       booleans[i].id == PROP_LIVE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
loom_run_settings_init (LoomRunSettings *self)
{
  self->choices = (LoomRunChoices) {
    .backend = g_strdup (LOOM_BACKEND_SIMULATOR_NAME),
    .limits = *loom_limits_get_simulator (),
    .compile_limits = { LOOM_COMPILE_SECONDS, LOOM_COMPILE_MEMORY_MIB },
    .live = TRUE,
  };
}

const LoomRunChoices *
loom_run_settings_get_choices (LoomRunSettings *self)
{
  g_return_val_if_fail (LOOM_IS_RUN_SETTINGS (self), NULL);

  return &self->choices;
}
