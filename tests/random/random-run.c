/* random-run.c: kernels of the generator do on the simulator, however it is asked to run them, what they do on the host
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "random-mode.h"
#include "random-program.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#define MAX_PARAMS 4096

static const RandomMode modes[] = {
  { "one worker", "v4", 1, LOOM_COVERAGE_ALL, LOOM_CHECK_NONE, -1, FALSE, FALSE },
  { "two workers", "v4", 2, LOOM_COVERAGE_ALL, LOOM_CHECK_NONE, -1, FALSE, FALSE },
  { "seven workers", "v4", 7, LOOM_COVERAGE_ALL, LOOM_CHECK_NONE, -1, FALSE, FALSE },
  { "v3", "v3", 2, LOOM_COVERAGE_ALL, LOOM_CHECK_NONE, -1, FALSE, FALSE },
  { "base", "base", 1, LOOM_COVERAGE_ALL, LOOM_CHECK_NONE, -1, FALSE, FALSE },
  { "without coverage", "v4", 2, LOOM_COVERAGE_NONE, LOOM_CHECK_NONE, -1, FALSE, FALSE },
  { "writes", "v3", 7, LOOM_COVERAGE_WRITES, LOOM_CHECK_NONE, -1, FALSE, FALSE },
  { "watched", "v4", 1, LOOM_COVERAGE_ALL, LOOM_CHECK_ALL, -1, FALSE, FALSE },
  { "watched for uninitialised bytes", "base", 1, LOOM_COVERAGE_ALL, LOOM_CHECK_UNINITIALISED, -1, FALSE, FALSE },
  { "seed 1", "v4", 1, LOOM_COVERAGE_ALL, LOOM_CHECK_NONE, 1, FALSE, FALSE },
  { "seed 2, watched", "v3", 2, LOOM_COVERAGE_ALL, LOOM_CHECK_ALL, 2, FALSE, FALSE },
  { "with a profile", "v4", 2, LOOM_COVERAGE_ALL, LOOM_CHECK_NONE, -1, TRUE, FALSE },
  { "traced", "v4", 1, LOOM_COVERAGE_ALL, LOOM_CHECK_NONE, -1, FALSE, TRUE },
};

/* An array as one run left it. */
typedef struct
{
  guint8        *bytes;
  LoomSimPlanes  planes;
  guint          n;             /* cells */
} Array;

typedef struct
{
  Array         arrays[RANDOM_MAX_ARGS];
  RandomCounts  counts;
  char         *failure;        /* it did not run, or was warned of; or NULL */
} Result;

static void
result_clear (Result *self)
{
  for (guint i = 0; i < RANDOM_MAX_ARGS; i++)
    {
      g_free (self->arrays[i].bytes);
      g_free (self->arrays[i].planes.writes);
      g_free (self->arrays[i].planes.reads);
      g_free (self->arrays[i].planes.lowest);
      g_free (self->arrays[i].planes.highest);
    }
  g_free (self->failure);
}

static void
add_array (LoomSim         *sim,
           const RandomArg *arg,
           Array           *array,
           guint64         *address)
{
  array->n = (guint) (arg->size / arg->cell_size);
  array->bytes = g_memdup2 (arg->bytes, arg->size);
  array->planes = (LoomSimPlanes) {
    .writes = g_new0 (guint32, array->n), .reads = g_new0 (guint32, array->n),
    .lowest = g_new (guint64, array->n), .highest = g_new (guint64, array->n), .writer_size = sizeof (guint64)
  };
  memset (array->planes.lowest, 0xff, array->n * sizeof (guint64));
  memset (array->planes.highest, 0xff, array->n * sizeof (guint64));
  *address = loom_sim_add_array (sim, arg->name, array->bytes, arg->size, arg->cell_size, &array->planes);
}

/* Makes arrays as they begin; FALSE: the kernel has other parameters. */
static gboolean
fill_params (LoomSim             *sim,
             const RandomProgram *program,
             Result              *result,
             guint8              *params,
             gsize               *params_size)
{
  for (guint i = 0; i < program->n_args; i++)
    {
      const RandomArg *arg = &program->args[i];
      gsize offset, size;
      guint64 address;

      if (!loom_sim_get_param (sim, program->name, i, &offset, &size) || offset + size > MAX_PARAMS ||
          size != (arg->cell_size > 0 ? sizeof address : arg->size))
        return FALSE;
      if (arg->cell_size > 0)
        add_array (sim, arg, &result->arrays[i], &address);
      memcpy (params + offset, arg->cell_size > 0 ? &address : arg->bytes, size);
      *params_size = MAX (*params_size, offset + size);
    }
  return TRUE;
}

static void
run (LoomPtxModule       *module,
     const RandomProgram *program,
     const RandomMode    *mode,
     Result              *result)
{
  guint8 params[MAX_PARAMS] = { 0, };
  LoomSimLaunch launch = {
    .entry = program->name, .params = params,
    .grid = LOOM_DIM3 (program->grid[0], program->grid[1], program->grid[2]),
    .block = LOOM_DIM3 (program->block[0], program->block[1], program->block[2])
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomSim) sim = random_mode_load (mode, module, &error);

  if (sim == NULL)
    result->failure = g_strdup (error->message);
  else if (!fill_params (sim, program, result, params, &launch.params_size))
    result->failure = g_strdup ("other parameters");
  else
    result->failure = random_mode_run (mode, sim, &launch, &result->counts);
}

#define DIFFERS(...) { g_autofree char *what = g_strdup_printf (__VA_ARGS__); return g_steal_pointer (&what); }

/* What a cell was written by, as the host noted it; nobody where nobody asks who it was. */
static char *
compare_cell (const RandomArg  *arg,
              const Array      *array,
              const RandomMode *mode,
              guint             i)
{
  const RandomCell *noted = &arg->cells[i];
  const gboolean has_writers = (mode->coverage & LOOM_COVERAGE_WRITERS) != 0;
  const guint64 first = has_writers ? noted->lowest : G_MAXUINT64, last = has_writers ? noted->highest : G_MAXUINT64;
  const guint64 lowest = ((const guint64 *) array->planes.lowest)[i], highest = ((const guint64 *) array->planes.highest)[i];

  if (array->planes.writes[i] != noted->writes)
    DIFFERS ("%s[%u] was written %u times, not %u", arg->name, i, array->planes.writes[i], noted->writes);
  if (noted->writes > 0 && (lowest != first || highest != last))
    DIFFERS ("%s[%u] was written by %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT ", not %" G_GUINT64_FORMAT " to %"
             G_GUINT64_FORMAT, arg->name, i, lowest, highest, first, last);
  return NULL;
}

static char *
compare_array (const RandomArg  *arg,
               const Array      *array,
               const Array      *first,
               const RandomMode *mode)
{
  for (gsize i = 0; i < arg->size; i++)
    if (array->bytes[i] != ((const guint8 *) arg->bytes)[i])
      DIFFERS ("%s[%" G_GSIZE_FORMAT "], byte %" G_GSIZE_FORMAT ": 0x%02x, not 0x%02x", arg->name, i / arg->cell_size,
               i % arg->cell_size, array->bytes[i], ((const guint8 *) arg->bytes)[i]);
  for (guint i = 0; i < array->n; i++)
    {
      char *difference = (mode->coverage & LOOM_COVERAGE_WRITES) != 0 ? compare_cell (arg, array, mode, i) : NULL;

      if (difference != NULL)
        return difference;
      if (mode->coverage == LOOM_COVERAGE_ALL && array->planes.reads[i] != first->planes.reads[i])
        DIFFERS ("%s[%u] was read %u times, but %u by %s", arg->name, i, array->planes.reads[i], first->planes.reads[i],
                 modes[0].name);
    }
  return NULL;
}

static char *
compare (const RandomProgram *program,
         const Result        *result,
         const Result        *first,
         guint64              idle,
         const RandomMode    *mode)
{
  char *difference = g_strdup (result->failure != NULL ? result->failure : first->failure);

  for (guint i = 0; i < program->n_args && difference == NULL; i++)
    if (program->args[i].cell_size > 0)
      difference = compare_array (&program->args[i], &result->arrays[i], &first->arrays[i], mode);
  if (difference != NULL)
    return difference;
  if ((mode->coverage & LOOM_COVERAGE_WRITES) != 0 && result->counts.idle_threads != idle)
    DIFFERS ("%" G_GUINT64_FORMAT " threads without a store, not %" G_GUINT64_FORMAT, result->counts.idle_threads, idle);
  if (result->counts.warp_instructions != first->counts.warp_instructions)
    DIFFERS ("%" G_GUINT64_FORMAT " warp instructions, but %" G_GUINT64_FORMAT " by %s", result->counts.warp_instructions,
             first->counts.warp_instructions, modes[0].name);
  return NULL;
}

/* The host's own arrays are what launches begin with, so it comes last. */
static guint
check (LoomPtxModule       *module,
       const RandomProgram *program,
       uint64_t           (*run_on_host) (const RandomProgram *program))
{
  Result results[G_N_ELEMENTS (modes)] = { 0, };
  guint failed = 0;
  guint64 idle;

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    run (module, program, &modes[i], &results[i]);
  idle = run_on_host (program);
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      g_autofree char *difference = compare (program, &results[i], &results[0], idle, &modes[i]);

      if (difference != NULL)
        printf ("%s, %s: %s\n", program->name, modes[i].name, difference);
      failed |= difference != NULL;
    }
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    result_clear (&results[i]);
  return failed;
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomPtxModule) module = NULL;
  g_autofree char *text = NULL;
  const RandomProgram *programs;
  const unsigned *n_programs;
  guint failed = 0;
  gpointer library;

  if (argc != 3)
    {
      fprintf (stderr, "usage: random-run DEVICE.ptx HOST.so\n");
      return 2;
    }
  if (!g_file_get_contents (argv[1], &text, NULL, &error) ||
      (module = loom_ptx_module_parse (text, -1, &error)) == NULL || !loom_ptx_module_verify (module, &error))
    {
      fprintf (stderr, "%s: %s\n", argv[1], error->message);
      return 2;
    }
  library = dlopen (argv[2], RTLD_NOW);
  if (library == NULL)
    {
      fprintf (stderr, "%s\n", dlerror ());
      return 2;
    }
  programs = dlsym (library, "random_programs");
  n_programs = dlsym (library, "random_n_programs");
  for (guint i = 0; i < *n_programs; i++)
    failed += check (module, &programs[i], (uint64_t (*) (const RandomProgram *)) dlsym (library, "random_program_run"));
  printf ("%u of %u kernels differ\n", failed, *n_programs);
  return failed > 0;
}
