/* loom-runner-locale.c: texts in the language of whoever asks, numbers always in the C format
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-paths.h"
#include "loom-runner-locale.h"

#include <langinfo.h>
#include <libintl.h>
#include <locale.h>

/* Made once, when the caller says hello; threads that speak enter it. Never freed while a thread
 * may be in it. */
static locale_t messages;

/**
 * loom_runner_locale_set:
 * @name: of a locale, as "de_DE.UTF-8"
 *
 * Chooses the language of texts for all threads that call loom_runner_locale_enter(), and enters it
 * here. Only messages change: numbers stay in the C format. A locale that this system does not have
 * leaves texts untranslated.
 */
void
loom_runner_locale_set (const char *name)
{
  g_autofree char *catalogues = loom_paths_find_catalogues ();

  bindtextdomain (GETTEXT_PACKAGE, catalogues);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  /* ngettext() looks there alone */
  textdomain (GETTEXT_PACKAGE);
  /* the loader's messages about libraries, too; they would take the C character set for what is no
   * ASCII */
  bind_textdomain_codeset ("libc", "UTF-8");
  if (messages == (locale_t) 0)
    messages = newlocale (LC_MESSAGES_MASK, name, (locale_t) 0);
  loom_runner_locale_enter ();
  /* Opens the catalogue: a compiler that is confined can't any more. */
  dgettext (GETTEXT_PACKAGE, "");
}

/**
 * loom_runner_locale_enter:
 *
 * Lets the calling thread speak the language that was chosen.
 */
void
loom_runner_locale_enter (void)
{
  if (messages != (locale_t) 0)
    uselocale (messages);
}

/**
 * loom_runner_locale_dup_name:
 *
 * Returns: (transfer full): a name for the language that was chosen
 */
char *
loom_runner_locale_dup_name (void)
{
  return g_strconcat (messages != (locale_t) 0
                          ? nl_langinfo_l (NL_LOCALE_NAME (LC_MESSAGES), messages) : "C",
                      ":", g_getenv ("LANGUAGE"), NULL);
}
