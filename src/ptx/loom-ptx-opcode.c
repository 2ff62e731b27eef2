/* loom-ptx-opcode.c: look-ups in the tables of instructions, modifiers and special registers
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ptx-opcode.h"

#include "loom-ptx-module.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  LoomPtxOpcode opcode;
  const char   *types, *operands, *modifiers;
} FormRow;

static const LoomPtxOpcodeFacts opcodes[LOOM_PTX_N_OPCODES] = {
#define LOOM_PTX_OPCODE(ID, mnemonic, CLASS, semantics) \
  [LOOM_PTX_OP_##ID] = { mnemonic, LOOM_PTX_CLASS_##CLASS, semantics, NULL },
#define LOOM_PTX_REFUSED(ID, mnemonic, CLASS, reason) \
  [LOOM_PTX_OP_##ID] = { mnemonic, LOOM_PTX_CLASS_##CLASS, NULL, reason },
#include "loom-ptx-opcodes.def"
};

static const FormRow form_rows[] = {
#define LOOM_PTX_FORM(ID, types, operands, modifiers)                                              \
  { LOOM_PTX_OP_##ID, types, operands, modifiers },
#include "loom-ptx-opcodes.def"
};

static const LoomPtxModifierFacts modifiers[] = {
#define LOOM_PTX_MODIFIER(word, GROUP, field, VALUE) \
  { word, LOOM_PTX_GROUP_##GROUP, G_STRUCT_OFFSET (LoomPtxModifiers, field), VALUE },
#include "loom-ptx-modifiers.def"
};

static const char *const groups[] = {
#define LOOM_PTX_GROUP(ID, name) name,
#include "loom-ptx-modifiers.def"
};

static const LoomPtxSpecialFacts specials[] = {
#define LOOM_PTX_SPECIAL(ID, name, TYPE) { name, LOOM_PTX_TYPE_##TYPE },
#include "loom-ptx-specials.def"
};

/* The rows of the tables in the shape that parser and verifier ask for; built once, read by all
 * threads. */
static struct
{
  LoomPtxForm  forms[G_N_ELEMENTS (form_rows)];
  guint        first[LOOM_PTX_N_OPCODES], count[LOOM_PTX_N_OPCODES];
  guint64      groups[LOOM_PTX_N_OPCODES];
  GHashTable  *by_mnemonic;     /* to LoomPtxOpcode */
  GHashTable  *by_word;         /* to the first of modifiers[] plus 1; next has equal words */
  guint16      next[G_N_ELEMENTS (modifiers)];
  GHashTable  *by_special;      /* to LoomPtxSpecial plus 1 */
} tables;

static guint32
parse_type_set (const char *words)
{
  g_auto (GStrv) names = g_strsplit (words, " ", -1);
  guint32 set = 0;

  for (guint i = 0; names[i] != NULL; i++)
    {
      if (g_str_equal (names[i], "int"))
        {
          set |= 1u << LOOM_PTX_TYPE_U16 | 1u << LOOM_PTX_TYPE_U32 | 1u << LOOM_PTX_TYPE_U64;
          set |= 1u << LOOM_PTX_TYPE_S16 | 1u << LOOM_PTX_TYPE_S32 | 1u << LOOM_PTX_TYPE_S64;
          continue;
        }
      g_assert (loom_ptx_type_from_name (names[i]) != LOOM_PTX_TYPE_NONE);
      set |= 1u << loom_ptx_type_from_name (names[i]);
    }

  return set;
}

static void
parse_types (LoomPtxForm *form,
             const char  *text)
{
  g_auto (GStrv) sets = NULL;

  if (*text == '\0')
    return;

  sets = g_strsplit (text, "/", -1);
  g_assert (g_strv_length (sets) <= G_N_ELEMENTS (form->types));
  for (form->n_types = 0; sets[form->n_types] != NULL; form->n_types++)
    form->types[form->n_types] = parse_type_set (sets[form->n_types]);
}

static void
parse_pattern (LoomPtxPattern *pattern,
               const char     *text)
{
  static const char kinds[] = "dDPSsRopnvwbfmLTxg";
  g_autofree char *type = NULL;

  g_assert (strchr (kinds, text[0]) != NULL);
  pattern->kind = strchr (kinds, text[0]) - kinds;
  pattern->type_index = -1;
  if (text[1] != ':')
    return;

  type = g_strdup (text + 2);
  if (g_str_has_suffix (type, "?"))
    {
      pattern->optional = TRUE;
      type[strlen (type) - 1] = '\0';
    }
  if (g_ascii_isdigit (type[0]))
    pattern->type_index = type[0] - '0';
  else if (g_str_equal (type, "W"))
    pattern->type_index = LOOM_PTX_WIDE;
  else if (!g_str_equal (type, "A"))
    {
      pattern->type = loom_ptx_type_from_name (type);
      g_assert (pattern->type != LOOM_PTX_TYPE_NONE);
    }
}

static LoomPtxGroup
find_group (const char *name)
{
  for (guint i = 0; i < LOOM_PTX_N_GROUPS; i++)
    if (g_str_equal (groups[i], name))
      return i;

  g_assert_not_reached ();
}

static guint
find_value (LoomPtxGroup  group,
            const char   *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (modifiers); i++)
    if (modifiers[i].group == group && g_str_equal (modifiers[i].word, word))
      return modifiers[i].value;

  g_assert_not_reached ();
}

static void
parse_group (LoomPtxForm *form,
             const char  *text)
{
  const gboolean required = *text == '!';
  g_auto (GStrv) parts = g_strsplit_set (text + required, ":,", -1);
  const LoomPtxGroup group = find_group (parts[0]);
  const guint64 bit = G_GUINT64_CONSTANT (1) << group;

  form->allowed |= bit;
  if (required)
    form->required |= bit;
  if (parts[1] == NULL)
    return;

  g_assert (form->limit == 0);
  form->limited = group;
  for (guint i = 1; parts[i] != NULL; i++)
    form->limit |= 1u << find_value (group, parts[i]);
}

static void
parse_form (LoomPtxForm   *form,
            const FormRow *row)
{
  g_auto (GStrv) operands = g_strsplit (row->operands, " ", -1);
  g_auto (GStrv) words = g_strsplit (row->modifiers, " ", -1);

  form->opcode = row->opcode;
  parse_types (form, row->types);

  g_assert (g_strv_length (operands) <= LOOM_PTX_MAX_PATTERN);
  for (guint i = 0; operands[i] != NULL; i++)
    parse_pattern (&form->operands[form->n_operands++], operands[i]);

  for (guint i = 0; words[i] != NULL; i++)
    parse_group (form, words[i]);
}

static void
ensure_tables (void)
{
  static gsize done = 0;

  if (!g_once_init_enter (&done))
    return;

  for (guint i = 0; i < G_N_ELEMENTS (form_rows); i++)
    {
      LoomPtxOpcode opcode = form_rows[i].opcode;

      parse_form (&tables.forms[i], &form_rows[i]);
      if (tables.count[opcode]++ == 0)
        tables.first[opcode] = i;
      g_assert (tables.first[opcode] + tables.count[opcode] == i + 1);
      tables.groups[opcode] |= tables.forms[i].allowed;
    }
  tables.by_word = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = G_N_ELEMENTS (modifiers); i-- > 0;)
    {
      tables.next[i] = GPOINTER_TO_UINT (g_hash_table_lookup (tables.by_word, modifiers[i].word));
      g_hash_table_insert (tables.by_word, (gpointer) modifiers[i].word, GUINT_TO_POINTER (i + 1));
    }
  tables.by_mnemonic = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = LOOM_PTX_OP_UNKNOWN + 1; i < LOOM_PTX_N_OPCODES; i++)
    g_hash_table_insert (tables.by_mnemonic, (gpointer) opcodes[i].mnemonic, GUINT_TO_POINTER (i));
  tables.by_special = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < LOOM_PTX_N_SPECIALS; i++)
    g_hash_table_insert (tables.by_special, (gpointer) specials[i].name, GUINT_TO_POINTER (i + 1));

  g_once_init_leave (&done, 1);
}

const LoomPtxOpcodeFacts *
loom_ptx_opcode_get_facts (LoomPtxOpcode opcode)
{
  g_return_val_if_fail (opcode < LOOM_PTX_N_OPCODES, NULL);

  return &opcodes[opcode];
}

/**
 * loom_ptx_opcode_lookup: the opcode whose mnemonic is exactly @name, %LOOM_PTX_OP_UNKNOWN if there
 * is none.
 */
LoomPtxOpcode
loom_ptx_opcode_lookup (const char *name)
{
  g_return_val_if_fail (name != NULL, LOOM_PTX_OP_UNKNOWN);

  ensure_tables ();

  return GPOINTER_TO_UINT (g_hash_table_lookup (tables.by_mnemonic, name));
}

/**
 * loom_ptx_opcode_get_forms: the ways in which an instruction may be written; none if it is
 * refused.
 * @n_forms: (out): how many
 */
const LoomPtxForm *
loom_ptx_opcode_get_forms (LoomPtxOpcode  opcode,
                           guint         *n_forms)
{
  g_return_val_if_fail (opcode < LOOM_PTX_N_OPCODES && n_forms != NULL, NULL);

  ensure_tables ();
  *n_forms = tables.count[opcode];

  return &tables.forms[tables.first[opcode]];
}

guint64
loom_ptx_opcode_get_groups (LoomPtxOpcode opcode)
{
  g_return_val_if_fail (opcode < LOOM_PTX_N_OPCODES, 0);

  ensure_tables ();

  return tables.groups[opcode];
}

/**
 * loom_ptx_form_find_stray: a word that is written and that a form does not take, though it takes
 * others of its group.
 *
 * Returns: (nullable): the word without the dot, or %NULL if there is none
 */
const char *
loom_ptx_form_find_stray (const LoomPtxForm      *form,
                          const LoomPtxModifiers *written)
{
  g_return_val_if_fail (form != NULL && written != NULL, NULL);

  if (form->limit == 0 || (written->groups >> form->limited & 1) == 0)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (modifiers); i++)
    if (modifiers[i].group == form->limited &&
        G_STRUCT_MEMBER (guint8, written, modifiers[i].offset) == modifiers[i].value)
      return (form->limit >> modifiers[i].value & 1) == 0 ? modifiers[i].word : NULL;

  g_assert_not_reached ();
}

/**
 * loom_ptx_modifier_lookup: what @word (without the dot) means to an instruction that takes the
 * @allowed groups.
 *
 * Returns: (nullable): the row, or %NULL if it means nothing there
 */
const LoomPtxModifierFacts *
loom_ptx_modifier_lookup (const char *word,
                          guint64     allowed)
{
  guint i;

  g_return_val_if_fail (word != NULL, NULL);

  ensure_tables ();
  for (i = GPOINTER_TO_UINT (g_hash_table_lookup (tables.by_word, word)); i != 0;
       i = tables.next[i - 1])
    if ((allowed >> modifiers[i - 1].group & 1) != 0)
      return &modifiers[i - 1];

  return NULL;
}

/**
 * loom_ptx_geometry_count: dimensions of a texture or surface, layers apart.
 *
 * Returns: 1, 2 or 3
 */
guint
loom_ptx_geometry_count (LoomPtxGeometry geometry)
{
  return geometry == LOOM_PTX_GEOMETRY_3D                                           ? 3
         : geometry == LOOM_PTX_GEOMETRY_2D || geometry == LOOM_PTX_GEOMETRY_A2D ? 2
                                                                                    : 1;
}

/**
 * loom_ptx_mode_get_shape: rows and columns of the matrices that a mode such as `.m16n8k16` names.
 *
 * Returns: %FALSE if it names none
 */
gboolean
loom_ptx_mode_get_shape (LoomPtxMode   mode,
                         LoomPtxShape *shape)
{
  static const LoomPtxShape shapes[] = {
    [LOOM_PTX_MODE_M8N8K4] = { 8, 8, 4 }, [LOOM_PTX_MODE_M8N8K16] = { 8, 8, 16 },
    [LOOM_PTX_MODE_M8N8K32] = { 8, 8, 32 }, [LOOM_PTX_MODE_M8N8K128] = { 8, 8, 128 },
    [LOOM_PTX_MODE_M16N8K4] = { 16, 8, 4 }, [LOOM_PTX_MODE_M16N8K8] = { 16, 8, 8 },
    [LOOM_PTX_MODE_M16N8K16] = { 16, 8, 16 }, [LOOM_PTX_MODE_M16N8K32] = { 16, 8, 32 },
    [LOOM_PTX_MODE_M16N8K64] = { 16, 8, 64 }, [LOOM_PTX_MODE_M16N8K128] = { 16, 8, 128 },
    [LOOM_PTX_MODE_M16N8K256] = { 16, 8, 256 }, [LOOM_PTX_MODE_M16N16K8] = { 16, 16, 8 },
    [LOOM_PTX_MODE_M16N16K16] = { 16, 16, 16 }, [LOOM_PTX_MODE_M32N8K16] = { 32, 8, 16 },
    [LOOM_PTX_MODE_M8N32K16] = { 8, 32, 16 },
  };

  g_return_val_if_fail (shape != NULL, FALSE);

  if (mode >= G_N_ELEMENTS (shapes) || shapes[mode].m == 0)
    return FALSE;
  *shape = shapes[mode];

  return TRUE;
}

const char *
loom_ptx_group_get_name (LoomPtxGroup group)
{
  g_return_val_if_fail (group < LOOM_PTX_N_GROUPS, NULL);

  return groups[group];
}

const LoomPtxSpecialFacts *
loom_ptx_special_get_facts (LoomPtxSpecial special)
{
  g_return_val_if_fail (special < LOOM_PTX_N_SPECIALS, NULL);

  return &specials[special];
}

gint
loom_ptx_special_lookup (const char *name)
{
  g_return_val_if_fail (name != NULL, -1);

  ensure_tables ();

  return GPOINTER_TO_INT (g_hash_table_lookup (tables.by_special, name)) - 1;
}
