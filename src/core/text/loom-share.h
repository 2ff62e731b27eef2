#pragma once

#include <glib.h>

char *loom_share_format (double part,
                         double whole);
