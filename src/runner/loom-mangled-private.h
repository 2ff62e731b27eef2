#pragma once

#include "loom-mangled.h"

#include <string.h>

G_BEGIN_DECLS

/* Names come from a compiler that a hostile source drove. */
#define LOOM_MANGLED_MAX_DEPTH 64
#define LOOM_MANGLED_MAX_NODES 65536

/* Where a name is read. What parses moves on behind it, and returns NULL for what it can't read. */
typedef struct
{
  const char  *at;
  LoomMangled *result;
  GPtrArray   *substitutions;   /* (element-type LoomMangledType), borrowed */
  GPtrArray   *arguments;       /* of the function, for T_; borrowed */
  guint        depth;
} LoomMangledParser;

/* -- loom-mangled.c -- */
LoomMangledType       *_loom_mangled_new_node           (LoomMangledParser     *p,
                                                         LoomMangledKind        kind);
const LoomMangledType *_loom_mangled_new_name           (LoomMangledParser     *p,
                                                         const char            *text);
void                   _loom_mangled_append_arguments   (GString               *text,
                                                         GPtrArray             *arguments);
/* -- loom-mangled-name.c -- */
const LoomMangledType *_loom_mangled_parse_name         (LoomMangledParser     *p,
                                                         gboolean               is_type);
const LoomMangledType *_loom_mangled_parse_template     (LoomMangledParser     *p,
                                                         const LoomMangledType *template);
const LoomMangledType *_loom_mangled_parse_substitution (LoomMangledParser     *p);
const LoomMangledType *_loom_mangled_parse_parameter    (LoomMangledParser     *p);
/* -- loom-mangled-type.c -- */
const LoomMangledType *_loom_mangled_parse_type         (LoomMangledParser     *p);

static inline const LoomMangledType *
remember (LoomMangledParser     *p,
          const LoomMangledType *node)
{
  if (node != NULL)
    g_ptr_array_add (p->substitutions, (gpointer) node);
  return node;
}

static inline gboolean
eat (LoomMangledParser *p,
     const char        *text)
{
  if (!g_str_has_prefix (p->at, text))
    return FALSE;

  p->at += strlen (text);
  return TRUE;
}

static inline gboolean
parse_number (LoomMangledParser *p,
              guint64           *number)
{
  const char *end;

  if (!g_ascii_isdigit (*p->at))
    return FALSE;

  *number = g_ascii_strtoull (p->at, (char **) &end, 10);
  p->at = end;
  return TRUE;
}

G_END_DECLS
