#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Spells a text as all who read tokens expect it, in place: no word goes on behind a line's end
 * that a backslash takes back, and { } [ ] # are no digraphs. Length and lines stay. */
void _loom_source_respell (char  *text,
                           gsize  length);

G_END_DECLS
