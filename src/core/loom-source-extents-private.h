#pragma once

#include "loom-source-launch.h"
#include "loom-source-names-private.h"

LoomReadExtent  _loom_source_names_read_extent (LoomSourceNames        *self,
                                                guint                   first,
                                                guint                   end);
LoomReadNumber  _loom_source_names_read_axis   (LoomSourceNames        *self,
                                                const char             *name,
                                                const LoomDeclaredName *declared,
                                                guint                   axis,
                                                guint                   place);
char           *_loom_source_names_dup_text    (LoomSourceNames        *self,
                                                guint                   first,
                                                guint                   end);
