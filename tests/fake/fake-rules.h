#pragma once

#include <glib.h>

/* What goes wrong, read from the file that GRIDLOOM_FAKE_RULES names. Each line: the name of an
 * entry point, the how manieth call of it (0: every), and
 *   fail CODE    the call returns CODE
 *   lose CODE    this call and all later ones return CODE, and nothing queued is done any more
 *   delay MS     the call takes so long
 *   hang         the call does not return
 *   die          the process is killed
 * As a name, "devices" says with its number how many there are; "old" that the driver is older than
 * the runtime; "mute" that no host callback is ever delivered; "resident" how many blocks fit at
 * once, for cooperative launches; "threads" how many a block of any kernel can have, and "shared"
 * how many bytes one declares;
 * "jitter" how many microseconds at most a stream waits before each thing that it does. A rule that fired empties the file, so that the next process is
 * well. */
int      fake_rules_apply      (const char *call);
void     fake_rules_lose       (int         code);
int      fake_rules_get_lost   (void);
int      fake_rules_get_number (const char *name,
                                int         otherwise);
