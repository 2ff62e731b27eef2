/* loom-session-backend.c: what runs the kernels, and when
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-session-private.h"

#include "loom-device.h"

#include <string.h>

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

static void
update_limits (LoomSession *self)
{
  const LoomDevice *device
      = self->devices != NULL ? loom_device_find (self->devices, self->backend) : NULL;

  self->limits = device != NULL ? loom_device_get_limits (device) : *loom_limits_get_simulator ();
}

/**
 * loom_session_get_limits:
 * @self: a session
 *
 * Returns: (transfer none): what a launch is bound by: the device that is chosen, as far as it is
 *   known by now, else the simulator; valid until "backend" or "backends" changes
 */
const LoomLimits *
loom_session_get_limits (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), loom_limits_get_simulator ());

  return &self->limits;
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
  update_limits (self);
  _loom_session_notify (self, PROP_BACKEND);
}

/**
 * loom_session_get_backends:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): what the runner found, as
 * loom_runner_client_describe_finish() gives it
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
  g_clear_pointer (&self->devices, g_ptr_array_unref);
  self->devices = loom_device_list (self->backends);
  update_limits (self);
  _loom_session_notify (self, PROP_BACKENDS);
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
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (!self->live == !live)
    return;
  self->live = !!live;
  _loom_session_notify (self, PROP_LIVE);
}

/**
 * loom_session_get_as_written:
 * @self: a session
 *
 * Returns: whether accesses are counted as the source has them
 */
gboolean
loom_session_get_as_written (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), FALSE);

  return self->as_written;
}

/**
 * loom_session_set_as_written:
 * @self: a session
 * @as_written: whether accesses are counted as the source has them, else as they are executed
 */
void
loom_session_set_as_written (LoomSession *self,
                             gboolean     as_written)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (!self->as_written == !as_written)
    return;
  self->as_written = !!as_written;
  _loom_session_notify (self, PROP_AS_WRITTEN);
}

/**
 * loom_session_get_compile_limits:
 * @self: a session
 *
 * Returns: what compiling may take, which is set by "compile-seconds" and "compile-memory"
 */
LoomCompileLimits
loom_session_get_compile_limits (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), ((LoomCompileLimits) { 0, 0 }));

  return self->compile_limits;
}

/**
 * loom_session_get_checks:
 * @self: a session
 *
 * Returns: what a run on the simulator looks for besides bounds and barriers
 */
LoomChecks
loom_session_get_checks (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), LOOM_CHECK_NONE);

  return self->checks;
}

/**
 * loom_session_set_checks:
 * @self: a session
 * @checks: what runs on the simulator look for from now on besides bounds and barriers
 */
void
loom_session_set_checks (LoomSession *self,
                         LoomChecks   checks)
{
  LoomChecks changed;

  g_return_if_fail (LOOM_IS_SESSION (self));

  changed = self->checks ^ checks;
  self->checks = checks;
  if ((changed & LOOM_CHECK_RACES) != 0)
    _loom_session_notify (self, PROP_CHECK_RACES);
  if ((changed & LOOM_CHECK_UNINITIALISED) != 0)
    _loom_session_notify (self, PROP_CHECK_UNINITIALISED);
}

/**
 * loom_session_get_profile:
 * @self: a session
 *
 * Returns: whether runs count what each line, cell and thread costs
 */
gboolean
loom_session_get_profile (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), FALSE);

  return self->profile;
}

/**
 * loom_session_set_profile:
 * @self: a session
 * @profile: whether runs count what each line, cell and thread costs
 */
void
loom_session_set_profile (LoomSession *self,
                          gboolean     profile)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (!self->profile == !profile)
    return;
  self->profile = !!profile;
  _loom_session_notify (self, PROP_PROFILE);
}

/**
 * loom_session_get_cold:
 * @self: a session
 *
 * Returns: whether a GPU's L2 cache is emptied before each sample
 */
gboolean
loom_session_get_cold (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), FALSE);

  return self->cold;
}

/**
 * loom_session_set_cold:
 * @self: a session
 * @cold: whether a GPU's L2 cache is emptied before each sample
 */
void
loom_session_set_cold (LoomSession *self,
                       gboolean     cold)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (!self->cold == !cold)
    return;
  self->cold = !!cold;
  _loom_session_notify (self, PROP_COLD);
}
