/* ptx-rewrite.c: PTX files read and printed again, plain, for parts of grids and instrumented, for trying them with
 * ptxas and on a GPU
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-ptx-instrument.h"
#include "loom-ptx-window.h"

#include <stdio.h>
#include <string.h>

#define MOST_VARIABLES 4u

/* What is made of each kernel, and the end of its file's name. */
static const struct
{
  const char        *suffix;
  LoomCoverageFlags  coverage;
  gboolean           schedule;
  guint              writer_size;
} variants[] = {
  { "coverage", LOOM_COVERAGE_ALL, FALSE, 4 },
  { "wide", LOOM_COVERAGE_ALL, FALSE, 8 },
  { "schedule", LOOM_COVERAGE_NONE, TRUE, 4 },
};

static gboolean
save (const char  *folder,
      const char  *name,
      const char  *suffix,
      char        *text,
      GError     **error)
{
  g_autofree char *file = g_strdup_printf ("%s.%s.ptx", name, suffix), *path = g_build_filename (folder, file, NULL);
  g_autofree char *owned = text;

  return owned != NULL && g_file_set_contents (path, owned, -1, error);
}

/* The first of its variables, which are counted. */
static guint
list_variables (LoomPtxModule     *module,
                LoomPtxArenaArray *variables)
{
  guint n = 0;

  for (guint i = 0; i < module->variables->len && n < MOST_VARIABLES; i++)
    {
      const LoomPtxVariable *variable = g_ptr_array_index (module->variables, i);

      if ((variable->space == LOOM_PTX_SPACE_GLOBAL || variable->space == LOOM_PTX_SPACE_CONST) && variable->size > 0)
        {
          variables[n] = (LoomPtxArenaArray) { .size = variable->size, .cell_size = 1, .symbol = variable->name };
          variables[n].offset = n * LOOM_PTX_ARENA_ALIGN;
          n++;
        }
    }
  return n;
}

static gboolean
rewrite_entry (LoomPtxModule  *module,
               const char     *entry,
               const char     *folder,
               const char     *name,
               GError        **error)
{
  LoomPtxArenaArray variables[MOST_VARIABLES];
  const guint n_variables = list_variables (module, variables);

  for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
    {
      const LoomPtxInstrumentation how = {
        .coverage = variants[i].coverage, .schedule = variants[i].schedule, .writer_size = variants[i].writer_size,
        .variables = variables, .n_variables = n_variables,
        .unit = loom_ptx_instrument_get_narrowest (module, variables, n_variables), .block_threads = 1024,
      };

      if (!save (folder, name, variants[i].suffix, loom_ptx_instrument (module, (const char *[]) { entry, NULL }, &how, error), error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
rewrite (const char  *folder,
         const char  *path,
         GError     **error)
{
  g_autofree char *text = NULL, *name = g_strdelimit (g_strdup (path), "/", '_');
  g_autoptr (LoomPtxModule) module = NULL;
  guint n_entries = 0;

  if (!g_file_get_contents (path, &text, NULL, error) || (module = loom_ptx_module_parse (text, -1, error)) == NULL ||
      !save (folder, name, "printed", loom_ptx_module_to_string (module), error) ||
      !loom_ptx_module_verify (module, error))
    return FALSE;
  if (!save (folder, name, "window", loom_ptx_window_print (module), error))
    return FALSE;
  for (guint i = 0; i < module->functions->len; i++)
    {
      const LoomPtxFunction *function = g_ptr_array_index (module->functions, i);
      g_autofree char *numbered = g_strdup_printf ("%s.%u", name, n_entries);

      if (!function->is_entry || function->is_declared_only)
        continue;
      if (!rewrite_entry (module, function->name, folder, numbered, error))
        return FALSE;
      n_entries++;
    }
  return TRUE;
}

int
main (int   argc,
      char *argv[])
{
  guint refused = 0;

  if (argc < 3)
    {
      fprintf (stderr, "usage: ptx-rewrite FOLDER FILE.ptx...\n"
                       "writes each file to FOLDER, printed again and for parts of grids, and each of its kernels instrumented\n");
      return 2;
    }
  for (int i = 2; i < argc; i++)
    {
      g_autoptr (GError) error = NULL;

      if (rewrite (argv[1], argv[i], &error))
        continue;
      fprintf (stderr, "%s: %s\n", argv[i], error->message);
      refused++;
    }
  fprintf (stderr, "%d files, %u refused\n", argc - 2, refused);
  return 0;
}
