#pragma once

#include "loom-cell-history.h"

LoomCellHistory *_loom_cell_history_new (void);
void             _loom_cell_launch_free (gpointer data);
void             _loom_cell_site_free   (gpointer data);
