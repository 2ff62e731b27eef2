#pragma once

#include <glib.h>

/* Numbers have one minus sign where people read them, U+2212, as print has it: on the picture, in
 * its legend, in sentences and in tables. Where text goes to other programs (what is copied, files,
 * code, settings, the console, what the command line prints as data) it is the hyphen of ASCII,
 * since nothing else is read back there. */
char *loom_typeset (char *number);
/* Likewise digits are in groups, from five on; but an error about a value of the settings tells it,
 * and what is wrong with it, in the digits that the settings have, since it is looked for there. */
char *loom_typeset_count (guint64 count);
char *loom_typeset_rough (double number);
