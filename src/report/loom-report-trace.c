/* loom-report-trace.c: a trace as lines of JSON
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-report-trace.h"

#include "loom-json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

void
loom_report_trace_add_mask (JsonBuilder *builder,
                            const char  *key,
                            guint32      mask)
{
  char text[16];

  g_snprintf (text, sizeof text, "0x%08x", mask);
  loom_json_add_text (builder, key, text);
}

/* JSON has no infinities. */
static void
add_float (JsonBuilder *builder,
           double       value)
{
  if (isfinite (value))
    loom_json_add_rounded (builder, value);
  else
    json_builder_add_string_value (builder, isnan (value) ? "nan" : value > 0 ? "inf" : "-inf");
}

/* As what PTX calls the type: numbers, truth, or bits where it is neither. */
void
loom_report_trace_add_value (JsonBuilder  *builder,
                             const char   *type,
                             const guint8 *bytes,
                             guint         size)
{
  guint64 bits = 0;
  float single;
  double wide;

  memcpy (&bits, bytes, MIN (size, sizeof bits));
  memcpy (&single, bytes, sizeof single);
  memcpy (&wide, bytes, sizeof wide);
  if (strcmp (type, "pred") == 0)
    json_builder_add_boolean_value (builder, bits != 0);
  else if (strcmp (type, "f32") == 0)
    add_float (builder, single);
  else if (strcmp (type, "f64") == 0)
    add_float (builder, wide);
  else if (*type == 's' && size <= sizeof bits)
    json_builder_add_int_value (builder, (gint64) (bits << (64 - 8 * size)) >> (64 - 8 * size));
  else if (*type == 'u' && size < sizeof bits)
    json_builder_add_int_value (builder, (gint64) bits);
  else
    {
      g_autoptr (GString) text = g_string_new ("0x");

      for (guint i = size; i-- > 0;)
        g_string_append_printf (text, "%02x", bytes[i]);
      json_builder_add_string_value (builder, text->str);
    }
}

static guint
get_type_size (const char *type)
{
  const char *digits = type + strcspn (type, "0123456789");

  return (guint) MAX (g_ascii_strtoull (digits, NULL, 10) / 8, 1) *
         (g_str_has_suffix (type, "x2") ? 2 : 1);
}

static void
add_registers (JsonBuilder                *builder,
               const LoomTraceInstruction *instruction,
               const LoomTraceLane        *lane)
{
  guint at = 0;

  loom_json_begin_object (builder, "registers");

  for (guint i = 0; instruction->registers[i] != NULL; i++)
    {
      json_builder_set_member_name (builder, instruction->registers[i]);
      loom_report_trace_add_value (builder, instruction->types[i], lane->registers + at,
                                   instruction->widths[i]);
      at += instruction->widths[i];
    }

  json_builder_end_object (builder);
}

static void
add_access (JsonBuilder                *builder,
            const LoomTrace            *trace,
            const LoomTraceInstruction *instruction,
            const LoomTraceAccess      *access)
{
  const char *type = *instruction->type != '\0' ? instruction->type : "b32";
  const guint size = MIN (get_type_size (type), MAX (access->size, 1));
  char address[32];

  g_snprintf (address, sizeof address, "0x%" PRIx64, access->address);
  json_builder_begin_object (builder);
  loom_json_add_text (builder, "space", loom_space_get_name (access->space));
  json_builder_set_member_name (builder, "array");

  if (access->array >= 0)
    json_builder_add_string_value (builder, trace->arrays->pdata[access->array]);
  else
    json_builder_add_null_value (builder);

  loom_json_add_int (builder, "offset", access->offset);
  loom_json_add_int (builder, "bytes", access->size);
  loom_json_add_text (builder, "address", address);
  loom_json_begin_array (builder, "values");

  for (guint at = 0; at + size <= access->size; at += size)
    {
      guint8 bytes[LOOM_TRACE_ACCESS_BYTES] = { 0, };

      memcpy (bytes, access->bytes + at, size);
      loom_report_trace_add_value (builder, type, bytes, size);
    }

  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

static void
add_lane (JsonBuilder         *builder,
          const LoomTrace     *trace,
          const LoomTraceStep *step,
          const LoomTraceLane *lane,
          const LoomDim3      *block,
          guint                first_thread)
{
  const LoomTraceInstruction *instruction = trace->instructions->pdata[step->instruction];
  const LoomDim3 thread = loom_dim3_unpack (block, first_thread + lane->lane);

  json_builder_begin_object (builder);
  loom_json_add_int (builder, "lane", lane->lane);
  loom_json_add_dim3 (builder, "thread", &thread);

  if (lane->has_registers)
    add_registers (builder, instruction, lane);

  if (lane->n_accesses > 0)
    {
      loom_json_begin_array (builder, "accesses");
      for (guint i = 0; i < MIN (lane->n_accesses, LOOM_TRACE_MAX_ACCESSES); i++)
        add_access (builder, trace, instruction, &lane->accesses[i]);
      json_builder_end_array (builder);
    }

  if (lane->n_accesses > LOOM_TRACE_MAX_ACCESSES)
    loom_json_add_int (builder, "more_accesses", lane->n_accesses - LOOM_TRACE_MAX_ACCESSES);

  json_builder_end_object (builder);
}

static void
add_step (JsonBuilder         *builder,
          const LoomTrace     *trace,
          const LoomTraceStep *step,
          const LoomDim3      *block,
          guint                first_thread)
{
  const LoomTraceInstruction *instruction = trace->instructions->pdata[step->instruction];

  json_builder_begin_object (builder);
  loom_json_add_int (builder, "step", (gint64) step->sequence);
  loom_json_add_int (builder, "ptx_line", instruction->ptx_line);
  if (instruction->file != NULL)
    loom_json_add_text (builder, "file", instruction->file);
  loom_json_add_int (builder, "line", instruction->line);
  loom_json_add_text (builder, "instruction", instruction->text);
  loom_report_trace_add_mask (builder, "active", step->active);
  loom_report_trace_add_mask (builder, "executed", step->executed);
  loom_json_begin_array (builder, "lanes");

  for (guint i = 0; i < step->n_lanes; i++)
    add_lane (builder, trace, step,
              &g_array_index (trace->lanes, LoomTraceLane, step->first_lane + i), block,
              first_thread);

  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

void
loom_report_trace_end_line (JsonBuilder *builder,
                            GString     *text)
{
  g_autoptr (JsonNode) root = json_builder_get_root (builder);
  g_autofree char *line = json_to_string (root, FALSE);

  g_string_append (text, line);
  g_string_append_c (text, '\n');
  json_builder_reset (builder);
}

static void
add_summary (JsonBuilder     *builder,
             const LoomTrace *trace)
{
  json_builder_begin_object (builder);
  loom_json_add_dim3 (builder, "block", &trace->target.block);

  if (trace->target.whom == LOOM_TRACE_WARP)
    loom_json_add_int (builder, "warp", trace->target.warp);
  else
    loom_json_add_dim3 (builder, "thread", &trace->target.thread);

  loom_json_add_int (builder, "steps", (gint64) MIN (trace->total, G_MAXINT64));
  loom_json_add_int (builder, "kept", trace->steps->len);
  loom_json_add_count (builder, "dropped", trace->total - trace->steps->len);
  json_builder_end_object (builder);
}

/**
 * loom_report_trace_format:
 * @trace: a trace
 * @block: threads of a block
 *
 * Writes a trace as lines of JSON: the first says who was traced and how many steps were dropped,
 * each other is a step.
 *
 * Returns: (transfer full): the lines
 */
char *
loom_report_trace_format (const LoomTrace *trace,
                          const LoomDim3  *block)
{
  g_autoptr (JsonBuilder) builder = json_builder_new_immutable ();
  const LoomDim3 *thread = &trace->target.thread;
  const guint linear = (thread->z * block->y + thread->y) * block->x + thread->x;
  const guint warp = trace->target.whom == LOOM_TRACE_WARP ? trace->target.warp
                                                           : linear / LOOM_WARP_LANES;
  GString *text = g_string_new (NULL);

  add_summary (builder, trace);
  loom_report_trace_end_line (builder, text);

  for (guint i = 0; i < trace->steps->len; i++)
    {
      add_step (builder, trace, &g_array_index (trace->steps, LoomTraceStep, i), block,
                warp * LOOM_WARP_LANES);
      loom_report_trace_end_line (builder, text);
    }

  return g_string_free (text, FALSE);
}

/**
 * loom_report_trace_add:
 * @builder: of an object
 * @trace: a trace
 *
 * Adds the member `trace`: who was traced, how many steps there were and how many are kept.
 */
void
loom_report_trace_add (JsonBuilder     *builder,
                       const LoomTrace *trace)
{
  json_builder_set_member_name (builder, "trace");
  add_summary (builder, trace);
}
