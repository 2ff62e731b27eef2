/* form-run.c: every form of an instruction gives what the oracle says, and where it is silent, what its plainest form gives
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "../sim/compiled-levels.h"
#include "loom-sim.h"
#include "loom-trace.h"

#include <stdio.h>
#include <string.h>

/* make_forms.py writes modules, and these records beside them. */
#define N_FORMS 16
#define N_TUPLES 107            /* varying, of the thread alone, with immediates, uniform: in this order */
#define N_VARYING 37
#define N_THREAD 32
#define UNIFORM (N_TUPLES - 1)
#define BLOCK 250
#define THREADS (2 * BLOCK)
#define UNTOUCHED G_GUINT64_CONSTANT (0xeeeeeeeeeeeeeeee)

typedef struct
{
  char    name[64];             /* the instruction */
  char    entry[16];
  guint32 forms;                /* bits: those that the entry has */
  guint32 begins;               /* a new instruction: its first form gives what the oracle does not */
  guint64 preset[2];            /* of the destinations, where lanes may not come to it */
  guint64 first;                /* bits of the first source */
  guint64 tuples[N_TUPLES][4];
  guint64 known[N_TUPLES];      /* the oracle knows */
  guint64 results[N_TUPLES][2];
} Record;

typedef enum { FROM_VARYING, FROM_THREAD, FROM_IMMEDIATE, FROM_UNIFORM } Source;
typedef enum { ALL, ONE, ODD, WARP } Mask;

/* Whom the mask leaves out keeps the first source, which is the destination. */
#define KEEPS_FIRST 15

/* As FORMS in make_forms.py. */
static const struct
{
  const char *name;
  Source      source;
  Mask        mask;
  gboolean    stays;            /* whom the mask leaves out stores nothing, else what was preset */
} forms[N_FORMS] = {
  { "varying", FROM_VARYING, ALL, FALSE },
  { "uniform, loaded", FROM_UNIFORM, ALL, FALSE },
  { "uniform, hoisted", FROM_UNIFORM, ALL, FALSE },
  { "of the thread, hoisted", FROM_THREAD, ALL, FALSE },
  { "immediate", FROM_IMMEDIATE, ALL, FALSE },
  { "destination is the first source", FROM_VARYING, ALL, FALSE },
  { "destination is the second source", FROM_VARYING, ALL, FALSE },
  { "one lane", FROM_VARYING, ONE, FALSE },
  { "odd lanes", FROM_VARYING, ODD, FALSE },
  { "one warp", FROM_VARYING, WARP, FALSE },
  { "odd lanes, guarded", FROM_VARYING, ODD, FALSE },
  { "uniform, odd lanes", FROM_UNIFORM, ODD, FALSE },
  { "of the launch, odd lanes", FROM_UNIFORM, ODD, FALSE },
  { "hoisted out of one warp", FROM_UNIFORM, WARP, TRUE },
  { "of the thread, hoisted out of odd lanes", FROM_THREAD, ODD, TRUE },
  { "destination is the first source, odd lanes", FROM_VARYING, ODD, FALSE },
};

typedef struct
{
  const char *name, *isa;       /* NULL: the best instruction set of this build and processor */
  LoomChecks  checks;
  gboolean    traced;
} Mode;

static const Mode modes[] = {
  { "best instruction set", NULL, LOOM_CHECK_NONE, FALSE },
  { "v3", "v3", LOOM_CHECK_NONE, FALSE },
  { "base", "base", LOOM_CHECK_NONE, FALSE },
  { "watched", NULL, LOOM_CHECK_ALL, FALSE },
  { "traced", NULL, LOOM_CHECK_NONE, TRUE },
};

static guint n_failed;

static gboolean
run (LoomPtxModule *module,
     const Record  *record,
     const Mode    *mode,
     guint          n_tuples,
     guint64       *out)
{
  const LoomTraceTarget target = { .whom = LOOM_TRACE_WARP, .warp = 3 };
  g_autoptr (LoomTrace) trace = mode->traced ? loom_trace_new (&target) : NULL;
  const LoomSimOptions options = { .workers = 1, .schedule_seed = -1, .checks = mode->checks, .trace = trace };
  guint64 in[BLOCK][4], params[6];
  const LoomSimLaunch launch = {
    .entry = record->entry, .grid = LOOM_DIM3 (2, 1, 1), .block = LOOM_DIM3 (BLOCK, 1, 1),
    .params = (const guint8 *) params, .params_size = sizeof params
  };
  LoomSimOutcome outcome = { NULL, };
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomSim) sim = NULL;
  gboolean ok;

  if (!use_level (mode->isa))
    return FALSE;
  sim = loom_sim_new (module, &error);
  g_assert_no_error (error);
  for (guint t = 0; t < BLOCK; t++)
    memcpy (in[t], record->tuples[t % n_tuples], sizeof in[t]);
  memset (out, 0xee, (gsize) N_FORMS * 2 * THREADS * sizeof *out);
  params[0] = loom_sim_add_array (sim, "in", in, sizeof in, 8, NULL);
  params[1] = loom_sim_add_array (sim, "out", out, (gsize) N_FORMS * 2 * THREADS * sizeof *out, 8, NULL);
  memcpy (params + 2, record->tuples[UNIFORM], sizeof record->tuples[UNIFORM]);
  ok = loom_sim_run (sim, &launch, &options, &outcome, &error);
  if (!ok || outcome.trap != NULL || outcome.findings->len > 0)
    {
      printf ("%s, %s: %s\n", record->name, mode->name, !ok ? error->message
              : outcome.trap != NULL ? outcome.trap->text : ((LoomFinding *) outcome.findings->pdata[0])->text);
      n_failed++;
      ok = FALSE;
    }
  loom_sim_outcome_clear (&outcome);
  return ok;
}

static gboolean
is_in (Mask  mask,
       guint t)
{
  return mask == ALL || (mask == ONE && t == 37) || (mask == ODD && t % 2 == 1) || (mask == WARP && t / 32 == 3);
}

static guint
get_tuple (Source source,
           guint  t)
{
  switch (source)
    {
    case FROM_VARYING: return t % N_VARYING;
    case FROM_THREAD: return N_VARYING + t % N_THREAD;
    case FROM_IMMEDIATE: return N_VARYING + N_THREAD + t % N_VARYING;
    default: return UNIFORM;
    }
}

static void
compare_form (const Record  *record,
              const Mode    *mode,
              guint          form,
              guint64        results[N_TUPLES][2],
              const guint64 *out)
{
  for (guint k = 0; k < 2; k++)
    for (guint i = 0; i < THREADS; i++)
      {
        const guint t = i % BLOCK, tuple = get_tuple (forms[form].source, t);
        const guint64 found = out[(form * 2 + k) * THREADS + i];
        const guint64 expected = is_in (forms[form].mask, t) ? results[tuple][k]
                                 : forms[form].stays ? UNTOUCHED
                                 : form == KEEPS_FIRST && k == 0 ? record->tuples[tuple][0] & record->first
                                                                 : record->preset[k];

        if (found == expected)
          continue;
        printf ("%s, %s, %s: thread %u: 0x%" G_GINT64_MODIFIER "x, not 0x%" G_GINT64_MODIFIER "x\n", record->name,
                forms[form].name, mode->name, i, found, expected);
        n_failed++;
        return;
      }
}

/* What each tuple gives in the plainest form; the oracle's word counts where it has one. */
static void
find_results (LoomPtxModule *module,
              const Record  *record,
              guint64       *out,
              guint64        results[N_TUPLES][2])
{
  if (!run (module, record, &modes[0], N_TUPLES, out))
    return;
  for (guint i = 0; i < N_TUPLES; i++)
    for (guint k = 0; k < 2; k++)
      {
        const guint64 found = out[k * THREADS + i];

        results[i][k] = record->known[i] != 0 ? record->results[i][k] : found;
        if (found == results[i][k])
          continue;
        printf ("%s (0x%" G_GINT64_MODIFIER "x, 0x%" G_GINT64_MODIFIER "x, 0x%" G_GINT64_MODIFIER "x): 0x%"
                G_GINT64_MODIFIER "x, not 0x%" G_GINT64_MODIFIER "x\n", record->name, record->tuples[i][0],
                record->tuples[i][1], record->tuples[i][2], found, results[i][k]);
        n_failed++;
        return;
      }
}

static gboolean
check_module (const char *stem)
{
  g_autofree char *ptx = g_strconcat (stem, ".ptx", NULL), *bin = g_strconcat (stem, ".bin", NULL);
  g_autofree char *text = NULL, *bytes = NULL;
  g_autofree guint64 *out = g_new (guint64, (gsize) N_FORMS * 2 * THREADS);
  guint64 results[N_TUPLES][2] = { { 0, }, };
  g_autoptr (LoomPtxModule) module = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  if (!g_file_get_contents (ptx, &text, NULL, &error) || !g_file_get_contents (bin, &bytes, &length, &error) ||
      (module = loom_ptx_module_parse (text, -1, &error)) == NULL || !loom_ptx_module_verify (module, &error))
    {
      fprintf (stderr, "%s: %s\n", stem, error->message);
      return FALSE;
    }
  for (gsize i = 0; i < length / sizeof (Record); i++)
    {
      const Record *record = (const Record *) (gconstpointer) bytes + i;

      if (record->begins)
        find_results (module, record, out, results);
      for (guint m = 0; m < G_N_ELEMENTS (modes); m++)
        if (run (module, record, &modes[m], N_VARYING, out))
          for (guint form = 0; form < N_FORMS; form++)
            if ((record->forms >> form & 1) != 0)
              compare_form (record, &modes[m], form, results, out);
    }
  return TRUE;
}

int
main (int   argc,
      char *argv[])
{
  gboolean ok = TRUE;

  for (int i = 1; i < argc; i++)
    ok &= check_module (argv[i]);
  printf ("%u differences\n", n_failed);
  return !ok ? 2 : n_failed > 0;
}
