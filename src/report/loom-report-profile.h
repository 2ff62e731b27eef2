#pragma once

#include "loom-profile.h"

#include <json-glib/json-glib.h>

void loom_report_profile_add (JsonBuilder       *builder,
                              const LoomProfile *profile);
