/* loom-ptx-names.c: what a name means at one point of the text
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ptx-names-private.h"

#include "loom-ptx-limits-private.h"

#include <string.h>

/* Inline assembly declares its registers and labels in scopes of its own, over and over by the same
 * names. In the tree a function has one flat list of each, so a name that was taken gets a number;
 * `used` is what was taken, beside what the module has.
 *
 * A label may be used before it stands there, also when an outer scope has one of that name: what
 * may be a label waits until its scope closes, and goes up to the next one if the label was not
 * there. */
typedef struct
{
  GHashTable *names;            /* to LoomPtxName */
  GHashTable *counted;          /* prefix of `%r<5>` to LoomPtxName */
  GPtrArray  *waiting;          /* LoomPtxOperand */
} Scope;

struct _LoomPtxNames
{
  LoomPtxStore *store;
  GArray       *scopes;         /* Scope */
  GHashTable   *used;           /* name to the next number to try */
  GHashTable   *used_counts;    /* prefix to the highest count */
  GString      *scratch;
};

static void
scope_clear (Scope *self)
{
  g_clear_pointer (&self->names, g_hash_table_unref);
  g_clear_pointer (&self->counted, g_hash_table_unref);
  g_clear_pointer (&self->waiting, g_ptr_array_unref);
}

LoomPtxNames *
_loom_ptx_names_new (LoomPtxStore *store)
{
  LoomPtxNames *self = g_new0 (LoomPtxNames, 1);

  self->store = store;
  self->scopes = g_array_new (FALSE, TRUE, sizeof (Scope));
  g_array_set_clear_func (self->scopes, (GDestroyNotify) scope_clear);
  self->used = g_hash_table_new (g_str_hash, g_str_equal);
  self->used_counts = g_hash_table_new (g_str_hash, g_str_equal);
  self->scratch = g_string_new (NULL);
  _loom_ptx_names_open (self);

  return self;
}

void
_loom_ptx_names_free (LoomPtxNames *self)
{
  g_array_unref (self->scopes);
  g_hash_table_unref (self->used);
  g_hash_table_unref (self->used_counts);
  g_string_free (self->scratch, TRUE);
  g_free (self);
}

static Scope *
get_scope (LoomPtxNames *self,
           guint         depth)
{
  return &g_array_index (self->scopes, Scope, depth);
}

static Scope *
get_top (LoomPtxNames *self)
{
  return get_scope (self, self->scopes->len - 1);
}

/* One more `{`; FALSE if that were too many. */
gboolean
_loom_ptx_names_open (LoomPtxNames *self)
{
  if (self->scopes->len >= LOOM_PTX_MAX_SCOPES)
    return FALSE;

  g_array_set_size (self->scopes, self->scopes->len + 1);

  return TRUE;
}

/* How many `{` are open. */
guint
_loom_ptx_names_get_depth (LoomPtxNames *self)
{
  return self->scopes->len - 1;
}

static void
settle_label (Scope           *scope,
              Scope           *outer,
              LoomPtxFunction *function,
              LoomPtxOperand  *operand)
{
  const LoomPtxName *name =
      scope->names != NULL ? g_hash_table_lookup (scope->names, operand->name) : NULL;

  if (name != NULL && name->kind == LOOM_PTX_NAME_LABEL)
    {
      operand->kind = LOOM_PTX_OPERAND_LABEL;
      operand->label = name->index;
      operand->name = g_array_index (function->labels, LoomPtxLabel, name->index).name;
      return;
    }
  if (outer == NULL)
    return;
  if (outer->waiting == NULL)
    outer->waiting = g_ptr_array_new ();
  g_ptr_array_add (outer->waiting, operand);
}

/* The `}`: labels that were waited for become known, or are waited for in the scope around. */
void
_loom_ptx_names_close (LoomPtxNames    *self,
                       LoomPtxFunction *function)
{
  Scope *top = get_top (self);
  Scope *outer = self->scopes->len > 2 ? get_scope (self, self->scopes->len - 2) : NULL;

  for (guint i = 0; top->waiting != NULL && i < top->waiting->len; i++)
    settle_label (top, outer, function, g_ptr_array_index (top->waiting, i));

  g_array_set_size (self->scopes, self->scopes->len - 1);
}

/* Splits "%r12" into "%r" and 12; FALSE if no counted register could be called so. */
static gboolean
split_number (LoomPtxNames *self,
              const char   *name,
              guint        *number)
{
  gsize length = strlen (name), digits = 0;

  while (digits < length && g_ascii_isdigit (name[length - digits - 1]))
    digits++;
  if (digits == 0 || digits > 9 || (digits > 1 && name[length - digits] == '0'))
    return FALSE;

  *number = 0;
  for (gsize i = length - digits; i < length; i++)
    *number = *number * 10 + g_ascii_digit_value (name[i]);
  g_string_truncate (self->scratch, 0);
  g_string_append_len (self->scratch, name, length - digits);

  return TRUE;
}

static gboolean
is_used (LoomPtxNames *self,
         const char   *name)
{
  GHashTable *of_module = get_scope (self, 0)->names;
  guint number;

  /* A name of the module's is hidden in the scope alone that took it, and is itself in all others
   * of the function. */
  if (g_hash_table_contains (self->used, name) ||
      (of_module != NULL && g_hash_table_contains (of_module, name)))
    return TRUE;
  if (!split_number (self, name, &number))
    return FALSE;

  return number < GPOINTER_TO_UINT (g_hash_table_lookup (self->used_counts, self->scratch->str));
}

static const char *
number_name (LoomPtxNames *self,
             const char   *name)
{
  guint next = GPOINTER_TO_UINT (g_hash_table_lookup (self->used, name));
  g_autofree char *candidate = NULL;

  do
    {
      g_free (candidate);
      candidate = g_strdup_printf ("%s$%u", name, ++next);
    }
  while (is_used (self, candidate));
  g_hash_table_insert (self->used, (gpointer)_loom_ptx_store_intern (self->store, name),
                       GUINT_TO_POINTER (next));

  return _loom_ptx_store_intern (self->store, candidate);
}

/* @name, with a number if the function has had one of that name. */
const char *
_loom_ptx_names_make_unique (LoomPtxNames *self,
                             const char   *name)
{
  name =
      is_used (self, name) ? number_name (self, name) : _loom_ptx_store_intern (self->store, name);
  g_hash_table_insert (self->used, (gpointer) name, NULL);

  return name;
}

/* A prefix that no counted register of the function has yet. */
const char *
_loom_ptx_names_count_unique (LoomPtxNames *self,
                              const char   *prefix,
                              guint         count)
{
  prefix = _loom_ptx_store_intern (self->store, prefix);
  while (g_hash_table_contains (self->used_counts, prefix))
    {
      g_autofree char *longer = g_strdup_printf ("%s$", number_name (self, prefix));

      prefix = _loom_ptx_store_intern (self->store, longer);
    }
  g_hash_table_insert (self->used_counts, (gpointer) prefix, GUINT_TO_POINTER (MAX (count, 1)));

  return prefix;
}

/* The next function may use all names again. */
void
_loom_ptx_names_forget_function (LoomPtxNames *self)
{
  g_hash_table_remove_all (self->used);
  g_hash_table_remove_all (self->used_counts);
}

static void
insert (LoomPtxNames    *self,
        GHashTable     **table,
        const char      *key,
        LoomPtxNameKind  kind,
        gint32           index,
        guint            count)
{
  LoomPtxName *name = _loom_ptx_store_allocate (self->store, sizeof *name);

  name->kind = kind;
  name->index = index;
  name->count = count;
  if (*table == NULL)
    *table = g_hash_table_new (g_str_hash, g_str_equal);
  g_hash_table_insert (*table, (gpointer) _loom_ptx_store_intern (self->store, key), name);
}

/* Makes a name known in the innermost scope; FALSE if it already is there. */
gboolean
_loom_ptx_names_add (LoomPtxNames    *self,
                     const char      *name,
                     LoomPtxNameKind  kind,
                     gint32           index,
                     guint            count)
{
  Scope *top = get_top (self);

  if (top->names != NULL && g_hash_table_contains (top->names, name))
    return FALSE;

  insert (self, &top->names, name, kind, index, count);

  return TRUE;
}

/* Makes prefix0 … known as registers. */
void
_loom_ptx_names_add_counted (LoomPtxNames *self,
                             const char   *prefix,
                             gint32        index,
                             guint         count)
{
  insert (self, &get_top (self)->counted, prefix, LOOM_PTX_NAME_REGISTER, index, count);
}

/* What a name means here, or NULL; not of the registers of `%r<5>`. */
const LoomPtxName *
_loom_ptx_names_find (LoomPtxNames *self,
                      const char   *name)
{
  for (guint i = self->scopes->len; i-- > 0;)
    {
      GHashTable *names = get_scope (self, i)->names;
      const LoomPtxName *found = names != NULL ? g_hash_table_lookup (names, name) : NULL;

      if (found != NULL)
        return found;
    }

  return NULL;
}

static gint32
find_counted (LoomPtxNames *self,
              Scope        *scope,
              guint         number)
{
  const LoomPtxName *found;

  found = scope->counted != NULL ? g_hash_table_lookup (scope->counted, self->scratch->str) : NULL;

  return found != NULL && number < found->count ? found->index + (gint32) number : -1;
}

/* The register of that name in the innermost scope that has one, -1 if there is none. */
gint32
_loom_ptx_names_find_register (LoomPtxNames *self,
                               const char   *name)
{
  guint number = 0;
  gboolean numbered = split_number (self, name, &number);

  for (guint i = self->scopes->len; i-- > 0;)
    {
      Scope *scope = get_scope (self, i);
      const LoomPtxName *found =
          scope->names != NULL ? g_hash_table_lookup (scope->names, name) : NULL;
      gint32 counted = numbered ? find_counted (self, scope, number) : -1;

      if (found != NULL)
        return found->kind == LOOM_PTX_NAME_REGISTER && found->count == 1 ? found->index : -1;
      if (counted >= 0)
        return counted;
    }

  return -1;
}

/* @operand has a name that nothing has yet: a label, perhaps. */
void
_loom_ptx_names_await_label (LoomPtxNames   *self,
                             LoomPtxOperand *operand)
{
  Scope *top = get_top (self);

  if (top->waiting == NULL)
    top->waiting = g_ptr_array_new ();
  g_ptr_array_add (top->waiting, operand);
}
