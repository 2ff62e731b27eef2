/* sim-fixture.c: what the simulator's tests set up
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "sim-fixture.h"

#include <string.h>

void
fixture_init (Fixture    *self,
              const char *file)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "sim", file, NULL);
  g_autoptr (LoomPtxModule) module = NULL;
  g_autofree char *text = NULL;
  gsize length;

  memset (self, 0, sizeof *self);
  self->options = (LoomSimOptions) { .workers = 1, .schedule_seed = -1, .coverage = LOOM_COVERAGE_ALL };
  g_file_get_contents (path, &text, &length, &self->error);
  g_assert_no_error (self->error);
  module = loom_ptx_module_parse (text, (gssize) length, &self->error);
  g_assert_no_error (self->error);
  loom_ptx_module_verify (module, &self->error);
  g_assert_no_error (self->error);
  self->sim = loom_sim_new (module, &self->error);
  g_assert_no_error (self->error);
}

void
fixture_clear (Fixture *self)
{
  loom_sim_outcome_clear (&self->outcome);
  loom_sim_free (self->sim);
  for (guint i = 0; i < self->n_arrays; i++)
    {
      g_free (self->arrays[i].cells);
      g_free (self->arrays[i].writes);
      g_free (self->arrays[i].reads);
      g_free (self->arrays[i].lowest);
      g_free (self->arrays[i].highest);
    }
  g_clear_error (&self->error);
}

static void
push (Fixture       *self,
      gconstpointer  value,
      gsize          size)
{
  self->params_size = (self->params_size + size - 1) / size * size;
  memcpy (self->params + self->params_size, value, size);
  self->params_size += size;
}

guint32 *
fixture_array (Fixture *self,
               guint    n,
               gsize    cell_size)
{
  FixtureArray *array = &self->arrays[self->n_arrays++];
  g_autofree char *name = g_strdup_printf ("array%u", self->n_arrays - 1);
  LoomSimPlanes planes;

  *array = (FixtureArray) {
    .cells = g_new0 (guint32, n), .n = n, .writes = g_new0 (guint32, n), .reads = g_new0 (guint32, n),
    .lowest = g_new (guint32, n), .highest = g_new (guint32, n)
  };
  memset (array->lowest, 0xff, n * sizeof (guint32));
  memset (array->highest, 0xff, n * sizeof (guint32));
  planes = (LoomSimPlanes) { array->writes, array->reads, array->lowest, array->highest, 4 };
  array->address = loom_sim_add_array (self->sim, name, array->cells, n * sizeof (guint32), cell_size, &planes);
  push (self, &array->address, sizeof array->address);
  return array->cells;
}

void
fixture_null (Fixture *self)
{
  const guint64 address = 0;

  push (self, &address, sizeof address);
}

void
fixture_int (Fixture *self,
             gint32   value)
{
  push (self, &value, sizeof value);
}

void
fixture_float (Fixture *self,
               float    value)
{
  push (self, &value, sizeof value);
}

void
fixture_double (Fixture *self,
                double   value)
{
  push (self, &value, sizeof value);
}

gboolean
fixture_run (Fixture    *self,
             const char *entry,
             LoomDim3    grid,
             LoomDim3    block)
{
  const LoomSimLaunch launch = {
    .entry = entry, .grid = grid, .block = block, .params = self->params, .params_size = self->params_size
  };
  gboolean ok;

  loom_sim_outcome_clear (&self->outcome);
  g_clear_error (&self->error);
  ok = loom_sim_run (self->sim, &launch, &self->options, &self->outcome, &self->error);
  loom_sim_collect (self->sim);
  return ok;
}

void
fixture_pass (Fixture    *self,
              const char *entry,
              LoomDim3    grid,
              LoomDim3    block)
{
  const gboolean ok = fixture_run (self, entry, grid, block);

  g_assert_no_error (self->error);
  g_assert_true (ok);
  if (self->outcome.trap != NULL)
    g_test_message ("%s", self->outcome.trap->text);
  g_assert_null (self->outcome.trap);
}
