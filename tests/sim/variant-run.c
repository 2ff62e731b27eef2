/* variant-run.c: one instruction is executed, with operands that are valid for it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "variant-run.h"

#include "ptx-test.h"

#include <string.h>

#define ARRAY_BYTES 65536

/* Where the instruction's address leads: `[%rd4+8]`, `[%rd4+16]` or `[%r1]`, 128 bytes into a variable. */
#define AHEAD 128

static LoomPtxInstruction *
get_instruction (LoomPtxModule *module)
{
  return &g_array_index (loom_ptx_module_find_entry (module, "k")->instructions, LoomPtxInstruction, 0);
}

static const char *
get_base (const LoomPtxInstruction *instruction,
          gboolean                  is_async)
{
  switch (instruction->modifiers.space)
    {
    case LOOM_PTX_SPACE_SHARED: return "  mov.u64 %rd4, room;\n";
    case LOOM_PTX_SPACE_LOCAL: return "  mov.u64 %rd4, attic;\n";
    case LOOM_PTX_SPACE_CONST: return "  mov.u64 %rd4, fixed;\n";
    case LOOM_PTX_SPACE_PARAM: return "  mov.u64 %rd4, p;\n";
    default:
      return is_async ? "  cvta.shared.u64 %rd4, %rd3;\n" : "  ld.param.u64 %rd4, [p];\n";
    }
}

/* Numbers that the class of the instruction can do with: a mask of all lanes, the pitch of a matrix, a barrier (second of
 * .red, first of others) and its threads, an entry of a table. */
static const char *
get_numbers (LoomPtxClass class,
             const char  *body)
{
  switch (class)
    {
    case LOOM_PTX_CLASS_WARP: return "-1, -1, -1, -1, -1";
    case LOOM_PTX_CLASS_MATRIX: return "16, 16, 16, 16, 16";
    case LOOM_PTX_CLASS_BARRIER:
      if (strstr (body, "warp") != NULL)
        return "-1, -1, -1, -1, -1";
      return strstr (body, ".red") != NULL ? "3, 3, 32, 32, 32" : "3, 32, 32, 32, 32";
    case LOOM_PTX_CLASS_CONTROL: return "1, 1, 1, 1, 1";
    case LOOM_PTX_CLASS_TEXTURE: return "0, 0, 0, 0, 0";
    default: return "4, 4, 4, 4, 4";
    }
}

static char *
make_body (const char *body)
{
  g_autoptr (LoomPtxModule) module = ptx_test_parse (body);
  const LoomPtxInstruction *instruction = get_instruction (module);
  LoomPtxClass class = loom_ptx_opcode_get_facts (instruction->opcode)->op_class;
  gboolean is_barrier = strstr (body, "mbarrier") != NULL;
  g_auto (GStrv) numbers = g_strsplit (get_numbers (class, body), ", ", -1);
  GString *text = g_string_new ("  .shared .align 256 .b8 room[16384]; .local .align 256 .b8 attic[16384];\n"
                                "  .param .align 16 .b8 passed[16];\n"
                                "  mov.u64 %rd1, 64; mov.u64 %rd2, 64; mov.u64 %rd3, room;\n"
                                "  mov.f32 %f1, 0f3FC00000; mov.f32 %f2, %f1; mov.f32 %f3, %f1; mov.f32 %f4, %f1;\n");

  for (guint i = 0; numbers[i] != NULL; i++)
    g_string_append_printf (text, "  mov.u32 %%r%u, %s;\n", i + 1, numbers[i]);

  g_string_append (text, get_base (instruction, is_barrier));
  /* An object is used as it is. */
  if (class != LOOM_PTX_CLASS_TEXTURE)
    g_string_append_printf (text, "  add.s64 %%rd4, %%rd4, %u;\n",
                            strstr (body, "[%rd4+16]") != NULL ? AHEAD - 16 : AHEAD - 8);
  if (strstr (body, "[%r1") != NULL)
    g_string_append_printf (text, "  mov.u32 %%r1, room; add.s32 %%r1, %%r1, %u;\n", AHEAD);
  if (is_barrier && strstr (body, "mbarrier.init") == NULL)
    g_string_append_printf (text, "  mbarrier.init.shared.b64 [%%rd3+%u], 4000;\n", AHEAD);
  if (strstr (body, "stackrestore") != NULL)
    g_string_append (text, "  stacksave.u64 %rd1;\n");

  g_string_append (text, body);

  return g_string_free (text, FALSE);
}

static char *
replace (const char *body,
         const char *found,
         const char *by)
{
  const char *at = strstr (body, found);

  return g_strdup_printf ("%.*s%s%s", (int) (at - body), body, by, at + strlen (found));
}

/* Completed from the table, all addresses are made with one register: the first of cp.async is one of shared memory, and
 * what is stored for a call has a name. */
static char *
name_addresses (const char *body)
{
  if (strstr (body, "cp.async.c") != NULL && strstr (body, "[%rd4+8], [%rd4+8]") != NULL)
    return replace (body, "[%rd4+8]", "[%rd3]");
  if (strstr (body, "  st.") == body && strstr (body, ".param") != NULL)
    return replace (body, "[%rd4+8]", "[passed]");
  if (strstr (body, "st.") == body && strstr (body, ".param") != NULL)
    return replace (body, "[%rd4+16]", "[passed]");

  return g_strdup (body);
}

/* Makes the array the object that a reading or writing instruction asks for. */
static void
set_texture (LoomSim    *sim,
             guint64     address,
             const char *body)
{
  g_autoptr (LoomPtxModule) module = ptx_test_parse (body);
  const LoomPtxInstruction *instruction = get_instruction (module);
  const LoomPtxGeometry geometry = (LoomPtxGeometry) instruction->modifiers.geometry;
  const LoomType type = loom_type_of (LOOM_SCALAR_F32, 1);
  const gboolean is_layered = geometry >= LOOM_PTX_GEOMETRY_A1D;
  const guint rank = loom_ptx_geometry_count (geometry) + (is_layered ? 1 : 0);
  const LoomShape shape = { rank, rank > 2 ? 64 : rank > 1 ? 128 : 16384, rank > 2 ? 64 : rank > 1 ? 128 : 1,
                            rank > 2 ? 4 : 1 };
  LoomTexture texture = { .kind = LOOM_TEXTURE_SAMPLED, .is_layered = is_layered };

  if (loom_ptx_opcode_get_facts (instruction->opcode)->op_class != LOOM_PTX_CLASS_TEXTURE)
    return;
  if (instruction->opcode == LOOM_PTX_OP_SULD_B || instruction->opcode == LOOM_PTX_OP_SUST_B)
    texture.kind = LOOM_TEXTURE_SURFACE;
  loom_sim_set_texture (sim, address, &texture, &type, &shape);
}

/* What must stop the kernel does. */
static gboolean
is_meant (const LoomFinding *trap,
          const char        *body)
{
  if (strstr (body, "suld") != NULL || strstr (body, "sust") != NULL)
    return trap == NULL;
  if (strstr (body, "trap") != NULL || strstr (body, "brkpt") != NULL)
    return trap != NULL && trap->code == LOOM_ERROR_TRAP;
  if (strstr (body, "bra") != NULL)
    return trap != NULL && trap->code == LOOM_ERROR_ENDLESS;

  return trap == NULL;
}

char *
variant_run (const char *body,
             LoomChecks  checks)
{
  g_autofree char *named = name_addresses (body), *whole = make_body (named);
  g_autoptr (LoomPtxModule) module = ptx_test_parse (whole);
  g_autofree guint8 *cells = g_malloc0 (ARRAY_BYTES);
  guint64 params[31] = { 0 };
  const LoomSimOptions options = { .workers = 1, .budget = 10000, .wall_ms = 1000, .schedule_seed = -1, .checks = checks };
  const LoomSimLaunch launch = {
    .entry = "k", .grid = LOOM_DIM3 (1, 1, 1), .block = LOOM_DIM3 (32, 1, 1),
    .params = (const guint8 *) params, .params_size = sizeof params
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomSim) sim = NULL;
  LoomSimOutcome outcome = { NULL, };
  char *why = NULL;

  if (!loom_ptx_module_verify (module, &error) || (sim = loom_sim_new (module, &error)) == NULL)
    return g_strdup (error->message);
  params[0] = loom_sim_add_array (sim, "cells", cells, ARRAY_BYTES, 4, NULL);
  set_texture (sim, params[0], body);
  if (!loom_sim_run (sim, &launch, &options, &outcome, &error))
    why = g_strdup (error->message);
  else if (!is_meant (outcome.trap, body))
    why = g_strdup (outcome.trap != NULL ? outcome.trap->text : "it went on");
  loom_sim_outcome_clear (&outcome);

  return why;
}
