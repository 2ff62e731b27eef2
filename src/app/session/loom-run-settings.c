/* loom-run-settings.c: how kernels are compiled and run
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-settings.h"

#include "loom-backend-id.h"
#include "loom-class.h"
#include "loom-connect.h"
#include "loom-device-profiles.h"
#include "loom-device.h"

#include <string.h>

struct _LoomRunSettings
{
  GObject         parent_instance;

  LoomRunChoices  choices;
  GPtrArray      *devices;      /* (element-type LoomDevice) of the backends; their names are lent
                                   to the limits */
  LoomDeviceProfiles *shared;
  GPtrArray      *profiles;     /* (element-type LoomDeviceProfile) of that, lent to the choices */
  GPtrArray      *problems;     /* (element-type utf8) of files with profiles */
  char           *profile;      /* the id that was chosen */
  char           *profile_name; /* what it was called when it was last there, or NULL */
};

enum {
  PROP_0,
  PROP_BACKEND,
  PROP_BACKENDS,
  PROP_DEVICE_PROFILE,
  PROP_COMPILE_SECONDS,
  PROP_COMPILE_MEMORY,
  PROP_NO_CACHE,
  PROP_LIVE,
  PROP_AS_WRITTEN,
  PROP_PROFILE,
  PROP_SAMPLES,
  PROP_COLD,
  PROP_CHECK_RACES,
  PROP_CHECK_UNINITIALISED,
  PROP_PERMUTE,
  PROP_SEED,
  PROP_SEEDS,
  N_PROPS
};

G_DEFINE_FINAL_TYPE (LoomRunSettings, loom_run_settings, G_TYPE_OBJECT)

static GParamSpec *properties [N_PROPS];

/* Where the numbers and flags stand. */
static const gsize offsets [N_PROPS] = {
  [PROP_COMPILE_SECONDS] = G_STRUCT_OFFSET (LoomRunChoices, compile_limits.seconds),
  [PROP_COMPILE_MEMORY] = G_STRUCT_OFFSET (LoomRunChoices, compile_limits.memory_mib),
  [PROP_NO_CACHE] = G_STRUCT_OFFSET (LoomRunChoices, compile_limits.no_cache),
  [PROP_LIVE] = G_STRUCT_OFFSET (LoomRunChoices, live),
  [PROP_AS_WRITTEN] = G_STRUCT_OFFSET (LoomRunChoices, as_written),
  [PROP_PROFILE] = G_STRUCT_OFFSET (LoomRunChoices, profile),
  [PROP_SAMPLES] = G_STRUCT_OFFSET (LoomRunChoices, samples),
  [PROP_COLD] = G_STRUCT_OFFSET (LoomRunChoices, cold),
  [PROP_CHECK_RACES] = G_STRUCT_OFFSET (LoomRunChoices, check_races),
  [PROP_CHECK_UNINITIALISED] = G_STRUCT_OFFSET (LoomRunChoices, check_uninitialised),
  [PROP_PERMUTE] = G_STRUCT_OFFSET (LoomRunChoices, permute),
  [PROP_SEED] = G_STRUCT_OFFSET (LoomRunChoices, seed),
  [PROP_SEEDS] = G_STRUCT_OFFSET (LoomRunChoices, seeds),
};

static void
loom_run_settings_finalize (GObject *object)
{
  LoomRunSettings *self = LOOM_RUN_SETTINGS (object);

  g_free ((char *) self->choices.backend);
  loom_device_profile_free ((LoomDeviceProfile *) self->choices.gpu);
  g_clear_pointer (&self->choices.backends, g_variant_unref);
  g_clear_pointer (&self->devices, g_ptr_array_unref);
  g_clear_pointer (&self->profiles, g_ptr_array_unref);
  g_clear_pointer (&self->problems, g_ptr_array_unref);
  g_clear_object (&self->shared);
  g_free (self->profile);
  g_free (self->profile_name);

  G_OBJECT_CLASS (loom_run_settings_parent_class)->finalize (object);
}

static void
update_limits (LoomRunSettings *self)
{
  const LoomDevice *device
      = self->devices != NULL ? loom_device_find (self->devices, self->choices.backend) : NULL;
  const gboolean is_gpu = device != NULL && device->backend.kind == LOOM_BACKEND_CUDA;

  loom_device_profile_free ((LoomDeviceProfile *) self->choices.gpu);
  self->choices.gpu = is_gpu ? loom_device_profile_new_of (self->profiles, device) : NULL;
  self->choices.limits = is_gpu ? loom_device_get_limits (device)
                                : loom_device_profile_get_simulated_limits (self->choices.device);
}

/* One that there is no more, as after its file was taken away, stays chosen, so that it is used
 * again when it is back; until then it is as if nothing had been chosen. */
static void
find_profile (LoomRunSettings *self)
{
  const LoomDeviceProfile *device = loom_device_profile_find (self->profiles, self->profile, NULL);

  if (device != NULL)
    {
      g_free (self->profile_name);
      self->profile_name = g_strdup (device->name);
    }
  self->choices.lost_device = device != NULL               ? NULL
                              : self->profile_name != NULL ? self->profile_name
                                                           : self->profile;
  self->choices.device = device != NULL ? device
                                        : loom_device_profile_find (self->profiles,
                                                                    LOOM_DEFAULT_PROFILE, NULL);
  update_limits (self);
}

static gboolean
set_device_profile (LoomRunSettings *self,
                    const char      *id)
{
  if (id == NULL || strcmp (id, self->profile) == 0)
    return FALSE;
  g_free (self->profile);
  self->profile = g_strdup (id);
  g_clear_pointer (&self->profile_name, g_free);
  find_profile (self);
  return TRUE;
}

static void
take_profiles (LoomRunSettings *self)
{
  self->profiles = g_ptr_array_ref (loom_device_profiles_get_list (self->shared));
  self->problems = g_ptr_array_ref (loom_device_profiles_get_problems (self->shared));
  self->choices.devices = self->profiles;
  self->choices.device_problems = self->problems;
}

/* The figures of what is chosen may be others. What was lent holds until all have been told. */
static void
profiles_cb (LoomRunSettings *self)
{
  g_autoptr (GPtrArray) profiles = self->profiles;
  g_autoptr (GPtrArray) problems = self->problems;

  take_profiles (self);
  find_profile (self);
  g_signal_emit_by_name (self, "devices-changed");
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DEVICE_PROFILE]);
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
  else if (prop_id == PROP_DEVICE_PROFILE)
    g_value_set_string (value, LOOM_RUN_SETTINGS (object)->profile);
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
  else if (prop_id == PROP_DEVICE_PROFILE)
    changed = set_device_profile (self, g_value_get_string (value));
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
    { PROP_CHECK_UNINITIALISED, "check-uninitialised" }, { PROP_PERMUTE, "permute" },
    { PROP_SEEDS, "seeds" }, { PROP_NO_CACHE, "no-cache" },
  };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = loom_run_settings_finalize;
  object_class->get_property = loom_run_settings_get_property;
  object_class->set_property = loom_run_settings_set_property;

  properties[PROP_BACKEND] = g_param_spec_string ("backend", NULL, NULL,
                                                   LOOM_BACKEND_SIMULATOR_NAME, flags);
  properties[PROP_DEVICE_PROFILE] = g_param_spec_string ("device-profile", NULL, NULL,
                                                          LOOM_DEFAULT_PROFILE, flags);
  properties[PROP_BACKENDS]
      = g_param_spec_variant ("backends", NULL, NULL, G_VARIANT_TYPE_ANY, NULL, flags);
  properties[PROP_COMPILE_SECONDS]
      = g_param_spec_uint ("compile-seconds", NULL, NULL, 1, LOOM_COMPILE_MOST_SECONDS,
                           LOOM_COMPILE_SECONDS, flags);
  properties[PROP_COMPILE_MEMORY]
      = g_param_spec_uint ("compile-memory", NULL, NULL, LOOM_COMPILE_LEAST_MEMORY_MIB,
                           LOOM_COMPILE_MOST_MEMORY_MIB, LOOM_COMPILE_MEMORY_MIB, flags);
  properties[PROP_SAMPLES]
      = g_param_spec_uint ("samples", NULL, NULL, 1, LOOM_RUN_SETTINGS_MAX_SAMPLES,
                           LOOM_RUN_SETTINGS_SAMPLES, flags);
  properties[PROP_SEED] = g_param_spec_uint ("seed", NULL, NULL, 0, LOOM_RUN_SETTINGS_MAX_SEED, 1,
                                             flags);
  for (guint i = 0; i < G_N_ELEMENTS (booleans); i++)
    properties[booleans[i].id] = g_param_spec_boolean (booleans[i].name, NULL, NULL,
                                                       booleans[i].id == PROP_LIVE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  LOOM_SIGNAL_NEW (klass, "devices-changed", 0);
}

static void
loom_run_settings_init (LoomRunSettings *self)
{
  self->choices = (LoomRunChoices) {
    .backend = g_strdup (LOOM_BACKEND_SIMULATOR_NAME),
    .compile_limits = { LOOM_COMPILE_SECONDS, LOOM_COMPILE_MEMORY_MIB, FALSE },
    .live = TRUE,
    .samples = LOOM_RUN_SETTINGS_SAMPLES,
    .seed = 1,
  };
  self->profile = g_strdup (LOOM_DEFAULT_PROFILE);
  self->shared = loom_device_profiles_dup_shared ();
  loom_connect (self->shared, "changed", profiles_cb, self);
  take_profiles (self);
  find_profile (self);
}

const LoomRunChoices *
loom_run_settings_get_choices (LoomRunSettings *self)
{
  g_return_val_if_fail (LOOM_IS_RUN_SETTINGS (self), NULL);

  return &self->choices;
}
