#pragma once

#include "loom-dim3.h"
#include "loom-type.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* How plain values cross to another process. */
#define LOOM_TYPE_VARIANT "(uuus)"
#define LOOM_SHAPE_VARIANT "(uttt)"
#define LOOM_DIM3_VARIANT "(uuu)"
#define LOOM_DIAGNOSTIC_VARIANT "(uuususs)"
#define LOOM_SITE_VARIANT "(us(uuu)(uuu))"
#define LOOM_FRAMES_VARIANT "a(uss)"
#define LOOM_FINDING_VARIANT \
  "(ssb" LOOM_SITE_VARIANT "b" LOOM_SITE_VARIANT "utsxtutt" LOOM_FRAMES_VARIANT ")"

/* Of one element of a list; functions that take or give a type of their own are cast to these. */
typedef GVariant *(*LoomPack) (gconstpointer element);
typedef gpointer (*LoomUnpack) (GVariant *variant);

GVariant   *_loom_type_to_variant    (const LoomType   *type);
gboolean    _loom_type_from_variant  (GVariant         *variant,
                                      LoomType         *type);
GVariant   *_loom_shape_to_variant   (const LoomShape  *shape);
gboolean    _loom_shape_from_variant (GVariant         *variant,
                                      LoomShape        *shape);
GVariant   *_loom_dim3_to_variant    (const LoomDim3   *dim3);
void        _loom_dim3_from_variant  (GVariant         *variant,
                                      LoomDim3         *dim3);
/* An array of variants of one type, made by pack() of each element. */
GVariant   *_loom_list_to_variant    (GPtrArray        *list,
                                      const char       *type,
                                      LoomPack          pack);
/* FALSE as soon as unpack() gives NULL. */
gboolean    _loom_list_from_variant  (GVariant         *variant,
                                      GPtrArray        *list,
                                      LoomUnpack        unpack);
const char *_loom_or_empty           (const char       *text);
char       *_loom_dup_or_null        (const char       *text);

G_END_DECLS
