/* gridloom-bench.c: the simulator, in this process, on the kernels that it is compared with its peers on
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-sim.h"

#ifdef HAVE_PEERS
#include "peers.h"
#endif
#include "more.h"

#include <glib.h>

/* One line for each kernel, as the other hosts print it: name, median milliseconds, threads, whether the result is
 * right. Timed is a launch until its results are complete; arrays and planes are set up before. */

#define WARM_UP 2
#define MAX_LISTED 1024

static gint runs = 9, side = 1024, workers = 2;
static gboolean settings, collected;
static char *set_name, *coverage_name, *checks_name, *only, *price;

static const GOptionEntry entries[] = {
  { "set", 0, 0, G_OPTION_ARG_STRING, &set_name, "The problem set", "peers|more" },
  { "runs", 'r', 0, G_OPTION_ARG_INT, &runs, "Timed launches of each kernel", "N" },
  { "side", 's', 0, G_OPTION_ARG_INT, &side, "Cells on a side", "N" },
  { "workers", 'w', 0, G_OPTION_ARG_INT, &workers, "Threads", "N" },
  { "coverage", 'c', 0, G_OPTION_ARG_STRING, &coverage_name, "What to record", "none|writes|all" },
  { "check", 0, 0, G_OPTION_ARG_STRING, &checks_name, "What to look for besides bounds",
    "none|races|uninitialised|all" },
  { "kernel", 'k', 0, G_OPTION_ARG_STRING, &only, "Just this kernel", "NAME" },
  { "collected", 0, 0, G_OPTION_ARG_NONE, &collected, "Time until what was counted is in the planes, too", NULL },
  { "price", 'p', 0, G_OPTION_ARG_STRING, &price,
    "Instead: writes over none, reads over writes, or checks over none, launch by launch in turn",
    "writes|reads|uninitialised|checks" },
  { "settings", 0, 0, G_OPTION_ARG_NONE, &settings, "Instead: print launch and arguments of each kernel",
    NULL },
  G_OPTION_ENTRY_NULL
};

typedef struct
{
  const char *name;
  guint       value;
} Choice;

static const Choice coverages[] = {
  { "writes", LOOM_COVERAGE_WRITES | LOOM_COVERAGE_WRITERS },
  { "none", LOOM_COVERAGE_NONE },
  { "all", LOOM_COVERAGE_ALL },
  { NULL }
};

static const Choice checks[] = {
  { "none", LOOM_CHECK_NONE },
  { "races", LOOM_CHECK_RACES },
  { "uninitialised", LOOM_CHECK_UNINITIALISED },
  { "all", LOOM_CHECK_ALL },
  { NULL }
};

typedef struct
{
  LoomCoverageFlags coverage;
  LoomChecks        checks;
} Watch;

static const struct
{
  const char *name;
  Watch       without, with;
} prices[] = {
  { "writes", { 0, }, { .coverage = LOOM_COVERAGE_WRITES | LOOM_COVERAGE_WRITERS } },
  { "reads", { .coverage = LOOM_COVERAGE_WRITES | LOOM_COVERAGE_WRITERS }, { .coverage = LOOM_COVERAGE_ALL } },
  { "uninitialised", { 0, }, { .checks = LOOM_CHECK_UNINITIALISED } },
  { "checks", { 0, }, { .checks = LOOM_CHECK_ALL } },
};

typedef struct
{
  Problem       problem;
  LoomSim      *sim;
  LoomSimPlanes planes[PROBLEM_MAX_BUFFERS];
  guint64       addresses[PROBLEM_MAX_BUFFERS];
  guint8        params[256];
  gsize         params_size;
  gboolean      serialised, failed;
} Bench;

/* Contents that a document can say: short arrays as they are, long ones as random numbers. */
static void
print_array (const ProblemBuffer *buffer)
{
  const gsize cells = buffer->size / buffer->cell;
  /* Small positive floats and small integers are told apart by their bits. */
  const guint32 *words = buffer->initial;
  const gboolean blank = cells > 0 && words[0] == 0 && memcmp (words, words + 1, buffer->size - 4) == 0;
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_print ("array %" G_GSIZE_FORMAT " ", cells);
  if (blank)
    g_print ("zeros\n");
  else if (cells > MAX_LISTED || buffer->cell != 4)
    g_print ("random(1)\n");
  else
    {
      for (gsize i = 0; i < cells; i++)
        g_print ("%s%s", i == 0 ? "values:" : ",",
                 g_ascii_dtostr (number, sizeof number,
                                 words[i] < 1u << 23 ? (double) words[i] : (double) ((float *) buffer->initial)[i]));
      g_print ("\n");
    }
}

static void
print_settings (const ProblemRow *row)
{
  Problem problem = { 0, };
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  row->make (&problem, side);
  g_print ("kernel %s\nblock %d,%d,%d\ngrid %d,%d,%d\n", problem.kernel, problem.block[0], problem.block[1],
           problem.block[2], problem.grid[0], problem.grid[1], problem.grid[2]);
  for (int i = 0; i < problem.n_arguments; i++)
    {
      const ProblemArgument *argument = &problem.arguments[i];

      if (argument->is_buffer)
        print_array (&problem.buffers[argument->buffer]);
      else
        g_print ("value %s\n", g_ascii_dtostr (number, sizeof number, problem_get_number (argument)));
    }
  problem_free (&problem);
}

/* The first choice where nothing is named. */
static gboolean
choose (const Choice *choices,
        const char   *name,
        guint        *value)
{
  *value = choices->value;
  for (; choices->name != NULL; choices++)
    if (name == NULL || strcmp (choices->name, name) == 0)
      {
        *value = choices->value;
        return TRUE;
      }
  g_printerr ("%s: no such choice\n", name);
  return FALSE;
}

static void
add_arrays (Bench *self)
{
  for (int i = 0; i < self->problem.n_buffers; i++)
    {
      const ProblemBuffer *buffer = &self->problem.buffers[i];
      const gsize cells = buffer->size / buffer->cell;

      self->planes[i] = (LoomSimPlanes) {
        .writes = g_new0 (guint32, cells), .reads = g_new0 (guint32, cells),
        .lowest = g_new0 (guint32, cells), .highest = g_new0 (guint32, cells), .writer_size = 4
      };
      memset (self->planes[i].lowest, 0xff, cells * sizeof (guint32));
      memset (self->planes[i].highest, 0xff, cells * sizeof (guint32));
      self->addresses[i] = loom_sim_add_array (self->sim, buffer->name, buffer->bytes, buffer->size, buffer->cell,
                                               &self->planes[i]);
    }
}

static gboolean
fill_params (Bench *self)
{
  for (int i = 0; i < self->problem.n_arguments; i++)
    {
      const ProblemArgument *argument = &self->problem.arguments[i];
      gconstpointer value = argument->is_buffer ? (gconstpointer) &self->addresses[argument->buffer] : &argument->value;
      gsize offset, size;

      if (!loom_sim_get_param (self->sim, self->problem.kernel, i, &offset, &size) || size != argument->size ||
          offset + size > sizeof self->params)
        {
          g_printerr ("%s: no argument %d of %" G_GSIZE_FORMAT " bytes\n", self->problem.kernel, i, argument->size);
          return FALSE;
        }
      memcpy (self->params + offset, value, size);
      self->params_size = offset + size;
    }
  return TRUE;
}

/* Planes that the last launch can have changed, then arrays: what a launch works on is as near to the processor as it is
 * for the other systems, which have no planes. */
static void
reset (Bench *self,
       Watch  watch)
{
  for (int i = 0; i < self->problem.n_buffers && watch.coverage != LOOM_COVERAGE_NONE; i++)
    {
      const ProblemBuffer *buffer = &self->problem.buffers[i];
      const gsize size = buffer->size / buffer->cell * sizeof (guint32);

      if ((watch.coverage & LOOM_COVERAGE_READS) != 0)
        memset (self->planes[i].reads, 0, size);
      if (buffer->role == PROBLEM_INPUT)
        continue;
      memset (self->planes[i].writes, 0, size);
      memset (self->planes[i].lowest, 0xff, size);
      memset (self->planes[i].highest, 0xff, size);
    }
  problem_reset (&self->problem);
}

/* Returns: milliseconds */
static double
launch_once (Bench *self,
             Watch  watch)
{
  const Problem *p = &self->problem;
  const LoomSimLaunch launch = {
    .entry = p->kernel, .grid = LOOM_DIM3 (p->grid[0], p->grid[1], p->grid[2]),
    .block = LOOM_DIM3 (p->block[0], p->block[1], p->block[2]),
    .params = self->params, .params_size = self->params_size
  };
  const LoomSimOptions options = {
    .workers = (guint) workers, .schedule_seed = -1, .coverage = watch.coverage, .checks = watch.checks
  };
  g_autoptr (GError) error = NULL;
  LoomSimOutcome outcome = { 0, };
  gint64 start;
  double spent;

  reset (self, watch);
  start = g_get_monotonic_time ();
  self->failed |= !loom_sim_run (self->sim, &launch, &options, &outcome, &error);
  if (collected)
    loom_sim_collect (self->sim);
  spent = (double) (g_get_monotonic_time () - start) / 1000.0;
  loom_sim_collect (self->sim);
  self->serialised = outcome.serialised;
  self->failed |= outcome.trap != NULL || (outcome.findings != NULL && outcome.findings->len > 0);
  if (error != NULL)
    g_printerr ("%s: %s\n", p->kernel, error->message);
  else if (outcome.trap != NULL)
    g_printerr ("%s: %s\n", p->kernel, outcome.trap->text);
  else if (outcome.findings != NULL && outcome.findings->len > 0)
    g_printerr ("%s: %s\n", p->kernel, ((LoomFinding *) outcome.findings->pdata[0])->text);
  loom_sim_outcome_clear (&outcome);
  return spent;
}

static void
print_verdict (Bench *self)
{
  if (self->failed || !problem_is_right (&self->problem))
    g_print ("BAD\n");
  else
    g_print ("%s\n", self->serialised ? "ok serialised" : "ok");
}

static void
print_time (Bench *self,
            Watch  watch)
{
  double samples[PROBLEM_MAX_RUNS] = { 0, };

  for (int i = -WARM_UP; i < runs && !self->failed; i++)
    samples[MAX (i, 0)] = launch_once (self, watch);
  g_print ("%s %.4f %ld ", self->problem.kernel, problem_median (samples, runs), problem_get_threads (&self->problem));
  print_verdict (self);
}

/* Name, median without, median with, the median of the ratios of neighbours. */
static void
print_price (Bench *self,
             Watch  without,
             Watch  with)
{
  double plain[PROBLEM_MAX_RUNS] = { 0, }, watched[PROBLEM_MAX_RUNS] = { 0, };
  double ratios[PROBLEM_MAX_RUNS] = { 0, };

  for (int i = -WARM_UP; i < runs && !self->failed; i++)
    {
      const int sample = MAX (i, 0);

      plain[sample] = launch_once (self, without);
      watched[sample] = launch_once (self, with);
      ratios[sample] = watched[sample] / plain[sample];
    }
  g_print ("%s %.4f %.4f %.3f ", self->problem.kernel, problem_median (plain, runs), problem_median (watched, runs),
           problem_median (ratios, runs));
  print_verdict (self);
}

static void
print_row (Bench *self,
           Watch  watch)
{
  for (gsize i = 0; price != NULL && i < G_N_ELEMENTS (prices); i++)
    if (strcmp (price, prices[i].name) == 0)
      {
        print_price (self, prices[i].without, prices[i].with);
        return;
      }
  print_time (self, watch);
}

static void
clear_bench (Bench *self)
{
  for (int i = 0; i < self->problem.n_buffers; i++)
    {
      g_free (self->planes[i].writes);
      g_free (self->planes[i].reads);
      g_free (self->planes[i].lowest);
      g_free (self->planes[i].highest);
    }
  problem_free (&self->problem);
}

static gboolean
run_kernel (LoomPtxModule    *module,
            const ProblemRow *row,
            Watch             watch)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomSim) sim = loom_sim_new (module, &error);
  Bench bench = { .sim = sim };
  gboolean ok;

  if (sim == NULL)
    {
      g_printerr ("%s\n", error->message);
      return FALSE;
    }
  row->make (&bench.problem, side);
  add_arrays (&bench);
  bench.failed = !fill_params (&bench);
  print_row (&bench, watch);
  ok = !bench.failed && problem_is_right (&bench.problem);
  clear_bench (&bench);
  return ok;
}

static const ProblemRow *
find_set (void)
{
#ifdef HAVE_PEERS
  if (set_name == NULL || strcmp (set_name, "peers") == 0)
    return peers_set;
#endif
  if (set_name == NULL || strcmp (set_name, "more") == 0)
    return more_set;
  g_printerr ("--set %s: no such set here\n", set_name);
  return NULL;
}

static LoomPtxModule *
load (const char  *path,
      GError     **error)
{
  g_autoptr (LoomPtxModule) module = NULL;
  g_autofree char *text = NULL;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, error) ||
      (module = loom_ptx_module_parse (text, (gssize) length, error)) == NULL ||
      !loom_ptx_module_verify (module, error))
    return NULL;
  return g_steal_pointer (&module);
}

static gboolean
parse_options (int      *argc,
               char   ***argv,
               GError  **error)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("FILE.ptx - time the simulator");

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, argc, argv, error))
    return FALSE;
  if (*argc == (settings ? 1 : 2) && runs >= 1 && runs <= PROBLEM_MAX_RUNS && side >= 32 && side <= 4096 && workers >= 0 &&
      (price == NULL || g_strv_contains ((const char *[]) { "writes", "reads", "uninitialised", "checks", NULL }, price)))
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "One FILE.ptx, 1 to %d runs, a side of 32 to 4096, a price that there is; see --help",
               PROBLEM_MAX_RUNS);
  return FALSE;
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (LoomPtxModule) module = NULL;
  g_autoptr (GError) error = NULL;
  const ProblemRow *set;
  guint coverage, check;
  gboolean ok = TRUE;

  loom_sim_keep_memory ();
  if (!parse_options (&argc, &argv, &error))
    {
      g_printerr ("%s\n", error->message);
      return 2;
    }
  set = find_set ();
  if (set == NULL || !choose (coverages, coverage_name, &coverage) || !choose (checks, checks_name, &check))
    return 2;
  for (const ProblemRow *row = set; settings && row->kernel != NULL; row++)
    print_settings (row);
  if (settings)
    return 0;
  module = load (argv[1], &error);
  if (module == NULL)
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  for (; set->kernel != NULL; set++)
    if (only == NULL || strcmp (only, set->kernel) == 0)
      ok &= run_kernel (module, set, (Watch) { coverage, check });
  return ok ? 0 : 1;
}
