#pragma once

#include "loom-chain.h"
#include "loom-cli-input.h"

gboolean  loom_cli_chain_check (LoomCliInput  *input,
                                LoomPlan      *plan,
                                GError       **error);
void      loom_cli_chain_print (LoomCliInput  *input,
                                GPtrArray     *outcomes);
