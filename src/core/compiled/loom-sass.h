#pragma once

#include "loom-listing.h"

#include <gio/gio.h>

/* An instruction of a GPU's machine code (SASS), or a label, which has no address of its own. */
typedef struct
{
  guint64  address;             /* in its function */
  guint    line;                /* of the document that it was made from; 0: of none */
  gboolean is_label;
  char    *text;                /* "IMAD R0, R0, UR4, R3", ".L_x_0" */
} LoomSassLine;

typedef struct
{
  char      *name;              /* lowered, as in PTX */
  GPtrArray *lines;             /* (element-type LoomSassLine) */
} LoomSassFunction;

/* What a disassembler made of the machine code that NVRTC made of a document. */
typedef struct
{
  char      *architecture;      /* "sm_75" */
  char      *compiler;          /* "NVRTC 13.0" */
  char      *disassembler;      /* the path of its program */
  GPtrArray *functions;         /* (element-type LoomSassFunction) */
} LoomSass;

LoomSass         *loom_sass_new             (void);
void              loom_sass_free            (LoomSass               *self);
LoomSassFunction *loom_sass_add_function    (LoomSass               *self,
                                             const char             *name);
void              loom_sass_function_add    (LoomSassFunction       *self,
                                             const LoomSassLine     *line);
guint             loom_sass_function_count  (const LoomSassFunction *self);
LoomListing      *loom_sass_list            (const LoomSass         *self);
GVariant         *loom_sass_to_variant      (const LoomSass         *self);
LoomSass         *loom_sass_from_variant    (GVariant               *variant,
                                             GError                **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomSass, loom_sass_free)
