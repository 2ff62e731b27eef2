/* loom-report-replay.c: steps of a thread, and what each changed, as lines of JSON
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-report-replay.h"

#include "loom-json.h"
#include "loom-report-trace.h"

#include <string.h>

static void
add_register (JsonBuilder            *builder,
              const LoomReplay       *replay,
              const LoomReplayChange *change,
              const guint8           *bytes)
{
  const LoomReplayRegister *reg = replay->registers->pdata[change->what];

  loom_json_begin_object (builder, reg->name);
  for (guint32 left = change->n; left != 0; left &= left - 1, bytes += reg->width)
    {
      guint8 value[LOOM_REPLAY_MAX_WIDTH] = { 0, };
      char lane[8];

      memcpy (value, bytes, reg->width);
      g_snprintf (lane, sizeof lane, "%d", __builtin_ctz (left));
      json_builder_set_member_name (builder, lane);
      loom_report_trace_add_value (builder, reg->type, value, reg->width);
    }
  json_builder_end_object (builder);
}

static void
add_shared (JsonBuilder            *builder,
            const LoomReplayChange *change,
            const guint8           *bytes)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint32 at;

  memcpy (&at, bytes, sizeof at);
  for (guint32 i = 0; i < change->n; i++)
    g_string_append_printf (text, "%02x", bytes[sizeof at + i]);
  json_builder_begin_object (builder);
  loom_json_add_int (builder, "offset", at);
  loom_json_add_text (builder, "bytes", text->str);
  json_builder_end_object (builder);
}

static void
add_access (JsonBuilder      *builder,
            const LoomReplay *replay,
            const guint8     *bytes)
{
  LoomReplayAccess access;

  memcpy (&access, bytes, sizeof access);
  loom_json_begin_object (builder, "access");
  loom_json_add_text (builder, "space", loom_space_get_name (access.space));
  loom_json_add_text (builder, "array",
                      access.array >= 0 ? replay->arrays->pdata[access.array] : NULL);
  loom_json_add_int (builder, "offset", (gint64) access.at);
  loom_json_add_int (builder, "bytes", access.size);
  loom_json_add_truth (builder, "store", access.is_store);
  json_builder_end_object (builder);
}

/* The access, the registers and the shared memory among some changes. */
static void
add_changes (JsonBuilder      *builder,
             const LoomReplay *replay,
             const GByteArray *changes,
             guint32           begin,
             guint32           end)
{
  LoomReplayChange change;
  const guint8 *bytes;

  for (guint32 at = begin; loom_replay_read (changes, &at, end, replay, &change, &bytes);)
    if (change.what == LOOM_REPLAY_ACCESS)
      add_access (builder, replay, bytes);

  loom_json_begin_object (builder, "registers");
  for (guint32 at = begin; loom_replay_read (changes, &at, end, replay, &change, &bytes);)
    if (change.what < replay->registers->len)
      add_register (builder, replay, &change, bytes);
  json_builder_end_object (builder);

  loom_json_begin_array (builder, "shared");
  for (guint32 at = begin; loom_replay_read (changes, &at, end, replay, &change, &bytes);)
    if (change.what == LOOM_REPLAY_SHARED_MEMORY)
      add_shared (builder, &change, bytes);
  json_builder_end_array (builder);
}

static void
add_step (JsonBuilder      *builder,
          const LoomReplay *replay,
          guint             index)
{
  const LoomReplayStep *steps = (const LoomReplayStep *) (gpointer) replay->steps->data;
  const LoomReplayPlace *place = loom_replay_get_place (replay, index);
  const LoomTraceInstruction *instruction = replay->instructions->pdata[place->instruction];

  json_builder_begin_object (builder);
  loom_json_add_int (builder, "step", (gint64) (replay->target.first + index));
  loom_json_add_int (builder, "ptx_line", instruction->ptx_line);
  loom_json_add_text (builder, "file", instruction->file);
  loom_json_add_int (builder, "line", instruction->line);
  loom_json_add_text (builder, "instruction", instruction->text);
  loom_report_trace_add_mask (builder, "active", place->active);
  loom_report_trace_add_mask (builder, "executed", place->executed);
  loom_report_trace_add_mask (builder, "live", place->live);
  add_changes (builder, replay, replay->changes, index > 0 ? steps[index - 1].end : 0,
               steps[index].end);
  json_builder_end_object (builder);
}

/**
 * loom_report_replay_format:
 * @replay: steps of a thread
 *
 * Writes them as lines of JSON: the first has what they begin with, each other is a step with what
 * it changed.
 *
 * Returns: (transfer full): the lines
 */
char *
loom_report_replay_format (const LoomReplay *replay)
{
  g_autoptr (JsonBuilder) builder = json_builder_new_immutable ();
  GString *text = g_string_new (NULL);

  json_builder_begin_object (builder);
  loom_json_add_dim3 (builder, "block", &replay->target.block);
  loom_json_add_dim3 (builder, "thread", &replay->target.thread);
  loom_json_add_int (builder, "first", (gint64) replay->target.first);
  loom_json_add_int (builder, "steps", (gint64) replay->total);
  loom_json_add_truth (builder, "ended", replay->is_ended);
  loom_json_add_int (builder, "shared_bytes", replay->shared_size);
  add_changes (builder, replay, replay->before, 0, replay->before->len);
  json_builder_end_object (builder);
  loom_report_trace_end_line (builder, text);
  for (guint i = 0; i < replay->steps->len; i++)
    {
      add_step (builder, replay, i);
      loom_report_trace_end_line (builder, text);
    }
  return g_string_free (text, FALSE);
}
