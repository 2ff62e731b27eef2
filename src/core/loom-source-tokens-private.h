#pragma once

#include "loom-lexer-private.h"

G_BEGIN_DECLS

/* Whose eyes a source is read with: what `#ifndef __CUDACC_RTC__` keeps from NVRTC, the compiler of
 * the whole program sees. */
typedef enum
{
  LOOM_SOURCE_FOR_NVRTC,
  LOOM_SOURCE_FOR_HOST,
} LoomSourceSide;

/* The tokens that a compiler sees: no comments, no directives, nothing that #if takes away. */
typedef struct
{
  LoomToken token;
  gboolean  is_conditional;     /* within an #if whose outcome is not known */
} LoomSourceToken;

GArray *_loom_source_tokens_new (const char      *text,
                                 gsize            length,
                                 LoomSourceSide   side,
                                 GArray         **directives);

G_END_DECLS
