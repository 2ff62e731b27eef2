#pragma once

#include "loom-tokens-private.h"

/* Without comments and directives. */
GArray *_loom_source_tokens_new (const char *text,
                                 gsize       length);

gboolean  _loom_source_is_any           (const LoomSourceReader *self,
                                         guint                   index,
                                         const char * const     *words);
gboolean  _loom_source_is_assigned      (const LoomSourceReader *self,
                                         guint                   index);
char     *_loom_source_dup_text         (const LoomSourceReader *self,
                                         guint                   first,
                                         guint                   end);
guint     _loom_source_skip_brackets    (const LoomSourceReader *self,
                                         guint                   index);
guint     _loom_source_skip_angles      (const LoomSourceReader *self,
                                         guint                   index);
guint     _loom_source_step_over_angles (const LoomSourceReader *self,
                                         guint                   index);

#define LOOM_NOWHERE G_MAXUINT

/* One declaration at namespace scope: indices of tokens. */
typedef struct
{
  guint    start;
  guint    end;                 /* behind its semicolon or body */
  guint    stop;                /* of its semicolon, or of the brace of its body */
  guint    name, arguments;     /* of a function: name, < behind it or LOOM_NOWHERE */
  guint    paren;               /* of its parameters, or LOOM_NOWHERE */
  guint    equals;              /* or LOOM_NOWHERE */
  gboolean has_body;
  gboolean is_global, is_device, is_constant, is_host, is_type, is_constexpr;
} LoomSourceDeclaration;

void      _loom_source_read_declaration (const LoomSourceReader *self,
                                         guint                   start,
                                         LoomSourceDeclaration  *declaration);
gboolean  _loom_source_is_attribute     (const LoomSourceReader *self,
                                         guint                   index);
guint     _loom_source_find_comma       (const LoomSourceReader *self,
                                         guint                   index,
                                         guint                   end);
char     *_loom_source_dup_param_name   (const LoomSourceReader *self,
                                         guint                   first,
                                         guint                   end);
GStrv     _loom_source_list_params      (const LoomSourceReader *self,
                                         guint                   paren);
