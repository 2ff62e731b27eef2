#pragma once

#include "loom-profile.h"

#include <json-glib/json-glib.h>

void  loom_cli_profile_add   (JsonBuilder        *builder,
                              const LoomProfile  *profile);
void  loom_cli_profile_print (const LoomProfile  *profile);
