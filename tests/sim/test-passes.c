/* test-passes.c: what each pass makes of a function's ops, as text
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "ir-text.h"

#include <string.h>

/* passes/NAME.ptx are small kernels; passes/NAME.txt says what each function of theirs is lowered
 * to and what it is behind each pass that changed it. `--write FOLDER` writes those anew. */

#define LANES 32
#define HEADING "== "

typedef struct
{
  const char     *name;
  LoomSimWatched  watched;
  gboolean        sums;
} Case;

static const Case cases[] = {
  { "index", LOOM_SIM_WATCHED_NOT, TRUE },
  { "tile", LOOM_SIM_WATCHED_NOT, FALSE },
  { "blocks", LOOM_SIM_WATCHED_NOT, FALSE },
  { "watched", LOOM_SIM_WATCHED_ACCESSES | LOOM_SIM_WATCHED_REGISTERS, FALSE },
};

static const guint64 no_addresses[4];

static char *
read_file (const Case *from,
           const char *suffix)
{
  g_autofree char *name = g_strconcat (from->name, suffix, NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "sim", "passes", name, NULL);
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

static LoomPtxModule *
read_module (const Case *from)
{
  g_autofree char *ptx = read_file (from, ".ptx");
  g_autoptr (GError) error = NULL;
  LoomPtxModule *module = loom_ptx_module_parse (ptx, -1, &error);

  g_assert_no_error (error);
  loom_ptx_module_verify (module, &error);
  g_assert_no_error (error);
  return module;
}

static LoomSimProgram *
begin_program (const Case    *from,
               LoomPtxModule *module)
{
  return loom_sim_program_begin (module, loom_ptx_module_find_entry (module, from->name), LANES,
                                 from->watched, from->sums);
}

/* What a function is lowered to and becomes, with a heading for each text. */
static void
print_function (LoomSimProgram        *program,
                const LoomPtxFunction *function,
                GString               *all)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  LoomSimIr ir;

  loom_sim_ir_init (&ir, program, function, no_addresses);
  loom_sim_lower_function (&ir, 0, &error);
  g_assert_no_error (error);
  text = ir_text_print (&ir);
  g_string_append_printf (all, HEADING "%s\n%s", function->name, text);
  for (const LoomSimPass *pass = loom_sim_passes; pass->name != NULL; pass++)
    {
      g_autofree char *before = g_steal_pointer (&text);

      loom_sim_pass_run (pass, &ir);
      text = ir_text_print (&ir);
      if (!g_str_equal (text, before))
        g_string_append_printf (all, HEADING "%s\n%s", pass->name, text);
    }
  loom_sim_ir_clear (&ir);
}

static char *
print_case (const Case *from)
{
  g_autoptr (LoomPtxModule) module = read_module (from);
  g_autoptr (LoomSimProgram) program = begin_program (from, module);
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < module->functions->len; i++)
    print_function (program, g_ptr_array_index (module->functions, i), all);
  return g_string_free (all, FALSE);
}

/* The first line in which two texts differ is worth more than both. */
static void
check_text (const char *what,
            const char *is,
            const char *should)
{
  g_auto (GStrv) there = g_strsplit (is, "\n", -1), recorded = g_strsplit (should, "\n", -1);
  guint i = 0;

  while (there[i] != NULL && recorded[i] != NULL && g_str_equal (there[i], recorded[i]))
    i++;
  if (g_strcmp0 (there[i], recorded[i]) == 0)
    return;
  g_test_message ("%s, line %u:\n  %s\nnot\n  %s", what, i + 1,
                  there[i] != NULL ? there[i] : "(nothing)",
                  recorded[i] != NULL ? recorded[i] : "(nothing)");
  g_test_fail ();
}

static void
test_lowered (gconstpointer data)
{
  const Case *from = data;
  g_autofree char *text = print_case (from), *recorded = read_file (from, ".txt");

  check_text (from->name, text, recorded);
}

static const LoomSimPass *
find_pass (const char *name)
{
  const LoomSimPass *pass = loom_sim_passes;

  while (pass->name != NULL && !g_str_equal (pass->name, name))
    pass++;
  return pass->name != NULL ? pass : NULL;
}

static LoomPtxFunction *
find_function (LoomPtxModule *module,
               const char    *name)
{
  for (guint i = 0; i < module->functions->len; i++)
    if (g_str_equal (((LoomPtxFunction *) g_ptr_array_index (module->functions, i))->name, name))
      return g_ptr_array_index (module->functions, i);
  return NULL;
}

/* Reads a text, and prints it again or what a pass makes of it. */
static void
check_pass (const Case            *from,
            const LoomPtxFunction *function,
            LoomPtxModule         *module,
            const LoomSimPass     *pass,
            const char            *before,
            const char            *after)
{
  g_autoptr (LoomSimProgram) program = begin_program (from, module);
  g_autofree char *text = NULL;
  LoomSimIr ir;

  loom_sim_ir_init (&ir, program, function, no_addresses);
  g_assert_cmpuint (ir_text_parse (&ir, before), ==, 0);
  if (pass != NULL)
    loom_sim_pass_run (pass, &ir);
  text = ir_text_print (&ir);
  check_text (pass != NULL ? pass->name : "as it was read", text, after);
  loom_sim_ir_clear (&ir);
}

/* Those look at the PTX that an op comes from. */
static gboolean
needs_source (const char *pass)
{
  return g_str_equal (pass, "order") || g_str_equal (pass, "undefined");
}

static void
test_each_alone (gconstpointer data)
{
  const Case *from = data;
  g_autoptr (LoomPtxModule) module = read_module (from);
  g_autofree char *recorded = read_file (from, ".txt");
  g_auto (GStrv) texts = g_strsplit (recorded, HEADING, -1);
  const LoomPtxFunction *function = NULL;

  for (guint i = 1; texts[i] != NULL; i++)
    {
      g_autofree char *name = g_strndup (texts[i], strcspn (texts[i], "\n"));
      const LoomSimPass *pass = find_pass (name);
      const char *after = texts[i] + strlen (name) + 1;

      if (pass == NULL)
        {
          function = find_function (module, name);
          g_assert_nonnull (function);
        }
      else if (!needs_source (name))
        check_pass (from, function, module, pass, strchr (texts[i - 1], '\n') + 1, after);
      check_pass (from, function, module, NULL, after, after);
    }
}

static void
test_all_recorded (void)
{
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *recorded = read_file (&cases[i], ".txt");

      g_string_append (all, recorded);
    }
  for (const LoomSimPass *pass = loom_sim_passes; pass->name != NULL; pass++)
    {
      g_autofree char *heading = g_strconcat (HEADING, pass->name, "\n", NULL);

      if (strstr (all->str, heading) == NULL)
        {
          g_test_message ("no case in which %s does anything", pass->name);
          g_test_fail ();
        }
    }
  g_string_free (all, TRUE);
}

/* What passes go by, of every op that there is. */
static void
test_forms (void)
{
  const LoomSimIsa *isa = loom_sim_isa_get ();

  for (guint i = 0; isa->rows[i] != NULL; i++)
    for (const LoomSimRow *row = isa->rows[i]; row->name != NULL; row++)
      {
        const LoomSimForm *form = loom_sim_isa_find (isa, row->name);

        g_assert_nonnull (form);
        g_assert_cmpuint (form->opcode, <, LOOM_SIM_N_OPCODES);
      }
  g_assert_cmpint (loom_sim_isa_find (isa, "@bra")->opcode, ==, LOOM_SIM_OPCODE_BRA);
  g_assert_cmpint (loom_sim_isa_find (isa, "@bra.if")->opcode, ==, LOOM_SIM_OPCODE_BRA_IF);
  g_assert_cmpint (loom_sim_isa_find (isa, "mul.wide.s32")->opcode, ==, LOOM_SIM_OPCODE_MUL_WIDE);
  g_assert_cmpint (loom_sim_isa_find (isa, "%laneid")->opcode, ==, LOOM_SIM_OPCODE_SPECIAL);
  g_assert_cmpint (loom_sim_isa_find (isa, "cvt.u64.s32")->to, ==, LOOM_PTX_TYPE_U64);
  g_assert_cmpint (loom_sim_isa_find (isa, "cvt.u64.s32")->type, ==, LOOM_PTX_TYPE_S32);
  g_assert_cmpint (loom_sim_isa_find (isa, "@compare.ge.u32")->relation, ==, LOOM_SIM_RELATION_GE);
  g_assert_false (loom_sim_isa_find (isa, "@ld.u32.8")->is_modified);
  g_assert_true (loom_sim_isa_find (isa, "add.sat.s32")->is_modified);
}

static int
write_all (const char *folder)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = g_strconcat (cases[i].name, ".txt", NULL);
      g_autofree char *path = g_build_filename (folder, name, NULL), *text = print_case (&cases[i]);
      g_autoptr (GError) error = NULL;

      if (!g_file_set_contents (path, text, -1, &error))
        g_error ("%s", error->message);
    }
  return 0;
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (argc == 3 && g_str_equal (argv[1], "--write"))
    return write_all (argv[2]);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *lowered = g_strdup_printf ("/sim/passes/%s/is-lowered", cases[i].name),
                      *alone = g_strdup_printf ("/sim/passes/%s/each-alone", cases[i].name);

      g_test_add_data_func (lowered, &cases[i], test_lowered);
      g_test_add_data_func (alone, &cases[i], test_each_alone);
    }
  g_test_add_func ("/sim/passes/each-has-a-case", test_all_recorded);
  g_test_add_func ("/sim/passes/know-every-op", test_forms);
  return g_test_run ();
}
