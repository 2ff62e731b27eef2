/* test-variants.c: what the verifier lets through, the simulator lowers and executes
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-sim-program-private.h"
#include "ptx-test.h"
#include "variant-run.h"

static void
check_lowers (const char *variant,
              const char *body)
{
  g_autoptr (LoomPtxModule) module = ptx_test_parse (body);
  g_autoptr (LoomSimProgram) program = NULL;
  g_autoptr (GError) error = NULL;
  static const LoomSimWatched all[] = {
    LOOM_SIM_WATCHED_NOT, LOOM_SIM_WATCHED_NOT, LOOM_SIM_WATCHED_ACCESSES, LOOM_SIM_WATCHED_STEPS
  };
  const guint64 addresses[] = { 1 << 20, 1 << 21, 1 << 22 };

  g_assert_true (loom_ptx_module_verify (module, NULL));
  for (guint watched = 0; watched < G_N_ELEMENTS (all); watched++)
    {
      g_clear_pointer (&program, loom_sim_program_free);
      program = loom_sim_program_new (module, loom_ptx_module_find_entry (module, "k"), addresses, 256,
                                      all[watched], watched == 0, &error);
      if (program == NULL)
        {
          g_test_message ("%s: %s", variant, error->message);
          g_test_fail ();
          return;
        }
    }
}

static void
check_runs (const char *variant,
            const char *body)
{
  const LoomChecks checks[] = { LOOM_CHECK_NONE, LOOM_CHECK_ALL };

  for (guint i = 0; i < G_N_ELEMENTS (checks); i++)
    {
      g_autofree char *why = variant_run (body, checks[i]);

      if (why == NULL)
        continue;
      g_test_message ("%s%s: %s", variant, i > 0 ? ", watched" : "", why);
      g_test_fail ();
    }
}

static void
check_file (const char *path)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) lines = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) columns = g_strsplit (lines[i], "\t", -1);
      g_autofree char *body = NULL, *message = NULL;

      if (columns[0] == NULL || *columns[0] == '\0' || *columns[0] == '#' || g_str_has_prefix (columns[0], "call"))
        continue;
      message = ptx_test_variant (columns[0], &body);
      if (message != NULL)
        continue;
      check_lowers (columns[0], body);
      check_runs (columns[0], body);
    }
}

static void
test_variants_of_ours (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "ptx", "cases", "variants.tsv", NULL);

  check_file (path);
}

static void
test_variants_in_the_wild (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "..", "shared", "ptx-in-the-wild.tsv", NULL);

  if (g_file_test (path, G_FILE_TEST_EXISTS))
    check_file (path);
  else
    g_test_skip ("the list of variants seen in other projects is not beside the source");
}

/* Whole instructions, not completed by us. */
static void
test_what_the_assembler_takes (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "ptx", "cases", "assembler.txt", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) lines = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autoptr (LoomPtxModule) module = NULL;
      g_autoptr (GError) refusal = NULL;

      if (*lines[i] == '\0' || *lines[i] == '#')
        continue;
      module = ptx_test_parse (lines[i]);
      if (loom_ptx_module_verify (module, &refusal))
        {
          check_lowers (lines[i], lines[i]);
          check_runs (lines[i], lines[i]);
          continue;
        }
      g_test_message ("%s: %s", lines[i], refusal->message);
      g_test_fail ();
    }
}

/* What may be written of a form: a type for each place, and a word or none of each group that it allows. */
typedef struct
{
  const char *words[128];
  guint       n_words;
} Choice;

static const struct
{
  const char   *word;
  LoomPtxGroup  group;
} all_words[] = {
#define LOOM_PTX_MODIFIER(word, GROUP, field, VALUE) { word, LOOM_PTX_GROUP_##GROUP },
#include "loom-ptx-modifiers.def"
};

static void
list_choices (const LoomPtxForm *form,
              GArray            *choices)
{
  for (guint group = 0; group < LOOM_PTX_N_GROUPS; group++)
    {
      Choice choice = { .n_words = 0 };

      if ((form->allowed >> group & 1) == 0)
        continue;
      if ((form->required >> group & 1) == 0)
        choice.words[choice.n_words++] = NULL;
      for (guint i = 0; i < G_N_ELEMENTS (all_words); i++)
        if (all_words[i].group == group)
          choice.words[choice.n_words++] = all_words[i].word;
      g_array_append_val (choices, choice);
    }
  for (guint i = 0; i < form->n_types; i++)
    {
      Choice choice = { .n_words = 0 };

      for (guint type = 0; type < 32; type++)
        if ((form->types[i] >> type & 1) != 0)
          choice.words[choice.n_words++] = loom_ptx_type_get_name (type);
      g_array_append_val (choices, choice);
    }
}

static char *
write_variant (const LoomPtxForm *form,
               GArray            *choices,
               guint64            number)
{
  GString *text = g_string_new (loom_ptx_opcode_get_facts (form->opcode)->mnemonic);

  for (guint i = 0; i < choices->len; i++)
    {
      const Choice *choice = &g_array_index (choices, Choice, i);
      const char *word = choice->words[number % choice->n_words];

      number /= choice->n_words;
      if (word != NULL)
        g_string_append_printf (text, ".%s", word);
    }

  return g_string_free (text, FALSE);
}

/* All ways to write a form, or as many of them, evenly spread; fewer where each takes ten times as long. */
#ifdef __SANITIZE_ADDRESS__
#define MAX_WAYS 48
#else
#define MAX_WAYS 256
#endif

static void
check_form (const LoomPtxForm *form)
{
  g_autoptr (GArray) choices = g_array_new (FALSE, FALSE, sizeof (Choice));
  guint64 n_ways = 1;
  guint n_accepted = 0;

  list_choices (form, choices);
  for (guint i = 0; i < choices->len; i++)
    n_ways *= g_array_index (choices, Choice, i).n_words;
  for (guint i = 0; i < MIN (n_ways, MAX_WAYS); i++)
    {
      const guint64 number = n_ways <= MAX_WAYS ? i : (i * G_GUINT64_CONSTANT (2654435761)) % n_ways;
      g_autofree char *variant = write_variant (form, choices, number);
      g_autofree char *body = NULL, *message = ptx_test_variant (variant, &body);

      if (message != NULL)
        continue;
      n_accepted++;
      check_lowers (variant, body);
    }
  if (n_accepted > 0)
    return;
  g_test_message ("%s: a form of it that nothing fits", loom_ptx_opcode_get_facts (form->opcode)->mnemonic);
  g_test_fail ();
}

static void
test_what_the_table_has (void)
{
  for (guint opcode = LOOM_PTX_OP_UNKNOWN + 1; opcode < LOOM_PTX_N_OPCODES; opcode++)
    {
      guint n_forms;
      const LoomPtxForm *forms = loom_ptx_opcode_get_forms (opcode, &n_forms);

      /* What matrices go together has tables of its own, and a call has its own shape. */
      if (loom_ptx_opcode_get_facts (opcode)->op_class == LOOM_PTX_CLASS_MATRIX || opcode == LOOM_PTX_OP_CALL)
        continue;
      for (guint i = 0; i < n_forms; i++)
        check_form (&forms[i]);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/sim/variants/of-ours", test_variants_of_ours);
  g_test_add_func ("/sim/variants/in-the-wild", test_variants_in_the_wild);
  g_test_add_func ("/sim/variants/what-the-assembler-takes", test_what_the_assembler_takes);
  g_test_add_func ("/sim/variants/what-the-table-has", test_what_the_table_has);

  return g_test_run ();
}
