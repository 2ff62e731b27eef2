/* loom-launch-fault.c: what is wrong with a setting that is written
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-launch-private.h"

static const char *
get_fault (LoomSession *session,
           const char  *group,
           const char  *key)
{
  LoomDocument *document = loom_session_get_document (session);
  guint line, column;

  if (document == NULL || loom_document_get_value (document, group, key) == NULL
      || !loom_session_locate_error (session, &line, &column)
      || line != loom_document_get_value_line (document, group, key))
    return NULL;
  return loom_session_get_error (session)->message;
}

/**
 * loom_launch_get_fault:
 * @session: whose launch
 * @key: a key of the launch
 *
 * Returns: (transfer none) (nullable): why nothing runs, if that is because of what is written
 *   there
 */
const char *
loom_launch_get_fault (LoomSession *session,
                       const char  *key)
{
  g_autofree char *group = _loom_launch_dup_group (session, key);

  return get_fault (session, group, key);
}

/**
 * loom_launch_get_argument_fault:
 * @session: whose launch
 * @name: an argument
 * @key: a key of it
 *
 * Returns: (transfer none) (nullable): why nothing runs, if that is because of what is written
 *   there
 */
const char *
loom_launch_get_argument_fault (LoomSession *session,
                                const char  *name,
                                const char  *key)
{
  g_autofree char *group = _loom_launch_dup_argument_group (session, name, key);

  return get_fault (session, group, key);
}
