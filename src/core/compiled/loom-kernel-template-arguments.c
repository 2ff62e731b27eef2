/* loom-kernel-template-arguments.c: what is chosen for the parameters of a kernel's template
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-kernel-template.h"

#include "loom-arithmetic.h"
#include "loom-error.h"
#include "loom-source-reader-private.h"
#include "loom-type.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* What a parameter is tried with first, where the template says nothing. */
#define FIRST_TYPE "float"
#define FIRST_NUMBER "16"

typedef struct
{
  GArray           *tokens;
  LoomSourceReader  reader;
} Text;

static void
text_init (Text       *self,
           const char *text)
{
  self->tokens = _loom_source_tokens_new (text, strlen (text));
  self->reader = (LoomSourceReader) { text, self->tokens, self->tokens->len };
}

static void
text_clear (Text *self)
{
  g_array_unref (self->tokens);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Text, text_clear)

static const LoomTemplateParam *
get_param (const LoomKernelTemplate *self,
           guint                     index)
{
  return g_ptr_array_index (self->params, index);
}

static gboolean
is_empty (const char *text)
{
  return text[strspn (text, " \t")] == '\0';
}

static gboolean
has_names (const char *text)
{
  g_auto (Text) tokens;

  text_init (&tokens, text);
  for (guint i = 0; i < tokens.reader.n; i++)
    {
      if (is_identifier (&tokens.reader, i))
        return TRUE;
    }

  return FALSE;
}

/* What the template says hangs on what else is chosen; outside of it that would mean nothing. */
static gboolean
names_a_param (const LoomKernelTemplate *self,
               const char               *text)
{
  g_auto (Text) tokens;

  text_init (&tokens, text);
  for (guint i = 0; i < tokens.reader.n; i++)
    for (guint j = 0; j < self->params->len; j++)
      {
        if (is_word (&tokens.reader, i, get_param (self, j)->name))
          return TRUE;
      }

  return FALSE;
}

/* The type of a value, where it is that of a number: `T N` has the type that is chosen for T. */
static gboolean
find_scalar (const LoomKernelTemplate *self,
             const char * const       *arguments,
             guint                     index,
             LoomScalar               *scalar)
{
  g_autoptr (GString) spelled = NULL;
  const char *text = get_param (self, index)->type;
  LoomType type;

  for (guint i = 0; arguments != NULL && i < index; i++)
    {
      if (get_param (self, i)->kind == LOOM_TEMPLATE_TYPE &&
          strcmp (get_param (self, i)->name, text) == 0)
        text = arguments[i];
    }

  spelled = g_string_new (text);
  g_string_replace (spelled, "std::", "", 0);
  if (!loom_type_parse (spelled->str, &type, NULL) || type.lanes != 1 ||
      type.scalar == LOOM_SCALAR_BYTES)
    return FALSE;

  *scalar = type.scalar;
  return TRUE;
}

/**
 * loom_kernel_template_dup_guess:
 *
 * Returns: (transfer full): what a person is shown first for a parameter: what the template says,
 *   else something likely; "" where that can't be told or is the template's own matter
 */
char *
loom_kernel_template_dup_guess (const LoomKernelTemplate *self,
                                guint                     index)
{
  const LoomTemplateParam *param;
  LoomScalar scalar;

  g_return_val_if_fail (self != NULL && index < self->params->len, NULL);

  param = get_param (self, index);
  if (param->fallback != NULL)
    return g_strdup (names_a_param (self, param->fallback) ? "" : param->fallback);
  if (param->is_pack || param->kind == LOOM_TEMPLATE_TEMPLATE)
    return g_strdup ("");
  if (param->kind == LOOM_TEMPLATE_TYPE)
    return g_strdup (FIRST_TYPE);
  if (!find_scalar (self, NULL, index, &scalar) || loom_scalar_is_float (scalar))
    return g_strdup ("");
  return g_strdup (scalar == LOOM_SCALAR_BOOL ? "true" : FIRST_NUMBER);
}

/**
 * loom_kernel_template_dup_example:
 *
 * Returns: (transfer full): an instance for a message, "scale<float, 16>"; what can't be guessed is
 *   an ellipsis
 */
char *
loom_kernel_template_dup_example (const LoomKernelTemplate *self)
{
  g_autoptr (GString) example = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  example = g_string_new (NULL);
  for (guint i = 0; i < self->params->len; i++)
    {
      const LoomTemplateParam *param = get_param (self, i);
      g_autofree char *guess = loom_kernel_template_dup_guess (self, i);

      if (*guess == '\0' && (param->fallback != NULL || param->is_pack))
        break;
      g_string_append_printf (example, "%s%s", i > 0 ? ", " : "", *guess != '\0' ? guess : "…");
    }

  g_string_prepend (example, "<");
  g_string_prepend (example, self->name);
  g_string_append (example, ">");
  return g_string_free (g_steal_pointer (&example), FALSE);
}

/**
 * loom_kernel_template_read_instance:
 * @instance: an instance of it, "scale<float, 4>"
 *
 * Takes an instance apart, so that one can go on from it. A pack has all that is left.
 *
 * Returns: (transfer full) (nullable): a text for each parameter; %NULL if it is no instance of
 * @self
 */
GStrv
loom_kernel_template_read_instance (const LoomKernelTemplate *self,
                                    const char               *instance)
{
  g_autoptr (GStrvBuilder) arguments = NULL;
  g_autofree char *inside = NULL;
  g_auto (Text) tokens = { NULL };
  gsize open;
  guint first = 0;

  g_return_val_if_fail (self != NULL && instance != NULL, NULL);

  open = strcspn (instance, "<");
  inside = g_strstrip (g_strndup (instance, open));
  if (strcmp (inside, self->name) != 0 || instance[open] == '\0' || strrchr (instance, '>') == NULL)
    {
      text_init (&tokens, "");
      return NULL;
    }

  g_free (inside);
  inside = g_strndup (instance + open + 1, (gsize) (strrchr (instance, '>') - instance) - open - 1);
  text_init (&tokens, inside);
  arguments = g_strv_builder_new ();
  for (guint i = 0; i < self->params->len; i++)
    {
      guint end = get_param (self, i)->is_pack
                  ? tokens.reader.n
                  : _loom_source_find_comma (&tokens.reader, first, tokens.reader.n);
      g_autofree char *argument = first < end ? _loom_source_dup_text (&tokens.reader, first, end)
                                              : g_strdup ("");

      g_strv_builder_add (arguments, argument);
      first = MIN (end + 1, tokens.reader.n);
    }

  return g_strv_builder_end (arguments);
}

static gboolean
fail (GError     **error,
      const char  *text)
{
  return loom_fail (error, LOOM_ERROR_DOCUMENT, "%s", text);
}

/* Whether a text can stand between the commas of an instance, whatever it means. */
static gboolean
check_text (const LoomTemplateParam  *param,
            const char               *text,
            GError                  **error)
{
  g_auto (Text) tokens;
  g_autoptr (GString) open = g_string_new (NULL);

  text_init (&tokens, text);
  for (guint i = 0; i < tokens.reader.n; i++)
    {
      char c = get_punctuation (&tokens.reader, i);

      const gboolean in_angles = open->len == 0 || open->str[open->len - 1] == '>';

      if (c == ';' || c == '#' || c == '@' || c == '\\' || c == '`' || c == '$')
        return fail (error, _("there is a character here that no argument of a template has"));
      if (c == ',' && open->len == 0 && !param->is_pack)
        return fail (error, _("one only: a comma would begin the next argument"));
      if (c == '(' || c == '[' || c == '{' || (c == '<' && in_angles))
        g_string_append_c (open, c == '(' ? ')' : c + 2);
      else if (c == ')' || c == ']' || c == '}' || (c == '>' && in_angles))
        {
          if (open->len == 0 || open->str[open->len - 1] != c)
            return fail (error, _("a bracket is closed that was not opened"));
          g_string_truncate (open, open->len - 1);
        }
    }

  return open->len == 0 || fail (error, _("a bracket is not closed"));
}

/* With names in it, only the compiler knows what it comes to. */
static char *
compute (const LoomKernelTemplate  *self,
         const char * const        *arguments,
         guint                      index,
         GError                   **error)
{
  LoomScalar scalar;

  if (get_param (self, index)->is_pack || !find_scalar (self, arguments, index, &scalar) ||
      loom_scalar_is_float (scalar) || has_names (arguments[index]) ||
      strchr (arguments[index], '\'') != NULL)
    return g_strdup (arguments[index]);
  return loom_arithmetic_dup_scalar (arguments[index], scalar, error);
}

static gboolean
check_empty (const LoomKernelTemplate  *self,
             const char * const        *arguments,
             guint                      index,
             GError                   **error)
{
  const LoomTemplateParam *param = get_param (self, index);

  if (param->is_pack)
    return TRUE;
  if (param->fallback == NULL)
    return fail (error, param->kind == LOOM_TEMPLATE_TYPE
                        ? _("a type is needed here, such as float")
                        : param->kind == LOOM_TEMPLATE_VALUE ? _("a value is needed here")
                        : _("the name of a template is needed here"));
  for (guint i = index + 1; i < self->params->len; i++)
    {
      if (!is_empty (arguments[i]))
        return fail (error, _("this can be left out only if all behind it are"));
    }

  return TRUE;
}

/**
 * loom_kernel_template_check_argument:
 * @arguments: a text for each of its parameters
 * @index: of the one to check
 * @error: return location; why it can't be, as a %LOOM_ERROR_DOCUMENT or %LOOM_ERROR_LAUNCH
 *
 * Checks what a person typed as far as that can be told without a compiler.
 */
gboolean
loom_kernel_template_check_argument (const LoomKernelTemplate  *self,
                                     const char * const        *arguments,
                                     guint                      index,
                                     GError                   **error)
{
  g_autofree char *written = NULL;

  g_return_val_if_fail (self != NULL && arguments != NULL && index < self->params->len, FALSE);

  if (is_empty (arguments[index]))
    return check_empty (self, arguments, index, error);
  if (get_param (self, index)->kind == LOOM_TEMPLATE_VALUE)
    {
      written = compute (self, arguments, index, error);
      if (written == NULL)
        return FALSE;
    }
  return check_text (get_param (self, index), written != NULL ? written : arguments[index], error);
}

/**
 * loom_kernel_template_dup_instance:
 * @arguments: a text for each of its parameters
 * @error: return location; what is wrong with one of them
 *
 * Writes an instance as `kernel=` has it; arithmetic is computed.
 *
 * Returns: (transfer full): "scale<float, 256>", or %NULL with @error set
 */
char *
loom_kernel_template_dup_instance (const LoomKernelTemplate  *self,
                                   const char * const        *arguments,
                                   GError                   **error)
{
  g_autoptr (GString) instance = NULL;

  g_return_val_if_fail (self != NULL && arguments != NULL, NULL);

  instance = g_string_new (self->name);
  g_string_append_c (instance, '<');
  for (guint i = 0; i < self->params->len; i++)
    {
      g_autofree char *written = NULL;

      if (!loom_kernel_template_check_argument (self, arguments, i, error))
        return NULL;
      if (is_empty (arguments[i]))
        break;
      written = get_param (self, i)->kind == LOOM_TEMPLATE_VALUE
                ? compute (self, arguments, i, NULL) : g_strdup (arguments[i]);
      g_string_append_printf (instance, "%s%s", i > 0 ? ", " : "", g_strstrip (written));
    }

  g_string_append_c (instance, '>');
  return g_string_free (g_steal_pointer (&instance), FALSE);
}
