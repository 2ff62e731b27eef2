/* decimal-comma.c: linked into a test program, lets it run as on the desktop of somebody who writes
 * 3,14
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Only where the test is registered for it: LOOM_TEST_LOCALE names the locale. */
__attribute__ ((constructor)) static void
take_locale (void)
{
  const char *name = getenv ("LOOM_TEST_LOCALE");

  if (name == NULL)
    return;

  if (setlocale (LC_ALL, name) == NULL || strcmp (localeconv ()->decimal_point, ",") != 0)
    {
      printf ("Bail out! there is no locale %s with decimal commas\n", name);
      exit (1);
    }
}
