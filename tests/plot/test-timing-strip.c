/* test-timing-strip.c: samples one behind the other, and what is remarkable of some
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-timing-strip.h"

#include <string.h>

#define WIDTH 400
#define HEIGHT 160

/* Nine samples, the fourth far out; the fifth was taken while the clock was held back, and the
 * sixth is too short to trust. */
static const double usual[] = {
  0.0200, 0.0201, 0.0202, 0.0900, 0.0203, 0.0199, 0.0204, 0.0205, 0.0206,
};
enum { PLAIN = 1, FAR_OUT = 3, THROTTLED = 4, SHORT = 5 };

static LoomRun *
make_run (const double *samples,
          guint         n)
{
  LoomRun *run = loom_run_new ();

  run->timings.fidelity = LOOM_FIDELITY_MEASURED;
  g_array_append_vals (run->timings.kernel_ms, samples, n);
  run->measurement = loom_measurement_new ();
  return run;
}

static LoomTimingStrip *
make_usual (void)
{
  g_autoptr (LoomRun) run = make_run (usual, G_N_ELEMENTS (usual));

  run->measurement->floor_ms = 0.00665;
  for (guint i = 0; i < G_N_ELEMENTS (usual); i++)
    loom_measurement_note_throttle (run->measurement,
                                    i == THROTTLED ? LOOM_THROTTLE_POWER : LOOM_THROTTLE_NONE);
  return loom_timing_strip_new (run);
}

/* Pixels of a square about a sample, by how much they differ from the white ground. */
typedef struct
{
  guint8 ink[17][17];
} Sign;

static void
draw_sign (const LoomTimingStrip *strip,
           guint                  sample,
           guint                  marked,
           Sign                  *sign)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  const int half = G_N_ELEMENTS (sign->ink) / 2;
  double x, y;

  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  loom_timing_strip_draw (strip, cr, WIDTH, HEIGHT, FALSE, 1, marked);
  cairo_surface_flush (surface);
  loom_timing_strip_place (strip, WIDTH, HEIGHT, 1, sample, &x, &y);
  for (int row = 0; row < (int) G_N_ELEMENTS (sign->ink); row++)
    for (int col = 0; col < (int) G_N_ELEMENTS (sign->ink); col++)
      {
        guint32 pixel;

        memcpy (&pixel, cairo_image_surface_get_data (surface)
                            + ((int) y + row - half) * cairo_image_surface_get_stride (surface)
                            + ((int) x + col - half) * 4, sizeof pixel);
        sign->ink[row][col] = (guint8) (255 - (pixel & 255) / 3 - (pixel >> 8 & 255) / 3
                                        - (pixel >> 16 & 255) / 3);
      }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* Columns that one row of a sign has dark, without those of lines that go through the whole. */
static guint
count_dark (const Sign *sign,
            guint       row)
{
  guint n = 0;

  for (guint col = 0; col < G_N_ELEMENTS (sign->ink); col++)
    n += sign->ink[row][col] > sign->ink[row][0] + 40;
  return n;
}

static void
test_samples_are_in_their_order_and_higher_where_longer (void)
{
  g_autoptr (LoomTimingStrip) strip = make_usual ();
  double before_x = 0;

  for (guint i = 0; i < G_N_ELEMENTS (usual); i++)
    {
      double x, y;

      loom_timing_strip_place (strip, WIDTH, HEIGHT, 1, i, &x, &y);
      g_assert_cmpfloat (x, >, before_x);
      g_assert_cmpuint (loom_timing_strip_find (strip, WIDTH, 1, x), ==, i);
      g_assert_cmpfloat (y, >=, 0);
      g_assert_cmpfloat (y, <=, HEIGHT);
      for (guint j = 0; j < i; j++)
        {
          double other_x, other_y;

          loom_timing_strip_place (strip, WIDTH, HEIGHT, 1, j, &other_x, &other_y);
          g_assert_cmpint (y < other_y, ==, usual[i] > usual[j]);
        }
      before_x = x;
    }
  g_assert_cmpuint (loom_timing_strip_find (strip, WIDTH, 1, -5), ==, 0);
  g_assert_cmpuint (loom_timing_strip_find (strip, WIDTH, 1, 2 * WIDTH), ==, 8);
  g_assert_cmpuint (loom_timing_strip_step (strip, 2, 1), ==, 3);
  g_assert_cmpuint (loom_timing_strip_step (strip, 2, -G_MAXINT), ==, 0);
  g_assert_cmpuint (loom_timing_strip_step (strip, 2, G_MAXINT), ==, 8);
}

/* One that is a hundred times as long leaves room for the differences of all others. */
static void
test_a_far_sample_leaves_room_for_the_others (void)
{
  g_autoptr (LoomTimingStrip) strip = make_usual ();
  double x, fast, slow, far;

  loom_timing_strip_place (strip, WIDTH, HEIGHT, 1, SHORT, &x, &fast);
  loom_timing_strip_place (strip, WIDTH, HEIGHT, 1, 8, &x, &slow);
  loom_timing_strip_place (strip, WIDTH, HEIGHT, 1, FAR_OUT, &x, &far);
  g_assert_cmpfloat (fast - slow, >, HEIGHT / 5.0);
  g_assert_cmpfloat (far, <, slow);
}

static void
test_words (void)
{
  g_autoptr (LoomTimingStrip) strip = make_usual ();
  g_autofree char *sentence = loom_timing_strip_dup_sentence (strip);
  g_autofree char *plain = loom_timing_strip_dup_text (strip, PLAIN);
  g_autofree char *far = loom_timing_strip_dup_text (strip, FAR_OUT);
  g_autofree char *throttled = loom_timing_strip_dup_text (strip, THROTTLED);
  g_autofree char *brief = loom_timing_strip_dup_text (strip, SHORT);

  g_assert_cmpstr (sentence, ==,
                   "9 samples: median 20.30 µs, half of them from 20.10 µs to 20.50 µs, "
                   "95 of 100 up to 62.24 µs, 1 outlier, 1 while the clock was held back, "
                   "1 too short to trust");
  g_assert_cmpstr (plain, ==, "Sample 2 of 9: 20.10 µs");
  g_assert_cmpstr (far, ==, "Sample 4 of 9: 90.00 µs, an outlier");
  g_assert_cmpstr (throttled, ==, "Sample 5 of 9: 20.30 µs, while the clock was held back");
  g_assert_cmpstr (brief, ==, "Sample 6 of 9: 19.90 µs, too short to trust");
}

/* In grey, as who sees no colours does: a diamond has corners, a hollow one no middle, and a cross
 * reaches further than a dot. */
static void
test_signs_differ_in_their_forms (void)
{
  g_autoptr (LoomTimingStrip) strip = make_usual ();
  Sign plain, far, throttled, brief, cursor;

  draw_sign (strip, PLAIN, G_MAXUINT, &plain);
  draw_sign (strip, FAR_OUT, G_MAXUINT, &far);
  draw_sign (strip, THROTTLED, G_MAXUINT, &throttled);
  draw_sign (strip, SHORT, G_MAXUINT, &brief);
  draw_sign (strip, PLAIN, PLAIN, &cursor);

  g_assert_cmpuint (count_dark (&plain, 8), >=, 7);
  g_assert_cmpuint (count_dark (&plain, 11), >=, 5);
  g_assert_cmpuint (count_dark (&plain, 13), ==, 0);
  g_assert_cmpuint (count_dark (&far, 8), >=, 9);
  g_assert_cmpuint (count_dark (&far, 12), <=, 4);
  g_assert_cmpuint (count_dark (&far, 12), >=, 1);
  g_assert_cmpuint (count_dark (&throttled, 13), >=, 2);
  g_assert_cmpuint (brief.ink[8][8], <, 40);
  g_assert_cmpuint (plain.ink[8][8], >, 80);
  g_assert_cmpuint (cursor.ink[1][8], >, plain.ink[1][8] + 80);
}

static void
test_one_sample_has_no_strip (void)
{
  g_autoptr (LoomRun) one = make_run (usual, 1), none = make_run (usual, 0);

  g_assert_null (loom_timing_strip_new (one));
  g_assert_null (loom_timing_strip_new (none));
}

/* All alike, all nothing, two that are far apart, and as many as can be asked for. */
static void
test_any_samples_are_drawn (void)
{
  static const double alike[] = { 3, 3, 3 }, nothing[] = { 0, 0 }, apart[] = { 1e-9, 1e9 };
  const struct { const double *samples; guint n; } rows[] = {
    { alike, G_N_ELEMENTS (alike) }, { nothing, G_N_ELEMENTS (nothing) },
    { apart, G_N_ELEMENTS (apart) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (LoomRun) run = make_run (rows[i].samples, rows[i].n);
      g_autoptr (LoomTimingStrip) strip = loom_timing_strip_new (run);
      g_autofree char *text = loom_timing_strip_dup_text (strip, 1);
      Sign sign;
      double x, y;

      g_assert_nonnull (text);
      loom_timing_strip_place (strip, WIDTH, HEIGHT, 1, 1, &x, &y);
      g_assert_cmpfloat (y, >=, 0);
      g_assert_cmpfloat (y, <=, HEIGHT);
      draw_sign (strip, 1, G_MAXUINT, &sign);
      g_assert_cmpuint (sign.ink[8][8], >, 80);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/plot/timing-strip/order", test_samples_are_in_their_order_and_higher_where_longer);
  g_test_add_func ("/plot/timing-strip/far", test_a_far_sample_leaves_room_for_the_others);
  g_test_add_func ("/plot/timing-strip/words", test_words);
  g_test_add_func ("/plot/timing-strip/signs", test_signs_differ_in_their_forms);
  g_test_add_func ("/plot/timing-strip/one", test_one_sample_has_no_strip);
  g_test_add_func ("/plot/timing-strip/any", test_any_samples_are_drawn);

  return g_test_run ();
}
