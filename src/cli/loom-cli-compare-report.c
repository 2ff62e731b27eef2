/* loom-cli-compare-report.c: what `compare` found, for people and for scripts
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli-compare-report.h"

#include "loom-json.h"
#include "loom-report.h"

#include <glib/gi18n-lib.h>

static void
append_deviation (GString            *text,
                  const LoomRunArray *array)
{
  const LoomDeviation *deviation = &array->difference->planes[LOOM_COMPARED_VALUES].deviation;
  const LoomShape *shape = loom_array_get_shape (array->array);
  g_autofree char *absolute = loom_deviation_dup_absolute (deviation, shape);
  g_autofree char *relative = loom_deviation_dup_relative (deviation, shape);
  g_autofree char *ulps = loom_deviation_dup_ulps (deviation, shape);
  const struct { const char *word, *value; } rows[] = {
    { "absolute", absolute }, { "relative", relative }, { "ulps", ulps },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].value != NULL)
      g_string_append_printf (text, "%s\t%s\t%s\n", array->name, rows[i].word, rows[i].value);
}

static void
append_array (GString            *text,
              const LoomRunArray *array)
{
  if (array->difference->cells == NULL)
    {
      g_string_append_printf (text, _("%1$s\tnothing like it on %2$s\n"), array->name,
                              loom_backend_id_get_name (array->difference->with));
      return;
    }

  for (guint i = 0; i < LOOM_N_COMPARED; i++)
    {
      g_autofree char *clause = NULL;

      if (!array->difference->planes[i].done)
        continue;

      clause = loom_comparison_dup_plane_text (array, i);
      g_string_append_printf (text, "%s\t%s\t%s\n", array->name, loom_compared_get_name (i),
                              clause);
      if (i == LOOM_COMPARED_VALUES)
        append_deviation (text, array);
    }
}

/**
 * loom_cli_compare_format_text:
 * @comparison: two runs
 *
 * One line for each array and what was compared of it, fields apart by tabs.
 *
 * Returns: (transfer full): the lines
 */
char *
loom_cli_compare_format_text (const LoomComparison *comparison)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < comparison->a->arrays->len; i++)
    append_array (text, g_ptr_array_index (comparison->a->arrays, i));

  for (guint i = 0; i < comparison->b->arrays->len; i++)
    {
      const LoomRunArray *array = g_ptr_array_index (comparison->b->arrays, i);

      if (array->difference->cells == NULL)
        append_array (text, array);
    }

  return g_string_free (text, FALSE);
}

static void
add_first (JsonBuilder        *builder,
           const LoomRunArray *array,
           LoomCompared        compared)
{
  const LoomPlaneDifference *plane = &array->difference->planes[compared];

  loom_json_begin_array (builder, "first");

  for (guint i = 0; i < plane->n_first; i++)
    {
      g_autofree char *here = NULL;
      g_autofree char *there = NULL;

      loom_comparison_dup_cell (array, compared, plane->first[i], &here, &there);
      json_builder_begin_object (builder);
      loom_json_add_count (builder, "cell", plane->first[i]);
      loom_json_add_text (builder, "backend", here);
      loom_json_add_text (builder, "with", there);
      json_builder_end_object (builder);
    }

  json_builder_end_array (builder);
}

/* What was not compared is null, never "no difference". */
static void
add_plane (JsonBuilder        *builder,
           const LoomRunArray *array,
           LoomCompared        compared)
{
  const LoomPlaneDifference *plane = &array->difference->planes[compared];

  json_builder_set_member_name (builder, loom_compared_get_name (compared));

  if (!plane->done)
    {
      json_builder_add_null_value (builder);
      return;
    }

  json_builder_begin_object (builder);
  loom_json_add_text (builder, "compared", plane->if_any ? "if-any" : "exactly");
  loom_json_add_count (builder, "differ", plane->differ);

  if (compared == LOOM_COMPARED_VALUES &&
      loom_scalar_is_float (loom_array_get_cell_type (array->array)->scalar) &&
      plane->max_ulps != LOOM_NO_DISTANCE)
    loom_json_add_count (builder, "max_ulps", plane->max_ulps);

  if (compared == LOOM_COMPARED_VALUES)
    loom_json_add_deviation (builder, "deviation", &plane->deviation);
  add_first (builder, array, compared);
  json_builder_end_object (builder);
}

static void
add_array (JsonBuilder        *builder,
           const LoomRunArray *array)
{
  json_builder_set_member_name (builder, array->name);

  if (array->difference->cells == NULL)
    {
      json_builder_add_null_value (builder);
      return;
    }

  json_builder_begin_object (builder);
  loom_json_add_count (builder, "cells", g_bytes_get_size (array->difference->cells));
  loom_json_add_count (builder, "differ", array->difference->differ);

  for (guint i = 0; i < LOOM_N_COMPARED; i++)
    add_plane (builder, array, i);

  json_builder_end_object (builder);
}

static void
add_arrays (JsonBuilder          *builder,
            const LoomComparison *comparison)
{
  loom_json_begin_object (builder, "arrays");

  for (guint i = 0; i < comparison->a->arrays->len; i++)
    add_array (builder, g_ptr_array_index (comparison->a->arrays, i));

  for (guint i = 0; i < comparison->b->arrays->len; i++)
    {
      const LoomRunArray *array = g_ptr_array_index (comparison->b->arrays, i);

      if (array->difference->cells == NULL &&
          loom_run_find_array (comparison->a, array->name) == NULL)
        add_array (builder, array);
    }

  json_builder_end_object (builder);
}

/**
 * loom_cli_compare_format_json:
 * @comparison: two runs
 *
 * Says everything about two runs beside each other. `why` is the reason why counts were only
 * compared for whether there are any.
 *
 * Returns: (transfer full): one JSON object and a newline
 */
char *
loom_cli_compare_format_json (const LoomComparison *comparison)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  loom_json_add_text (builder, "backend",
                      loom_backend_id_get_name (comparison->a->backend));
  loom_json_add_text (builder, "with", loom_backend_id_get_name (comparison->b->backend));
  loom_json_add_text (builder, "kernel", comparison->a->kernel);
  loom_json_add_truth (builder, "fast_math", comparison->names[0] != NULL);
  loom_json_add_truth (builder, "same", loom_comparison_is_same (comparison));
  loom_json_add_truth (builder, "deterministic", comparison->why == NULL);
  loom_json_add_text (builder, "why", comparison->why);
  loom_json_add_count (builder, "ulps", comparison->ulps);
  loom_json_add_count (builder, "differ", comparison->differ);
  add_arrays (builder, comparison);
  loom_json_begin_object (builder, "traps");
  json_builder_set_member_name (builder, "backend");
  loom_report_add_finding (builder, comparison->a->trap);
  json_builder_set_member_name (builder, "with");
  loom_report_add_finding (builder, comparison->b->trap);
  json_builder_end_object (builder);
  return loom_json_finish (builder);
}
