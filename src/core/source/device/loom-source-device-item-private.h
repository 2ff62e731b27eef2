#pragma once

#include "loom-source-device-private.h"

/* One declaration while it is read. */
typedef struct
{
  DeviceTokens *tokens;
  DeviceItem    item;
  guint         class_word;     /* of the class around it, or WORD_NONE */
  guint         first;          /* token behind the template heads */
  guint         at, end;
  guint         key;            /* class, struct, union or enum, or NOWHERE */
  guint         last;           /* latest identifier that may be a declarator's name, or NOWHERE */
  guint         tag;            /* name of a class, or NOWHERE */
  guint         n_identifiers;
  gboolean      has_equals, has_pointer, is_in_bases, is_in_initialisers, is_macro, is_done;
  GArray       *declared;       /* (element-type guint) words */
} DeviceParser;

static inline const DeviceToken *
token (const DeviceParser *self,
       guint               index)
{
  return device_token (self->tokens, index);
}

/* Behind the bracket at `index`. */
static inline guint
skip (const DeviceParser *self,
      guint               index)
{
  guint match = token (self, index)->match;

  return match != NOWHERE && match > index ? match + 1 : index + 1;
}

static inline void
declare (DeviceParser *self,
         guint         index)
{
  guint word = token (self, index)->word;

  if (word != WORD_NONE)
    g_array_append_val (self->declared, word);
}

/* A word of the declaration may stand for __device__ and its like. */
static inline void
mark (DeviceParser *self,
      guint         index)
{
  const DeviceWord *word = device_word (self->tokens, token (self, index)->word);

  self->item.is_marked |= word->is_mark;
  self->item.is_kernel |= word->is_kernel;
}

static inline void
finish (DeviceParser *self,
        guint         end)
{
  self->at = end;
  self->is_done = TRUE;
}

/* What is left of it can't be read. */
static inline void
give_up (DeviceParser *self)
{
  self->item.kind = ITEM_OTHER;
  finish (self, self->end);
}

void _loom_device_classify (DeviceParser *self);
