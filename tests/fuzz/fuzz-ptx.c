/* fuzz-ptx.c: any text as PTX: read, checked, printed, read again, lowered and run for a moment
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ptx-instrument.h"
#include "loom-sim.h"

#include <string.h>

#define MOST_VARIABLES 4u
#define BLOCK_BUDGET 7000       /* warp instructions of each */
#define WALL_MS 200
#define ARRAY_BYTES 4096
#define MAX_PARAMS 4096
#define SHARED_ONES 8           /* every eighth length of text is run by two workers as well */

int LLVMFuzzerTestOneInput (const guint8 *data,
                            gsize         size);

/* What was accepted must read back as the same text. */
static void
check_round_trip (LoomPtxModule *module)
{
  g_autofree char *text = loom_ptx_module_to_string (module);
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomPtxModule) again = loom_ptx_module_parse (text, -1, &error);
  g_autofree char *twice = NULL;

  g_assert_no_error (error);
  g_assert_true (loom_ptx_module_verify (again, &error));
  g_assert_no_error (error);
  twice = loom_ptx_module_to_string (again);
  g_assert_cmpstr (text, ==, twice);
}

/* The first of its variables, which are counted. */
static guint
list_variables (LoomPtxModule     *module,
                LoomPtxArenaArray *variables)
{
  guint n = 0;

  for (guint i = 0; i < module->variables->len && n < MOST_VARIABLES; i++)
    {
      const LoomPtxVariable *variable = g_ptr_array_index (module->variables, i);

      if ((variable->space == LOOM_PTX_SPACE_GLOBAL || variable->space == LOOM_PTX_SPACE_CONST) && variable->size > 0)
        {
          variables[n] = (LoomPtxArenaArray) { .size = variable->size, .cell_size = 1, .symbol = variable->name };
          variables[n].offset = n * LOOM_PTX_ARENA_ALIGN;
          n++;
        }
    }
  return n;
}

/* What is accepted can be instrumented, and is accepted then. */
static void
check_instrumented (LoomPtxModule *module,
                    const char    *entry)
{
  LoomPtxArenaArray variables[MOST_VARIABLES];
  const guint n_variables = list_variables (module, variables);
  const LoomPtxInstrumentation how = {
    .coverage = LOOM_COVERAGE_ALL, .schedule = TRUE, .writer_size = 8, .block_threads = 37,
    .variables = variables, .n_variables = n_variables,
    .unit = loom_ptx_instrument_get_narrowest (module, variables, n_variables),
  };
  g_autoptr (GError) error = NULL;
  g_autofree char *text = loom_ptx_instrument (module, (const char *[]) { entry, NULL }, &how, &error);
  g_autoptr (LoomPtxModule) again = NULL;

  g_assert_no_error (error);
  again = loom_ptx_module_parse (text, -1, NULL);
  /* Unless it has names of ours, or is as large as text may be. */
  if (again == NULL)
    return;
  loom_ptx_module_verify (again, NULL);
  loom_ptx_module_check_entry (again, entry, &error);
  g_assert_no_error (error);
}

typedef struct
{
  guint8  cells[ARRAY_BYTES];
  guint32 writes[ARRAY_BYTES / 4];
} Memory;

/* Every parameter of eight bytes is an array: kernels that begin sensibly get further.
 *
 * Returns: whether all threads came to their end */
static gboolean
run_entry (LoomPtxModule *module,
           const char    *entry,
           LoomDim3       grid,
           LoomDim3       block,
           guint          workers,
           Memory        *memory)
{
  guint8 params[MAX_PARAMS] = { 0, };
  const LoomSimPlanes planes = { .writes = memory->writes, .writer_size = 4 };
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomSim) sim = loom_sim_new (module, &error);
  LoomSimLaunch launch = { .entry = entry, .grid = grid, .block = block, .params = params };
  const LoomSimOptions options = {
    .workers = workers, .budget = (guint64) BLOCK_BUDGET * grid.x * grid.y * grid.z,
    .wall_ms = WALL_MS, .schedule_seed = -1, .coverage = LOOM_COVERAGE_WRITES
  };
  LoomSimOutcome outcome;
  guint64 address;
  gsize offset, size;
  gboolean ended;

  memset (memory, 0, sizeof *memory);
  if (sim == NULL)
    return FALSE;
  address = loom_sim_add_array (sim, "cells", memory->cells, sizeof memory->cells, 4, &planes);
  for (guint i = 0; loom_sim_get_param (sim, entry, i, &offset, &size); i++)
    if (size == sizeof address && offset <= sizeof params - size)
      {
        memcpy (params + offset, &address, sizeof address);
        launch.params_size = MAX (launch.params_size, offset + size);
      }
  ended = loom_sim_run (sim, &launch, &options, &outcome, &error) && outcome.trap == NULL;
  loom_sim_collect (sim);
  loom_sim_outcome_clear (&outcome);
  return ended;
}

/* A kernel that ends gives the same on one worker and on two. */
static void
check_workers (LoomPtxModule *module,
               const char    *entry)
{
  static Memory alone, together;
  const LoomDim3 grid = LOOM_DIM3 (3, 2, 7), block = LOOM_DIM3 (37, 4, 1);

  if (!run_entry (module, entry, grid, block, 1, &alone) ||
      !run_entry (module, entry, grid, block, 2, &together))
    return;
  g_assert_cmpmem (alone.cells, ARRAY_BYTES, together.cells, ARRAY_BYTES);
  g_assert_cmpmem (alone.writes, ARRAY_BYTES, together.writes, ARRAY_BYTES);
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autoptr (LoomPtxModule) module = loom_ptx_module_parse ((const char *) data, (gssize) size, NULL);

  if (module == NULL)
    return 0;
  /* Kernels that don't come to what is refused are run all the same. */
  if (loom_ptx_module_verify (module, NULL))
    check_round_trip (module);
  for (guint i = 0; i < module->functions->len; i++)
    {
      const LoomPtxFunction *function = g_ptr_array_index (module->functions, i);
      static Memory memory;

      if (!function->is_entry || function->is_declared_only ||
          !loom_ptx_module_check_entry (module, function->name, NULL))
        continue;
      check_instrumented (module, function->name);
      /* One in so many, for it takes as long as the rest of them. */
      if (run_entry (module, function->name, LOOM_DIM3 (3, 1, 1), LOOM_DIM3 (37, 1, 1), 1, &memory) &&
          size % SHARED_ONES == 0)
        check_workers (module, function->name);
    }
  return 0;
}
