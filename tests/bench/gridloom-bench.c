/* gridloom-bench.c: the simulator on the eight kernels that it is compared with its peers on
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-sim.h"

#include <glib.h>
#include <locale.h>

#include "common.h"

/* One line for each kernel, as the other hosts print it: name, median milliseconds, threads, whether the result is
 * right. Timed is a launch until its results are complete; arrays and planes are set up before. */

#define MAX_RUNS 64

static gint runs = 9, side = 1024, workers = 2, coverage = 1, only = -1;
static gboolean reads;

static const GOptionEntry entries[] = {
  { "runs", 'r', 0, G_OPTION_ARG_INT, &runs, "Timed launches of each kernel", "N" },
  { "side", 's', 0, G_OPTION_ARG_INT, &side, "Cells on a side", "N" },
  { "workers", 'w', 0, G_OPTION_ARG_INT, &workers, "Threads", "N" },
  { "coverage", 'c', 0, G_OPTION_ARG_INT, &coverage, "0 none, 1 writes and writers", "N" },
  { "reads", 0, 0, G_OPTION_ARG_NONE, &reads, "Count reads as well", NULL },
  { "only", 'k', 0, G_OPTION_ARG_INT, &only, "Just this kernel, from 0", "N" },
  { NULL }
};

typedef struct
{
  guint8 bytes[64];
  gsize  size;
} Params;

static void
push (Params       *self,
      gconstpointer value,
      gsize         size)
{
  self->size = (self->size + size - 1) / size * size;
  memcpy (self->bytes + self->size, value, size);
  self->size += size;
}

typedef struct
{
  guint64  in, in2, out;
  guint32 *writes, *reads;
  guint32 *lowest, *highest;
  gsize    cells;
} Memory;

static void
clear_planes (Memory *self)
{
  if (self->writes == NULL)
    return;
  memset (self->writes, 0, self->cells * sizeof (guint32));
  memset (self->lowest, 0xff, self->cells * sizeof (guint32));
  memset (self->highest, 0xff, self->cells * sizeof (guint32));
}

static void
make_planes (Memory *self,
             gsize   cells)
{
  self->cells = cells;
  if (coverage == 0)
    return;
  self->writes = g_new (guint32, cells);
  self->reads = g_new0 (guint32, cells);
  self->lowest = g_new (guint32, cells);
  self->highest = g_new (guint32, cells);
}

static void
free_planes (Memory *self)
{
  g_free (self->writes);
  g_free (self->reads);
  g_free (self->lowest);
  g_free (self->highest);
}

static Params
make_params (const prob   *p,
             const Memory *memory)
{
  Params params = { .size = 0 };

#define P64(v) push (&params, &(v), 8)
#define P32(v) push (&params, &(v), 4)
  switch (p->k)
    {
    case 0:
      P64 (memory->out); P32 (p->w); P32 (p->h);
      break;
    case 1:
      P64 (memory->in); P64 (memory->out); P32 (p->s); P32 (p->w); P32 (p->h);
      break;
    case 2:
    case 6:
      P64 (memory->in); P64 (memory->out); P32 (p->w); P32 (p->h);
      break;
    case 3:
      P64 (memory->in); P64 (memory->in2); P64 (memory->out); P32 (p->w);
      break;
    case 4:
      P64 (memory->out); P32 (p->w); P32 (p->h); P32 (p->maxit); P32 (p->x0); P32 (p->y0); P32 (p->d);
      break;
    default:
      P64 (memory->in); P64 (memory->out); P32 (p->n);
      break;
    }
#undef P64
#undef P32
  return params;
}

static gboolean
launch_once (LoomSim *sim,
             prob    *p,
             Memory  *memory,
             double  *milliseconds)
{
  const Params params = make_params (p, memory);
  const LoomSimLaunch launch = {
    .entry = KN[p->k], .grid = LOOM_DIM3 (p->gx, p->gy, 1), .block = LOOM_DIM3 (p->bx, p->by, 1),
    .params = params.bytes, .params_size = params.size
  };
  const LoomSimOptions options = {
    .workers = (guint) workers, .schedule_seed = -1,
    .coverage = (coverage != 0 ? LOOM_COVERAGE_WRITES | LOOM_COVERAGE_WRITERS : LOOM_COVERAGE_NONE) |
                (reads ? LOOM_COVERAGE_READS : 0),
  };
  g_autoptr (GError) error = NULL;
  LoomSimOutcome outcome;
  gboolean ok;
  double start;

  memcpy (p->out, p->out0, p->out_b);
  clear_planes (memory);
  start = now_ms ();
  ok = loom_sim_run (sim, &launch, &options, &outcome, &error);
  *milliseconds = now_ms () - start;
  if (!ok)
    g_printerr ("%s: %s\n", KN[p->k], error->message);
  else if (outcome.trap != NULL)
    g_printerr ("%s: %s\n", KN[p->k], outcome.trap->text);
  loom_sim_outcome_clear (&outcome);
  return ok;
}

static gboolean
run_kernel (LoomPtxModule *module,
            guint          k)
{
  prob p = make_prob (k, side);
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomSim) sim = loom_sim_new (module, &error);
  Memory memory = { 0, };
  LoomSimPlanes planes = { 0, };
  double samples[MAX_RUNS], ignored;
  gboolean ok = TRUE;

  make_planes (&memory, p.out_b / 4);
  planes.writes = memory.writes;
  planes.reads = memory.reads;
  planes.lowest = memory.lowest;
  planes.highest = memory.highest;
  planes.writer_size = 4;
  memory.in = loom_sim_add_array (sim, "in", p.in, p.in_b, k == 7 ? 1 : 4, NULL);
  memory.in2 = loom_sim_add_array (sim, "in2", p.in2, p.in2_b, 4, NULL);
  memory.out = loom_sim_add_array (sim, "out", p.out, p.out_b, 4, &planes);
  for (int i = -2; i < runs && ok; i++)
    ok = launch_once (sim, &p, &memory, i < 0 ? &ignored : &samples[i]);
  if (ok)
    printf ("%s %.4f %ld %s\n", KN[k], median (samples, runs), p.threads, check (&p) ? "ok" : "BAD");
  fflush (stdout);
  free_planes (&memory);
  free_prob (&p);
  return ok;
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("PTX - time the simulator");
  g_autoptr (LoomPtxModule) module = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gsize length;
  gboolean ok = TRUE;

  loom_sim_keep_memory ();
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || argc != 2 || runs < 1 || runs > MAX_RUNS)
    {
      g_printerr ("%s\n", error != NULL ? error->message : g_option_context_get_help (context, TRUE, NULL));
      return 2;
    }
  if (!g_file_get_contents (argv[1], &text, &length, &error) ||
      (module = loom_ptx_module_parse (text, (gssize) length, &error)) == NULL ||
      !loom_ptx_module_verify (module, &error))
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  for (guint k = 0; k < NK; k++)
    if (only < 0 || (guint) only == k)
      ok &= run_kernel (module, k);
  return ok ? 0 : 1;
}
