#pragma once

#include <glib.h>

/* What of a translation unit device code consists of: functions and variables that are marked
 * __global__, __device__, __constant__ and so on, themselves or through macros, and the types,
 * constants and templates that they use. All else is host code, which stands in the text for the
 * device as spaces: its length and its lines are those of the unit. What is not understood
 * stays. */
typedef struct _LoomSourceDevice LoomSourceDevice;

/* A macro for `constexpr const` that is as long as what it stands for, so columns stay. */
#define LOOM_SOURCE_CONST "_LOOM"

typedef enum
{
  LOOM_LEFT_OUT_FUNCTION,       /* of the host: it is not marked */
  LOOM_LEFT_OUT_VARIABLE,       /* of the host: it is not marked, nor constant */
  LOOM_LEFT_OUT_UNUSED,         /* device code does not name it */
  LOOM_LEFT_OUT_REFUSED,        /* the compiler did not take it: loom_source_device_drop() */
} LoomLeftOutWhy;

typedef struct
{
  char           *name;         /* or NULL: `using namespace`, an assertion */
  gsize           offset, end;  /* in the text */
  LoomLeftOutWhy  why;
} LoomLeftOut;

LoomSourceDevice *loom_source_device_new      (const char       *text,
                                               gsize             length);
void              loom_source_device_free     (LoomSourceDevice *self);
const char       *loom_source_device_text     (LoomSourceDevice *self,
                                               gsize            *length);
/* The compiler misses a name: whether something unused declares it, which is kept from now on. */
gboolean          loom_source_device_keep     (LoomSourceDevice *self,
                                               const char       *name);
/* The compiler does not take what stands at a place: whether it can be left out, and now is. */
gboolean          loom_source_device_drop     (LoomSourceDevice *self,
                                               gsize             offset);
/* The compiler does not compute a constant from others: whether it is told to, and was not. */
gboolean          loom_source_device_fold     (LoomSourceDevice *self);
/* Whether LOOM_SOURCE_CONST stands in the text. */
gboolean          loom_source_device_is_folded (LoomSourceDevice *self);
GPtrArray        *loom_source_device_left_out (LoomSourceDevice *self);
/* Whether functions may be left that are not marked, which a compiler takes only if it is told to:
 * -default-device. */
gboolean          loom_source_device_has_plain_functions (LoomSourceDevice *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomSourceDevice, loom_source_device_free)
