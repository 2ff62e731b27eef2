/* As loom-pch-glib.h, for the window. */
#include "config.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <gtksourceview/gtksource.h>
