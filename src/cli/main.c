/* main.c: gridloom-cli, Gridloom without a window
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli.h"
#include "loom-paths.h"

#include <glib/gi18n-lib.h>

#include <locale.h>
#include <signal.h>
#include <string.h>

static const struct
{
  const char  *name;
  LoomExit   (*function) (int    argc,
                          char **argv);
  const char  *summary;
} verbs[] = {
  { "run", loom_cli_run, N_("Run a kernel and report what its threads did") },
  { "compile", loom_cli_compile, N_("Compile a file and list its kernels, or print its PTX") },
  { "launches", loom_cli_launches, N_("List the launches that the host code of a file has") },
  { "record", loom_cli_record,
    N_("Run a program with its host code, and list or keep what it launches") },
  { "new", loom_cli_new, N_("Write a kernel from what it is to compute") },
  { "eval", loom_cli_eval, N_("Run a kernel and evaluate expressions over its arrays") },
  { "compare", loom_cli_compare, N_("Run a kernel on two backends and compare cell by cell") },
  { "sweep", loom_cli_sweep, N_("Run a kernel with many blocks and list what each comes to") },
  { "occupancy", loom_cli_occupancy,
    N_("Tell what of a launch is resident on a device, and what limits it") },
  { "advise", loom_cli_advise, N_("Run a kernel and tell what would make its launch better") },
  { "export", loom_cli_export, N_("Write a program that launches a kernel without Gridloom") },
  { "check", loom_cli_check, N_("Run recorded cases and compare every result") },
  { "devices", loom_cli_devices, N_("List what can run kernels here, and why something can't") },
};

static char *
list_verbs (void)
{
  GString *list = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (verbs); i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", verbs[i].name);
  return g_string_free (list, FALSE);
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *catalogues = NULL, *there = NULL;

  /* Messages in the user's language, numbers never: what is written must be read anywhere. */
  setlocale (LC_CTYPE, "");
  setlocale (LC_MESSAGES, "");
  catalogues = loom_paths_find_catalogues ();
  bindtextdomain (GETTEXT_PACKAGE, catalogues);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  /* A reader that went away, as in a pipe to head, is an error of the write, no end of the program.
   */
  signal (SIGPIPE, SIG_IGN);
  g_set_prgname ("gridloom-cli");

  if (argc < 2)
    {
      there = list_verbs ();
      loom_cli_complain (_("say what to do: %s; --help tells more"), there);
      return LOOM_EXIT_USAGE;
    }

  if (strcmp (argv[1], "--help") == 0 || strcmp (argv[1], "-h") == 0)
    {
      g_print (_("Usage: %s VERB [OPTION…]\n\n"), "gridloom-cli");

      for (gsize i = 0; i < G_N_ELEMENTS (verbs); i++)
        g_print ("  %-10s%s\n", verbs[i].name, _(verbs[i].summary));

      g_print ("\n%s\n", _("“gridloom-cli VERB --help” tells its options."));
      return LOOM_EXIT_DONE;
    }

  if (strcmp (argv[1], "--version") == 0)
    {
      g_print ("gridloom-cli %s\n", PACKAGE_VERSION);
      return LOOM_EXIT_DONE;
    }

  for (gsize i = 0; i < G_N_ELEMENTS (verbs); i++)
    if (strcmp (argv[1], verbs[i].name) == 0)
      return verbs[i].function (argc - 1, argv + 1);

  there = list_verbs ();
  loom_cli_complain (_("unknown command “%1$s”; there are %2$s"), argv[1], there);
  return LOOM_EXIT_USAGE;
}
