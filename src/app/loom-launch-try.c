/* loom-launch-try.c: what a person types for a launch, checked before it is written
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-launch-private.h"

/* Whether the text can hold a value, whatever it means. */
static gboolean
check_text (LoomSession  *session,
            const char   *group,
            const char   *key,
            const char   *value,
            GError      **error)
{
  LoomTextEdit edit = { 0 };
  gboolean good = loom_document_edit (loom_session_get_document (session), group, key, value, &edit,
                                      error);

  loom_text_edit_clear (&edit);
  return good;
}

/* Without a signature there is nothing to bind to, and the value is as good as any. */
static gboolean
check_launch (LoomSession  *session,
              const char   *group,
              const char   *key,
              const char   *value,
              GError      **error)
{
  LoomCompiled *compiled = loom_session_get_compiled (session);
  g_autoptr (GFile) folder = loom_session_dup_folder (session);

  return compiled == NULL || compiled->ptx == NULL || compiled->kernels->len == 0
         || loom_plan_check_setting (loom_session_get_document (session), compiled,
                                     loom_session_get_limits (session), folder, group, key, value,
                                     error);
}

static gboolean
try (LoomSession  *session,
     const char   *group,
     const char   *key,
     const char   *value,
     gboolean      apply,
     GError      **error)
{
  loom_session_flush (session);
  if (!check_text (session, group, key, value, error)
      || !check_launch (session, group, key, value, error))
    return FALSE;

  return !apply || loom_session_edit (session, group, key, value, error);
}

/**
 * loom_launch_try:
 * @session: whose launch
 * @key: a key of the launch
 * @value: what it is to be
 * @apply: whether to write it
 * @error: where to put what is wrong with it
 *
 * Checks a value that a person typed: what can't be launched is not written.
 *
 * Returns: whether it is good and, if it was to be, written
 */
gboolean
loom_launch_try (LoomSession  *session,
                 const char   *key,
                 const char   *value,
                 gboolean      apply,
                 GError      **error)
{
  g_autofree char *group = _loom_launch_dup_group (session, key);

  return try (session, group, key, value, apply, error);
}

/**
 * loom_launch_try_argument:
 * @session: whose launch
 * @name: an argument
 * @key: a key of it
 * @value: what it is to be
 * @apply: whether to write it
 * @error: where to put what is wrong with it
 *
 * Checks a value that a person typed for an argument, as loom_launch_try() does.
 *
 * Returns: whether it is good and, if it was to be, written
 */
gboolean
loom_launch_try_argument (LoomSession  *session,
                          const char   *name,
                          const char   *key,
                          const char   *value,
                          gboolean      apply,
                          GError      **error)
{
  g_autofree char *group = _loom_launch_dup_argument_group (session, name, key);

  return try (session, group, key, value, apply, error);
}
