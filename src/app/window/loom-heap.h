#pragma once

#include <glib.h>

void loom_heap_limit (void);
