/* plot-fixture.c: runs made by hand, for the tests of pictures
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plot-fixture.h"

#include <locale.h>
#include <string.h>

/* data: NULL for zeros. Counts begin at zero, without a writer or a domain. */
void
fixture_begin (Fixture         *self,
               LoomScalar       scalar,
               guint            lanes,
               const LoomShape *shape,
               gconstpointer    data)
{
  LoomType type = loom_type_of (scalar, lanes);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (LoomArray) array = NULL;
  g_autoptr (GError) error = NULL;
  gsize size;

  g_assert_true (loom_shape_cells (shape, &self->cells));
  size = self->cells * type.size;
  bytes = data != NULL ? g_bytes_new (data, size) : g_bytes_new_take (g_malloc0 (size), size);
  array = loom_array_new (&type, shape, bytes, &error);
  g_assert_no_error (error);

  self->run = loom_run_new ();
  self->run->backend = LOOM_BACKEND_ID_SIMULATOR;
  self->run->fidelity = LOOM_FIDELITY_SIMULATED;
  self->run->kernel = g_strdup ("triangle");
  self->run->main_array = 0;
  self->array = loom_run_array_new ("f", array);
  g_ptr_array_add (self->run->arrays, self->array);
  self->writes = g_new0 (guint32, self->cells);
  self->reads = g_new0 (guint32, self->cells);
  self->lowest = g_new (guint32, self->cells);
  self->highest = g_new (guint32, self->cells);
  memset (self->lowest, 0xff, self->cells * sizeof (guint32));
  memset (self->highest, 0xff, self->cells * sizeof (guint32));
  self->domain = NULL;
  fixture_launch (self, LOOM_DIM3 (1, 1, 1), LOOM_DIM3 (1, 1, 1));
}

void
fixture_launch (Fixture  *self,
                LoomDim3  block,
                LoomDim3  grid)
{
  self->run->block = block;
  self->run->grid = grid;
  self->run->threads = (guint64) block.x * block.y * block.z * grid.x * grid.y * grid.z;
}

void
fixture_write (Fixture *self,
               guint64  cell,
               guint32  thread)
{
  g_assert_cmpuint (cell, <, self->cells);
  self->writes[cell]++;
  self->lowest[cell] = MIN (self->lowest[cell], thread);
  if (self->highest[cell] == G_MAXUINT32 || self->highest[cell] < thread)
    self->highest[cell] = thread;
}

LoomRun *
fixture_end (Fixture *self)
{
  self->array->writes = g_bytes_new_take (self->writes, self->cells * sizeof (guint32));
  self->array->reads = g_bytes_new_take (self->reads, self->cells * sizeof (guint32));
  self->array->lowest = g_bytes_new_take (self->lowest, self->cells * sizeof (guint32));
  self->array->highest = g_bytes_new_take (self->highest, self->cells * sizeof (guint32));
  if (self->domain != NULL)
    self->array->domain = g_bytes_new_take (self->domain, self->cells);
  return self->run;
}

/* x >= y of n × n cells, blocks of 8 × 8, one thread for each cell. */
LoomRun *
fixture_triangle (guint    n,
                  gboolean with_domain)
{
  Fixture fixture;
  LoomShape shape = SHAPE_2D (n, n);
  g_autofree float *data = g_new0 (float, n * n);
  guint blocks = (n + 7) / 8;

  for (guint i = 0; i < n * n; i++)
    data[i] = i % n >= i / n;
  fixture_begin (&fixture, LOOM_SCALAR_F32, 1, &shape, data);
  fixture_launch (&fixture, LOOM_DIM3 (8, 8, 1), LOOM_DIM3 (blocks, blocks, 1));
  fixture.run->idle_threads = fixture.run->threads - n * (n + 1) / 2;
  if (with_domain)
    fixture.domain = g_new0 (guint8, n * n);
  for (guint y = 0; y < n; y++)
    for (guint x = y; x < n; x++)
      {
        fixture_write (&fixture, y * n + x, (y / 8 * blocks + x / 8) * 64 + y % 8 * 8 + x % 8);
        if (with_domain)
          fixture.domain[y * n + x] = 1;
      }
  return fixture_end (&fixture);
}

/* Values alone, nothing counted. */
LoomRun *
fixture_values (LoomScalar       scalar,
                const LoomShape *shape,
                gconstpointer    data)
{
  Fixture fixture;

  fixture_begin (&fixture, scalar, 1, shape, data);
  g_free (fixture.writes);
  g_free (fixture.reads);
  g_free (fixture.lowest);
  g_free (fixture.highest);
  return fixture.run;
}

/* The whole picture as pixels. */
guint32 *
fixture_render (LoomPicture *picture,
                guint        pixels_x,
                guint        pixels_y)
{
  guint32 *pixels = g_new (guint32, pixels_x * pixels_y);
  cairo_rectangle_t cells = { 0, 0, loom_picture_get_cols (picture),
                              loom_picture_get_rows (picture) };

  loom_picture_render (picture, &cells, 1, pixels, pixels_x, pixels_y, pixels_x * sizeof *pixels);
  return pixels;
}

/* From here on the process formats numbers with decimal commas, as a German one does. */
void
fixture_use_decimal_commas (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_BUILT, "plot", "locale", NULL);
  g_autofree char *path = g_build_filename (folder, "de_DE.UTF-8", NULL);
  const char *command[] = { "localedef", "-i", "de_DE", "-f", "UTF-8", path, NULL };
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  g_spawn_sync (NULL, (char **) command, NULL,
                G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL,
                NULL, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_setenv ("LOCPATH", folder, TRUE);
  g_assert_nonnull (setlocale (LC_ALL, "de_DE.UTF-8"));
  text = g_strdup_printf ("%.1f", 1.5);
  g_assert_cmpstr (text, ==, "1,5");
}
