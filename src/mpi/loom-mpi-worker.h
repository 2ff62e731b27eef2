#pragma once

#include <glib.h>

int loom_mpi_worker_serve (void);
