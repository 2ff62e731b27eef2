#pragma once

#include "loom-source-definitions-private.h"

LoomTruth _loom_source_judge (LoomSourceDefinitions  *definitions,
                              const LoomSourceReader *words,
                              guint                  *n_left);
