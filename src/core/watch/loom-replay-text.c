/* loom-replay-text.c: registers by their names in the source, what they hold in words, and in
 * expressions
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-replay-text.h"

#include <string.h>

#define MAX_COPIES 8            /* from register to register that a name is followed through */

static const struct
{
  const char *type;
  LoomScalar  scalar;
} scalars[] = {
  { "f16", LOOM_SCALAR_F16 }, { "bf16", LOOM_SCALAR_BF16 }, { "f32", LOOM_SCALAR_F32 },
  { "f64", LOOM_SCALAR_F64 }, { "s8", LOOM_SCALAR_I8 },     { "s16", LOOM_SCALAR_I16 },
  { "s32", LOOM_SCALAR_I32 }, { "s64", LOOM_SCALAR_I64 },   { "u8", LOOM_SCALAR_U8 },
  { "u16", LOOM_SCALAR_U16 }, { "u32", LOOM_SCALAR_U32 },   { "u64", LOOM_SCALAR_U64 },
};

/* What a register holds as numbers: one of its own width, or an unsigned one. */
static LoomScalar
get_scalar (const LoomReplayRegister *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (scalars); i++)
    if (strcmp (scalars[i].type, self->type) == 0 &&
        loom_scalar_size (scalars[i].scalar) == self->width)
      return scalars[i].scalar;
  return self->width == 1   ? LOOM_SCALAR_BOOL
         : self->width == 2 ? LOOM_SCALAR_U16
         : self->width == 4 ? LOOM_SCALAR_U32
         : self->width == 8 ? LOOM_SCALAR_U64
                            : LOOM_SCALAR_BYTES;
}

static gboolean
is_bits (const LoomReplayRegister *self)
{
  return *self->type == 'b' && self->type[1] != 'f';
}

/**
 * loom_replay_format_value:
 * @bytes: of one lane
 *
 * Returns: (transfer full): what a register holds, for people
 */
char *
loom_replay_format_value (const LoomReplayRegister *self,
                          const guint8             *bytes)
{
  const LoomScalar scalar = get_scalar (self);
  g_autoptr (GString) text = NULL;

  if (scalar == LOOM_SCALAR_BOOL)
    return g_strdup (*bytes != 0 ? "true" : "false");
  if (scalar != LOOM_SCALAR_BYTES && !is_bits (self))
    return loom_scalar_format (scalar, bytes);
  text = g_string_new ("0x");
  for (guint i = self->width; i-- > 0;)
    g_string_append_printf (text, "%02x", bytes[i]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* %tid.x: what CUDA calls it. */
static char *
dup_special (const char *text)
{
  static const struct { const char *ptx, *cuda; } rows[] = {
    { "%tid.", "threadIdx." }, { "%ntid.", "blockDim." }, { "%ctaid.", "blockIdx." },
    { "%nctaid.", "gridDim." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_str_has_prefix (text, rows[i].ptx))
      return g_strconcat (rows[i].cuda, text + strlen (rows[i].ptx), NULL);
  return NULL;
}

/* [_Z1kPKfi_param_1]: the name of that parameter; one with an offset is part of a struct. */
static char *
dup_parameter (const char *text,
               GPtrArray  *parameters)
{
  const char *number = g_strrstr (text, "_param_");
  char *end;
  guint64 index;

  if (number == NULL)
    return NULL;
  index = g_ascii_strtoull (number + strlen ("_param_"), &end, 10);
  return *end == ']' && index < parameters->len ? g_strdup (parameters->pdata[index]) : NULL;
}

static gint
find_register (const LoomReplay *self,
               const char       *name)
{
  for (guint i = 0; i < self->registers->len; i++)
    if (strcmp (((LoomReplayRegister *) self->registers->pdata[i])->name, name) == 0)
      return (gint) i;
  return -1;
}

/**
 * loom_replay_dup_source_name:
 * @index: a register
 * @parameters: (element-type utf8): names of the kernel's parameters in the source
 *
 * Returns: (transfer full) (nullable): what the source calls it, where the instruction that writes
 *   it first tells: a parameter, or a number of the thread. The compiler keeps no names of
 *   variables.
 */
char *
loom_replay_dup_source_name (const LoomReplay *self,
                             guint             index,
                             GPtrArray        *parameters)
{
  for (guint i = 0; i < MAX_COPIES; i++)
    {
      const LoomReplayRegister *reg = self->registers->pdata[index];
      const LoomTraceInstruction *writer = self->instructions->pdata[reg->instruction];
      const char *operand = strstr (writer->text, ", ");
      const gboolean copies = g_str_has_prefix (writer->text, "mov.") ||
                              g_str_has_prefix (writer->text, "cvta.");
      gint next;

      if (operand == NULL)
        return NULL;
      operand += strlen (", ");
      if (g_str_has_prefix (writer->text, "ld.param."))
        return dup_parameter (operand, parameters);
      if (!copies || *operand != '%')
        return NULL;
      next = find_register (self, operand);
      if (next < 0)
        return dup_special (operand);
      index = (guint) next;
    }
  return NULL;
}

static void
add_name (LoomScope       *scope,
          const char      *name,
          LoomValue       *value)
{
  g_autofree char *plain = g_strdup (name);

  g_strdelimit (plain, "%.: ", '_');
  loom_scope_add (scope, *name == '%' ? plain + 1 : plain, value);
}

/**
 * loom_replay_state_new_scope:
 * @parameters: (element-type utf8): names of the kernel's parameters in the source
 *
 * Makes what expressions over the lanes of the warp can name: each register as an array of a number
 * for each lane, %r1 as `r1`, and by its name in the source, `threadIdx.x` as `threadIdx_x`. What
 * was not written is 0.
 *
 * Returns: (transfer full): the names
 */
LoomScope *
loom_replay_state_new_scope (const LoomReplayState *self,
                             GPtrArray             *parameters)
{
  LoomScope *scope = loom_scope_new ();
  const gint64 lanes = self->n_lanes;

  for (guint i = 0; i < self->replay->registers->len; i++)
    {
      const LoomReplayRegister *reg = self->replay->registers->pdata[i];
      const LoomType type = loom_type_of (get_scalar (reg), 1);
      g_autofree char *source = NULL;
      g_autoptr (GBytes) bytes = NULL;
      g_autoptr (LoomValue) value = NULL;

      if (type.scalar == LOOM_SCALAR_BYTES || g_array_index (self->known, guint32, i) == 0)
        continue;
      bytes = g_bytes_new (self->values->data + g_array_index (self->offsets, guint32, i),
                           self->n_lanes * reg->width);
      value = loom_value_new (&type, 1, &lanes, bytes);
      add_name (scope, reg->name, value);
      source = loom_replay_dup_source_name (self->replay, i, parameters);
      if (source != NULL)
        add_name (scope, source, value);
    }
  return scope;
}
