#pragma once

/* Where the resources of ui/ are found: templates, styles, icons. */
#define LOOM_RESOURCE_PATH "/org/gridloom/Gridloom"
