#pragma once

#include <gtksourceview/gtksource.h>

/* Begins a line as far to the right as the one before, further after a "{", and puts a "}" under
 * the line of its "{". */
#define LOOM_TYPE_INDENTER (loom_indenter_get_type ())
G_DECLARE_FINAL_TYPE (LoomIndenter, loom_indenter, LOOM, INDENTER, GObject)
