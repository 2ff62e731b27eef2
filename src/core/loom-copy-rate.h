#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define LOOM_COPY_HOST "host"   /* this computer, as an end of a copy */

/* How fast one way to copy is. */
typedef struct
{
  char     *from, *to;          /* "cuda:0", or LOOM_COPY_HOST for one of them */
  gboolean  pinned;             /* the memory of this computer is page-locked; else pageable */
  gboolean  direct;             /* from device to device: not through the memory of this computer */
  guint64   bytes;              /* that were copied for each sample */
  double    bytes_per_second;   /* 0: not measured */
  char     *why;                /* not measured; else empty */
} LoomCopyRate;

void          loom_copy_rate_free         (LoomCopyRate *self);
GPtrArray    *loom_copy_rate_list         (GVariant     *variant);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomCopyRate, loom_copy_rate_free)

G_END_DECLS
