/* loom-report-cell.c: who wrote a cell and who read it, in the report
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-report-cell.h"

#include "loom-json.h"

/* As C has it; what is no array of the launch is counted through. */
static void
add_place (JsonBuilder       *builder,
           const LoomPlanArg *array,
           guint64            cell)
{
  const LoomShape *shape = array != NULL ? &array->shape : NULL;
  guint64 at[] = { 0, 0, cell };
  guint rank = 1;

  if (shape != NULL)
    {
      at[0] = cell / shape->cols / shape->rows;
      at[1] = cell / shape->cols % shape->rows;
      at[2] = cell % shape->cols;
      rank = shape->rank;
    }
  loom_json_begin_array (builder, "place");
  for (guint i = 3 - rank; i < 3; i++)
    json_builder_add_int_value (builder, (gint64) at[i]);
  json_builder_end_array (builder);
}

static void
add_site (JsonBuilder        *builder,
          const LoomCellSite *site)
{
  if (site->file != NULL)
    loom_json_add_text (builder, "file", site->file);
  loom_json_add_int (builder, "line", site->line);
  loom_json_add_int (builder, "ptx_line", site->ptx_line);
}

static void
add_access (JsonBuilder           *builder,
            const LoomCellHistory *history,
            const LoomCellAccess  *access,
            const LoomPlanArg     *array)
{
  const LoomCellLaunch *launch = history->launches->pdata[access->launch];
  const LoomDim3 block = loom_dim3_unpack (&launch->grid, access->block),
                 thread = loom_dim3_unpack (&launch->block, access->thread);
  const LoomType bytes = { LOOM_SCALAR_BYTES, 1, LOOM_CELL_VALUE_BYTES, NULL };
  g_autofree char *value = loom_cell_access_format (
      access, array != NULL ? &array->type : &bytes);

  json_builder_begin_object (builder);
  loom_json_add_count (builder, "order", access->sequence);
  loom_json_add_text (builder, "kind", loom_cell_access_get_kind (access));
  loom_json_add_int (builder, "launch", launch->number);
  loom_json_add_dim3 (builder, "block", &block);
  loom_json_add_dim3 (builder, "thread", &thread);
  add_site (builder, history->sites->pdata[access->site]);
  loom_json_add_int (builder, "offset", access->offset);
  loom_json_add_int (builder, "bytes", access->size);
  loom_json_add_text (builder, "value", value);
  json_builder_end_object (builder);
}

static void
add_accesses (JsonBuilder           *builder,
              const char            *key,
              const LoomCellHistory *history,
              const GArray          *accesses,
              const LoomPlanArg     *array)
{
  loom_json_begin_array (builder, key);
  for (guint i = 0; i < accesses->len; i++)
    add_access (builder, history, &g_array_index (accesses, LoomCellAccess, i), array);
  json_builder_end_array (builder);
}

static void
add_launches (JsonBuilder           *builder,
              const LoomCellHistory *history)
{
  loom_json_begin_array (builder, "launches");
  for (guint i = 0; i < history->launches->len; i++)
    {
      const LoomCellLaunch *launch = history->launches->pdata[i];

      json_builder_begin_object (builder);
      loom_json_add_int (builder, "launch", launch->number);
      loom_json_add_text (builder, "kernel", launch->kernel);
      loom_json_add_dim3 (builder, "grid", &launch->grid);
      loom_json_add_dim3 (builder, "block", &launch->block);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_footprint (JsonBuilder           *builder,
               LoomPlan              *plan,
               const LoomCellHistory *history)
{
  loom_json_begin_array (builder, "footprint");
  for (guint i = 0; i < history->footprint->len; i++)
    {
      const LoomCellSource *source = &g_array_index (history->footprint, LoomCellSource, i);
      const char *name = history->arrays->pdata[source->array];

      json_builder_begin_object (builder);
      loom_json_add_text (builder, "array", name);
      loom_json_add_count (builder, "cell", source->cell);
      add_place (builder, loom_plan_lookup_array (plan, name), source->cell);
      loom_json_add_count (builder, "loads", source->count);
      add_site (builder, history->sites->pdata[source->site]);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

/**
 * loom_report_cell_add:
 * @history: of a cell
 * @plan: what was run
 *
 * Adds the member `cell`: who wrote it and who read it, in their order, and what its writers read
 * before.
 */
void
loom_report_cell_add (JsonBuilder           *builder,
                      const LoomCellHistory *history,
                      LoomPlan              *plan)
{
  const LoomPlanArg *array = loom_plan_lookup_array (plan, history->target.array);

  loom_json_begin_object (builder, "cell");
  loom_json_add_text (builder, "array", history->target.array);
  loom_json_add_count (builder, "cell", history->cell);
  add_place (builder, array, history->cell);
  loom_json_add_count (builder, "writes", history->n_writes);
  loom_json_add_count (builder, "writes_dropped", history->n_writes - history->writes->len);
  loom_json_add_count (builder, "reads", history->n_reads);
  loom_json_add_count (builder, "reads_dropped", history->n_reads - history->reads->len);
  loom_json_add_count (builder, "atomics", history->n_atomics);
  add_launches (builder, history);
  add_accesses (builder, "writers", history, history->writes, array);
  add_accesses (builder, "readers", history, history->reads, array);
  loom_json_add_count (builder, "loads", history->n_loads);
  loom_json_add_count (builder, "other_loads", history->n_other_loads);
  loom_json_add_truth (builder, "footprint_cut", history->loads_cut);
  add_footprint (builder, plan, history);
  json_builder_end_object (builder);
}
