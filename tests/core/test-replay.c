/* test-replay.c: states at the steps of a thread, and their way to another process
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-error.h"
#include "loom-replay-text.h"

#include <string.h>

#define SHARED 64u

/* A thread whose step s writes s into register s % 3 of its lanes, and s into a word of shared
 * memory. */
static LoomReplay *
make (guint    n,
      gboolean warp)
{
  static const char *const names[] = { "%r1", "%r2", "%f10" };
  static const char *const types[] = { "u32", "s32", "f32" };
  static const char *const texts[] = {
    "ld.param.u32 %r1, [k_param_1]", "mov.u32 %r2, %tid.x", "add.f32 %f10, %f1, %f2",
  };
  const LoomReplayTarget target = { .thread = { 5, 0, 0 }, .n_steps = n, .warp = warp };
  LoomReplay *self = loom_replay_new (&target);

  self->total = n;
  self->is_ended = TRUE;
  self->shared_size = warp ? SHARED : 0;
  for (guint i = 0; i < 3; i++)
    {
      LoomTraceInstruction *instruction = loom_trace_instruction_new ();
      LoomReplayRegister *reg = g_new0 (LoomReplayRegister, 1);

      instruction->text = g_strdup (texts[i]);
      instruction->type = g_strdup ("");
      instruction->line = i + 1;
      g_ptr_array_add (self->instructions, instruction);
      *reg = (LoomReplayRegister) { g_strdup (names[i]), g_strdup (types[i]), 4, i };
      g_ptr_array_add (self->registers, reg);
    }
  for (guint s = 0; s < n; s++)
    {
      const LoomReplayPlace place = { s % 3, G_MAXUINT32, G_MAXUINT32, G_MAXUINT32 };
      LoomReplayStep step = { .place = loom_replay_take_place (self, &place) };
      guint32 values[LOOM_WARP_LANES];

      for (guint lane = 0; lane < LOOM_WARP_LANES; lane++)
        values[lane] = s + lane;
      loom_replay_add_register (self->changes, s % 3, warp ? G_MAXUINT32 : 1u << 5, 4,
                                (const guint8 *) values);
      if (warp)
        loom_replay_add_shared (self->changes, s % (SHARED / 4) * 4, (const guint8 *) &s, 4);
      step.end = self->changes->len;
      g_array_append_val (self->steps, step);
    }
  return self;
}

static guint32
get_value (const LoomReplayState *state,
           guint                  index,
           guint                  lane)
{
  const guint8 *bytes = loom_replay_state_get_value (state, index, lane);
  guint32 value = G_MAXUINT32;

  if (bytes != NULL)
    memcpy (&value, bytes, sizeof value);
  return value;
}

/* What a step leaves, told without going through the others. */
static void
check_at (const LoomReplayState *state,
          guint                  at,
          guint                  lane,
          gboolean               warp)
{
  for (guint index = 0; index < 3; index++)
    {
      const gboolean is_known = at > index;
      const guint32 last = is_known ? (at - 1 - index) / 3 * 3 + index : 0;

      g_assert_cmpuint (get_value (state, index, lane), ==, is_known ? last + lane : G_MAXUINT32);
      g_assert_cmpint (loom_replay_state_is_changed (state, index, lane), ==,
                       at > 0 && (at - 1) % 3 == index);
    }
  for (guint word = 0; warp && word < SHARED / 4 && at > SHARED / 4; word++)
    {
      guint32 value;

      memcpy (&value, state->shared->data + 4 * word, sizeof value);
      g_assert_cmpuint (value, ==, (at - 1 - word) / (SHARED / 4) * (SHARED / 4) + word);
    }
}

static void
test_any_step (void)
{
  const guint n = 30000;

  for (guint warp = 0; warp < 2; warp++)
    {
      g_autoptr (LoomReplay) replay = make (n, warp != 0);
      g_autoptr (LoomReplayState) state = loom_replay_state_new (replay);
      g_autoptr (GRand) random = g_rand_new_with_seed (16);

      check_at (state, 0, 5, FALSE);
      for (guint i = 0; i < 300; i++)
        {
          const guint at = i % 3 == 0   ? state->at + 1
                           : i % 3 == 1 ? (state->at > 0 ? state->at - 1 : 0)
                                        : (guint) g_rand_int_range (random, 0, (gint) n + 1);

          loom_replay_state_seek (state, at);
          g_assert_cmpuint (state->at, ==, MIN (at, n));
          check_at (state, state->at, 5, warp != 0);
        }
    }
}

static void
test_wire (void)
{
  g_autoptr (LoomReplay) replay = make (100, TRUE);
  g_autoptr (GVariant) variant = g_variant_ref_sink (loom_replay_to_variant (replay));
  g_autoptr (LoomReplay) copy = loom_replay_from_variant (variant);
  g_autoptr (LoomReplayState) state = NULL;

  g_assert_nonnull (copy);
  g_assert_cmpuint (copy->steps->len, ==, 100);
  state = loom_replay_state_new (copy);
  loom_replay_state_seek (state, 77);
  check_at (state, 77, 31, TRUE);
}

typedef void (*Spoil) (LoomReplay *self);

static void
spoil_place (LoomReplay *self)
{
  g_array_index (self->steps, LoomReplayStep, 5).place = self->places->len;
}

static void
spoil_end (LoomReplay *self)
{
  g_array_index (self->steps, LoomReplayStep, 5).end = 3;
}

static void
spoil_end_behind (LoomReplay *self)
{
  g_array_index (self->steps, LoomReplayStep, 99).end = self->changes->len + 1;
}

static void
spoil_instruction (LoomReplay *self)
{
  g_array_index (self->places, LoomReplayPlace, 1).instruction = 3;
}

static void
spoil_register (LoomReplay *self)
{
  ((LoomReplayChange *) (gpointer) self->changes->data)->what = 3;
}

static void
spoil_width (LoomReplay *self)
{
  ((LoomReplayRegister *) self->registers->pdata[0])->width = LOOM_REPLAY_MAX_WIDTH + 1;
}

static void
spoil_shared (LoomReplay *self)
{
  self->shared_size = SHARED - 4;
}

static void
spoil_access (LoomReplay *self)
{
  const LoomReplayAccess access = { .array = 0, .space = LOOM_SPACE_GLOBAL };

  loom_replay_add_access (self->before, &access);
}

static void
spoil_total (LoomReplay *self)
{
  self->total = 99;
}

/* Whatever another process says, nothing out of bounds comes of it. */
static void
test_hostile (void)
{
  static const Spoil spoils[] = {
    spoil_place, spoil_end, spoil_end_behind, spoil_instruction, spoil_register, spoil_width,
    spoil_shared, spoil_access, spoil_total,
  };

  for (guint i = 0; i < G_N_ELEMENTS (spoils); i++)
    {
      g_autoptr (LoomReplay) replay = make (100, TRUE);
      g_autoptr (GVariant) variant = NULL;

      spoils[i] (replay);
      variant = g_variant_ref_sink (loom_replay_to_variant (replay));
      g_assert_null (loom_replay_from_variant (variant));
    }
}

static void
test_names (void)
{
  g_autoptr (LoomReplay) replay = make (10, TRUE);
  g_autoptr (GPtrArray) parameters = g_ptr_array_new ();
  g_autofree char *parameter = NULL, *special = NULL, *none = NULL;

  g_ptr_array_add (parameters, (gpointer) "in");
  g_ptr_array_add (parameters, (gpointer) "n");
  parameter = loom_replay_dup_source_name (replay, 0, parameters);
  special = loom_replay_dup_source_name (replay, 1, parameters);
  none = loom_replay_dup_source_name (replay, 2, parameters);
  g_assert_cmpstr (parameter, ==, "n");
  g_assert_cmpstr (special, ==, "threadIdx.x");
  g_assert_null (none);
}

static void
test_expressions (void)
{
  static const struct { const char *text; double value; } rows[] = {
    { "r1[4]", 10 }, { "n[4] * 2", 20 }, { "sum(threadIdx_x)", 7 * 32 + 31 * 16 }, { "r2[31] - r1[0]", 32 },
  };
  g_autoptr (LoomReplay) replay = make (10, TRUE);
  g_autoptr (LoomReplayState) state = loom_replay_state_new (replay);
  g_autoptr (GPtrArray) parameters = g_ptr_array_new ();
  g_autoptr (LoomScope) scope = NULL;

  g_ptr_array_add (parameters, (gpointer) "in");
  g_ptr_array_add (parameters, (gpointer) "n");
  loom_replay_state_seek (state, 8);
  scope = loom_replay_state_new_scope (state, parameters);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LoomValue) value = loom_evaluate (rows[i].text, scope, NULL, &error);
      g_autofree char *text = NULL;

      g_assert_no_error (error);
      text = loom_scalar_format (value->type.scalar, loom_value_get_cell (value, 0));
      g_assert_cmpfloat (g_ascii_strtod (text, NULL), ==, rows[i].value);
    }
}

static void
test_targets (void)
{
  LoomReplayTarget target;

  g_assert_true (loom_replay_target_parse ("0,1:3", &target, NULL));
  g_assert_cmpuint (target.block.y, ==, 1);
  g_assert_cmpuint (target.thread.x, ==, 3);
  g_assert_false (loom_replay_target_parse ("0:warp=1", &target, NULL));
  g_assert_true (loom_replay_target_parse_window ("7,9", &target, NULL));
  g_assert_cmpuint (target.first, ==, 7);
  g_assert_cmpuint (target.n_steps, ==, 9);
  g_assert_false (loom_replay_target_parse_window ("7", &target, NULL));
  g_assert_false (loom_replay_target_parse_window ("7,0", &target, NULL));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/replay/any-step", test_any_step);
  g_test_add_func ("/replay/wire", test_wire);
  g_test_add_func ("/replay/hostile", test_hostile);
  g_test_add_func ("/replay/names", test_names);
  g_test_add_func ("/replay/expressions", test_expressions);
  g_test_add_func ("/replay/targets", test_targets);
  return g_test_run ();
}
