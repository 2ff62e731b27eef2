#pragma once

#include "loom-kernel-template.h"

G_BEGIN_DECLS

#define LOOM_KERNEL_TEMPLATE_VARIANT "(suss)"

G_END_DECLS
