#pragma once

#include "loom-block-costs.h"
#include "loom-launch-model.h"
#include "loom-roofline.h"

#include <json-glib/json-glib.h>

void loom_cli_launch_model_add    (JsonBuilder           *builder,
                                   const LoomLaunchModel *self,
                                   const LoomRoofline    *roofline,
                                   const LoomBlockCosts  *costs);
void loom_cli_launch_model_append (GString               *text,
                                   const LoomLaunchModel *self,
                                   const LoomRoofline    *roofline);
