/* test-gallery-thumbnails.c: the small pictures of the gallery are what its kernels do
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * With --write, the pictures are made anew instead. */

#include "config.h"

#include "loom-cli-launch.h"
#include "loom-overlay.h"
#include "loom-view-settings.h"

#include <math.h>
#include <string.h>

/* In design pixels; the file has SCALE times as many. */
#define SIDE 80
#define FRAME 1
#define SCALE 2
/* The height of an array of one row. */
#define SINGLE_ROW 20
/* Pixels of the file that a cell must have for all cells to be of one size. */
#define WHOLE_FROM 3
/* How far a channel may be off, of 255: other versions of cairo smooth lines in other ways. */
#define TOLERANCE 16

/* What their documents show of these is of one colour, and says something in words only. */
static const struct
{
  const char *name, *array;
  LoomLens    lens;
} others[] = {
  { "06-missing-guard.cu", "f", LOOM_LENS_BLOCK },
  { "08-every-block-the-same.cu", "g", LOOM_LENS_EXPECTED },
  { "16-matrix-product.cu", "c", LOOM_LENS_VALUE },
  { "17-reduction.cu", "values", LOOM_LENS_VALUE },
  { "19-histogram.cu", "bins", LOOM_LENS_VALUE },
  { "22-barrier-branches.cu", "f", LOOM_LENS_EXPECTED },
};

/* By one worker: what a launch has done until it traps must not hang on how many there are. */
static LoomRun *
run_kernel (LoomCliLaunch *launch,
            const char    *path)
{
  const char *argv[] = { "run", path, "--workers", "1", NULL };
  g_auto (LoomCliRunOptions) options = { NULL, };
  g_auto (LoomCliSession) session = { NULL, };
  g_autoptr (GError) error = NULL;
  LoomRun *run;

  loom_cli_run_options_parse (&options, G_N_ELEMENTS (argv) - 1, (char **) argv, &error);
  g_assert_no_error (error);
  loom_cli_session_init (&session, NULL);
  loom_cli_launch_prepare (launch, &session, &options, &error);
  g_assert_no_error (error);
  run = loom_cli_session_run (&session, launch->compiled, launch->plan, &options.run,
                              launch->input.folder, &error);
  g_assert_no_error (error);
  return run;
}

static void
choose_view (LoomView     *view,
             LoomRun      *run,
             LoomCliInput *input)
{
  loom_view_init (view, run);
  loom_view_apply_settings (view, run, input->document);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (strcmp (input->name, others[i].name) == 0)
      {
        view->lens = others[i].lens;
        g_assert_true (g_ptr_array_find (run->arrays, loom_run_find_array (run, others[i].array),
                                         &view->array));
      }
  /* The lines of its cell grid would hide cells so small. */
  view->pystencils = FALSE;
  /* Numbers would not fit, and fonts differ from computer to computer. */
  view->text_scale = SIDE;
}

static LoomPicture *
make_picture (const char *path)
{
  g_auto (LoomCliLaunch) launch = { { NULL, }, };
  g_autoptr (LoomRun) run = run_kernel (&launch, path);
  LoomView view;

  choose_view (&view, run, &launch.input);
  return loom_picture_new (run, &view);
}

/* In the middle of the square, as large as fits. */
static cairo_rectangle_t
place_cells (double cols,
             double rows)
{
  const double room = (SIDE - 2 * FRAME) * SCALE;
  double cell = room / MAX (cols, rows), width, height;

  if (cell >= WHOLE_FROM)
    cell = floor (cell);
  width = round (cols * cell) / SCALE;
  height = rows == 1 ? SINGLE_ROW : round (rows * cell) / SCALE;
  return (cairo_rectangle_t) { floor ((SIDE - width) / 2), floor ((SIDE - height) / 2), width,
                              height };
}

static void
draw_cells (LoomPicture             *picture,
            cairo_t                 *cr,
            const cairo_rectangle_t *area,
            const cairo_rectangle_t *cells)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32,
                                                         (int) (area->width * SCALE),
                                                         (int) (area->height * SCALE));

  loom_picture_render (picture, cells, SCALE,
                       (guint32 *) (gpointer) cairo_image_surface_get_data (surface),
                       (guint) cairo_image_surface_get_width (surface),
                       (guint) cairo_image_surface_get_height (surface),
                       (gsize) cairo_image_surface_get_stride (surface));
  cairo_surface_mark_dirty (surface);
  cairo_surface_set_device_scale (surface, SCALE, SCALE);
  cairo_set_source_surface (cr, surface, area->x, area->y);
  cairo_paint (cr);
  cairo_surface_destroy (surface);
}

/* What stopped the kernel is marked where it was, or else in the middle. */
static void
draw_trap (LoomPicture             *picture,
           cairo_t                 *cr,
           const cairo_rectangle_t *area,
           const cairo_rectangle_t *cells)
{
  const double edge = LOOM_TRAP_RADIUS + 1;
  double x, y;
  gboolean inside;

  if (loom_picture_get_run (picture)->trap == NULL)
    return;
  if (!loom_picture_get_trap_place (picture, &x, &y, &inside))
    {
      x = (cells->width - 1) / 2;
      y = (cells->height - 1) / 2;
    }
  x = area->x + (x + 0.5) * area->width / cells->width;
  y = area->y + (y + 0.5) * area->height / cells->height;
  loom_overlay_draw_trap (cr, CLAMP (x, edge, SIDE - edge), CLAMP (y, edge, SIDE - edge));
}

static cairo_surface_t *
draw_thumbnail (const char *path)
{
  g_autoptr (LoomPicture) picture = make_picture (path);
  const cairo_rectangle_t cells = { 0, 0, loom_picture_get_cols (picture),
                                    loom_picture_get_rows (picture) };
  const cairo_rectangle_t area = place_cells (cells.width, cells.height);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, SIDE * SCALE,
                                                         SIDE * SCALE);
  cairo_t *cr;

  cairo_surface_set_device_scale (surface, SCALE, SCALE);
  cr = cairo_create (surface);
  draw_cells (picture, cr, &area, &cells);
  loom_overlay_draw (picture, cr, &area, &cells);
  draw_trap (picture, cr, &area, &cells);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static char *
dup_thumbnail_path (const char *path)
{
  return g_strdup_printf ("%.*s.png", (int) (strlen (path) - strlen (".cu")), path);
}

static void
write_thumbnail (const char *path)
{
  g_autofree char *file = dup_thumbnail_path (path);
  cairo_surface_t *surface = draw_thumbnail (path);

  g_assert_cmpint (cairo_surface_write_to_png (surface, file), ==, CAIRO_STATUS_SUCCESS);
  cairo_surface_destroy (surface);
}

static guint
count_differences (cairo_surface_t *a,
                   cairo_surface_t *b)
{
  const guint8 *bytes_a = cairo_image_surface_get_data (a),
               *bytes_b = cairo_image_surface_get_data (b);
  gsize size = (gsize) cairo_image_surface_get_stride (a) *
               (gsize) cairo_image_surface_get_height (a);
  guint differences = 0;

  for (gsize i = 0; i < size; i++)
    differences += ABS (bytes_a[i] - bytes_b[i]) > TOLERANCE;
  return differences;
}

static void
test_is_what_the_kernel_does (gconstpointer path)
{
  g_autofree char *file = dup_thumbnail_path (path);
  cairo_surface_t *kept = cairo_image_surface_create_from_png (file);
  cairo_surface_t *made = draw_thumbnail (path);

  g_assert_cmpint (cairo_surface_status (kept), ==, CAIRO_STATUS_SUCCESS);
  g_assert_cmpint (cairo_image_surface_get_format (kept), ==, CAIRO_FORMAT_ARGB32);
  g_assert_cmpint (cairo_image_surface_get_width (kept), ==, SIDE * SCALE);
  g_assert_cmpint (cairo_image_surface_get_height (kept), ==, SIDE * SCALE);
  g_assert_cmpuint (count_differences (kept, made), ==, 0);
  cairo_surface_destroy (made);
  cairo_surface_destroy (kept);
}

static char **
list_kernels (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "..", "kernels", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();
  const char *name;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".cu"))
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);

        g_strv_builder_add (paths, path);
      }
  return g_strv_builder_end (paths);
}

int
main (int   argc,
      char *argv[])
{
  g_auto (GStrv) paths = NULL;
  gboolean write;

  g_test_init (&argc, &argv, NULL);
  write = argc == 2 && strcmp (argv[1], "--write") == 0;
  paths = list_kernels ();
  for (guint i = 0; paths[i] != NULL; i++)
    {
      g_autofree char *name = g_path_get_basename (paths[i]);
      g_autofree char *test = g_strdup_printf ("/kernels/thumbnails/%.2s-is-what-it-does", name);

      if (write)
        write_thumbnail (paths[i]);
      else
        g_test_add_data_func (test, paths[i], test_is_what_the_kernel_does);
    }
  return write ? 0 : g_test_run ();
}
