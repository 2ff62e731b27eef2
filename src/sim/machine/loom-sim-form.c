/* loom-sim-form.c: what an op's spelling says
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-form-private.h"

#include <string.h>

#define OPCODE(name, spelling, flags) { spelling, LOOM_SIM_OPCODE_##flags },
static const struct
{
  const char         *spelling;
  LoomSimOpcodeFlags  flags;
} opcodes[LOOM_SIM_N_OPCODES] = {
#include "loom-sim-opcodes.def"
};
#undef OPCODE

/* In the order of LoomSimRelation. */
static const char *const relations[] = { "lt", "le", "gt", "ge", "eq", "ne" };

/* How much of a name is an opcode's spelling; 0: it is another's. A register's may be any. */
static gsize
match_opcode (LoomSimOpcode  opcode,
              const char    *name)
{
  const gsize n = strlen (opcodes[opcode].spelling);

  if (strncmp (name, opcodes[opcode].spelling, n) != 0)
    return 0;
  return name[n] == '\0' || name[n] == '.' || opcode == LOOM_SIM_OPCODE_SPECIAL ? n : 0;
}

/* Returns: what stands behind the opcode; NULL: there is none. */
static const char *
find_opcode (LoomSimForm *self)
{
  gsize longest = 0;

  for (guint i = 0; i < LOOM_SIM_N_OPCODES; i++)
    {
      const gsize n = match_opcode (i, self->name);

      if (n <= longest)
        continue;
      longest = n;
      self->opcode = i;
      self->flags = opcodes[i].flags;
    }
  return longest > 0 ? self->name + longest : NULL;
}

static void
add_word (LoomSimForm *self,
          const char  *word)
{
  const LoomPtxType type = loom_ptx_type_from_name (word);

  if (type != LOOM_PTX_TYPE_NONE)
    {
      self->to = self->type;
      self->type = type;
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (relations); i++)
    if (g_str_equal (word, relations[i]))
      {
        self->relation = (gint) i;
        return;
      }
  if (g_ascii_isdigit (*word))
    self->widths[self->widths[0] != 0] = (guint8) g_ascii_strtoull (word, NULL, 10);
  else
    self->is_modified = TRUE;
}

LoomSimForm *
loom_sim_form_new (const LoomSimRow *row)
{
  LoomSimForm *self = g_new0 (LoomSimForm, 1);
  g_auto (GStrv) words = NULL;
  const char *rest;

  self->name = row->name;
  self->signature = row->signature;
  self->all = row->all;
  self->some = row->some;
  self->relation = -1;
  self->is_pure = strstr (row->signature, ",p") != NULL;
  rest = find_opcode (self);
  g_assert (rest != NULL);
  words = g_strsplit (*rest == '.' ? rest + 1 : rest, ".", -1);
  for (guint i = 0; words[i] != NULL; i++)
    add_word (self, words[i]);
  return self;
}
