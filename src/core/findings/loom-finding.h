#pragma once

#include "loom-dim3.h"
#include "loom-error.h"
#include "loom-place.h"
#include "loom-thread-group.h"
#include "loom-wire.h"

typedef enum
{
  LOOM_SPACE_NONE,
  LOOM_SPACE_GLOBAL,
  LOOM_SPACE_SHARED,
  LOOM_SPACE_LOCAL,
  LOOM_SPACE_CONSTANT,
} LoomSpace;

/* A place in a running kernel. line 0: not known. */
typedef struct
{
  const char *file;             /* interned, as seen from the document's folder; NULL: the
                                   document */
  guint       line;             /* of the CUDA source, from 1 */
  LoomDim3    block, thread;
} LoomSite;

/* A call that the compiler put in place of itself. */
typedef struct
{
  const char *file;             /* as of a site */
  guint       line;             /* of the CUDA source, from 1 */
  char       *function;         /* whose line it is, or NULL where that is not known */
} LoomFrame;

/* A trap, or the warning of an observer, a launch or a document. Built once, then not changed. */
typedef struct
{
  LoomError  code;
  char      *text;              /* in the language of whoever asked */
  gboolean   has_site;          /* a hint about a launch has none */
  LoomSite   site;
  GPtrArray *inlined_from;      /* (element-type LoomFrame) the calls around the site's line, the
                                   innermost first */
  gboolean   has_other;
  LoomSite   other;             /* the second access of a race, the other barrier */
  LoomSpace  space;
  guint64    address;           /* as the kernel saw it */
  char      *array;             /* nearest array or variable, or NULL */
  gint64     offset;            /* bytes from the array's start; negative before it */
  guint64    array_size;        /* bytes */
  guint      access_size;       /* bytes of the access, 0 if it is none */
  guint64    count;             /* how often; at least 1 */
  guint64    shared_needed;     /* bytes of dynamic shared memory that would do, where too few were
                                   asked for; or 0 */
  LoomDim3   block_size;        /* extents of the site's block, where threads has any */
  GPtrArray *threads;           /* (element-type LoomThreadGroup) where all threads of that block
                                   are, where it is about them; else empty */
} LoomFinding;

LoomFinding  *loom_finding_new         (LoomError           code,
                                        const char         *format,
                                        ...) G_GNUC_PRINTF (2, 3);
LoomFinding  *loom_finding_copy        (const LoomFinding  *self);
void          loom_finding_free        (LoomFinding        *self);
LOOM_DECLARE_WIRE (LoomFinding, loom_finding)
extern const LoomWire _loom_finding_wire;
void          loom_finding_add_frame   (LoomFinding        *self,
                                        const char         *file,
                                        guint               line,
                                        const char         *function);
guint64       loom_finding_count_below (gint64              offset,
                                        guint               access_size);
const char   *loom_space_get_name      (LoomSpace           space);
guint64       loom_site_number         (const LoomSite     *self,
                                        const LoomDim3     *grid,
                                        const LoomDim3     *block);
void          loom_site_unpack         (LoomSite           *self,
                                        const LoomDim3     *grid,
                                        const LoomDim3     *block,
                                        guint64             number);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomFinding, loom_finding_free)
