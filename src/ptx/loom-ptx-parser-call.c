/* loom-ptx-parser-call.c: call instructions
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ptx-parser-private.h"

#include "loom-ptx-limits-private.h"

#include <glib/gi18n-lib.h>

/* ( a, b, … ) */
static gboolean
parse_list (LoomPtxParser   *self,
            LoomPtxOperand **operands,
            guint           *n_operands)
{
  g_autoptr (GArray) list = g_array_new (FALSE, TRUE, sizeof (LoomPtxOperand));

  if (!_loom_ptx_parser_take_required (self, '('))
    return FALSE;
  while (!_loom_ptx_parser_at (self, ')'))
    {
      LoomPtxOperand operand;

      if (list->len == LOOM_PTX_MAX_ARGUMENTS)
        return _loom_ptx_parser_fail (self, self->token.line, _("more than %d arguments"),
                                      LOOM_PTX_MAX_ARGUMENTS);
      if (!_loom_ptx_parser_operand (self, &operand))
        return FALSE;
      g_array_append_val (list, operand);
      if (!_loom_ptx_parser_take (self, ',') && !_loom_ptx_parser_at (self, ')'))
        return _loom_ptx_parser_expect (self, _("“,” or “)”"));
    }

  *n_operands = list->len;
  *operands = _loom_ptx_store_copy (self->store, list->data, list->len * sizeof (LoomPtxOperand));

  return _loom_ptx_parser_next (self);
}

static gboolean
parse_prototype_name (LoomPtxParser *self,
                      LoomPtxCall   *call)
{
  const LoomPtxName *name = NULL;

  if (self->token.kind == LOOM_PTX_TOKEN_WORD)
    name = _loom_ptx_names_find (self->names, _loom_ptx_parser_dup_text (self));
  if (name == NULL || name->kind != LOOM_PTX_NAME_PROTOTYPE)
    return _loom_ptx_parser_expect (self, _("the name of a prototype"));
  call->prototype = name->index;

  return _loom_ptx_parser_next (self);
}

/* call (returns), target, (arguments), prototype; the mnemonic was read. */
gboolean
_loom_ptx_parser_call (LoomPtxParser      *self,
                       LoomPtxInstruction *instruction)
{
  LoomPtxCall *call = _loom_ptx_store_allocate (self->store, sizeof *call);

  instruction->call = call;
  call->prototype = -1;
  if (_loom_ptx_parser_at (self, '(') && (!parse_list (self, &call->returns, &call->n_returns) ||
                                          !_loom_ptx_parser_take_required (self, ',')))
    return FALSE;
  if (!_loom_ptx_parser_operand (self, &call->target))
    return FALSE;

  if (_loom_ptx_parser_take (self, ','))
    {
      if (_loom_ptx_parser_at (self, '('))
        {
          if (!parse_list (self, &call->arguments, &call->n_arguments))
            return FALSE;
          if (_loom_ptx_parser_take (self, ',') && !parse_prototype_name (self, call))
            return FALSE;
        }
      else if (!parse_prototype_name (self, call))
        return FALSE;
    }

  return _loom_ptx_parser_take_required (self, ';');
}
