#pragma once

#include "loom-type.h"

/* The ways to say which cells should be written. Those from FULL to CHECKERBOARD are presets: they
 * are written as a condition, and known again by it. */
typedef enum
{
  LOOM_DOMAIN_NONE,
  LOOM_DOMAIN_FULL,
  LOOM_DOMAIN_INTERIOR,         /* number: cells at each border that are not in it */
  LOOM_DOMAIN_STRIDED,          /* number: every which cell of each axis */
  LOOM_DOMAIN_LOWER,            /* triangles with their diagonal */
  LOOM_DOMAIN_UPPER,
  LOOM_DOMAIN_BAND,             /* number: cells on each side of the diagonal */
  LOOM_DOMAIN_CHECKERBOARD,
  LOOM_DOMAIN_FILE,             /* `file:NAME`: a mask */
  LOOM_DOMAIN_CELLS,            /* `cells:…`, see loom_cells_parse() */
  LOOM_DOMAIN_EXPRESSION,
  LOOM_N_DOMAINS
} LoomDomainKind;

/* What a setting says. */
typedef struct
{
  LoomDomainKind  kind;
  guint64         number;
  const char     *rest;         /* FILE, CELLS, EXPRESSION: what follows the word, of the setting's
                                   own text */
} LoomDomain;

void         loom_domain_read       (LoomDomain      *self,
                                     const char      *text,
                                     guint            rank);
const char  *loom_domain_get_word   (LoomDomainKind   kind);
gboolean     loom_domain_has_number (LoomDomainKind   kind);
gboolean     loom_domain_fits       (LoomDomainKind   kind,
                                     guint            rank);
char        *loom_domain_format     (LoomDomainKind   kind,
                                     guint64          number,
                                     guint            rank);

/* A mask in a file: cells of any type that numbers have. */
gboolean     loom_domain_check_file (const char      *folder,
                                     const char      *name,
                                     const LoomShape *shape,
                                     GError         **error);
gboolean     loom_domain_read_file  (const char      *folder,
                                     const char      *name,
                                     const LoomShape *shape,
                                     guint8          *mask,
                                     GError         **error);
