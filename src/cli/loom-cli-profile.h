#pragma once

#include "loom-profile.h"

void  loom_cli_profile_print (const LoomProfile *profile);
