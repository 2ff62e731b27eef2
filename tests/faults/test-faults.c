/* test-faults.c: each planted fault is found at its line, thread and array, and its correct twin
 * raises no alarm
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs a folder of cases, `faults` or `mistakes`. Every .cu there has two kernels, `fault` and
 * `twin`, and says in its first lines what to run and what must be found:
 *
 *   // fault: race                          code of the trap or warning, or none
 *   // launch: block 64, grid 2, shared 0, budget 100000
 *   // args: a=iota:64 o=zeros:64 n=int:60  arrays of ints: iota from 0, count from 1, zeros,
 *                                           poison, null; or a number
 *   // result: hangs on order              some seed of a schedule changes what the fault computes
 *   // found: block 1, thread 0 6, array o  or space local
 *   // says: lane 16                        part of the sentence
 *   // missed: reason                       why it is not found so; with `fault: none`, not at all
 *
 * The line of the fault ends with `here`, that of a second access or barrier with `other`. */

#include "config.h"

#include "loom-sim.h"

#include <string.h>

static const char *folder;      /* of this run */

#define MAX_ARRAYS 5
#define SEEDS 100u

typedef struct
{
  char      *name;
  char      *source;
  LoomSim   *sim;
  guint32   *cells[MAX_ARRAYS];
  guint      n_cells[MAX_ARRAYS];
  guint      n_arrays;
  guint8     params[256];
  gsize      params_size;
  LoomSimOptions options;
  LoomSimLaunch  launch;
} Plan;

static char *
get_setting (const char *source,
             const char *key)
{
  g_autofree char *begin = g_strdup_printf ("// %s: ", key);
  const char *at = strstr (source, begin);

  return at != NULL ? g_strndup (at + strlen (begin), strcspn (at + strlen (begin), "\n"))
                    : g_strdup ("");
}

/* Numbers behind a word of a setting. */
static guint
get_numbers (const char *setting,
             const char *word,
             guint      *numbers,
             guint       n)
{
  const char *at = strstr (setting, word);
  guint found = 0;

  for (at = at != NULL ? at + strlen (word) : ""; *at == ' ' && found < n; )
    {
      char *end;

      numbers[found++] = (guint) g_ascii_strtoull (at, &end, 10);
      at = end;
    }
  return found;
}

/* The line whose comment has a word, 0 if none has. The comment above the code is about the case. */
static guint
find_line (const char *source,
           const char *word)
{
  g_auto (GStrv) lines = g_strsplit (source, "\n", -1);
  guint first = 0;

  while (g_str_has_prefix (lines[first], "//"))
    first++;
  for (guint i = first; lines[i] != NULL; i++)
    {
      const char *comment = strstr (lines[i], "// ");

      if (comment != NULL && strstr (comment, word) != NULL)
        return i + 1;
    }
  return 0;
}

static void
push (Plan          *self,
      gconstpointer  value,
      gsize          size)
{
  self->params_size = (self->params_size + size - 1) / size * size;
  memcpy (self->params + self->params_size, value, size);
  self->params_size += size;
}

static void
add_array (Plan       *self,
           const char *name,
           const char *fill,
           guint       n)
{
  guint32 *cells = self->cells[self->n_arrays] = g_new0 (guint32, n);
  const guint64 address = loom_sim_add_array (self->sim, name, cells, n * sizeof *cells,
                                              sizeof *cells, NULL);

  for (guint i = 0; i < n && g_str_equal (fill, "iota"); i++)
    cells[i] = i;
  for (guint i = 0; i < n && g_str_equal (fill, "count"); i++)
    cells[i] = i + 1;
  if (g_str_equal (fill, "poison"))
    loom_sim_set_undefined (self->sim, address);
  push (self, &address, sizeof address);
  self->n_cells[self->n_arrays++] = n;
}

static void
add_args (Plan *self)
{
  const guint64 null = 0;
  g_autofree char *setting = get_setting (self->source, "args");
  g_auto (GStrv) args = g_strsplit (setting, " ", -1);

  for (guint i = 0; args[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit_set (args[i], "=:", -1);
      const gint32 number = parts[2] != NULL ? (gint32) g_ascii_strtoll (parts[2], NULL, 10) : 0;

      if (g_str_equal (parts[1], "int"))
        push (self, &number, sizeof number);
      else if (g_str_equal (parts[1], "null"))
        push (self, &null, sizeof null);
      else
        add_array (self, parts[0], parts[1], (guint) number);
    }
}

static void
plan_init (Plan       *self,
           const char *path,
           const char *version,
           const char *kernel)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *file = g_strdup_printf ("%s.ptx", path);
  g_autofree char *source = g_strdup_printf ("%s.cu", path);
  g_autofree char *source_path = g_test_build_filename (G_TEST_DIST, folder, source, NULL);
  g_autofree char *ptx_path = g_test_build_filename (G_TEST_DIST, folder, "ptx", version, file,
                                                     NULL);
  g_autofree char *text = NULL, *launch = NULL;
  g_autoptr (LoomPtxModule) module = NULL;
  guint block[3] = { 1, 1, 1 }, grid[3] = { 1, 1, 1 }, number;

  memset (self, 0, sizeof *self);
  g_file_get_contents (source_path, &self->source, NULL, &error);
  g_assert_no_error (error);
  g_file_get_contents (ptx_path, &text, NULL, &error);
  g_assert_no_error (error);
  module = loom_ptx_module_parse (text, -1, &error);
  g_assert_no_error (error);
  loom_ptx_module_verify (module, &error);
  g_assert_no_error (error);
  self->sim = loom_sim_new (module, &error);
  g_assert_no_error (error);
  add_args (self);
  launch = get_setting (self->source, "launch");
  get_numbers (launch, "block", block, 3);
  get_numbers (launch, "grid", grid, 3);
  self->launch = (LoomSimLaunch) {
    .entry = kernel,
    .block = LOOM_DIM3 (block[0], block[1], block[2]),
    .grid = LOOM_DIM3 (grid[0], grid[1], grid[2]),
    .shared = get_numbers (launch, "shared", &number, 1) > 0 ? number : 0,
    .params = self->params,
    .params_size = self->params_size,
  };
  self->options = (LoomSimOptions) {
    .workers = 2, .schedule_seed = -1, .checks = LOOM_CHECK_ALL,
    .budget = get_numbers (launch, "budget", &number, 1) > 0 ? number : 10000000,
  };
}

static void
plan_clear (Plan *self)
{
  loom_sim_free (self->sim);
  for (guint i = 0; i < self->n_arrays; i++)
    g_free (self->cells[i]);
  g_free (self->source);
}

static void
say (const LoomFinding *finding)
{
  g_test_message ("%s, line %u, thread %u %u of block %u, other line %u, array %s: %s",
                  loom_error_get_name (finding->code), finding->site.line, finding->site.thread.x,
                  finding->site.thread.y, finding->site.block.x,
                  finding->has_other ? finding->other.line : 0,
                  finding->array != NULL ? finding->array : "-", finding->text);
}

/* The one thing that the launch found, trap or warning; NULL: nothing. More than one is none too
 * few. */
static const LoomFinding *
get_found (const LoomSimOutcome *outcome)
{
  if (outcome->trap != NULL)
    say (outcome->trap);
  for (guint i = 0; i < outcome->findings->len; i++)
    say (outcome->findings->pdata[i]);
  g_assert_cmpuint (outcome->findings->len + (outcome->trap != NULL), <=, 1);
  if (outcome->trap != NULL)
    return outcome->trap;
  return outcome->findings->len > 0 ? outcome->findings->pdata[0] : NULL;
}

/* What of a finding's place is not as the first lines say, NULL if all is. */
static const char *
find_misplaced (const Plan        *self,
                const LoomFinding *found)
{
  g_autofree char *setting = get_setting (self->source, "found");
  g_autofree char *says = get_setting (self->source, "says");
  const char *array = strstr (setting, "array "), *space = strstr (setting, "space ");
  const guint other = find_line (self->source, "other");
  guint thread[3] = { 0, 0, 0 }, block[3] = { 0, 0, 0 };

  get_numbers (setting, "thread", thread, 3);
  get_numbers (setting, "block", block, 3);
  if (found->site.line != find_line (self->source, "here"))
    return "line";
  if (!loom_dim3_equal (&found->site.thread, &LOOM_DIM3 (thread[0], thread[1], thread[2])))
    return "thread";
  if (!loom_dim3_equal (&found->site.block, &LOOM_DIM3 (block[0], block[1], block[2])))
    return "block";
  if (array != NULL && g_strcmp0 (found->array, array + strlen ("array ")) != 0)
    return "array";
  if (space != NULL && !g_str_equal (loom_space_get_name (found->space), space + strlen ("space ")))
    return "space";
  if (strstr (found->text, says) == NULL)
    return "sentence";
  return other != 0 && (!found->has_other || found->other.line != other) ? "other line" : NULL;
}

/* What of a finding is not as the first lines say, NULL if all is. */
static const char *
find_mismatch (const Plan        *self,
               const LoomFinding *found)
{
  g_autofree char *code = get_setting (self->source, "fault");

  if (g_str_equal (code, "none"))
    return found != NULL ? "that there is one" : NULL;
  if (found == NULL)
    return "that there is none";
  return g_str_equal (code, loom_error_get_name (found->code)) ? find_misplaced (self, found)
                                                               : "code";
}

/* A fault is found as its first lines say; one that they call missed is not, else it is time to
 * strike that out. */
static void
check_fault (const Plan        *self,
             const LoomFinding *found)
{
  const char *mismatch = find_mismatch (self, found);
  const gboolean expected = strstr (self->source, "\n// missed: ") != NULL &&
                            strstr (self->source, "\n// fault: none\n") == NULL;

  if (mismatch != NULL)
    g_test_message ("other than expected: %s", mismatch);
  g_assert_cmpint (mismatch != NULL, ==, expected);
}

static void
run_plan (const char     *name,
          const char     *version,
          const char     *kernel,
          gint64          seed,
          LoomSimOutcome *outcome)
{
  g_autoptr (GError) error = NULL;
  const LoomFinding *found;
  Plan plan;

  plan_init (&plan, name, version, kernel);
  plan.options.schedule_seed = seed;
  loom_sim_run (plan.sim, &plan.launch, &plan.options, outcome, &error);
  g_assert_no_error (error);
  found = get_found (outcome);
  if (g_str_equal (kernel, "twin"))
    g_assert_null (found);
  else
    check_fault (&plan, found);
  loom_sim_outcome_clear (outcome);
  plan_clear (&plan);
}

/* What a launch leaves in its arrays, the same for a seed however many workers there are. */
static char *
run_seed (const char *name,
          const char *version,
          const char *kernel,
          gint64      seed,
          guint       workers)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  LoomSimOutcome outcome;
  Plan plan;

  plan_init (&plan, name, version, kernel);
  plan.options.schedule_seed = seed;
  plan.options.workers = workers;
  plan.options.checks = LOOM_CHECK_NONE;
  loom_sim_run (plan.sim, &plan.launch, &plan.options, &outcome, NULL);
  for (guint i = 0; i < plan.n_arrays; i++)
    g_checksum_update (sum, (const guint8 *) plan.cells[i], plan.n_cells[i] * sizeof (guint32));
  loom_sim_outcome_clear (&outcome);
  plan_clear (&plan);
  return g_strdup (g_checksum_get_string (sum));
}

static void
test_order (gconstpointer data)
{
  g_auto (GStrv) parts = g_strsplit (data, "/", -1);
  g_autofree char *plain = run_seed (parts[1], parts[0], "fault", -1, 1);
  g_autofree char *correct = run_seed (parts[1], parts[0], "twin", -1, 1);
  guint different = 0;

  for (gint64 seed = 0; seed < SEEDS; seed++)
    {
      g_autofree char *result = run_seed (parts[1], parts[0], "fault", seed, 1);
      g_autofree char *again = run_seed (parts[1], parts[0], "fault", seed, 3);
      g_autofree char *twin = run_seed (parts[1], parts[0], "twin", seed, 2);

      g_assert_cmpstr (result, ==, again);
      g_assert_cmpstr (twin, ==, correct);
      different += !g_str_equal (result, plain);
    }
  g_test_message ("%u of %u seeds change the result", different, SEEDS);
  g_assert_cmpuint (different, >, 0);
}

static void
test_fault (gconstpointer data)
{
  g_auto (GStrv) parts = g_strsplit (data, "/", -1);
  LoomSimOutcome outcome;

  run_plan (parts[1], parts[0], "fault", -1, &outcome);
  /* A correct kernel is so in any order. */
  for (gint64 seed = -1; seed < 5; seed++)
    run_plan (parts[1], parts[0], "twin", seed, &outcome);
}

/* Its first lines say so: `order` after the code. */
static gboolean
hangs_on_order (const char *name)
{
  g_autofree char *file = g_strdup_printf ("%s.cu", name);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, folder, file, NULL);
  g_autofree char *source = NULL;

  return g_file_get_contents (path, &source, NULL, NULL) &&
         strstr (source, "// result: hangs on order\n") != NULL;
}

static void
add_tests (const char *version,
           GPtrArray  *data)
{
  g_autofree char *place = g_test_build_filename (G_TEST_DIST, folder, "ptx", version, NULL);
  g_autoptr (GDir) dir = g_dir_open (place, 0, NULL);
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *stem = g_strndup (name, strcspn (name, "."));
      g_autofree char *path = g_strdup_printf ("/%s/%s/%s", folder, version, stem);
      char *datum = g_strdup_printf ("%s/%s", version, stem);

      g_ptr_array_add (data, datum);
      g_test_add_data_func (path, datum, test_fault);
      if (hangs_on_order (stem))
        {
          g_autofree char *order = g_strdup_printf ("%s/order", path);

          g_test_add_data_func (order, datum, test_order);
        }
    }
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GPtrArray) data = g_ptr_array_new_with_free_func (g_free);

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  folder = argv[1];
  add_tests ("11.8", data);
  add_tests ("13.0", data);
  return g_test_run ();
}
