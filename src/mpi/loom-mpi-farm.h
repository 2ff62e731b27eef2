#pragma once

#include "loom-run-service.h"

extern const LoomRunDelegates loom_mpi_farm;

void loom_mpi_farm_take_all      (void);
void loom_mpi_farm_give_back_all (void);
