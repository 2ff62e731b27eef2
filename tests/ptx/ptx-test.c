/* ptx-test.c: modules around a few instructions, for the tests of the PTX layer
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ptx-test.h"

#include "loom-error.h"

#include <string.h>

static const char head[] =
  ".version 9.0\n.target sm_90\n.address_size 64\n"
  ".extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);\n"
  ".global .align 4 .b8 table[16] = {1, 2, 3}; .const .align 16 .b8 fixed[256] = {1};\n"
  ".visible .entry k(.param .u64 p, .param .align 16 .b8 more[240])\n{\n"
  "  .reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<33>; .reg .b64 %rd<9>; .reg .f32 %f<9>; .reg .f64 %fd<9>;\n"
  "  .reg .b128 %q<5>; .reg .u32 %u<3>; .reg .s32 %s<3>;\n"
  "  .shared .align 4 .b8 tile[64]; .local .align 4 .b8 stack[64]; .param .b32 arg; .param .b64 far, away;\n"
  "T: .branchtargets L, M;\n"
  "L:\n";

/* The body starts on line 13. */
char *
ptx_test_wrap (const char *body)
{
  return g_strconcat (head, body, "\nM:\n  ret;\n}\n", NULL);
}

LoomPtxModule *
ptx_test_parse (const char *body)
{
  g_autofree char *text = ptx_test_wrap (body);
  g_autoptr (GError) error = NULL;
  LoomPtxModule *module = loom_ptx_module_parse (text, -1, &error);

  g_assert_no_error (error);

  return module;
}

static const char *
register_of (LoomPtxType type,
             guint       index)
{
  static const char *const names[][4] = {
    { "%p1", "%p2", "%p3", "%p4" }, { "%h1", "%h2", "%h3", "%h4" }, { "%r1", "%r2", "%r3", "%r4" },
    { "%rd1", "%rd2", "%rd3", "%rd4" }, { "%f1", "%f2", "%f3", "%f4" }, { "%fd1", "%fd2", "%fd3", "%fd4" },
    { "%q1", "%q2", "%q3", "%q4" },
  };
  guint bits = loom_ptx_type_bits (type), row;

  if (type == LOOM_PTX_TYPE_PRED)
    row = 0;
  else if (type == LOOM_PTX_TYPE_F32 || type == LOOM_PTX_TYPE_F64)
    row = type == LOOM_PTX_TYPE_F32 ? 4 : 5;
  else
    row = bits <= 16 ? 1 : bits == 32 ? 2 : bits == 64 ? 3 : 6;

  return names[row][index % 4];
}

static LoomPtxType
widen (LoomPtxType type)
{
  return type == LOOM_PTX_TYPE_U16 ? LOOM_PTX_TYPE_U32 : type == LOOM_PTX_TYPE_S16 ? LOOM_PTX_TYPE_S32
       : type == LOOM_PTX_TYPE_U32 ? LOOM_PTX_TYPE_U64 : LOOM_PTX_TYPE_S64;
}

static void
append_vector (GString    *out,
               LoomPtxType type,
               guint       n)
{
  g_string_append_c (out, '{');
  for (guint i = 0; i < n; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? ", " : "", register_of (type, i));
  g_string_append_c (out, '}');
}

static void
append_operand (GString                *out,
                const LoomPtxPattern   *pattern,
                const LoomPtxModifiers *modifiers,
                guint                   index,
                guint                   parts)
{
  LoomPtxType type = pattern->type;

  if (pattern->type_index == LOOM_PTX_WIDE)
    type = widen (modifiers->types[0]);
  else if (pattern->type_index >= 0)
    type = modifiers->types[pattern->type_index];

  switch (pattern->kind)
    {
    case LOOM_PTX_PATTERN_IMMEDIATE: g_string_append (out, "16"); break;
    case LOOM_PTX_PATTERN_LABEL: g_string_append (out, "L"); break;
    case LOOM_PTX_PATTERN_TABLE: g_string_append (out, "T"); break;
    case LOOM_PTX_PATTERN_ADDRESS: g_string_append (out, "[%rd4+8]"); break;
    case LOOM_PTX_PATTERN_TEXEL:
      {
        const gboolean layered = modifiers->geometry >= LOOM_PTX_GEOMETRY_A1D;
        const guint n = loom_ptx_geometry_count (modifiers->geometry) + (layered ? 1 : 0);

        g_string_append_printf (out, "[%%rd4, {%s", layered ? "%r1" : "");
        for (guint i = layered ? 1 : 0; i < (n == 3 ? 4 : n); i++)
          g_string_append_printf (out, "%s%s", i > 0 ? ", " : "", register_of (type, i));
        g_string_append (out, "}]");
        break;
      }
    case LOOM_PTX_PATTERN_SLOPE: append_vector (out, type, 4); break;
    case LOOM_PTX_PATTERN_PACKED: append_vector (out, LOOM_PTX_TYPE_B16, loom_ptx_type_bits (type) / 16); break;
    case LOOM_PTX_PATTERN_FRAGMENT: append_vector (out, LOOM_PTX_TYPE_B32, parts); break;
    case LOOM_PTX_PATTERN_LOADED:
    case LOOM_PTX_PATTERN_STORED:
      if (modifiers->vector > 1)
        {
          append_vector (out, type, modifiers->vector);
          break;
        }
      G_GNUC_FALLTHROUGH;
    default: g_string_append (out, register_of (type, index)); break;
    }
}

static gboolean
form_has_types (const LoomPtxForm      *form,
                const LoomPtxModifiers *modifiers)
{
  if (form->n_types != modifiers->n_types)
    return FALSE;
  for (guint i = 0; i < form->n_types; i++)
    if ((form->types[i] >> modifiers->types[i] & 1) == 0)
      return FALSE;

  return TRUE;
}

/* What is tried by the caller: the parts of matrix fragments, four bits of @parts for each operand, and whether operands
 * that may be missing are. */
static char *
complete (const char *variant,
          guint       index,
          guint       parts,
          gboolean    omits)
{
  g_autofree char *bare = g_strconcat ("  ", variant, ";", NULL);
  g_autoptr (LoomPtxModule) module = ptx_test_parse (bare);
  LoomPtxFunction *function = loom_ptx_module_find_entry (module, "k");
  const LoomPtxInstruction *instruction = &g_array_index (function->instructions, LoomPtxInstruction, 0);
  GString *out;
  guint n_forms;
  const LoomPtxForm *forms = loom_ptx_opcode_get_forms (instruction->opcode, &n_forms);

  if (index >= n_forms || instruction->modifiers.stray != NULL || !form_has_types (&forms[index], &instruction->modifiers))
    return NULL;

  out = g_string_new (NULL);
  g_string_append_printf (out, "  %s", variant);
  for (guint i = 0; i < forms[index].n_operands; i++)
    {
      if (omits && forms[index].operands[i].optional)
        break;
      g_string_append (out, i > 0 ? ", " : " ");
      append_operand (out, &forms[index].operands[i], &instruction->modifiers, i, (parts >> (4 * i) & 15) + 1);
    }
  g_string_append_c (out, ';');

  return g_string_free (out, FALSE);
}

static gboolean
verifies (const char  *body,
          char       **message)
{
  g_autoptr (LoomPtxModule) module = ptx_test_parse (body);
  g_autoptr (GError) error = NULL;

  g_clear_pointer (message, g_free);
  if (loom_ptx_module_verify (module, &error))
    return TRUE;
  *message = g_strdup (error->message);

  return FALSE;
}

/* Fragments of matrices have 1, 2, 4 or 8 parts, four bits of @parts for each operand: all are tried. */
static guint
make_parts (guint combination)
{
  guint parts = 0;

  for (guint i = 0; i < 4; i++)
    parts |= ((1u << (combination >> (2 * i) & 3)) - 1) << (4 * i);

  return parts;
}

char *
ptx_test_variant (const char  *variant,
                  char       **body)
{
  gboolean matrix = strstr (variant, "m16n") || strstr (variant, "m8n") || strstr (variant, "m32n");
  g_autofree char *bare = g_strconcat ("  ", variant, ";", NULL);
  char *message = NULL;

  for (guint i = 0; i < 32; i++)
    for (guint j = 0; j < (matrix ? 256 : 2); j++)
      {
        g_autofree char *completed = complete (variant, i, make_parts (j), !matrix && j == 1);

        if (completed == NULL || !verifies (completed, &message))
          continue;
        if (body != NULL)
          *body = g_steal_pointer (&completed);
        return NULL;
      }
  if (message == NULL && verifies (bare, &message))
    {
      if (body != NULL)
        *body = g_steal_pointer (&bare);
      return NULL;
    }

  return message;
}
