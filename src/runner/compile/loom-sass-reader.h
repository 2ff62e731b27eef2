#pragma once

#include "loom-sass.h"

LoomSass *loom_sass_read (const char *text,
                          const char *document);
