/* loom-fix.c: what the buttons beside problems do to the text
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-fix.h"

#include "loom-launch.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const char *
find_line (const char *text,
           guint       line)
{
  while (line > 1 && text != NULL)
    {
      text = strchr (text, '\n');
      text = text != NULL ? text + 1 : NULL;
      line--;
    }
  return text;
}

/* Behind a comment, string or character that begins here; where it stands if none does. */
static const char *
skip_quoted (const char *at)
{
  const char *end;

  if (at[0] == '/' && at[1] == '/')
    return at + strcspn (at, "\n");
  if (at[0] == '/' && at[1] == '*')
    return (end = strstr (at + 2, "*/")) != NULL ? end + 2 : at + strlen (at);
  if (*at != '"' && *at != '\'')
    return at;
  for (end = at + 1; *end != '\0' && *end != *at && *end != '\n'; end++)
    if (end[0] == '\\' && end[1] != '\0')
      end++;
  return *end != '\0' ? end + 1 : end;
}

/* Behind the body of the function that begins here, and its line; NULL if it has no end. */
static const char *
find_body_end (const char *at)
{
  guint depth = 0;

  while (*at != '\0')
    {
      const char *behind = skip_quoted (at);

      if (behind != at)
        {
          at = behind;
          continue;
        }
      if (*at == '{')
        depth++;
      else if (*at == '}' && depth > 0 && --depth == 0)
        return at + 1 + strcspn (at + 1, "\n");
      at++;
    }
  return NULL;
}

static gboolean
guard_host_code (LoomSession  *session,
                 LoomProblem  *problem,
                 GError      **error)
{
  const char *text = loom_session_get_text (session);
  const char *start = find_line (text, loom_problem_get_line (problem));
  const char *end = start != NULL ? find_body_end (start) : NULL;
  g_autofree char *body = NULL;
  LoomTextEdit edit = { 0 };

  if (end == NULL)
    {
      g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
                   _("the host code in line %u has no closing brace; put it between #ifndef "
                      "__CUDACC_RTC__ and #endif"),
                   loom_problem_get_line (problem));
      return FALSE;
    }
  body = g_strndup (start, end - start);
  edit.offset = start - text;
  edit.length = end - start;
  edit.text = g_strdup_printf ("#ifndef __CUDACC_RTC__\n%s\n#endif", body);
  loom_session_apply_edit (session, &edit);
  g_free (edit.text);
  return TRUE;
}

static void
move_block (LoomSession *session)
{
  const char *text = loom_session_get_text (session);
  gsize source_length;
  const char *block, *end;
  g_autofree char *comment = NULL;
  LoomTextEdit edit = { 0 };

  loom_document_get_source (loom_session_get_document (session), &source_length);
  block = text + source_length;
  end = strstr (block, "*/");
  if (end == NULL)
    return;
  end += 2;
  comment = g_strndup (block, end - block);
  end += strspn (end, "\n");
  edit.offset = source_length;
  edit.length = strlen (block);
  edit.text = g_strdup_printf ("%s%s%s\n", end, g_str_has_suffix (end, "\n") ? "\n" : "\n\n",
                               comment + strspn (comment, "\n"));
  loom_session_apply_edit (session, &edit);
  g_free (edit.text);
}

static void
rename_group (LoomSession *session,
              LoomProblem *problem)
{
  const char *text = loom_session_get_text (session);
  const char *line = find_line (text, loom_problem_get_line (problem));
  const char *open = line != NULL ? strchr (line, '[') : NULL;
  const char *close = open != NULL ? strchr (open, ']') : NULL;
  LoomTextEdit edit = { 0 };

  if (close == NULL || loom_problem_get_replacement (problem) == NULL)
    return;
  edit.offset = open + 1 - text;
  edit.length = close - open - 1;
  edit.text = g_strdup (loom_problem_get_replacement (problem));
  loom_session_apply_edit (session, &edit);
  g_free (edit.text);
}

/**
 * loom_fix_apply:
 * @session: whose text to mend
 * @problem: one of its problems
 * @error: where to put a %LOOM_ERROR_DOCUMENT
 *
 * Does what the button beside a problem says, as one edit.
 *
 * Returns: %FALSE if the text is not as the fix expects it
 */
gboolean
loom_fix_apply (LoomSession  *session,
                LoomProblem  *problem,
                GError      **error)
{
  g_return_val_if_fail (LOOM_IS_SESSION (session), FALSE);
  g_return_val_if_fail (LOOM_IS_PROBLEM (problem), FALSE);

  switch (loom_problem_get_fix (problem))
    {
    case LOOM_FIX_GUARD_HOST_CODE:
      return guard_host_code (session, problem, error);
    case LOOM_FIX_CHOOSE_TEMPLATE:
      return loom_launch_edit (session, "kernel", loom_problem_get_replacement (problem), error);
    case LOOM_FIX_MOVE_BLOCK:
      move_block (session);
      return TRUE;
    case LOOM_FIX_RENAME_GROUP:
      rename_group (session, problem);
      return TRUE;
    case LOOM_FIX_NONE:
    default:
      return TRUE;
    }
}
