/* loom-report-sweep.c: a sweep as JSON and as CSV
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a configuration has of each axis comes first, then how it ended, then all its numbers
 * (loom-sweep.c lists them).
 */

#include "config.h"

#include "loom-report-sweep.h"

#include "loom-json.h"

#include <math.h>
#include <string.h>

/* A letter for each code of a thumbnail. */
static const char letters[LOOM_N_THUMBNAIL_CODES + 1] = " .-#2+!x";

static void
add_axes (JsonBuilder     *builder,
          const LoomSweep *sweep)
{
  loom_json_begin_array (builder, "axes");
  for (guint i = 0; i < sweep->axes->len; i++)
    {
      const LoomSweepAxis *axis = sweep->axes->pdata[i];

      json_builder_begin_object (builder);
      loom_json_add_text (builder, "name", axis->name);
      loom_json_begin_array (builder, "values");
      for (guint j = 0; j < axis->values->len; j++)
        json_builder_add_string_value (builder, axis->values->pdata[j]);
      json_builder_end_array (builder);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_figures (JsonBuilder         *builder,
             const LoomSweepTile *tile)
{
  guint n;
  const LoomSweepFigure *figures = loom_sweep_figures_get (&n);

  for (guint i = 0; i < n; i++)
    {
      const double value = figures[i].get (tile);

      if (isnan (value))
        loom_json_add_null (builder, figures[i].key);
      else if (value == floor (value) && value < 1e15)
        loom_json_add_int (builder, figures[i].key, (gint64) value);
      else
        loom_json_add_measure (builder, figures[i].key, value);
    }
}

static void
add_samples (JsonBuilder         *builder,
             const LoomSweepTile *tile)
{
  const GArray *samples = tile->outcome->samples;
  const LoomDecile *decile = &tile->outcome->decile;

  loom_json_add_measure (builder, "low_ms", samples->len > 0 ? decile->low : -1);
  loom_json_add_measure (builder, "high_ms", samples->len > 0 ? decile->high : -1);
  loom_json_begin_array (builder, "samples_ms");
  for (guint i = 0; i < samples->len; i++)
    loom_json_add_rounded (builder, g_array_index (samples, double, i));
  json_builder_end_array (builder);
}

static void
add_thumbnail (JsonBuilder         *builder,
               const LoomThumbnail *thumbnail)
{
  loom_json_begin_array (builder, "thumbnail");
  for (guint y = 0; y < thumbnail->height; y++)
    {
      char row[LOOM_THUMBNAIL_SIDE + 1] = "";

      for (guint x = 0; x < thumbnail->width; x++)
        row[x] = letters[loom_thumbnail_get_code (thumbnail, x, y)];
      json_builder_add_string_value (builder, row);
    }
  json_builder_end_array (builder);
}

static void
add_tile (JsonBuilder         *builder,
          const LoomSweep     *sweep,
          const LoomSweepTile *tile)
{
  const LoomSweepOutcome *outcome = tile->outcome;

  json_builder_begin_object (builder);
  loom_json_begin_object (builder, "values");
  for (guint i = 0; i < sweep->axes->len; i++)
    loom_json_add_text (builder, ((const LoomSweepAxis *) sweep->axes->pdata[i])->name,
                        loom_sweep_get_value (sweep, tile, i));
  json_builder_end_object (builder);
  loom_json_add_text (builder, "state", loom_outcome_state_get_name (outcome->state));
  loom_json_add_text (builder, "text", outcome->text);
  if (loom_sweep_outcome_has_run (outcome))
    {
      loom_json_add_dim3 (builder, "block", &outcome->block);
      loom_json_add_dim3 (builder, "grid", &outcome->grid);
      loom_json_add_count (builder, "shared", outcome->shared);
    }
  add_figures (builder, tile);
  add_samples (builder, tile);
  loom_json_add_optional (builder, "rank", tile->rank > 0 ? (gint64) tile->rank : -1);
  loom_json_add_truth (builder, "best", tile->is_best);
  loom_json_add_truth (builder, "kept", tile->is_kept);
  add_thumbnail (builder, &outcome->tally.thumbnail);
  json_builder_end_object (builder);
}

/**
 * loom_report_sweep_format:
 * @problems: (element-type utf8): what went wrong beside the sweep
 *
 * Returns: (transfer full): the sweep as JSON. A row of a thumbnail has a letter for each pixel:
 *   `.` untouched, `-` written in part, `#` written, `2` written more than once, `+` extra,
 *   `!` missed, `x` not what is expected.
 */
char *
loom_report_sweep_format (const LoomSweep *sweep,
                          const GPtrArray *problems)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autofree char *sentence = loom_sweep_dup_sentence (sweep);

  json_builder_begin_object (builder);
  loom_json_add_text (builder, "backend", loom_backend_id_get_name (sweep->backend));
  loom_json_add_text (builder, "kernel", sweep->kernel);
  loom_json_add_text (builder, "ranked_by", loom_sweep_get_figure (sweep)->key);
  loom_json_add_text (builder, "fidelity",
                      loom_fidelity_get_name (loom_sweep_get_fidelity (sweep)));
  loom_json_add_text (builder, "sentence", sentence);
  add_axes (builder, sweep);
  loom_json_begin_array (builder, "configurations");
  for (guint i = 0; i < sweep->tiles->len; i++)
    add_tile (builder, sweep, sweep->tiles->pdata[i]);
  json_builder_end_array (builder);
  loom_json_begin_array (builder, "problems");
  for (guint i = 0; i < problems->len; i++)
    json_builder_add_string_value (builder, problems->pdata[i]);
  json_builder_end_array (builder);
  return loom_json_finish (builder);
}

/* Quoted as RFC 4180 has it, where it must be. */
static void
add_field (GString    *lines,
           const char *text)
{
  if (strpbrk (text, ",\"\r\n") == NULL)
    {
      g_string_append (lines, text);
      return;
    }
  g_string_append_c (lines, '"');
  for (const char *c = text; *c != '\0'; c++)
    g_string_append_printf (lines, *c == '"' ? "\"%c" : "%c", *c);
  g_string_append_c (lines, '"');
}

static void
add_number (GString *lines,
            double   value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_c (lines, ',');
  if (!isnan (value))
    g_string_append (lines, g_ascii_formatd (number, sizeof number, "%.15g", value));
}

static void
add_line (GString             *lines,
          const LoomSweep     *sweep,
          const LoomSweepTile *tile)
{
  guint n;
  const LoomSweepFigure *figures = loom_sweep_figures_get (&n);

  for (guint i = 0; i < sweep->axes->len; i++)
    {
      add_field (lines, loom_sweep_get_value (sweep, tile, i));
      g_string_append_c (lines, ',');
    }
  g_string_append (lines, loom_outcome_state_get_name (tile->outcome->state));
  for (guint i = 0; i < n; i++)
    add_number (lines, figures[i].get (tile));
  add_number (lines, tile->rank > 0 ? tile->rank : NAN);
  g_string_append_printf (lines, ",%s,", tile->is_best ? "1" : "0");
  add_field (lines, tile->outcome->text != NULL ? tile->outcome->text : "");
  g_string_append_c (lines, '\n');
}

/**
 * loom_report_sweep_format_csv:
 *
 * Returns: (transfer full): a line for each configuration, under one with the names of columns;
 *   what is not known is empty
 */
char *
loom_report_sweep_format_csv (const LoomSweep *sweep)
{
  GString *lines = g_string_new (NULL);
  guint n;
  const LoomSweepFigure *figures = loom_sweep_figures_get (&n);

  for (guint i = 0; i < sweep->axes->len; i++)
    g_string_append_printf (lines, "%s,", ((const LoomSweepAxis *) sweep->axes->pdata[i])->name);
  g_string_append (lines, "state");
  for (guint i = 0; i < n; i++)
    g_string_append_printf (lines, ",%s", figures[i].key);
  g_string_append (lines, ",rank,best,text\n");
  for (guint i = 0; i < sweep->tiles->len; i++)
    add_line (lines, sweep, sweep->tiles->pdata[i]);
  return g_string_free (lines, FALSE);
}
