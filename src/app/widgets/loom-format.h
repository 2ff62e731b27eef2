#pragma once

#include "loom-run.h"

/* Numbers for people: digits in groups, units always, in the user's locale. */
char       *loom_format_extents  (const LoomDim3 *extents);
char       *loom_format_ms       (double         ms);
char       *loom_format_moment   (GDateTime      *moment,
                                  GDateTime      *now);
char       *loom_format_share    (guint64        part,
                                  guint64        whole);
char       *loom_format_sentence (const char    *text);
const char *loom_format_badge    (LoomFidelity   fidelity);
const char *loom_format_fidelity (LoomFidelity   fidelity);
const char *loom_format_compilation (LoomCompilation compilation);
char       *loom_format_dup_source (LoomFidelity fidelity);
