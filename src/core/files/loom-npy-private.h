#pragma once

#include "loom-npy.h"

/* The rest of a header, while it is read. */
typedef struct
{
  const char *at, *end;
  guint       depth;            /* of fields */
} LoomNpyText;

static inline void
skip_space (LoomNpyText *self)
{
  while (self->at < self->end && g_ascii_isspace (*self->at))
    self->at++;
}

static inline gboolean
accept (LoomNpyText *self,
        char         c)
{
  skip_space (self);
  if (self->at >= self->end || *self->at != c)
    return FALSE;

  self->at++;
  return TRUE;
}

GBytes     *_loom_npy_convert       (const LoomNpyHeader *header,
                                     const guint8       *data,
                                     LoomScalar          scalar,
                                     GError            **error);
const char *_loom_npy_get_descr     (LoomScalar         scalar);
gboolean    _loom_npy_parse_descr   (const char        *descr,
                                     LoomScalar        *scalar);
char       *_loom_npy_parse_string  (LoomNpyText       *self);
char       *_loom_npy_format_fields (const LoomRecord  *record);
gboolean    _loom_npy_parse_fields  (LoomNpyText       *self,
                                     LoomType          *type);
gboolean    _loom_npy_fields_fit    (const LoomType    *file,
                                     const LoomType    *type);
