#pragma once

#include "loom-source-definitions-private.h"

G_BEGIN_DECLS

LoomTruth _loom_source_judge (LoomSourceDefinitions  *definitions,
                              const LoomSourceReader *words,
                              guint                  *n_left);

G_END_DECLS
