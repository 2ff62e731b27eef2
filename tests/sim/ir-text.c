/* ir-text.c: a function's ops as text and back
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "ir-text.h"

#include <stdio.h>
#include <string.h>

/* A line for the program, one for each op of the prologue, `--`, one for each other op:
 *
 *   12: %7:4 = add.u32 %5:4 %6:4 pure
 *   13: @bra.if %10:1 #-1 branch=3
 *   14: @st.4.4 %9:8 #16 guarded | space=2 size=4 reads %7:4
 *
 * An op's line has the ordinal, results, name, sources (`_`: none), the immediate, where it goes,
 * flags, `|` and what its detail says (`same=1`: it is that of the op before), and its parts. A
 * value is its number and width, then `?` if it is the undefined bits of another, `$` with one more
 * than the index of the shared variable whose address it is, and `@` with its slot once it has one.
 * Numbers that are 0 are left out. */

typedef struct
{
  const char *name;
  guint16     offset;
  guint8      size;
} Field;

#define FIELD(type, name) { #name, G_STRUCT_OFFSET (type, name), sizeof ((type *) NULL)->name }
#define DETAIL(name) FIELD (LoomSimDetail, name)
#define PROGRAM(name) FIELD (LoomSimProgram, name)

static const Field detail_fields[] = {
  DETAIL (space), DETAIL (size), DETAIL (element), DETAIL (n_elements), DETAIL (kind),
  DETAIL (extend), DETAIL (aligned), DETAIL (invert), DETAIL (counted), DETAIL (reduction),
  DETAIL (register_width), DETAIL (width), DETAIL (is_affine), DETAIL (survey), DETAIL (guard),
  DETAIL (relation),
  DETAIL (is_signed), DETAIL (holds), DETAIL (fails), DETAIL (provenance),
  DETAIL (stored_back), DETAIL (adds_floats), DETAIL (shared),
  DETAIL (from), DETAIL (end), DETAIL (n_arguments), DETAIL (n_returns), DETAIL (n_steps),
  DETAIL (callee), DETAIL (n_targets), DETAIL (is_observed), DETAIL (passes), DETAIL (carries),
  DETAIL (widths),
  { NULL, 0, 0 },
};

static const Field program_fields[] = {
  PROGRAM (n_surveys), PROGRAM (frame_size), PROGRAM (order_matters), PROGRAM (adds_floats),
  PROGRAM (needs_own_block), PROGRAM (makes_calls),
  { NULL, 0, 0 },
};

static void
print_fields (GString       *text,
              const Field   *fields,
              gconstpointer  data)
{
  for (; fields->name != NULL; fields++)
    {
      guint64 number = 0;

      memcpy (&number, (const guint8 *) data + fields->offset, fields->size);
      if (number != 0)
        g_string_append_printf (text, number > 0xffff ? " %s=0x%" G_GINT64_MODIFIER "x"
                                                      : " %s=%" G_GUINT64_FORMAT,
                                fields->name, number);
    }
}

static void
print_value (const LoomSimIr *self,
             gint32           value,
             GString         *text)
{
  const LoomSimIrValue *known;

  if (value < 0)
    {
      g_string_append (text, "_");
      return;
    }
  known = loom_sim_ir_get_value (self, value);
  g_string_append_printf (text, "%%%d:%u%s", value, known->width, known->is_undefined ? "?" : "");
  if (known->shared != 0)
    g_string_append_printf (text, "$%u", known->shared);
  if (known->slot != 0)
    g_string_append_printf (text, "@%u", known->slot);
}

static void
print_values (const LoomSimIr *self,
              const gint32    *values,
              guint            n,
              GString         *text)
{
  while (n > 0 && values[n - 1] < 0)
    n--;
  for (guint i = 0; i < n; i++)
    {
      g_string_append_c (text, ' ');
      print_value (self, values[i], text);
    }
}

/* In the order of LoomSimFlow. */
static const char *const flows[] = { NULL, "branch", "jump", "table", "end", "label" };

static void
print_flow (const LoomSimIrOp *op,
            GString           *text)
{
  if (op->flow == LOOM_SIM_FLOW_NEXT)
    return;
  g_string_append_printf (text, " %s", flows[op->flow]);
  if (op->label >= 0)
    g_string_append_printf (text, "=%d", op->label);
  for (guint i = 0; op->labels != NULL && i < op->labels->len; i++)
    g_string_append_printf (text, "%c%d", i > 0 ? ',' : '=',
                            g_array_index (op->labels, gint32, i));
}

/* How many ops before this one have the same detail; 0: it is the first, or there is none. */
static guint
find_shared_detail (const GArray *ops,
                    guint         i)
{
  const LoomSimDetail *detail = g_array_index (ops, LoomSimIrOp, i).detail;

  for (guint before = i; detail != NULL && before-- > 0; )
    if (g_array_index (ops, LoomSimIrOp, before).detail == detail)
      return i - before;
  return 0;
}

static void
print_detail (const GArray *ops,
              guint         i,
              GString      *text)
{
  const LoomSimDetail *detail = g_array_index (ops, LoomSimIrOp, i).detail;
  const guint shared = find_shared_detail (ops, i);

  if (shared > 0)
    g_string_append_printf (text, " | same=%u", shared);
  else if (detail != NULL)
    {
      g_string_append (text, " |");
      print_fields (text, detail_fields, detail);
    }
}

static void
print_op (const LoomSimIr *self,
          const GArray    *ops,
          guint            i,
          GString         *text)
{
  const LoomSimIrOp *op = &g_array_index (ops, LoomSimIrOp, i);

  g_string_append_printf (text, "%u:", op->ordinal);
  print_values (self, op->results, 2, text);
  g_string_append_printf (text, "%s %s", op->d >= 0 || op->e >= 0 ? " =" : "",
                          op->form->name);
  print_values (self, op->sources, 4, text);
  if (op->immediate.word != 0)
    g_string_append_printf (text, " #%" G_GINT64_FORMAT, op->immediate.word);
  print_flow (op, text);
  g_string_append_printf (text, "%s%s%s", op->guarded ? " guarded" : "", op->pure ? " pure" : "",
                          op->early ? " early" : "");
  print_detail (ops, i, text);
  if (op->n_parts > 0)
    {
      g_string_append (text, op->parts_written ? " writes" : " reads");
      print_values (self, op->parts, op->n_parts, text);
    }
  g_string_append_c (text, '\n');
}

char *
ir_text_print (const LoomSimIr *self)
{
  GString *text = g_string_new ("program");

  print_fields (text, program_fields, self->program);
  g_string_append_c (text, '\n');
  for (guint i = 0; i < self->heads->len; i++)
    print_op (self, self->heads, i, text);
  g_string_append (text, "--\n");
  for (guint i = 0; i < self->ops->len; i++)
    print_op (self, self->ops, i, text);
  return g_string_free (text, FALSE);
}

/* `name` or `name=number`: a field. */
static gboolean
parse_field (const char  *word,
             const Field *fields,
             gpointer     data)
{
  const char *number = strchr (word, '=');
  const gsize n = number != NULL ? (gsize) (number - word) : strlen (word);

  for (; fields->name != NULL; fields++)
    if (strlen (fields->name) == n && strncmp (fields->name, word, n) == 0 && number != NULL)
      {
        const guint64 bits = g_ascii_strtoull (number + 1, NULL, 0);

        memcpy ((guint8 *) data + fields->offset, &bits, fields->size);
        return TRUE;
      }
  return FALSE;
}

/* A value, which is made if it is not known yet; `_`: none. */
static gint32
parse_value (LoomSimIr  *self,
             const char *word)
{
  LoomSimIrValue *value;
  char *end;
  guint64 number;

  if (*word != '%')
    return LOOM_SIM_NO_VALUE;
  number = g_ascii_strtoull (word + 1, &end, 10);
  while (self->values->len <= number)
    loom_sim_ir_add_value (self, 4);
  value = loom_sim_ir_get_value (self, (gint32) number);
  value->width = *end == ':' ? (guint8) g_ascii_strtoull (end + 1, &end, 10) : value->width;
  value->is_undefined = *end == '?';
  if (*end == '?')
    end++;
  value->shared = *end == '$' ? (guint16) g_ascii_strtoull (end + 1, &end, 10) : 0;
  value->slot = *end == '@' ? (guint32) g_ascii_strtoull (end + 1, &end, 10) : 0;
  return (gint32) number;
}

static gboolean
parse_flow (LoomSimIr   *self,
            LoomSimIrOp *op,
            const char  *word)
{
  for (guint flow = 1; flow < G_N_ELEMENTS (flows); flow++)
    {
      const gsize n = strlen (flows[flow]);
      g_auto (GStrv) labels = NULL;

      if (strncmp (word, flows[flow], n) != 0 || (word[n] != '\0' && word[n] != '='))
        continue;
      op->flow = (guint8) flow;
      labels = g_strsplit (word[n] == '=' ? word + n + 1 : "", ",", -1);
      if (flow == LOOM_SIM_FLOW_TABLE)
        op->labels = g_array_new (FALSE, FALSE, sizeof (gint32));
      for (guint i = 0; labels[i] != NULL; i++)
        {
          const gint32 label = (gint32) g_ascii_strtoll (labels[i], NULL, 10);

          self->n_labels = MAX (self->n_labels, label + 1);
          if (flow == LOOM_SIM_FLOW_TABLE)
            g_array_append_val (op->labels, label);
          else
            op->label = label;
        }
      return TRUE;
    }
  return FALSE;
}

static gboolean
parse_detail (const GArray *ops,
              LoomSimIrOp  *op,
              const char   *word)
{
  guint same = 0;

  if (sscanf (word, "same=%u", &same) == 0)
    return parse_field (word, detail_fields, op->detail);
  if (same == 0 || same > ops->len)
    return FALSE;
  op->detail = g_array_index (ops, LoomSimIrOp, ops->len - same).detail;
  return op->detail != NULL;
}

static gboolean
parse_word (LoomSimIr    *self,
            const GArray *ops,
            LoomSimIrOp  *op,
            const char   *word)
{
  if (op->detail != NULL)
    return parse_detail (ops, op, word);
  if (*word == '#')
    op->immediate.word = g_ascii_strtoll (word + 1, NULL, 10);
  else if (g_str_equal (word, "guarded"))
    op->guarded = TRUE;
  else if (g_str_equal (word, "pure"))
    op->pure = TRUE;
  else if (g_str_equal (word, "early"))
    op->early = TRUE;
  else if (g_str_equal (word, "|"))
    loom_sim_ir_add_detail (self, op);
  else
    return parse_flow (self, op, word);
  return TRUE;
}

/* Returns: whether a line is an op, which is the caller's to append then. */
static gboolean
parse_op (LoomSimIr    *self,
          const GArray *ops,
          const char   *line,
          LoomSimIrOp  *op)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  const guint n = g_strv_length (words);
  guint i = 1, place = 0;

  *op = (LoomSimIrOp) { LOOM_SIM_IR_NO_OPERANDS, .label = -1 };
  op->ordinal = (guint32) g_ascii_strtoull (words[0], NULL, 10);
  for (; i < n && (*words[i] == '%' || *words[i] == '_') && place < 2; i++)
    op->results[place++] = parse_value (self, words[i]);
  i += place > 0;               /* `=` */
  op->form = i < n ? loom_sim_isa_find (self->isa, words[i++]) : NULL;
  for (place = 0; i < n && (*words[i] == '%' || *words[i] == '_') && place < 4; i++)
    op->sources[place++] = parse_value (self, words[i]);
  for (; i < n && !g_str_equal (words[i], "writes") && !g_str_equal (words[i], "reads"); i++)
    if (!parse_word (self, ops, op, words[i]))
      return FALSE;
  op->parts_written = i < n && g_str_equal (words[i], "writes");
  for (i++; i < n && op->n_parts < G_N_ELEMENTS (op->parts); i++)
    op->parts[op->n_parts++] = parse_value (self, words[i]);
  return op->form != NULL;
}

static void
count_definition (LoomSimIr   *self,
                  LoomSimIrOp *op,
                  gint32       value,
                  gpointer     is_head)
{
  loom_sim_ir_get_value (self, value)->definitions++;
  loom_sim_ir_get_value (self, value)->is_constant = is_head != NULL;
}

/* A number of the prologue is found again by who asks for the same. */
static void
note_constant (LoomSimIr         *self,
               const LoomSimIrOp *op)
{
  const LoomSimIrValue *value = loom_sim_ir_get_value (self, op->d);
  LoomSimIrConstant constant = {
    .width = value->width,
    .kind = g_str_equal (op->form->name, "@local.address"),
    .shared = value->shared,
    .bits = (guint64) op->immediate.word,
  };

  if (constant.kind != 0 || g_str_has_prefix (op->form->name, "@const."))
    g_hash_table_insert (self->constants, g_memdup2 (&constant, sizeof constant),
                         GINT_TO_POINTER (op->d));
}

guint
ir_text_parse (LoomSimIr  *self,
               const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_auto (GStrv) facts = g_strsplit (lines[0] != NULL ? lines[0] : "", " ", -1);
  GArray *to = self->heads;

  for (guint i = 1; facts[0] != NULL && facts[i] != NULL; i++)
    if (!parse_field (facts[i], program_fields, self->program))
      return 1;
  for (guint i = 1; lines[0] != NULL && lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      LoomSimIrOp op;

      if (g_str_equal (lines[i], "--"))
        {
          to = self->ops;
          continue;
        }
      if (!parse_op (self, to, lines[i], &op))
        return i + 1;
      loom_sim_ir_foreach_destination (self, &op, count_definition,
                                       GINT_TO_POINTER (to == self->heads));
      if (to == self->heads && op.d >= 0)
        note_constant (self, &op);
      g_array_append_val (to, op);
    }
  return 0;
}
