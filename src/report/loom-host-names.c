/* loom-host-names.c: names, types and numbers of a document as CUDA C++ has them
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-host-code-private.h"

#include "loom-compile-options.h"
#include "loom-record.h"

#include <math.h>
#include <string.h>

static void
take (LoomHostWriter *self,
      const char     *name)
{
  g_hash_table_add (self->taken, g_strdup (name));
}

/* What `-D` and `-U` of the document say, as lines of a source. */
char *
_loom_host_dup_macros (LoomHostWriter *self)
{
  const char *options = loom_document_get_value (self->source->document, "launch", "options");
  g_auto (GStrv) words = NULL;

  if (options == NULL || !g_shell_parse_argv (options, NULL, &words, NULL))
    return g_strdup ("");
  return loom_compile_options_dup_macros ((const char * const *) words);
}

/* A name that nothing else has, as near to the one that is wanted as can be. */
char *
_loom_host_dup_name (LoomHostWriter *self,
                     const char     *wanted)
{
  GString *name = g_string_new (wanted);

  for (gsize i = 0; i < name->len; i++)
    if (!g_ascii_isalnum (name->str[i]))
      name->str[i] = '_';
  if (name->len == 0 || g_ascii_isdigit (*name->str))
    g_string_prepend_c (name, '_');
  while (g_hash_table_contains (self->taken, name->str))
    g_string_append_c (name, '_');
  take (self, name->str);
  return g_string_free (name, FALSE);
}

/* No variable has a name that is common in programs of the target, or a macro of the source, which
 * would change what the program says; own: those of variables that every program has. */
void
_loom_host_take_names (LoomHostWriter    *self,
                       const char * const *common,
                       const char * const *own)
{
  const char *source = loom_document_get_source (self->source->document, NULL);
  g_autofree char *macros = _loom_host_dup_macros (self);
  g_autofree char *text = g_strconcat (source, "\n", macros, NULL);
  g_autoptr (GRegex) regex
      = g_regex_new ("^[ \\t]*#[ \\t]*define[ \\t]+([A-Za-z_]\\w*)", G_REGEX_MULTILINE, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  for (guint i = 0; common[i] != NULL; i++)
    take (self, common[i]);
  for (g_regex_match (regex, text, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      g_autofree char *name = g_match_info_fetch (match, 1);

      take (self, name);
    }
  for (guint i = 0; own[i] != NULL; i++)
    g_hash_table_insert (self->own, (gpointer) own[i], _loom_host_dup_name (self, own[i]));
}

/* The name of a variable that every program has. */
const char *
_loom_host_get_own (LoomHostWriter *self,
                    const char     *word)
{
  return g_hash_table_lookup (self->own, word);
}

/* The variable of an argument. */
const char *
_loom_host_get_name (LoomHostWriter    *self,
                     const LoomPlanArg *arg)
{
  const char *name = g_hash_table_lookup (self->names, arg);

  if (name == NULL)
    {
      name = _loom_host_dup_name (self, arg->name);
      g_hash_table_insert (self->names, (gpointer) arg, (gpointer) name);
    }
  return name;
}

const char *
_loom_host_name_scalar (LoomScalar scalar)
{
  switch (scalar)
    {
    case LOOM_SCALAR_F16:
      return "__half";
    case LOOM_SCALAR_BF16:
      return "__nv_bfloat16";
    case LOOM_SCALAR_BYTES:
      return "unsigned char";
    default:
      return loom_scalar_get_name (scalar);
    }
}

/* What nothing spells otherwise. */
char *
_loom_host_dup_type (const LoomType *type)
{
  if (type->record != NULL)
    return g_strdup (type->record->name);
  if (type->lanes > 1 && (type->scalar == LOOM_SCALAR_F16 || type->scalar == LOOM_SCALAR_BF16))
    return g_strdup_printf ("%s%u", type->scalar == LOOM_SCALAR_F16 ? "__half" : "__nv_bfloat16",
                            type->lanes);
  return type->lanes > 1 ? loom_type_format (type)
                         : g_strdup (_loom_host_name_scalar (type->scalar));
}

/* "const float*" → "float" */
char *
_loom_host_dup_pointee (const LoomParam *param)
{
  g_autoptr (GRegex) regex
      = g_regex_new ("\\bconst\\b|\\bvolatile\\b|__restrict__|\\*", 0, 0, NULL);
  char *name = g_regex_replace_literal (regex, param->type_name, -1, 0, "", 0, NULL);

  return g_strstrip (name);
}

static const LoomParam *
find_param (GPtrArray         *params,
            const LoomPlanArg *arg)
{
  for (guint i = 0; i < params->len; i++)
    {
      const LoomParam *param = params->pdata[i];

      if (g_str_equal (param->name, arg->name) && loom_type_equal (&param->type, &arg->type)
          && param->type_name != NULL && strstr (param->type_name, "void") == NULL
          && param->texture.kind == LOOM_TEXTURE_NONE && param->fixed == 0)
        return param;
    }
  return NULL;
}

/* As a kernel that takes it spells it: long and long long are the same cells, but not the same
 * pointers. */
static char *
dup_cell_type (const LoomHostWriter *self,
               const LoomPlanArg    *arg)
{
  LoomCompiled *compiled = self->source->compiled;
  LoomKernel *shown = loom_compiled_find_kernel (compiled, self->plan->kernel);
  const LoomParam *param = shown != NULL ? find_param (shown->params, arg) : NULL;

  for (guint i = 0; param == NULL && i < compiled->kernels->len; i++)
    param = find_param (((LoomKernel *)compiled->kernels->pdata[i])->params, arg);
  return param != NULL ? _loom_host_dup_pointee (param) : _loom_host_dup_type (&arg->type);
}

/* Takes the type. */
const char *
_loom_host_set_type (LoomHostWriter    *self,
                     const LoomPlanArg *arg,
                     char              *type)
{
  g_hash_table_insert (self->types, (gpointer) arg, type);
  return type;
}

/* The type of an array's cells in the program. */
const char *
_loom_host_get_type (LoomHostWriter    *self,
                     const LoomPlanArg *arg)
{
  const char *type = g_hash_table_lookup (self->types, arg);

  return type != NULL ? type : _loom_host_set_type (self, arg, dup_cell_type (self, arg));
}

static char *
dup_float (LoomScalar scalar,
           double     value)
{
  g_autofree char *text = NULL;
  const char *suffix = scalar == LOOM_SCALAR_F64 ? "" : "f";

  if (isnan (value))
    return g_strdup_printf ("static_cast<%s> (NAN)",
                            scalar == LOOM_SCALAR_F64 ? "double" : "float");
  if (isinf (value))
    return g_strdup_printf ("%sstatic_cast<%s> (INFINITY)", value < 0 ? "-" : "",
                            scalar == LOOM_SCALAR_F64 ? "double" : "float");
  text = loom_scalar_text_shorten (scalar, value);
  return g_strconcat (text, text[strcspn (text, ".eE")] == '\0' ? ".0" : "", suffix, NULL);
}

static char *
dup_whole (LoomScalar            scalar,
           const LoomScalarBits *bits)
{
  g_autofree char *text = loom_scalar_format (scalar, bits->bytes);
  const char *suffix = scalar == LOOM_SCALAR_I64   ? "ll"
                       : scalar == LOOM_SCALAR_U64 ? "ull"
                       : scalar == LOOM_SCALAR_U32 ? "u"
                                                   : "";

  if (scalar == LOOM_SCALAR_I32 && bits->i32 == G_MININT32)
    return g_strdup ("-2147483647 - 1");
  if (scalar == LOOM_SCALAR_I64 && bits->i64 == G_MININT64)
    return g_strdup ("-9223372036854775807ll - 1");
  return g_strconcat (text, suffix, NULL);
}

/* A literal of the type. */
char *
_loom_host_dup_number (LoomScalar            scalar,
                       const LoomScalarBits *bits)
{
  const double value = loom_scalar_to_double (scalar, bits->bytes);
  g_autofree char *text = NULL;

  switch (scalar)
    {
    case LOOM_SCALAR_BOOL:
      return g_strdup (bits->u8 != 0 ? "true" : "false");
    case LOOM_SCALAR_F16:
      text = dup_float (scalar, value);
      return g_strdup_printf ("__float2half_rn (%s)", text);
    case LOOM_SCALAR_BF16:
      text = dup_float (scalar, value);
      return g_strdup_printf ("__float2bfloat16_rn (%s)", text);
    case LOOM_SCALAR_F32:
    case LOOM_SCALAR_F64:
      return dup_float (scalar, value);
    default:
      return dup_whole (scalar, bits);
    }
}

/* ".pos.weights[2]" of "pos.weights.2", "" of a number that is a cell by itself */
char *
_loom_host_dup_member (const LoomComponent *component)
{
  g_auto (GStrv) parts = g_strsplit (component->name, ".", -1);
  GString *path = g_string_new (NULL);

  for (guint i = 0; *component->name != '\0' && parts[i] != NULL; i++)
    g_string_append_printf (path, g_ascii_isdigit (*parts[i]) ? "[%s]" : ".%s", parts[i]);
  return g_string_free (path, FALSE);
}

/* The array of the program that a parameter of a launch is; step: which launches it, or NULL. */
const LoomPlanArg *
_loom_host_find_array (LoomHostWriter     *self,
                       const LoomPlan     *launch,
                       const LoomPlanStep *step,
                       guint               index)
{
  const gint of_step = step != NULL ? g_array_index (step->arrays, gint32, index) : -1;
  const LoomPlanArg *arg = of_step >= 0 ? loom_plan_get_array (self->plan, (guint) of_step)
                                        : loom_plan_get_array (launch, index);
  const LoomPlanArg *found;

  if (launch == self->plan || of_step >= 0)
    return arg;
  found = loom_plan_lookup_array (self->plan, arg->name);
  return found != NULL ? found : arg;
}

/* Of an array that a step names. */
const char *
_loom_host_get_array_name (LoomHostWriter *self,
                           gint            index)
{
  return _loom_host_get_name (self, loom_plan_get_array (self->plan, (guint) index));
}

/* What is expected of one number of a cell, NULL: of any: its own, else that of the whole; NULL:
 * nothing. */
const LoomPlanArg *
_loom_host_find_expected (const LoomPlanArg *arg,
                          const char        *number)
{
  for (guint i = 0; arg->members != NULL && i < arg->members->len; i++)
    {
      const LoomPlanArg *member = arg->members->pdata[i];

      if (loom_expect_has_reference (&member->expect)
          && (number == NULL || g_str_equal (member->name, number)))
        return member;
    }
  return loom_expect_has_reference (&arg->expect) ? arg : NULL;
}
