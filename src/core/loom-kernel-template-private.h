#pragma once

#include "loom-kernel-template.h"

G_BEGIN_DECLS

#define LOOM_KERNEL_TEMPLATE_VARIANT "(sus)"

G_END_DECLS
