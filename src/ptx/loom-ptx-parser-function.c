/* loom-ptx-parser-function.c: functions and entries up to their bodies, and prototypes
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ptx-parser-private.h"

#include <glib/gi18n-lib.h>

static gboolean
parse_triple (LoomPtxParser *self,
              guint          triple[3])
{
  triple[0] = triple[1] = triple[2] = 1;
  if (!_loom_ptx_parser_next (self))
    return FALSE;
  for (guint i = 0; i < 3; i++)
    {
      guint64 value;

      if (!_loom_ptx_parser_take_integer (self, &value))
        return FALSE;
      triple[i] = MIN (value, G_MAXINT32);
      if (!_loom_ptx_parser_take (self, ','))
        break;
    }

  return self->error == NULL;
}

/* .minnctapersm 2 .noreturn .pragma "…";: what a compiler may heed and we need not. */
static gboolean
skip_performance_directive (LoomPtxParser *self)
{
  gboolean is_pragma = _loom_ptx_parser_at_dot (self, "pragma");

  do
    if (!_loom_ptx_parser_next (self))
      return FALSE;
  while (self->token.kind == LOOM_PTX_TOKEN_INTEGER || self->token.kind == LOOM_PTX_TOKEN_STRING ||
         _loom_ptx_parser_at (self, ','));

  return !is_pragma || _loom_ptx_parser_take_required (self, ';');
}

static gboolean
parse_performance (LoomPtxParser   *self,
                   LoomPtxFunction *function)
{
  while (self->token.kind == LOOM_PTX_TOKEN_DOT)
    {
      gboolean ok;

      if (_loom_ptx_parser_at_dot (self, "maxntid"))
        ok = parse_triple (self, function->max_threads);
      else if (_loom_ptx_parser_at_dot (self, "reqntid"))
        ok = parse_triple (self, function->required_threads);
      else
        ok = skip_performance_directive (self);
      if (!ok)
        return FALSE;
    }

  return TRUE;
}

/* The function of that name, declared before, or a new one. */
static gboolean
find_or_add (LoomPtxParser    *self,
             const char       *name,
             LoomPtxFunction **result)
{
  const LoomPtxName *found = _loom_ptx_names_find (self->names, name);
  LoomPtxFunction *function;

  if (found != NULL && found->kind == LOOM_PTX_NAME_FUNCTION)
    {
      function = g_ptr_array_index (self->module->functions, found->index);
      *result = function;
      return TRUE;
    }

  function = _loom_ptx_function_new ();
  function->name = _loom_ptx_store_intern (self->store, name);
  function->is_declared_only = TRUE;
  g_ptr_array_add (self->module->functions, function);
  *result = function;
  if (!_loom_ptx_names_add (self->names, name, LOOM_PTX_NAME_FUNCTION,
                            self->module->functions->len - 1, 1))
    return _loom_ptx_parser_fail (self, self->token.line, _("“%s” is declared twice"), name);

  return TRUE;
}

static gboolean
parse_body (LoomPtxParser   *self,
            LoomPtxFunction *function)
{
  gboolean ok;

  self->function = function;
  self->location = -1;
  function->is_declared_only = FALSE;
  _loom_ptx_names_forget_function (self->names);
  _loom_ptx_names_open (self->names);
  ok = _loom_ptx_parser_name_parameters (self, function->params, 0) &&
       _loom_ptx_parser_name_parameters (self, function->returns, function->params->len) &&
       _loom_ptx_parser_body (self);
  self->function = NULL;

  return ok;
}

static void
swap_arrays (GPtrArray **a,
             GPtrArray **b)
{
  GPtrArray *kept = *a;

  *a = *b;
  *b = kept;
}

static void
take_signature (LoomPtxFunction *function,
                LoomPtxFunction *read)
{
  swap_arrays (&function->params, &read->params);
  swap_arrays (&function->returns, &read->returns);
  for (guint i = 0; i < 3; i++)
    {
      function->max_threads[i] = read->max_threads[i];
      function->required_threads[i] = read->required_threads[i];
    }
  function->is_entry = read->is_entry;
  function->is_variadic = read->is_variadic;
  function->line = read->line;
}

/* (returns) name (params), any part of which may be missing but the name. */
static gboolean
parse_signature (LoomPtxParser   *self,
                 LoomPtxFunction *function)
{
  if (_loom_ptx_parser_at (self, '(') &&
      !_loom_ptx_parser_parameters (self, function->returns, NULL))
    return FALSE;
  if (self->token.kind != LOOM_PTX_TOKEN_WORD)
    return _loom_ptx_parser_expect (self, _("the name of a function"));
  function->name = _loom_ptx_store_intern (self->store, _loom_ptx_parser_dup_text (self));
  function->line = self->token.line;
  if (!_loom_ptx_parser_next (self))
    return FALSE;
  if (_loom_ptx_parser_at (self, '(') &&
      !_loom_ptx_parser_parameters (self, function->params, &function->is_variadic))
    return FALSE;

  return parse_performance (self, function);
}

static gboolean
parse_rest (LoomPtxParser   *self,
            LoomPtxFunction *read)
{
  LoomPtxFunction *function;

  if (!find_or_add (self, read->name, &function))
    return FALSE;
  if (_loom_ptx_parser_at (self, ';'))
    {
      if (function->is_declared_only)
        take_signature (function, read);
      return _loom_ptx_parser_next (self);
    }
  if (!_loom_ptx_parser_at (self, '{'))
    return _loom_ptx_parser_expect (self, _("“{” or “;”"));
  if (!function->is_declared_only)
    return _loom_ptx_parser_fail (self, read->line, _("“%s” is defined twice"), read->name);
  take_signature (function, read);

  return parse_body (self, function);
}

/* .func (returns) name (params) … { … } or ;  and .entry likewise. */
gboolean
_loom_ptx_parser_function (LoomPtxParser *self,
                           const char    *linkage)
{
  LoomPtxFunction *read = _loom_ptx_function_new ();
  gboolean ok;

  read->is_entry = _loom_ptx_parser_at_dot (self, "entry");
  ok = _loom_ptx_parser_next (self) && parse_signature (self, read) && parse_rest (self, read);
  if (ok)
    _loom_ptx_store_set_linkage (self->store, read->name, linkage);
  _loom_ptx_function_free (read);

  return ok;
}

/* name: .callprototype (returns) _ (params); from the directive on. */
gboolean
_loom_ptx_parser_prototype (LoomPtxParser   *self,
                            LoomPtxFunction *prototype)
{
  return _loom_ptx_parser_next (self) && parse_signature (self, prototype) &&
         _loom_ptx_parser_take_required (self, ';');
}
