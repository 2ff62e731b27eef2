#pragma once

#include <glib.h>

G_BEGIN_DECLS

void loom_cuda_devices_describe (GVariantBuilder *backends,
                                 GVariantBuilder *libraries);

G_END_DECLS
