#pragma once

#include <gio/gio.h>

/* Which files were written for which document. A document may come from anywhere and name any file
 * of its folder; only what was written for it before, and is as it was left then, may be replaced
 * without asking. Kept in the user's own folder, since what lies beside a document may have come
 * with it. */
gboolean loom_written_is_known (const char *document,
                                const char *path);
void     loom_written_note     (const char *document,
                                const char *path);
