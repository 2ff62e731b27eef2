/* loom-ptx-parser-insn.c: instructions: the words after the mnemonic, the operands, and calls
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
static gboolean
parse_call (LoomPtxParser      *self,
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

#define MAX_MNEMONIC_WORDS 6

/* A mnemonic with all that follows it by dots, taken apart once: a module has few of them and
 * writes them often. */
typedef struct
{
  LoomPtxOpcode    opcode;
  const char      *mnemonic;
  LoomPtxModifiers modifiers;
} Chain;

/* Is the word part of the mnemonic in name only? bar.cta.sync is bar.sync. */
static gboolean
is_silent (char **words,
           guint  index)
{
  return index == 1 && g_str_equal (words[1], "cta") &&
         (g_str_equal (words[0], "bar") || g_str_equal (words[0], "barrier"));
}

/* The opcode of the longest beginning of @words that has one, and how many words that is. */
static LoomPtxOpcode
find_opcode (char  **words,
             guint  *n_taken)
{
  g_autoptr (GString) name = g_string_new (words[0]);
  LoomPtxOpcode best = loom_ptx_opcode_lookup (words[0]);

  *n_taken = 1;
  for (guint i = 1; i < MAX_MNEMONIC_WORDS && words[i] != NULL; i++)
    {
      LoomPtxOpcode found;

      if (is_silent (words, i))
        continue;
      g_string_append_printf (name, ".%s",
                              g_str_equal (words[i], "shared::cta") ? "shared" : words[i]);
      found = loom_ptx_opcode_lookup (name->str);
      if (found == LOOM_PTX_OP_UNKNOWN)
        continue;
      best = found;
      *n_taken = i + 1;
    }

  return best;
}

static gboolean
apply_modifier (LoomPtxModifiers           *self,
                const LoomPtxModifierFacts *facts)
{
  gpointer member = G_STRUCT_MEMBER_P (self, facts->offset);
  guint64 bit = G_GUINT64_CONSTANT (1) << facts->group;
  gboolean again = (self->groups & bit) != 0;

  self->groups |= bit;
  if (facts->group == LOOM_PTX_GROUP_LAYOUT)
    {
      if (self->layouts[1] != 0)
        return FALSE;
      self->layouts[self->layouts[0] != 0] = facts->value;
      return TRUE;
    }
  if (again)
    return FALSE;

  if (facts->offset == G_STRUCT_OFFSET (LoomPtxModifiers, flags))
    self->flags |= facts->value;
  else
    *(guint8 *) member = facts->value;

  return TRUE;
}

static gboolean
apply_type (LoomPtxModifiers *self,
            const char       *word)
{
  LoomPtxType type = loom_ptx_type_from_name (word);

  if (type == LOOM_PTX_TYPE_NONE || self->n_types == G_N_ELEMENTS (self->types))
    return FALSE;
  self->types[self->n_types++] = type;

  return TRUE;
}

static void
read_words (LoomPtxParser    *self,
            LoomPtxModifiers *modifiers,
            char            **words,
            guint64           groups)
{
  g_autofree char *joined = g_strjoinv (".", words);
  g_autofree char *suffix = *joined != '\0' ? g_strconcat (".", joined, NULL) : g_strdup ("");

  modifiers->suffix = _loom_ptx_store_intern (self->store, suffix);
  modifiers->vector = 1;
  for (guint i = 0; words[i] != NULL; i++)
    {
      const LoomPtxModifierFacts *facts = loom_ptx_modifier_lookup (
          words[i],
          groups & ~(modifiers->groups & ~(G_GUINT64_CONSTANT (1) << LOOM_PTX_GROUP_LAYOUT)));
      gboolean known =
          facts != NULL ? apply_modifier (modifiers, facts) : apply_type (modifiers, words[i]);

      if (!known && modifiers->stray == NULL)
        modifiers->stray = _loom_ptx_store_intern (self->store, words[i]);
    }
}

static const Chain *
make_chain (LoomPtxParser *self,
            const char    *text)
{
  g_auto (GStrv) words = g_strsplit (text, ".", -1);
  g_autofree char *mnemonic = NULL;
  Chain *chain = _loom_ptx_store_allocate (self->store, sizeof *chain);
  guint n_taken;
  char *kept;

  chain->opcode = find_opcode (words, &n_taken);
  kept = words[n_taken];
  words[n_taken] = NULL;
  mnemonic = g_strjoinv (".", words);
  words[n_taken] = kept;
  chain->mnemonic = _loom_ptx_store_intern (self->store, mnemonic);
  read_words (self, &chain->modifiers, words + n_taken, loom_ptx_opcode_get_groups (chain->opcode));
  g_hash_table_insert (self->chains, (gpointer) _loom_ptx_store_intern (self->store, text), chain);

  return chain;
}

static const Chain *
parse_chain (LoomPtxParser      *self,
             const LoomPtxToken *head)
{
  const Chain *chain;

  g_string_truncate (self->scratch, 0);
  g_string_append_len (self->scratch, head->text, head->length);
  while (self->token.kind == LOOM_PTX_TOKEN_DOT)
    {
      g_string_append_c (self->scratch, '.');
      g_string_append_len (self->scratch, self->token.text, self->token.length);
      if (!_loom_ptx_parser_next (self))
        return NULL;
    }

  chain = g_hash_table_lookup (self->chains, self->scratch->str);

  return chain != NULL ? chain : make_chain (self, self->scratch->str);
}

/* Operands of an instruction that nobody here knows: kept as they stand, one blank where there were
 * any. */
static gboolean
parse_text (LoomPtxParser      *self,
            LoomPtxInstruction *instruction)
{
  g_autoptr (GString) text = g_string_new (NULL);

  while (!_loom_ptx_parser_at (self, ';'))
    {
      gboolean is_dot = self->token.kind == LOOM_PTX_TOKEN_DOT;

      if (self->token.kind == LOOM_PTX_TOKEN_END || self->token.kind == LOOM_PTX_TOKEN_STRING)
        return _loom_ptx_parser_expect (self, "“;”");
      if (!self->token.glued && text->len > 0)
        g_string_append_c (text, ' ');
      if (is_dot)
        g_string_append_c (text, '.');
      g_string_append_len (text, self->token.text, self->token.length);
      if (!_loom_ptx_parser_next (self))
        return FALSE;
    }
  instruction->text = _loom_ptx_store_intern (self->store, text->str);

  return _loom_ptx_parser_next (self);
}

/* Surfaces are read into {a} and written from it, which is a. */
static void
unwrap (const LoomPtxInstruction *instruction,
        LoomPtxOperand           *operand)
{
  if ((instruction->opcode == LOOM_PTX_OP_SULD_B || instruction->opcode == LOOM_PTX_OP_SUST_B) &&
      operand->kind == LOOM_PTX_OPERAND_VECTOR && operand->n_elements == 1)
    {
      const LoomPtxOperand element = operand->elements[0];

      *operand = element;
    }
}

static gboolean
parse_operands (LoomPtxParser      *self,
                LoomPtxInstruction *instruction)
{
  LoomPtxOperand operands[LOOM_PTX_MAX_OPERANDS] = { 0, };
  guint n = 0;

  if (_loom_ptx_parser_take (self, ';'))
    return TRUE;
  do
    {
      if (n == LOOM_PTX_MAX_OPERANDS)
        return _loom_ptx_parser_fail (self, self->token.line, _("more than %d operands"),
                                      LOOM_PTX_MAX_OPERANDS);
      if (!_loom_ptx_parser_operand (self, &operands[n++]))
        return FALSE;
    }
  while (_loom_ptx_parser_take (self, ','));

  for (guint i = 0; i < n; i++)
    unwrap (instruction, &operands[i]);
  instruction->n_operands = n;
  instruction->operands = _loom_ptx_store_copy (self->store, operands, n * sizeof *operands);
  for (guint i = 0; i < n; i++)
    if (operands[i].kind == LOOM_PTX_OPERAND_UNDEFINED)
      _loom_ptx_names_await_label (self->names, &instruction->operands[i]);

  return _loom_ptx_parser_take_required (self, ';');
}

/* The word @head was read, and perhaps a guard before it: all up to the `;`. */
gboolean
_loom_ptx_parser_instruction (LoomPtxParser      *self,
                              const LoomPtxToken *head,
                              LoomPtxInstruction *instruction)
{
  const Chain *chain = parse_chain (self, head);
  const LoomPtxOpcodeFacts *facts;

  if (chain == NULL)
    return FALSE;

  instruction->opcode = chain->opcode;
  instruction->mnemonic = chain->mnemonic;
  instruction->modifiers = chain->modifiers;
  facts = loom_ptx_opcode_get_facts (chain->opcode);
  if (chain->opcode == LOOM_PTX_OP_UNKNOWN || facts->refusal != NULL)
    return parse_text (self, instruction);
  if (chain->opcode == LOOM_PTX_OP_CALL)
    return parse_call (self, instruction);

  return parse_operands (self, instruction);
}

/* Adds an instruction that the text does not have, under the guard and at the place of another. */
void
_loom_ptx_parser_synthesise (LoomPtxParser            *self,
                             const char               *text,
                             const LoomPtxInstruction *like,
                             const LoomPtxOperand     *first,
                             const LoomPtxOperand     *second)
{
  const LoomPtxOperand operands[2] = { *first, *second };
  LoomPtxInstruction instruction = {
    .guard = like->guard,
    .guard_negated = like->guard_negated,
    .line = like->line,
    .location = like->location,
    .n_operands = 2,
  };
  const Chain *chain = g_hash_table_lookup (self->chains, text);

  if (chain == NULL)
    chain = make_chain (self, text);
  instruction.opcode = chain->opcode;
  instruction.mnemonic = chain->mnemonic;
  instruction.modifiers = chain->modifiers;
  instruction.operands = _loom_ptx_store_copy (self->store, operands, sizeof operands);
  g_array_append_val (self->function->instructions, instruction);
}
