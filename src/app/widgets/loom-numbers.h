#pragma once

#include <glib.h>

void loom_sort_numbers (GArray *numbers);
