#pragma once

#include "loom-record.h"

G_BEGIN_DECLS

void              _loom_record_free   (LoomRecord *self);
/* The one that is kept; `self`, whose components are not listed yet, becomes it or is freed. */
const LoomRecord *_loom_record_intern (LoomRecord *self);

G_END_DECLS
