/* loom-source-definitions.c: what #define lines say, and which macros are defined at a place of a
 * source, as far as is certain
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-definitions-private.h"

static void
macro_free (LoomSourceMacro *self)
{
  g_array_unref (self->body.tokens);
  g_clear_pointer (&self->params, g_array_unref);
  g_free (self);
}

/* At the parenthesis of `#define MAX(a, b)`. FALSE if this is no list of names. */
static gboolean
read_params (LoomSourceMacro *self,
             LoomLexer       *lexer)
{
  LoomToken token;
  LoomTokenKind last = LOOM_TOKEN_PUNCTUATION;

  self->params = g_array_new (FALSE, FALSE, sizeof (LoomToken));
  while (_loom_lexer_next (lexer, &token))
    {
      if (_loom_token_is (&token, lexer->text, ")"))
        return TRUE;
      if (token.kind == LOOM_TOKEN_IDENTIFIER)
        g_array_append_val (self->params, token);
      else if (_loom_token_is (&token, lexer->text, "."))
        {
          /* `args...` names what is __VA_ARGS__ else. */
          if (last == LOOM_TOKEN_IDENTIFIER)
            {
              self->rest
                = g_array_index (self->params, LoomToken, self->params->len - 1);
              g_array_set_size (self->params, self->params->len - 1);
            }
          self->is_variadic = TRUE;
        }
      else if (!_loom_token_is (&token, lexer->text, ",") &&
               !_loom_token_is (&token, lexer->text, "("))
        return FALSE;
      last = token.kind;
    }

  return FALSE;
}

static LoomSourceMacro *
read_definition (LoomLexer       *lexer,
                 const LoomToken *name)
{
  LoomSourceMacro *self = g_new0 (LoomSourceMacro, 1);
  LoomToken token;

  self->is_certain = TRUE;
  self->body.text = lexer->text;
  self->body.tokens = g_array_new (FALSE, FALSE, sizeof (LoomToken));
  if (lexer->at < lexer->length && lexer->text[lexer->at] == '(' &&
      lexer->at == name->offset + name->length)
    self->is_certain = read_params (self, lexer);

  while (_loom_lexer_next (lexer, &token))
    {
      self->is_certain &= !_loom_token_is (&token, lexer->text, "__VA_OPT__");
      if (token.kind != LOOM_TOKEN_COMMENT)
        g_array_append_val (self->body.tokens, token);
    }

  self->body.n = self->body.tokens->len;
  return self;
}

/* At a line that says `#define NAME …`; NULL if it does not. */
static LoomSourceMacro *
macro_read (const char      *text,
            const LoomToken *directive)
{
  LoomToken word, name;
  LoomLexer lexer;

  _loom_lexer_init_directive (&lexer, text, directive);
  return _loom_lexer_next (&lexer, &word) && _loom_lexer_next (&lexer, &name) &&
         name.kind == LOOM_TOKEN_IDENTIFIER ? read_definition (&lexer, &name) : NULL;
}

/* What is defined in uncertain branches deeper than this is not certain anywhere; it bounds how
 * often a name is looked at again. */
#define MAX_SCOPES 16

/* Never changes once it is made, so that several branches may share it. */
typedef struct
{
  LoomTruth        is_defined;
  gboolean         is_certain;  /* what it stands for */
  LoomToken        directive;   /* that says so, or might; empty if there is none */
  LoomSourceMacro *macro;       /* the same, read once somebody asks for it */
} Definition;

/* What the branches of an #if leave of a name. */
typedef struct
{
  Definition *definition;
  guint       n_branches;       /* that change it */
} Outcome;

/* An #if of which nobody knows which branch is read. */
typedef struct
{
  GHashTable *before;           /* name -> Definition or NULL: what the branch has changed */
  GHashTable *outcomes;         /* name -> Outcome of the branches before it */
  guint       n_branches;       /* that have ended */
} Scope;

struct _LoomSourceDefinitions
{
  LoomSourceView  view;
  GHashTable     *known;        /* name -> Definition */
  GArray         *scopes;       /* (element-type Scope) */
  guint           n_deeper;     /* scopes that are open beyond MAX_SCOPES */
};

static void
definition_clear (gpointer data)
{
  g_clear_pointer (&((Definition *) data)->macro, macro_free);
}

static void
definition_unref (gpointer data)
{
  if (data != NULL)
    g_rc_box_release_full (data, definition_clear);
}

static Definition *
definition_ref (Definition *self)
{
  return self != NULL ? g_rc_box_acquire (self) : NULL;
}

static Definition *
definition_new (LoomTruth        is_defined,
                gboolean         is_certain,
                const LoomToken *directive)
{
  Definition *self = g_rc_box_new0 (Definition);

  self->is_defined = is_defined;
  self->is_certain = is_certain;
  if (directive != NULL)
    self->directive = *directive;
  return self;
}

static void
outcome_free (gpointer data)
{
  Outcome *self = data;

  definition_unref (self->definition);
  g_free (self);
}

static void
scope_clear (gpointer data)
{
  Scope *self = data;

  g_hash_table_unref (self->before);
  g_hash_table_unref (self->outcomes);
}

LoomSourceDefinitions *
_loom_source_definitions_new (LoomSourceView view)
{
  LoomSourceDefinitions *self = g_new0 (LoomSourceDefinitions, 1);

  self->view = view;
  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, definition_unref);
  self->scopes = g_array_new (FALSE, FALSE, sizeof (Scope));
  g_array_set_clear_func (self->scopes, scope_clear);
  return self;
}

void
_loom_source_definitions_free (LoomSourceDefinitions *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->known);
  g_array_unref (self->scopes);
  g_free (self);
}

/* What is known of the compilers themselves. */
static LoomTruth
has_compiler (LoomSourceView  view,
              const char     *name)
{
  static const char * const both[] = { "__CUDACC__", "__cplusplus", "__STDC__", NULL };
  static const char * const only_device[] = { "__CUDACC_RTC__", "__CUDA_ARCH__", NULL };
  static const char * const only_host[] = {
    "__NVCC__", "__linux__", "__linux", "linux", "__unix__", "unix", "__GNUC__", "__x86_64__",
    "__LP64__", NULL
  };
  static const char * const not_host[] = { "_OPENMP", "__clang__", "__aarch64__", NULL };
  static const char * const neither[] = {
    "_WIN32", "_WIN64", "WIN32", "WIN64", "__WIN32__", "_MSC_VER", "__MINGW32__", "__CYGWIN__",
    "__APPLE__", "__APPLE_CC__", "__MACH__", "__MACOSX", "__QNX__", "__ANDROID__", "__HIPCC__",
    "__HIP__", "__HIP_PLATFORM_AMD__", "__HIP_PLATFORM_HCC__", "__HIP_DEVICE_COMPILE__",
    "__SYCL_DEVICE_ONLY__", "__OPENCL_VERSION__", "__INTEL_COMPILER", "__DEVICE_EMULATION__", NULL
  };
  const gboolean is_host = view == LOOM_VIEW_HOST;

  if (g_strv_contains (both, name) || g_strv_contains (is_host ? only_host : only_device, name))
    return LOOM_TRUTH_TRUE;
  if (g_strv_contains (neither, name) ||
      (is_host && (g_strv_contains (only_device, name) || g_strv_contains (not_host, name))))
    return LOOM_TRUTH_FALSE;
  if (!is_host || *name == '_' || g_str_has_prefix (name, "CUDA") ||
      g_str_has_prefix (name, "CUB_") || g_str_has_prefix (name, "THRUST_"))
    return LOOM_TRUTH_UNKNOWN;
  return LOOM_TRUTH_FALSE;
}

static LoomTruth
get_truth (LoomSourceDefinitions *self,
           const char            *name,
           const Definition      *definition)
{
  return definition != NULL ? definition->is_defined : has_compiler (self->view, name);
}

/* Whether a name is that of a macro. */
LoomTruth
_loom_source_definitions_has (LoomSourceDefinitions *self,
                              const char            *name)
{
  return get_truth (self, name, g_hash_table_lookup (self->known, name));
}

/* Whether the source itself has said anything of a name. */
gboolean
_loom_source_definitions_mention (LoomSourceDefinitions *self,
                                  const char            *name)
{
  return g_hash_table_contains (self->known, name);
}

static LoomSourceMacro *
read_macro (Definition *definition,
            const char *text)
{
  if (definition->macro == NULL && definition->directive.length > 0)
    definition->macro = macro_read (text, &definition->directive);
  return definition->macro;
}

/* What a name stands for; NULL if it is no macro, or none that is certain. */
LoomSourceMacro *
_loom_source_definitions_find (LoomSourceDefinitions *self,
                               const char            *text,
                               const char            *name)
{
  Definition *definition = g_hash_table_lookup (self->known, name);
  LoomSourceMacro *macro = definition != NULL && definition->is_certain
                           ? read_macro (definition, text) : NULL;

  return macro != NULL && macro->is_certain ? macro : NULL;
}

static Scope *
get_scope (LoomSourceDefinitions *self)
{
  return self->scopes->len > 0
         ? &g_array_index (self->scopes, Scope, self->scopes->len - 1) : NULL;
}

/* What is left of two. */
static Definition *
join (LoomSourceDefinitions *self,
      const char            *name,
      Definition            *a,
      Definition            *b)
{
  const LoomTruth in_a = get_truth (self, name, a), in_b = get_truth (self, name, b);
  const LoomToken *directive = a != NULL && a->directive.length > 0 ? &a->directive
                               : b != NULL ? &b->directive : NULL;
  gboolean is_same = a != NULL && b != NULL && a->is_certain && b->is_certain &&
                     a->directive.offset == b->directive.offset;

  return definition_new (in_a == in_b ? in_a : LOOM_TRUTH_UNKNOWN, is_same, directive);
}

/* Takes the definition. */
static void
set (LoomSourceDefinitions *self,
     const char            *name,
     Definition            *definition)
{
  Definition *known = g_hash_table_lookup (self->known, name);
  Scope *scope = get_scope (self);

  if (self->n_deeper > 0)
    {
      Definition *either = join (self, name, known, definition);

      definition_unref (definition);
      definition = either;
    }
  if (scope != NULL && !g_hash_table_contains (scope->before, name))
    g_hash_table_insert (scope->before, g_strdup (name), definition_ref (known));

  if (definition != NULL)
    g_hash_table_replace (self->known, g_strdup (name), definition);
  else
    g_hash_table_remove (self->known, name);
}

/* directive: `#define NAME …`; NULL for what nobody asks the meaning of */
void
_loom_source_definitions_define (LoomSourceDefinitions *self,
                                 const char            *name,
                                 const LoomToken       *directive)
{
  set (self, name, definition_new (LOOM_TRUTH_TRUE, directive != NULL, directive));
}

void
_loom_source_definitions_undefine (LoomSourceDefinitions *self,
                                   const char            *name)
{
  set (self, name, definition_new (LOOM_TRUTH_FALSE, FALSE, NULL));
}

/* It must have been so, since a branch is read that asks for it. */
void
_loom_source_definitions_assume (LoomSourceDefinitions *self,
                                 const char            *name,
                                 gboolean               is_defined)
{
  const Definition *known = g_hash_table_lookup (self->known, name);

  set (self, name, definition_new (is_defined ? LOOM_TRUTH_TRUE : LOOM_TRUTH_FALSE, FALSE,
                                   known != NULL ? &known->directive : NULL));
}

/* Whether it is defined, and as what, is not known from here on. */
void
_loom_source_definitions_doubt (LoomSourceDefinitions *self,
                                const char            *name)
{
  const Definition *known = g_hash_table_lookup (self->known, name);

  set (self, name, definition_new (LOOM_TRUTH_UNKNOWN, FALSE,
                                   known != NULL ? &known->directive : NULL));
}

/* At the first branch of an #if that may be read, or not. */
void
_loom_source_definitions_open_branch (LoomSourceDefinitions *self)
{
  Scope scope = { NULL };

  if (self->scopes->len == MAX_SCOPES)
    {
      self->n_deeper++;
      return;
    }

  scope.before = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, definition_unref);
  scope.outcomes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, outcome_free);
  g_array_append_val (self->scopes, scope);
}

static void
add_outcome (LoomSourceDefinitions *self,
             Scope                 *scope,
             const char            *name)
{
  Definition *definition = g_hash_table_lookup (self->known, name);
  Outcome *outcome = g_hash_table_lookup (scope->outcomes, name);

  if (outcome == NULL)
    {
      outcome = g_new0 (Outcome, 1);
      outcome->definition = definition_ref (definition);
      g_hash_table_insert (scope->outcomes, g_strdup (name), outcome);
    }
  else
    {
      Definition *either = join (self, name, outcome->definition, definition);

      definition_unref (outcome->definition);
      outcome->definition = either;
    }
  outcome->n_branches++;
}

/* A branch that may be read ends: all is as it was before the #if. */
void
_loom_source_definitions_end_branch (LoomSourceDefinitions *self)
{
  Scope *scope = get_scope (self);
  gpointer name, before;
  GHashTableIter iter;

  if (self->n_deeper > 0)
    return;

  g_hash_table_iter_init (&iter, scope->before);
  while (g_hash_table_iter_next (&iter, &name, &before))
    {
      add_outcome (self, scope, name);
      if (before != NULL)
        g_hash_table_replace (self->known, g_strdup (name), definition_ref (before));
      else
        g_hash_table_remove (self->known, name);
    }
  g_hash_table_remove_all (scope->before);
  scope->n_branches++;
}

static Scope
pop_scope (LoomSourceDefinitions *self)
{
  Scope scope = *get_scope (self);

  g_hash_table_ref (scope.before);
  g_hash_table_ref (scope.outcomes);
  g_array_set_size (self->scopes, self->scopes->len - 1);
  return scope;
}

/* The first branch of an #if turns out to be the one that is read. */
void
_loom_source_definitions_keep_branch (LoomSourceDefinitions *self)
{
  gpointer name, before;
  GHashTableIter iter;
  Scope inner, *outer;

  if (self->n_deeper > 0)
    {
      self->n_deeper--;
      return;
    }

  inner = pop_scope (self);
  outer = get_scope (self);
  g_hash_table_iter_init (&iter, inner.before);
  while (outer != NULL && g_hash_table_iter_next (&iter, &name, &before))
    if (!g_hash_table_contains (outer->before, name))
      g_hash_table_insert (outer->before, g_strdup (name), definition_ref (before));
  scope_clear (&inner);
}

/* At #endif, behind the end of the last branch. is_whole: one of the branches is read */
void
_loom_source_definitions_close (LoomSourceDefinitions *self,
                                gboolean               is_whole)
{
  gpointer name, data;
  GHashTableIter iter;
  Scope scope;
  guint n;

  if (self->n_deeper > 0)
    {
      self->n_deeper--;
      return;
    }

  scope = pop_scope (self);
  n = scope.n_branches + !is_whole;
  g_hash_table_iter_init (&iter, scope.outcomes);
  while (g_hash_table_iter_next (&iter, &name, &data))
    {
      const Outcome *outcome = data;
      Definition *before = g_hash_table_lookup (self->known, name);

      set (self, name, outcome->n_branches < n ? join (self, name, before, outcome->definition)
                                               : definition_ref (outcome->definition));
    }
  scope_clear (&scope);
}

/* (element-type utf8 LoomSourceMacro): all that may be defined at the end. What they stand for lies
 * in the text. */
GHashTable *
_loom_source_definitions_list (LoomSourceDefinitions *self,
                               const char            *text)
{
  GHashTable *macros = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                              (GDestroyNotify) macro_free);
  gpointer name, data;
  GHashTableIter iter;

  g_hash_table_iter_init (&iter, self->known);
  while (g_hash_table_iter_next (&iter, &name, &data))
    {
      Definition *definition = data;
      LoomSourceMacro *macro = definition->is_defined != LOOM_TRUTH_FALSE &&
                               definition->directive.length > 0
                               ? macro_read (text, &definition->directive) : NULL;

      if (macro == NULL)
        continue;
      macro->is_certain &= definition->is_certain;
      g_hash_table_insert (macros, g_strdup (name), macro);
    }

  return macros;
}
