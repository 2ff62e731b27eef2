/* loom-source-instances.c: which instance of a template a launch names: from its arguments between
 * < and >, from the types of what it passes, from the instances of the host function it stands in
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-launches-private.h"

#include <string.h>

#define MAX_PARAMS 32
#define MAX_BINDINGS 32

typedef struct
{
  char            *name;
  gboolean         is_type;
  gboolean         is_pack;
  gboolean         is_explicit; /* stands between the brackets, so it is not deduced */
  LoomSourceRange  type;        /* of a value: the words in front of its name */
  LoomSourceRange  standard;    /* behind =; empty: none */
  char            *argument;    /* as text, NULL: not known yet */
} Param;

static void
param_clear (gpointer data)
{
  Param *self = data;

  g_free (self->name);
  g_free (self->argument);
}

/* (element-type Param): between the brackets of `template <…>`. */
static GArray *
read_params (LoomSourceNames *self,
             guint            angle)
{
  GArray *params = g_array_new (FALSE, TRUE, sizeof (Param));
  const guint close = _loom_source_skip_angles (&self->source, angle) - 1;

  g_array_set_clear_func (params, param_clear);
  for (guint first = angle + 1; first < close && params->len < MAX_PARAMS; )
    {
      const guint end = _loom_source_find_comma (&self->source, first, close);
      guint equals = first;
      Param param = { NULL };

      while (equals < end && !has_punctuation (self, equals, "="))
        equals++;
      param.is_type = is_word (&self->source, first, "typename") ||
                      is_word (&self->source, first, "class");
      for (guint i = first; i < equals; i++)
        param.is_pack |= has_punctuation (self, i, ".");
      param.type = (LoomSourceRange) { first, equals - 1 };
      param.standard = (LoomSourceRange) { MIN (equals + 1, end), end };
      param.name = equals > first + 1 && is_identifier (&self->source, equals - 1)
                   ? _loom_source_dup_text (&self->source, equals - 1, equals) : g_strdup ("");
      g_array_append_val (params, param);
      first = end + 1;
    }

  return params;
}

static char *
dup_type_text (LoomSourceNames *self,
               LoomSourceRange  range)
{
  guint pointers;
  char *type = _loom_source_names_dup_type (self, range.first, range.end, &pointers);
  GString *text = type != NULL ? g_string_new (type) : NULL;

  g_free (type);
  for (guint i = 0; text != NULL && i < pointers; i++)
    g_string_append_c (text, '*');
  return text != NULL ? g_string_free (text, FALSE) : NULL;
}

/* What has no name that host code alone knows: numbers, and names at namespace scope. */
static gboolean
is_visible_everywhere (LoomSourceNames *self,
                       LoomSourceRange  range)
{
  for (guint i = range.first; i < range.end; i++)
    {
      g_autofree char *name = NULL;
      LoomDeclaredName declared;

      if (get_token (&self->source, i)->kind == LOOM_TOKEN_CHARACTER ||
          has_punctuation (self, i, ":"))
        continue;
      if (!is_identifier (&self->source, i))
        return FALSE;
      name = _loom_source_dup_text (&self->source, i, i + 1);
      if (has_punctuation (self, i + 1, ":") || has_punctuation (self, i - 1, ":"))
        continue;
      if (!_loom_source_names_find (self, name, i, &declared) || !declared.is_enumerator)
        return FALSE;
    }

  return range.first < range.end;
}

/* A value as text: a number, unless its type is one of the source's own. */
static char *
dup_value_text (LoomSourceNames *self,
                const Param     *param,
                LoomSourceRange  range)
{
  const LoomNumberType type =
    _loom_source_names_read_number_type (self, &self->source, param->type.first, param->type.end);
  LoomNumber number;

  if (is_word (&self->source, range.first, "true") || is_word (&self->source, range.first, "false"))
    return range.end == range.first + 1
           ? _loom_source_dup_text (&self->source, range.first, range.end) : NULL;
  if (type == LOOM_NUMBER_NONE && is_visible_everywhere (self, range))
    return _loom_source_dup_text (&self->source, range.first, range.end);
  if (!_loom_source_names_compute (self, range.first, range.end, range.first, &number) ||
      (type != LOOM_NUMBER_NONE && !_loom_number_convert (&number, type)) ||
      _loom_number_is_real (&number) || number.integer < 0)
    return NULL;

  if (type == LOOM_NUMBER_BOOL)
    return g_strdup (number.integer != 0 ? "true" : "false");
  return g_strdup_printf ("%" G_GINT64_FORMAT, number.integer);
}

static gboolean
take_explicit (LoomSourceNames *self,
               GArray          *params,
               LoomSourceRange  range)
{
  guint index = 0;

  for (guint first = range.first; first < range.end; index++)
    {
      const guint end = _loom_source_find_comma (&self->source, first, range.end);
      const LoomSourceRange argument = { first, end };
      Param *param;

      if (index >= params->len)
        return FALSE;
      param = &g_array_index (params, Param, index);
      if (param->is_pack)
        return FALSE;
      param->argument = param->is_type ? dup_type_text (self, argument)
                                       : dup_value_text (self, param, argument);
      if (param->argument == NULL)
        return FALSE;
      param->is_explicit = TRUE;
      first = end + 1;
    }

  return TRUE;
}

static Param *
find_param (LoomSourceNames *self,
            GArray          *params,
            guint            index)
{
  for (guint i = 0; i < params->len; i++)
    {
      Param *param = &g_array_index (params, Param, i);

      if (*param->name != '\0' && is_word (&self->source, index, param->name))
        return param;
    }

  return NULL;
}

/* `const T *a`: which parameter of the template it is, how many pointers to it, and whether it is
 * of constants. NULL: of none, or in a way that is not plain. */
static Param *
read_pattern (LoomSourceNames *self,
              GArray          *params,
              LoomSourceRange  range,
              guint           *pointers,
              gboolean        *is_const)
{
  static const char * const decorations[] = {
    "const", "volatile", "__restrict__", "__restrict", "restrict", "typename", "__grid_constant__",
    NULL
  };
  Param *found = NULL;

  *pointers = 0;
  *is_const = FALSE;
  for (guint i = range.first; i < range.end && !has_punctuation (self, i, "="); i++)
    {
      Param *param = is_identifier (&self->source, i) ? find_param (self, params, i) : NULL;

      if (has_punctuation (self, i, "<:.("))
        return NULL;
      *pointers += has_punctuation (self, i, "*[");
      *is_const |= is_word (&self->source, i, "const") && *pointers == 0;
      if (param == NULL || _loom_source_is_any (&self->source, i, decorations))
        continue;
      if (found != NULL)
        return NULL;
      found = param;
    }

  return found != NULL && found->is_type && !found->is_pack ? found : NULL;
}

/* From `float *d_a` for `T *a`. FALSE if two arguments say different things. */
static gboolean
deduce (LoomSourceNames *self,
        GArray          *params,
        LoomSourceRange  pattern,
        LoomSourceRange  argument)
{
  guint pointers, wanted;
  gboolean is_const;
  Param *param = read_pattern (self, params, pattern, &wanted, &is_const);
  g_autofree char *type = NULL;
  g_autoptr (GString) text = NULL;
  const char *base;

  if (param == NULL || param->is_explicit)
    return TRUE;
  type = _loom_source_names_dup_type_of (self, argument, &pointers);
  if (type == NULL || pointers < wanted)
    return TRUE;

  base = type;
  /* what is passed by value, or to constants, is as good without const */
  if (g_str_has_prefix (type, "const ") && (pointers == 0 || (is_const && pointers == wanted)))
    base += strlen ("const ");
  text = g_string_new (base);
  for (guint i = wanted; i < pointers; i++)
    g_string_append_c (text, '*');
  if (param->argument != NULL)
    return strcmp (param->argument, text->str) == 0;
  param->argument = g_strdup (text->str);
  return TRUE;
}

/* The arguments of a template where it is called, its parameters' names bound to them. NULL: they
 * can't be told. */
static GArray *
bind (LoomSourceNames      *self,
      const LoomSourceBody *body,
      LoomSourceRange       explicit,
      GArray               *arguments)
{
  g_autoptr (GArray) params = read_params (self, body->angle);
  LoomSourceRange pattern;
  GHashTable *outside = self->bindings;

  if (!take_explicit (self, params, explicit))
    return NULL;
  for (guint i = 0; i < arguments->len; i++)
    {
      const LoomSourceRange argument = g_array_index (arguments, LoomSourceRange, i);

      if (!_loom_source_names_get_argument (self, body->paren, i, &pattern.first, &pattern.end))
        break;
      if (!deduce (self, params, pattern, argument))
        return NULL;
    }

  for (guint i = 0; i < params->len; i++)
    {
      Param *param = &g_array_index (params, Param, i);

      if (param->argument == NULL && param->standard.first < param->standard.end)
        {
          g_autoptr (GHashTable) own = g_hash_table_new (g_str_hash, g_str_equal);

          for (guint j = 0; j < i; j++)
            g_hash_table_insert (own, g_array_index (params, Param, j).name,
                                 g_array_index (params, Param, j).argument);
          self->bindings = own;
          param->argument = param->is_type ? dup_type_text (self, param->standard)
                                           : dup_value_text (self, param, param->standard);
          self->bindings = outside;
        }
      if (param->argument == NULL)
        return NULL;
    }

  return g_steal_pointer (&params);
}

/* As `kernel=` names what a launch launches; NULL: that can't be told. */
char *
_loom_source_names_dup_instance (LoomSourceNames         *self,
                                 const LoomScannedKernel *kernel,
                                 const LoomWrittenLaunch *launch)
{
  const LoomSourceBody *body = &g_array_index (self->scan->bodies, LoomSourceBody, kernel->body);
  g_autoptr (GArray) params = NULL;
  GString *text;

  if (!kernel->is_template)
    return g_strdup (kernel->name);
  if (body->angle == LOOM_NOWHERE)
    return NULL;
  params = bind (self, body, launch->instance, launch->arguments);
  if (params == NULL)
    return NULL;

  text = g_string_new (kernel->name);
  for (guint i = 0; i < params->len; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? "<" : ", ",
                            g_array_index (params, Param, i).argument);
  g_string_append_c (text, '>');
  return g_string_free (text, FALSE);
}

static gboolean
has_binding (GPtrArray  *bindings,
             GHashTable *binding)
{
  for (guint i = 0; i < bindings->len; i++)
    {
      GHashTable *known = g_ptr_array_index (bindings, i);
      GHashTableIter iter;
      gpointer key, value;
      gboolean is_same = TRUE;

      g_hash_table_iter_init (&iter, known);
      while (is_same && g_hash_table_iter_next (&iter, &key, &value))
        is_same = g_strcmp0 (g_hash_table_lookup (binding, key), value) == 0;
      if (is_same)
        return TRUE;
    }

  return FALSE;
}

/* One call of a function template: what its parameters are there. */
static void
add_binding (LoomSourceNames      *self,
             const LoomSourceBody *function,
             guint                 name,
             GPtrArray            *bindings)
{
  g_autoptr (GArray) arguments = g_array_new (FALSE, FALSE, sizeof (LoomSourceRange));
  g_autoptr (GHashTable) binding = NULL;
  g_autoptr (GArray) params = NULL;
  LoomSourceRange explicit = { 0, 0 }, argument;
  guint paren = name + 1;

  if (get_punctuation (&self->source, paren) == '<')
    {
      paren = _loom_source_skip_angles (&self->source, paren);
      explicit = (LoomSourceRange) { name + 2, paren - 1 };
    }
  if (get_punctuation (&self->source, paren) != '(')
    return;

  for (guint i = 0; i < MAX_PARAMS && _loom_source_names_get_argument (
         self, paren, i, &argument.first, &argument.end); i++)
    g_array_append_val (arguments, argument);
  params = bind (self, function, explicit, arguments);
  if (params == NULL)
    return;

  binding = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (guint i = 0; i < params->len; i++)
    {
      Param *param = &g_array_index (params, Param, i);

      g_hash_table_insert (binding, g_steal_pointer (&param->name),
                           g_steal_pointer (&param->argument));
    }
  if (!has_binding (bindings, binding) && bindings->len < MAX_BINDINGS)
    g_ptr_array_add (bindings, g_steal_pointer (&binding));
}

/* `template void run<float> (…);` */
static gboolean
is_instantiation (LoomSourceNames *self,
                  guint            name)
{
  const guint start = _loom_source_names_find_statement (self, name);

  return start != LOOM_NOWHERE && is_word (&self->source, start, "template") &&
         get_punctuation (&self->source, start + 1) != '<' &&
         get_punctuation (&self->source, name + 1) == '<';
}

/* (element-type GHashTable): for each instance of the function template around a place what its
 * parameters are, from its calls in functions that are no templates; none: there is no template, or
 * nobody tells. */
GPtrArray *
_loom_source_names_list_bindings (LoomSourceNames *self,
                                  guint            index)
{
  GPtrArray *bindings = g_ptr_array_new_with_free_func ((GDestroyNotify) g_hash_table_unref);
  const LoomSourceBody *function = _loom_source_names_get_function (self, index);
  GArray *places;

  if (function == NULL || function->angle == LOOM_NOWHERE)
    return bindings;

  places = _loom_source_names_list (self, function->name);
  for (guint i = 0; places != NULL && i < places->len && self->budget > 0; i++)
    {
      const guint name = g_array_index (places, guint, i);
      const LoomSourceBody *caller = _loom_source_names_get_function (self, name);

      self->budget--;
      if (name != function->paren - 1 &&
          (caller != NULL ? caller->angle == LOOM_NOWHERE : is_instantiation (self, name)))
        add_binding (self, function, name, bindings);
    }

  return bindings;
}
