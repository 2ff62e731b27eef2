/* Precompiled where the option b_pch asks for it (./dev does): reading these takes most of the
 * compiler's time. Each file still includes what it needs. */
#include "config.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
