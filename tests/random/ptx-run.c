/* ptx-run.c: random PTX programs give on the simulator the same in all ways to run them, and what a GPU recorded
 *   ptx-run MODULE.ptx INPUT LAUNCHES RECORDED      (ptx_programs.py says what is in them)
 * A line for each program that differs. RECORDED may be /dev/null; PTX_RUN_DUMP names a folder for what the first way gave.
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "random-mode.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define HEAD 64                 /* bytes in front of the records of the threads */
#define DIGEST 6                /* bytes of SHA-256 that are kept of what a program wrote */

typedef struct
{
  char     name[16];
  guint32  grid[3], block[3];
  guint32  record;              /* bytes that a thread writes */
  guint8   params[80];          /* where the output is, where the input is, and others */
} Launch;

G_STATIC_ASSERT (sizeof (Launch) == 124);

static const RandomMode modes[] = {
  { "one worker", "v4", 1, LOOM_COVERAGE_NONE, LOOM_CHECK_NONE, -1, FALSE, FALSE },
  { "two workers", "v4", 2, LOOM_COVERAGE_ALL, LOOM_CHECK_NONE, -1, FALSE, FALSE },
  { "seven workers, v3", "v3", 7, LOOM_COVERAGE_NONE, LOOM_CHECK_NONE, -1, FALSE, FALSE },
  { "base", "base", 1, LOOM_COVERAGE_ALL, LOOM_CHECK_NONE, -1, FALSE, FALSE },
  { "watched", "v4", 1, LOOM_COVERAGE_NONE, LOOM_CHECK_ALL, -1, FALSE, FALSE },
  { "seed 1", "v3", 1, LOOM_COVERAGE_NONE, LOOM_CHECK_NONE, 1, FALSE, FALSE },
  { "seed 2, watched", "base", 2, LOOM_COVERAGE_ALL, LOOM_CHECK_ALL, 2, FALSE, FALSE },
  { "with a profile", "v4", 2, LOOM_COVERAGE_ALL, LOOM_CHECK_NONE, -1, TRUE, FALSE },
  { "traced", "v4", 1, LOOM_COVERAGE_ALL, LOOM_CHECK_NONE, -1, FALSE, TRUE },
};

/* What one way gave. */
typedef struct
{
  guint8       *bytes;
  RandomCounts  counts;
  char         *failure;        /* it did not run, or was warned of; or NULL */
} Result;

static void
result_clear (Result *self)
{
  g_free (self->bytes);
  g_free (self->failure);
}

static gsize
get_size (const Launch *launch)
{
  return HEAD + (gsize) launch->grid[0] * launch->grid[1] * launch->grid[2] * launch->block[0] * launch->block[1] *
         launch->block[2] * launch->record;
}

/* What a launch writes to begins with what it reads, again and again. */
static guint8 *
make_output (const Launch *launch,
             const guint8 *input,
             gsize         input_size)
{
  const gsize size = get_size (launch);
  guint8 *bytes = g_malloc (size);

  for (gsize at = 0; at < size; at += input_size)
    memcpy (bytes + at, input, MIN (input_size, size - at));
  return bytes;
}

static void
add_arrays (LoomSim      *sim,
            Launch       *launch,
            Result       *result,
            guint8       *input,
            gsize         input_size)
{
  const guint64 addresses[] = {
    loom_sim_add_array (sim, "out", result->bytes, get_size (launch), 1, NULL),
    loom_sim_add_array (sim, "in", input, input_size, 1, NULL)
  };

  memcpy (launch->params, addresses, sizeof addresses);
}

static void
run (LoomPtxModule    *module,
     Launch            launch,
     const RandomMode *mode,
     guint8           *input,
     gsize             input_size,
     Result           *result)
{
  const LoomSimLaunch of = {
    .entry = launch.name, .params = launch.params, .params_size = sizeof launch.params,
    .grid = LOOM_DIM3 (launch.grid[0], launch.grid[1], launch.grid[2]),
    .block = LOOM_DIM3 (launch.block[0], launch.block[1], launch.block[2])
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomSim) sim = random_mode_load (mode, module, &error);

  result->bytes = make_output (&launch, input, input_size);
  if (sim == NULL)
    {
      result->failure = g_strdup (error->message);
      return;
    }
  add_arrays (sim, &launch, result, input, input_size);
  result->failure = random_mode_run (mode, sim, &of, &result->counts);
}

/* Where two outputs begin to differ. */
static char *
find_difference (const Launch *launch,
                 const guint8 *bytes,
                 const guint8 *others)
{
  const gsize size = get_size (launch);

  for (gsize i = 0; i < size; i++)
    if (bytes[i] != others[i])
      return i < HEAD ? g_strdup_printf ("byte %" G_GSIZE_FORMAT " of the sums: 0x%02x, not 0x%02x", i, bytes[i], others[i])
                      : g_strdup_printf ("thread %" G_GSIZE_FORMAT ", byte %" G_GSIZE_FORMAT ": 0x%02x, not 0x%02x",
                                         (i - HEAD) / launch->record, (i - HEAD) % launch->record, bytes[i], others[i]);
  return NULL;
}

static char *
compare (const Launch *launch,
         const Result *result,
         const Result *first)
{
  char *difference = g_strdup (result->failure);

  if (difference == NULL)
    difference = find_difference (launch, result->bytes, first->bytes);
  if (difference == NULL && result->counts.warp_instructions != first->counts.warp_instructions)
    difference = g_strdup_printf ("%" PRIu64 " warp instructions, not %" PRIu64, result->counts.warp_instructions,
                                  first->counts.warp_instructions);
  return difference;
}

/* Whether the digest is what was recorded, none being zeros. */
static gboolean
is_recorded (const Launch *launch,
             const Result *result,
             const guint8 *recorded)
{
  static const guint8 none[DIGEST];
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[32];
  gsize size = sizeof digest;

  g_checksum_update (checksum, result->bytes, (gssize) get_size (launch));
  g_checksum_get_digest (checksum, digest, &size);
  return memcmp (recorded, none, DIGEST) == 0 || memcmp (recorded, digest, DIGEST) == 0;
}

static void
dump (const Launch *launch,
      const Result *result)
{
  const char *folder = g_getenv ("PTX_RUN_DUMP");
  g_autofree char *path = folder != NULL ? g_build_filename (folder, launch->name, NULL) : NULL;

  if (path != NULL && !g_file_set_contents (path, (const char *) result->bytes, (gssize) get_size (launch), NULL))
    fprintf (stderr, "%s cannot be written\n", path);
}

/* Returns whether a program differs anywhere; n_modes: of the ways, how many. */
static gboolean
check (LoomPtxModule *module,
       const Launch  *launch,
       guint8        *input,
       gsize          input_size,
       guint          n_modes,
       const guint8  *recorded)
{
  Result results[G_N_ELEMENTS (modes)] = { 0, };
  gboolean differs = FALSE;

  for (guint i = 0; i < n_modes; i++)
    {
      g_autofree char *difference = NULL;

      run (module, *launch, &modes[i], input, input_size, &results[i]);
      difference = compare (launch, &results[i], &results[0]);
      if (difference != NULL)
        printf ("%s, %s: %s\n", launch->name, modes[i].name, difference);
      differs |= difference != NULL;
    }
  if (!is_recorded (launch, &results[0], recorded))
    {
      printf ("%s is not what the GPU recorded\n", launch->name);
      differs = TRUE;
    }
  dump (launch, &results[0]);
  for (guint i = 0; i < n_modes; i++)
    result_clear (&results[i]);
  return differs;
}

static gboolean
check_all (char   **paths,
           guint   *n_differ,
           guint   *n_programs,
           GError **error)
{
  const char *n_modes = g_getenv ("PTX_RUN_WAYS");
  g_autofree char *text = NULL, *input = NULL, *launches = NULL, *recorded = NULL;
  g_autoptr (LoomPtxModule) module = NULL;
  gsize input_size, launches_size, recorded_size;

  if (!g_file_get_contents (paths[0], &text, NULL, error) || !g_file_get_contents (paths[1], &input, &input_size, error) ||
      !g_file_get_contents (paths[2], &launches, &launches_size, error) ||
      !g_file_get_contents (paths[3], &recorded, &recorded_size, error))
    return FALSE;
  module = loom_ptx_module_parse (text, -1, error);
  if (module == NULL || !loom_ptx_module_verify (module, error))
    return FALSE;
  *n_programs = launches_size / sizeof (Launch);
  for (guint i = 0; i < *n_programs; i++)
    {
      static const guint8 none[DIGEST];
      Launch launch;

      memcpy (&launch, launches + i * sizeof launch, sizeof launch);
      *n_differ += check (module, &launch, (guint8 *) input, input_size,
                          n_modes != NULL ? CLAMP (atoi (n_modes), 1, (int) G_N_ELEMENTS (modes)) : G_N_ELEMENTS (modes),
                          (i + 1) * DIGEST <= recorded_size ? (const guint8 *) recorded + i * DIGEST : none);
    }
  return TRUE;
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GError) error = NULL;
  guint n_differ = 0, n_programs = 0;

  if (argc != 5)
    {
      fprintf (stderr, "usage: ptx-run MODULE.ptx INPUT LAUNCHES RECORDED\n");
      return 2;
    }
  if (!check_all (argv + 1, &n_differ, &n_programs, &error))
    {
      fprintf (stderr, "%s: %s\n", argv[1], error->message);
      return 2;
    }
  printf ("%u of %u programs differ\n", n_differ, n_programs);
  return n_differ > 0;
}
