/* test-opcode.c: the table of instructions and its look-ups
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ptx-opcode.h"

#include <string.h>

static void
test_every_row_is_whole (void)
{
  for (guint i = LOOM_PTX_OP_UNKNOWN + 1; i < LOOM_PTX_N_OPCODES; i++)
    {
      const LoomPtxOpcodeFacts *facts = loom_ptx_opcode_get_facts (i);
      guint n_forms;

      g_assert_cmpint (loom_ptx_opcode_lookup (facts->mnemonic), ==, i);
      g_assert_true ((facts->semantics == NULL) != (facts->refusal == NULL));
      loom_ptx_opcode_get_forms (i, &n_forms);
      g_assert_true ((n_forms > 0) == (facts->semantics != NULL));
    }
}

static void
test_forms_require_what_they_allow (void)
{
  for (guint i = LOOM_PTX_OP_UNKNOWN + 1; i < LOOM_PTX_N_OPCODES; i++)
    {
      guint n_forms;
      const LoomPtxForm *forms = loom_ptx_opcode_get_forms (i, &n_forms);

      for (guint j = 0; j < n_forms; j++)
        {
          g_assert_cmpint (forms[j].opcode, ==, i);
          g_assert_cmpuint (forms[j].required & ~forms[j].allowed, ==, 0);
          for (guint k = 0; k < forms[j].n_operands; k++)
            g_assert_cmpint (forms[j].operands[k].type_index == LOOM_PTX_WIDE ? 0 : forms[j].operands[k].type_index, <,
                             MAX ((int) forms[j].n_types, 1));
        }
    }
}

static void
test_words_mean_what_the_opcode_takes (void)
{
  static const struct
  {
    const char    *mnemonic, *word;
    LoomPtxGroup   group;
    guint          value;
  } rows[] = {
    { "mul", "hi", LOOM_PTX_GROUP_HALF, LOOM_PTX_MUL_HI },
    { "setp", "hi", LOOM_PTX_GROUP_COMPARE, LOOM_PTX_COMPARE_HI },
    { "setp", "and", LOOM_PTX_GROUP_COMBINE, LOOM_PTX_COMBINE_AND },
    { "atom", "and", LOOM_PTX_GROUP_BITOP, LOOM_PTX_ATOMIC_AND },
    { "bar.red", "popc", LOOM_PTX_GROUP_COUNT, LOOM_PTX_ATOMIC_POPC },
    { "vadd", "min", LOOM_PTX_GROUP_SECONDARY, LOOM_PTX_ATOMIC_MIN },
    { "redux", "min", LOOM_PTX_GROUP_EXTREME, LOOM_PTX_ATOMIC_MIN },
    { "setp", "nan", LOOM_PTX_GROUP_COMPARE, LOOM_PTX_COMPARE_NAN },
    { "min", "NaN", LOOM_PTX_GROUP_NAN, LOOM_PTX_FLAG_NAN },
    { "vote", "uni", LOOM_PTX_GROUP_VOTE, LOOM_PTX_MODE_UNI },
    { "bra", "uni", LOOM_PTX_GROUP_UNI, LOOM_PTX_FLAG_UNI },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      guint64 groups = loom_ptx_opcode_get_groups (loom_ptx_opcode_lookup (rows[i].mnemonic));
      const LoomPtxModifierFacts *facts = loom_ptx_modifier_lookup (rows[i].word, groups);

      g_assert_nonnull (facts);
      g_assert_cmpint (facts->group, ==, rows[i].group);
      g_assert_cmpuint (facts->value, ==, rows[i].value);
    }
  g_assert_null (loom_ptx_modifier_lookup ("sat", loom_ptx_opcode_get_groups (LOOM_PTX_OP_AND)));
}

static void
test_specials_are_found (void)
{
  g_assert_cmpint (loom_ptx_special_lookup ("%tid.y"), ==, LOOM_PTX_SPECIAL_TID_Y);
  g_assert_cmpint (loom_ptx_special_lookup ("%clock64"), ==, LOOM_PTX_SPECIAL_CLOCK64);
  g_assert_cmpint (loom_ptx_special_get_facts (LOOM_PTX_SPECIAL_CLOCK64)->type, ==, LOOM_PTX_TYPE_U64);
  g_assert_cmpint (loom_ptx_special_lookup ("%tid"), ==, -1);
}

static void
test_types_have_widths (void)
{
  for (guint i = LOOM_PTX_TYPE_NONE + 1; i < LOOM_PTX_N_TYPES; i++)
    g_assert_cmpint (loom_ptx_type_from_name (loom_ptx_type_get_name (i)), ==, i);

  g_assert_cmpuint (loom_ptx_type_bits (LOOM_PTX_TYPE_F16X2), ==, 32);
  g_assert_cmpint (loom_ptx_type_from_name ("f8"), ==, LOOM_PTX_TYPE_NONE);
  g_assert_true (loom_ptx_type_is_signed (LOOM_PTX_TYPE_S16X2));
  g_assert_false (loom_ptx_type_is_signed (LOOM_PTX_TYPE_F32));
}

static void
test_registers_hold_types (void)
{
  static const struct
  {
    LoomPtxType type, held;
    gboolean    relaxed, accepted;
  } rows[] = {
    { LOOM_PTX_TYPE_S32, LOOM_PTX_TYPE_U32, FALSE, TRUE },
    { LOOM_PTX_TYPE_S32, LOOM_PTX_TYPE_B32, FALSE, TRUE },
    { LOOM_PTX_TYPE_S32, LOOM_PTX_TYPE_F32, FALSE, FALSE },
    { LOOM_PTX_TYPE_B32, LOOM_PTX_TYPE_F32, FALSE, TRUE },
    { LOOM_PTX_TYPE_F32, LOOM_PTX_TYPE_B32, FALSE, TRUE },
    { LOOM_PTX_TYPE_F32, LOOM_PTX_TYPE_S32, FALSE, FALSE },
    { LOOM_PTX_TYPE_F16, LOOM_PTX_TYPE_U16, FALSE, TRUE },
    { LOOM_PTX_TYPE_S64, LOOM_PTX_TYPE_B32, FALSE, FALSE },
    { LOOM_PTX_TYPE_U8, LOOM_PTX_TYPE_B64, TRUE, TRUE },
    { LOOM_PTX_TYPE_U8, LOOM_PTX_TYPE_B64, FALSE, FALSE },
    { LOOM_PTX_TYPE_F32, LOOM_PTX_TYPE_F64, TRUE, FALSE },
    { LOOM_PTX_TYPE_F32, LOOM_PTX_TYPE_B64, TRUE, TRUE },
    { LOOM_PTX_TYPE_PRED, LOOM_PTX_TYPE_B32, TRUE, FALSE },
    { LOOM_PTX_TYPE_B32, LOOM_PTX_TYPE_PRED, FALSE, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpint (loom_ptx_type_accepts (rows[i].type, rows[i].held, rows[i].relaxed), ==, rows[i].accepted);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/ptx/opcode/every-row-is-whole", test_every_row_is_whole);
  g_test_add_func ("/ptx/opcode/forms-require-what-they-allow", test_forms_require_what_they_allow);
  g_test_add_func ("/ptx/opcode/words-mean-what-the-opcode-takes", test_words_mean_what_the_opcode_takes);
  g_test_add_func ("/ptx/opcode/specials-are-found", test_specials_are_found);
  g_test_add_func ("/ptx/types/have-widths", test_types_have_widths);
  g_test_add_func ("/ptx/types/registers-hold-types", test_registers_hold_types);

  return g_test_run ();
}
