#pragma once

#include <glib.h>

void loom_cuda_devices_describe (GVariantBuilder *backends,
                                 GVariantBuilder *libraries);
