/* drawn.c: what is drawn with cairo and pango, as text
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "drawn.h"

#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

/* The linker has our own code call these in place of what they are named after. */
#define WRAPPED(type, name, ...) \
  type __real_##name (__VA_ARGS__); \
  type __wrap_##name (__VA_ARGS__)

WRAPPED (void, cairo_fill, cairo_t *cr);
WRAPPED (void, cairo_fill_preserve, cairo_t *cr);
WRAPPED (void, cairo_stroke, cairo_t *cr);
WRAPPED (void, cairo_stroke_preserve, cairo_t *cr);
WRAPPED (void, cairo_paint, cairo_t *cr);
WRAPPED (void, cairo_clip, cairo_t *cr);
WRAPPED (void, pango_cairo_show_layout, cairo_t *cr, PangoLayout *layout);
WRAPPED (void, pango_layout_get_pixel_size, PangoLayout *layout, int *width, int *height);

#define CHARACTER_WIDTH 7
#define LINE_HEIGHT 14

/* NULL: nothing is recorded. */
static GString *drawn;
static char *last;              /* what the last line began with */
static GString *drawings;       /* those that are compared with a file; NULL: none */

/* What is done once more, with the same colour, goes on in the same line. */
void
drawn_add (const char *how,
     const char *where)
{
  if (g_strcmp0 (last, how) != 0)
    {
      g_string_append_printf (drawn, "%s%s", drawn->len > 0 ? "\n" : "", how);
      g_free (last);
      last = g_strdup (how);
    }
  g_string_append_printf (drawn, " %s", where);
}

char *
drawn_sum_up (const guchar *data,
        gsize         stride,
        gsize         width,
        gsize         height)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_MD5);

  for (gsize y = 0; y < height; y++)
    g_checksum_update (sum, data + y * stride, (gssize) width);
  return g_strndup (g_checksum_get_string (sum), 8);
}

char *
drawn_name_color (double red,
            double green,
            double blue,
            double alpha)
{
  return g_strdup_printf ("#%02x%02x%02x%s", (guint) lrint (red * 255), (guint) lrint (green * 255),
                          (guint) lrint (blue * 255),
                          alpha >= 0.999 ? "" : alpha < 0.34 ? "/faint" : "/light");
}

static char *
name_source (cairo_t *cr)
{
  double red, green, blue, alpha;
  cairo_surface_t *surface;

  if (cairo_pattern_get_rgba (cairo_get_source (cr), &red, &green, &blue, &alpha)
      == CAIRO_STATUS_SUCCESS)
    return drawn_name_color (red, green, blue, alpha);
  if (cairo_pattern_get_surface (cairo_get_source (cr), &surface) == CAIRO_STATUS_SUCCESS
      && cairo_surface_get_type (surface) == CAIRO_SURFACE_TYPE_IMAGE)
    {
      const int width = cairo_image_surface_get_width (surface);
      const int height = cairo_image_surface_get_height (surface);
      g_autofree char *sum
          = drawn_sum_up (cairo_image_surface_get_data (surface),
                    (gsize) cairo_image_surface_get_stride (surface), (gsize) width * 4,
                    (gsize) height);

      return g_strdup_printf ("pixels %d×%d %s", width, height, sum);
    }
  return g_strdup ("a pattern");
}

/* The extents of the path, on the surface; with few corners, those. */
static char *
name_path (cairo_t *cr)
{
  cairo_path_t *path = cairo_copy_path_flat (cr);
  GString *corners = g_string_new (NULL);
  double x[2], y[2];
  guint n = 0;

  for (int i = 0; i < path->num_data; i += path->data[i].header.length)
    if (path->data[i].header.type != CAIRO_PATH_CLOSE_PATH)
      {
        double px = path->data[i + 1].point.x, py = path->data[i + 1].point.y;

        cairo_user_to_device (cr, &px, &py);
        g_string_append_printf (corners, "%s%.0f,%.0f", n > 0 ? "-" : "", px, py);
        n++;
      }
  cairo_path_destroy (path);
  if (n > 0 && n <= 3)
    return g_string_free (corners, FALSE);
  g_string_free (corners, TRUE);
  cairo_path_extents (cr, &x[0], &y[0], &x[1], &y[1]);
  for (guint i = 0; i < 2; i++)
    cairo_user_to_device (cr, &x[i], &y[i]);
  return g_strdup_printf ("%.0f,%.0f+%.0f×%.0f%s", x[0], y[0], x[1] - x[0], y[1] - y[0],
                          n > 5 ? "*" : "");
}

static void
record (cairo_t    *cr,
        const char *verb)
{
  g_autofree char *source = name_source (cr);
  g_autofree char *how = NULL, *where = NULL;

  if (drawn == NULL)
    return;
  where = name_path (cr);
  how = g_str_equal (verb, "stroke")
            ? g_strdup_printf ("stroke %.3g%s %s", cairo_get_line_width (cr),
                               cairo_get_dash_count (cr) > 0 ? " dashed" : "", source)
            : g_strdup_printf ("%s %s", verb, source);
  drawn_add (how, where);
}

void
__wrap_cairo_fill (cairo_t *cr)
{
  record (cr, "fill");
  __real_cairo_fill (cr);
}

void
__wrap_cairo_fill_preserve (cairo_t *cr)
{
  record (cr, "fill");
  __real_cairo_fill_preserve (cr);
}

void
__wrap_cairo_stroke (cairo_t *cr)
{
  record (cr, "stroke");
  __real_cairo_stroke (cr);
}

void
__wrap_cairo_stroke_preserve (cairo_t *cr)
{
  record (cr, "stroke");
  __real_cairo_stroke_preserve (cr);
}

/* Only in drawings that are compared: what is clipped is seen in no widget as a whole. */
void
__wrap_cairo_clip (cairo_t *cr)
{
  if (drawn != NULL && drawings != NULL)
    {
      g_autofree char *where = name_path (cr);

      drawn_add ("clip", where);
    }
  __real_cairo_clip (cr);
}

void
__wrap_cairo_paint (cairo_t *cr)
{
  if (drawn != NULL)
    {
      g_autofree char *source = name_source (cr);
      double x = 0, y = 0;
      g_autofree char *where = NULL;

      cairo_user_to_device (cr, &x, &y);
      where = g_strdup_printf ("at %.0f,%.0f", x, y);
      drawn_add ("paint", source);
      drawn_add ("paint", where);
    }
  __real_cairo_paint (cr);
}

char *
drawn_name_words (PangoLayout *layout)
{
  const PangoFontDescription *font = pango_layout_get_font_description (layout);

  return g_strdup_printf ("“%s”%s", pango_layout_get_text (layout),
                          font != NULL && pango_font_description_get_weight (font)
                                              > PANGO_WEIGHT_NORMAL
                              ? " bold"
                              : "");
}

void
__wrap_pango_cairo_show_layout (cairo_t     *cr,
                                PangoLayout *layout)
{
  if (drawn != NULL)
    {
      g_autofree char *source = name_source (cr), *words = drawn_name_words (layout);
      g_autofree char *how = g_strdup_printf ("words %s", source), *where = NULL;
      double x = 0, y = 0;

      cairo_get_current_point (cr, &x, &y);
      cairo_user_to_device (cr, &x, &y);
      where = g_strdup_printf ("%s %.0f,%.0f", words, x, y);
      drawn_add (how, where);
    }
  __real_pango_cairo_show_layout (cr, layout);
}

void
__wrap_pango_layout_get_pixel_size (PangoLayout *layout,
                                    int         *width,
                                    int         *height)
{
  g_auto (GStrv) lines = g_strsplit (pango_layout_get_text (layout), "\n", -1);
  glong longest = 0;

  if (drawn == NULL)
    {
      __real_pango_layout_get_pixel_size (layout, width, height);
      return;
    }
  for (guint i = 0; lines[i] != NULL; i++)
    longest = MAX (longest, g_utf8_strlen (lines[i], -1));
  if (width != NULL)
    *width = (int) longest * CHARACTER_WIDTH;
  if (height != NULL)
    *height = (int) g_strv_length (lines) * LINE_HEIGHT;
}

/* A scale of colours is a long run of lines of one kind: its ends, and the sum of all. */
static char *
shorten (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GString *shorter = g_string_new (NULL);
  guint n;

  for (guint i = 0; lines[i] != NULL; i += n)
    {
      const gsize verb = strcspn (lines[i], " ");
      g_autoptr (GString) all = g_string_new (NULL);

      for (n = 0; lines[i + n] != NULL && strncmp (lines[i + n], lines[i], verb + 1) == 0; n++)
        g_string_append (all, lines[i + n]);
      if (n >= 12)
        {
          g_autofree char *sum = drawn_sum_up ((const guchar *) all->str, 0, all->len, 1);

          g_string_append_printf (shorter, "%s\n… %u of it, %s\n%s\n", lines[i], n, sum,
                                  lines[i + n - 1]);
          continue;
        }
      for (guint k = 0; k < n; k++)
        g_string_append_printf (shorter, "%s\n", lines[i + k]);
    }
  g_string_truncate (shorter, shorter->len > 0 ? shorter->len - 1 : 0);
  return g_string_free (shorter, FALSE);
}

/* Begins to record. */
void
drawn_begin (void)
{
  drawn = g_string_new (NULL);
  g_clear_pointer (&last, g_free);
}

/* Whether something is recorded. */
gboolean
drawn_is_on (void)
{
  return drawn != NULL;
}

/* What was drawn since drawn_begin(). */
char *
drawn_end (void)
{
  g_autofree char *text = g_string_free (g_steal_pointer (&drawn), FALSE);

  return shorten (text);
}

/**
 * drawn_begin_surface:
 * @title: what stands above what is drawn
 *
 * Returns: (transfer full): where to draw; all of it is recorded until drawn_end_surface()
 */
cairo_t *
drawn_begin_surface (const char *title,
                     int         width,
                     int         height)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cairo_t *cr = cairo_create (surface);

  if (drawings == NULL)
    drawings = g_string_new (NULL);
  g_string_append_printf (drawings, "# %s\n", title);
  cairo_surface_destroy (surface);
  drawn_begin ();
  return cr;
}

void
drawn_end_surface (cairo_t *cr)
{
  g_autofree char *text = drawn_end ();

  cairo_destroy (cr);
  g_string_append_printf (drawings, "%s\n", text);
}

/**
 * drawn_compare:
 * @name: of a file in plot/drawn
 *
 * Compares all that was drawn since the last time with what the file holds; with
 * GRIDLOOM_TRANSCRIPTS=write it is written.
 */
void
drawn_compare (const char *name)
{
  g_autofree char *file = g_strconcat (name, ".txt", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "plot", "drawn", file, NULL);
  g_autofree char *text = g_string_free (g_steal_pointer (&drawings), FALSE), *expected = NULL;
  g_auto (GStrv) is = g_strsplit (text, "\n", -1), should = NULL;

  if (g_strcmp0 (g_getenv ("GRIDLOOM_TRANSCRIPTS"), "write") == 0)
    g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_true (g_file_get_contents (path, &expected, NULL, NULL));
  should = g_strsplit (expected, "\n", -1);
  for (guint i = 0; is[i] != NULL || should[i] != NULL; i++)
    {
      if (g_strcmp0 (is[i], should[i]) != 0)
        g_test_message ("line %u of %s differs", i + 1, file);
      g_assert_cmpstr (is[i], ==, should[i]);
    }
}
