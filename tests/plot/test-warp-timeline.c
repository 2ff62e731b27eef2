/* test-warp-timeline.c: every lane of every step has the colour of what it did
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-warp-timeline.h"

#include <string.h>

#define WARP 32
#define STEPS 120
#define CELL 3                  /* pixels of a step, and of a lane */

static LoomRun *
make_run (guint n)
{
  const LoomTraceTarget target = { .whom = LOOM_TRACE_WARP, .block = { 4, 5, 0 }, .warp = 3 };
  LoomTraceInstruction *instruction = loom_trace_instruction_new ();
  LoomRun *run = loom_run_new ();

  run->trace = loom_trace_new (&target);
  instruction->line = 17;
  instruction->text = g_strdup ("add.s32 %r1, %r2, %r3");
  g_ptr_array_add (run->trace->instructions, instruction);
  for (guint i = 0; i < n; i++)
    {
      /* some steps are those of all lanes, and some follow one with the same lanes */
      const guint32 active = i % 7 == 0 ? G_MAXUINT32
                                        : (guint32) g_test_rand_int () | (guint32) 1 << i % WARP;
      const LoomTraceStep step = { .sequence = i, .active = active,
                                   .executed = active & (guint32) g_test_rand_int () };

      loom_trace_add_step (run->trace, &step, NULL);
    }
  run->trace->total = n;
  return run;
}

static const LoomTraceStep *
get_step (LoomRun *run,
          guint    step)
{
  return &g_array_index (run->trace->steps, LoomTraceStep, step);
}

static void
test_colors (gconstpointer dark)
{
  const cairo_rectangle_t area = { 40, 22, STEPS * CELL, WARP * CELL };
  const int width = 500, height = 150;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (LoomRun) run = make_run (STEPS);
  g_autoptr (LoomWarpTimeline) timeline = loom_warp_timeline_new (run);
  guint32 colors[3] = { 0, };

  loom_warp_timeline_draw (timeline, cr, &area, dark != NULL, 1, LOOM_NO_STEP);
  cairo_surface_flush (surface);
  for (guint i = 0; i < STEPS; i++)
    for (guint lane = 0; lane < WARP; lane++)
      {
        const guint state = (get_step (run, i)->active >> lane & 1)
                            + (get_step (run, i)->executed >> lane & 1);
        const guint y = (guint) area.y + lane * CELL + 1, x = (guint) area.x + i * CELL + 1;
        guint32 pixel;

        memcpy (&pixel, cairo_image_surface_get_data (surface)
                            + y * (guint) cairo_image_surface_get_stride (surface) + 4 * x, 4);
        pixel |= 0xff000000u;
        if (colors[state] == 0)
          colors[state] = pixel;
        g_assert_cmphex (pixel, ==, colors[state]);
      }
  g_assert_true (colors[0] != colors[1] && colors[1] != colors[2] && colors[0] != colors[2]);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
test_steps_are_found (void)
{
  const cairo_rectangle_t area = { 40, 22, STEPS * CELL, 96 };
  g_autoptr (LoomRun) run = make_run (STEPS);
  g_autoptr (LoomWarpTimeline) timeline = loom_warp_timeline_new (run);

  for (gint i = 0; i < STEPS; i++)
    g_assert_cmpint (loom_warp_timeline_find (timeline, &area, 40 + i * CELL + 1.5), ==, i);
  g_assert_cmpint (loom_warp_timeline_find (timeline, &area, 39), ==, LOOM_NO_STEP);
  g_assert_cmpint (loom_warp_timeline_find (timeline, &area, 40 + STEPS * CELL), ==, LOOM_NO_STEP);
  for (gint i = 0; i < STEPS; i++)
    {
      gint other = i + 1;

      while (other < STEPS - 1
             && get_step (run, (guint) other)->active == get_step (run, (guint) i)->active)
        other++;
      g_assert_cmpint (loom_warp_timeline_find_other (timeline, i, 1), ==, MIN (other, STEPS - 1));
    }
}

static void
test_words (void)
{
  g_autoptr (LoomRun) run = make_run (0);
  g_autoptr (LoomWarpTimeline) timeline = NULL;
  g_autofree char *text = NULL, *sentence = NULL;
  const LoomTraceStep steps[] = {
    { .sequence = 5, .active = 0xff, .executed = 0x0f },
    { .sequence = 6, .active = 0xffff, .executed = 0xffff },
  };
  const char *file;

  g_assert_null (loom_warp_timeline_new (run));
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    loom_trace_add_step (run->trace, &steps[i], NULL);
  run->trace->total = 7;
  timeline = loom_warp_timeline_new (run);
  text = loom_warp_timeline_dup_text (timeline, 0);
  g_assert_cmpstr (text, ==, "Step 6: 8 of 32 lanes active, the guard off in 4 of them; line 17: "
                             "add.s32 %r1, %r2, %r3");
  sentence = loom_warp_timeline_dup_sentence (timeline);
  g_assert_cmpstr (sentence, ==, "Warp 3 of block (4, 5, 0): 7 steps, the last 2 shown with 12 of "
                                 "32 lanes active on average");
  g_assert_cmpuint (loom_warp_timeline_get_line (timeline, 1, &file), ==, 17);
  g_assert_null (file);
  g_assert_null (loom_warp_timeline_dup_text (timeline, 2));
  g_assert_null (loom_warp_timeline_dup_text (timeline, LOOM_NO_STEP));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_data_func ("/plot/warp-timeline/colors", NULL, test_colors);
  g_test_add_data_func ("/plot/warp-timeline/colors-on-dark", "dark", test_colors);
  g_test_add_func ("/plot/warp-timeline/steps-are-found", test_steps_are_found);
  g_test_add_func ("/plot/warp-timeline/words", test_words);

  return g_test_run ();
}
