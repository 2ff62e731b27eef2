#pragma once

#include "loom-device-profile.h"

/* Of a figure of a device, or, without a kind, of the sizes that its shared memory can have. */
const char *loom_figure_text_get_unit   (const LoomFigureKind    *kind);
char       *loom_figure_text_dup        (const LoomDeviceProfile *profile,
                                         const LoomFigureKind    *kind,
                                         gboolean                 for_people);
const char *loom_figure_text_get_source (const LoomDeviceProfile *profile,
                                         const LoomFigureKind    *kind);
char       *loom_figure_text_dup_range  (const LoomFigureKind    *kind);
char       *loom_figure_text_dup_origin (const LoomDeviceProfile *base,
                                         const LoomFigureKind    *kind,
                                         gboolean                 is_own);
