/* loom-session-copies.c: how fast memory is copied between this computer and its GPUs
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-session-private.h"

/**
 * loom_session_get_copies:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): the last rates that were measured, for loom_copy_rate_list()
 */
GVariant *
loom_session_get_copies (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->copies;
}

/**
 * loom_session_get_copies_why:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): why the last attempt measured nothing
 */
const char *
loom_session_get_copies_why (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->copies_why;
}

/**
 * loom_session_set_copies:
 * @self: a session
 * @copies: (nullable): the rates; %NULL leaves those that are there
 * @why: (nullable): why nothing was measured
 *
 * Notes what became of a measurement.
 */
void
loom_session_set_copies (LoomSession *self,
                         GVariant    *copies,
                         const char  *why)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (copies != NULL)
    {
      g_clear_pointer (&self->copies, g_variant_unref);
      self->copies = g_variant_ref_sink (copies);
    }
  g_free (self->copies_why);
  self->copies_why = g_strdup (why);
  _loom_session_notify (self, PROP_COPIES);
}

/**
 * loom_session_get_measuring:
 * @self: a session
 *
 * Returns: whether copies are being measured
 */
gboolean
loom_session_get_measuring (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), FALSE);

  return self->measuring;
}

/**
 * loom_session_set_measuring:
 * @self: a session
 * @measuring: whether copies are being measured
 */
void
loom_session_set_measuring (LoomSession *self,
                            gboolean     measuring)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (!self->measuring == !measuring)
    return;
  self->measuring = !!measuring;
  _loom_session_notify (self, PROP_MEASURING);
}
