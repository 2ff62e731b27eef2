/* loom-arithmetic.c: a whole number as a person types it into a field: 16, 16*2, (1000+255)/256
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-arithmetic.h"

#include "loom-expression-private.h"
#include "loom-extents-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* How a text is read; the first thing that is wrong ends it. */
typedef struct
{
  LoomExpression   expression;
  const char      *shown;       /* all of it, for messages */
  const LoomShape *names;       /* whose extents have names here, or NULL */
  guint64          most;
  GError         **error;
} Reader;

static gboolean G_GNUC_PRINTF (2, 3)
fail (Reader     *self,
      const char *format,
      ...)
{
  va_list args;

  va_start (args, format);
  g_propagate_error (self->error, g_error_new_valist (LOOM_ERROR, LOOM_ERROR_LAUNCH, format, args));
  va_end (args);
  return FALSE;
}

static gboolean
report_fault (LoomExpression *expression,
              guint           place,
              LoomFault       fault)
{
  Reader *self = (Reader *) expression;

  switch (fault)
    {
    case LOOM_FAULT_BASE:
      return fail (self, _("“%s” has a number that begins with 0, which C reads with base 8; leave "
                           "the 0 out"), self->shown);
    case LOOM_FAULT_WIDTH:
      return fail (self, _("“%s” needs more than 64 bits on its way"), self->shown);
    case LOOM_FAULT_DIVISION:
      return fail (self, _("“%s” divides by 0"), self->shown);
    case LOOM_FAULT_SHIFT:
      return fail (self, _("“%s” shifts by less than 0 bits or by more than 63"), self->shown);
    case LOOM_FAULT_BRACKET:
      return fail (self, _("“%s” has a “(” without its “)”"), self->shown);
    case LOOM_FAULT_DEPTH:
      return fail (self, _("“%s” is nested too deeply"), self->shown);
    default:
      return fail (self, _("“%s” is not a whole number"), self->shown);
    }
}

/* Decimal and hexadecimal ones without a suffix. One that stands alone may be of any length: it is
 * too large then, not too wide. */
static gboolean
read_number (LoomExpression *expression,
             LoomTerm       *term)
{
  Reader *self = (Reader *) expression;
  const guint place = expression->at++;
  g_autofree char *word = dup_token (&expression->source, place);
  const gboolean is_hexadecimal = g_ascii_strncasecmp (word, "0x", 2) == 0;
  const char *digits = word + (is_hexadecimal ? 2 : 0);
  LoomFault fault = _loom_constant_parse (&term->constant, word);

  if (digits[strspn (digits, is_hexadecimal ? "0123456789abcdefABCDEF" : "0123456789")] != '\0')
    fault = LOOM_FAULT_NUMBER;
  if (fault == LOOM_FAULT_WIDTH && expression->source.n == 1)
    return _loom_fail_too_large (self->shown, self->most, self->error);
  return fault == LOOM_FAULT_NONE || report_fault (expression, place, fault);
}

static gboolean
read_name (Reader   *self,
           LoomTerm *term)
{
  const LoomShape *shape = self->names;
  const struct { const char *name; guint64 value; } names[] = {
    { "cols", shape->cols }, { "rows", shape->rows }, { "planes", shape->planes },
    { "size", shape->cols * shape->rows * shape->planes },
  };
  g_autofree char *name = dup_token (&self->expression.source, self->expression.at++);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (names[i].name, name) == 0)
      {
        term->constant = (LoomConstant) { LOOM_SCALAR_U64, { .u = names[i].value } };
        return TRUE;
      }
  return fail (self, _("“%s” is not a number: there are cols, rows, planes and size, which are "
                       "those of the main array"), name);
}

/* At what is neither a number nor a sign or a parenthesis. */
static gboolean
read_other (LoomExpression *expression,
            LoomTerm       *term)
{
  Reader *self = (Reader *) expression;
  const LoomSourceReader *source = &expression->source;

  if (self->names != NULL && is_identifier (source, expression->at))
    return read_name (self, term);
  if (expression->at >= source->n || is_punctuation (source, expression->at, ")*/%<>&|^"))
    return fail (self, _("“%s” is missing a value"), self->shown);
  return report_fault (expression, expression->at, LOOM_FAULT_NUMBER);
}

static const LoomLanguage fields = {
  .max_depth = LOOM_ARITHMETIC_MAX_DEPTH,
  .signs = "+-~",
  .arithmetic = LOOM_ARITHMETIC_EXACT,
  .fail = report_fault,
  .read_number = read_number,
  .read_other = read_other,
  .sign = _loom_expression_sign,
  .compute = _loom_expression_compute,
};

static gboolean
read_all (Reader   *self,
          LoomTerm *term)
{
  LoomExpression *expression = &self->expression;

  if (!_loom_expression_read (expression, term))
    return FALSE;
  if (get_punctuation (&expression->source, expression->at) == ')')
    return fail (self, _("“%s” has a “)” without its “(”"), self->shown);

  return expression->at >= expression->source.n ||
         report_fault (expression, expression->at, LOOM_FAULT_NUMBER);
}

static gboolean
check_bounds (const LoomConstant  *constant,
              gint64               least,
              guint64              most,
              GError             **error)
{
  const guint64 value = constant->number.u;
  const gboolean is_negative = constant->type != LOOM_SCALAR_U64 && constant->number.i < 0;
  g_autofree char *shown = is_negative ? g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) value)
                                       : g_strdup_printf ("%" G_GUINT64_FORMAT, value);

  if (is_negative ? (gint64) value < least : least > 0 && value < (guint64) least)
    return _loom_fail_too_small (shown, least, error);
  if (!is_negative && value > most)
    return _loom_fail_too_large (shown, most, error);
  return TRUE;
}

static gboolean
evaluate (const char       *text,
          const LoomShape  *names,
          gint64            least,
          guint64           most,
          guint64          *value,
          GError          **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  g_autofree char *shown = _loom_abbreviate (stripped);
  g_autoptr (GString) spaced = g_string_new (stripped);
  g_autoptr (GArray) tokens = NULL;
  Reader reader = { { &fields }, shown, names, most, error };
  LoomTerm term;

  if (*stripped == '\0')
    return _loom_fail_missing (error);
  if (strlen (stripped) > LOOM_ARITHMETIC_MAX_LENGTH)
    return fail (&reader, _("“%s” is too long for a number"), shown);
  /* C takes 0xe+1 for one number, which is none */
  g_string_replace (spaced, "+", " +", 0);
  g_string_replace (spaced, "-", " -", 0);
  tokens = _loom_lexer_tokenize (spaced->str);
  reader.expression.source = (LoomSourceReader) { spaced->str, tokens, tokens->len };
  if (!read_all (&reader, &term) || !check_bounds (&term.constant, least, most, error))
    return FALSE;

  *value = term.constant.number.u;
  return TRUE;
}

/**
 * loom_arithmetic_evaluate:
 * @text: a whole number, or arithmetic with whole numbers: decimal and hexadecimal ones,
 *   parentheses and the operators `+ - * / % << >> & | ^ ~` as C has them
 * @least: the least that is allowed
 * @most: the most that is allowed
 * @value: (out): where to put the number; a negative one as its 64 bits
 * @error: return location; %LOOM_ERROR_LAUNCH says in words what is wrong
 *
 * Computes a number that a person typed. Nothing wraps and nothing is cut: what needs more than 64
 * bits, with a sign or without, is an error.
 *
 * Returns: %FALSE with @error set; @value is then untouched
 */
gboolean
loom_arithmetic_evaluate (const char  *text,
                          gint64       least,
                          guint64      most,
                          guint64     *value,
                          GError     **error)
{
  g_return_val_if_fail (text != NULL && value != NULL, FALSE);

  return evaluate (text, NULL, least, most, value, error);
}

/**
 * loom_arithmetic_dup_scalar:
 * @scalar: a whole number
 *
 * Does as loom_arithmetic_evaluate() with the bounds of a type.
 *
 * Returns: (transfer full): the number written out, or %NULL with @error set
 */
char *
loom_arithmetic_dup_scalar (const char  *text,
                            LoomScalar   scalar,
                            GError     **error)
{
  const gboolean is_signed = loom_scalar_is_signed (scalar);
  const guint bits = scalar == LOOM_SCALAR_BOOL ? 1 : 8 * loom_scalar_size (scalar) - is_signed;
  const guint64 most = bits == 64 ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << bits) - 1;
  guint64 value;

  if (!loom_arithmetic_evaluate (text, is_signed ? -(gint64) most - 1 : 0, most, &value, error))
    return NULL;
  return is_signed ? g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) value)
                   : g_strdup_printf ("%" G_GUINT64_FORMAT, value);
}

/**
 * loom_arithmetic_dup_list:
 * @text: what loom_arithmetic_evaluate() takes, several times with commas between
 * @names: (nullable): a shape whose extents the text may use as `cols`, `rows`, `planes` and `size`
 * @least: the least that each may be; not negative
 * @most: the most
 * @error: return location; as that of loom_arithmetic_evaluate()
 *
 * Computes numbers that a person wrote, as the extents of a shape.
 *
 * Returns: (transfer full): the numbers with commas between them, or %NULL with @error set
 */
char *
loom_arithmetic_dup_list (const char       *text,
                          const LoomShape  *names,
                          gint64            least,
                          guint64           most,
                          GError          **error)
{
  g_autoptr (GString) list = g_string_new (NULL);
  g_auto (GStrv) parts = NULL;
  guint64 number;

  g_return_val_if_fail (text != NULL && least >= 0, NULL);

  /* a text of nothing has one part as well: the number that is missing */
  parts = *text != '\0' ? g_strsplit (text, ",", -1) : g_strsplit (" ", ",", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      if (!evaluate (parts[i], names, least, most, &number, error))
        return NULL;
      g_string_append_printf (list, "%s%" G_GUINT64_FORMAT, i > 0 ? "," : "", number);
    }
  return g_strdup (list->str);
}
