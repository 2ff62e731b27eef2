#pragma once

#include "loom-source-launches-private.h"
#include "loom-source-rounds-private.h"

/* What a variable of the host holds while its function is followed. */
typedef enum
{
  LOOM_HELD_UNKNOWN,
  LOOM_HELD_NOTHING,            /* NULL */
  LOOM_HELD_NUMBER,
  LOOM_HELD_ARRAY,              /* a pointer to the first cell of an array */
  LOOM_HELD_PART,               /* a pointer to another one */
  LOOM_HELD_ADDRESS,            /* a pointer to a place of the host */
  LOOM_HELD_OPAQUE,             /* what somebody else has put there: an array of its own, if it is
                                   one */
  LOOM_HELD_STREAM,
  LOOM_HELD_EVENT,
} LoomHeldKind;

typedef struct
{
  LoomHeldKind  kind;
  LoomNumber    number;
  guint         array;          /* index of one; of what is opaque the token that says so */
  const char   *text;           /* of an address the key of the place; of a stream or an event its
                                   name, NULL: the default stream */
} LoomHeld;

/* A variable, member or cell: `n`, `sim.n`, `buffer[1]`. What is one has one key. */
typedef struct
{
  const char     *key;
  LoomNumberType  number;       /* of what it holds; NONE: not known, or no number */
  gboolean        is_pointer;   /* it is declared to be one */
  gboolean        is_auto;      /* it takes any */
  gboolean        is_own;       /* of a function that is followed */
} LoomPlace;

typedef struct
{
  const char     *name, *key;
  LoomNumberType  number;
  guint           pointers;
  gboolean        is_auto, is_dim3;
  gboolean        is_alias;     /* the place of another one */
  gboolean        is_array;     /* of the host, not a pointer to one */
} LoomWalkVariable;

/* A call that is being followed. */
typedef struct _LoomWalkFrame LoomWalkFrame;

struct _LoomWalkFrame
{
  LoomWalkFrame *caller;
  guint          first, end;    /* tokens of the function, its parameters included */
  GArray        *variables;     /* (element-type LoomWalkVariable) the innermost last */
  const char    *object;        /* key of *this, or NULL */
  guint          depth;         /* calls around it */
  LoomHeld       returned;
};

/* An array of the device. */
typedef struct
{
  const char     *name;
  const char     *place;        /* key of what it was made for */
  guint           token;        /* where it was made */
  LoomReadNumber  bytes;
  char           *bytes_text;   /* what stands there, or NULL */
  const char     *source;       /* where on the host its first cells come from, or NULL */
  gboolean        is_managed;   /* the host may write into it */
  gboolean        is_touched;   /* by a step */
  gboolean        is_launched;  /* a kernel gets it */
  gboolean        is_host;      /* memory of the host that kernels can reach */
} LoomWalkArray;

typedef struct
{
  LoomSourceNames *names;
  GStringChunk    *texts;       /* names and keys, each once */
  GHashTable      *held;        /* key -> LoomHeld */
  GHashTable      *lost;        /* keys of what others may change at any time */
  GHashTable      *members;     /* name of a member -> what it is */
  GHashTable      *foreign;     /* token -> its LoomPlace, of a name that no function declares */
  GHashTable      *declared;    /* token -> LoomDeclaredName, or NULL where it declares nothing */
  GHashTable      *changed;     /* LoomSourceBody -> (element-type utf8) names that it changes */
  GHashTable      *idle;        /* tokens of loops that only compute, and do so for long */
  GHashTable      *sources;     /* keys of memory of the host that first cells come from */
  GHashTable      *dirty;       /* those that may differ from what they were then */
  GHashTable      *followed;    /* LoomSourceBody -> itself */
  GArray          *arrays;      /* (element-type LoomWalkArray) */
  guint32         *matters;     /* how many tokens before one make, copy or launch something */
  guint32         *acts;        /* the same without what only makes something */
  LoomWalkFrame   *frame;
  GPtrArray       *steps;       /* (element-type LoomRoundStep) of the round that is followed */
  guint            n_nested, n_loops, n_open;
  guint            result_first, result_end;    /* the call that was followed last */
  LoomHeld         result;
  const char      *device;      /* what the host chose last, as it stands there, or NULL */
  const char      *argc;        /* key; NULL: it is not known */
  gboolean         uses_argc;
  GHashTable      *streams;     /* names of those that steps are on */
  guint64          fuel;        /* tokens that may still be followed in this function */
  guint64          reserve;     /* and in all others */
} LoomSourceWalk;

/* How a statement ends. */
typedef enum
{
  LOOM_FLOW_NEXT,
  LOOM_FLOW_BREAK,
  LOOM_FLOW_CONTINUE,
  LOOM_FLOW_RETURN,
  LOOM_FLOW_EXIT,               /* of the program, or there is no fuel left */
} LoomFlow;

static inline gboolean
is_mattering (const LoomSourceWalk *self,
              guint                 first,
              guint                 end)
{
  return self->matters[end] > self->matters[first];
}

static inline gboolean
is_acting (const LoomSourceWalk *self,
           guint                 first,
           guint                 end)
{
  return self->acts[end] > self->acts[first];
}

static inline guint
get_line (const LoomSourceWalk *self,
          guint                 index)
{
  return get_token (&self->names->source, MIN (index, self->names->source.n - 1))->line;
}

/* -- loom-source-held.c -- */
const char *_loom_walk_intern        (LoomSourceWalk         *self,
                                      const char             *format,
                                      ...) G_GNUC_PRINTF (2, 3);
LoomWalkVariable *_loom_walk_declare (LoomSourceWalk         *self,
                                      guint                   name,
                                      const LoomDeclaredName *declared);
void        _loom_walk_leave         (LoomSourceWalk         *self,
                                      guint                   variables);
gboolean    _loom_walk_find_place    (LoomSourceWalk         *self,
                                      guint                   first,
                                      guint                   end,
                                      LoomPlace              *place,
                                      guint                  *next);
gboolean    _loom_walk_find_whole    (LoomSourceWalk         *self,
                                      LoomSourceRange         range,
                                      LoomPlace              *place);
LoomHeld    _loom_walk_get           (LoomSourceWalk         *self,
                                      const char             *key);
LoomHeld    _loom_walk_read          (LoomSourceWalk         *self,
                                      LoomSourceRange         range);
void        _loom_walk_put           (LoomSourceWalk         *self,
                                      const LoomPlace        *place,
                                      LoomHeld                held);
void        _loom_walk_copy_members  (LoomSourceWalk         *self,
                                      const char             *from,
                                      const char             *to);
void        _loom_walk_forget        (LoomSourceWalk         *self,
                                      const char             *key,
                                      gboolean                for_good);
LoomVariableState _loom_walk_reader  (gpointer                data,
                                      guint                   first,
                                      guint                  *end,
                                      LoomNumber             *value);
const char *_loom_walk_find_memory   (LoomSourceWalk         *self,
                                      guint                   name);
void        _loom_walk_note_memory   (LoomSourceWalk         *self,
                                      guint                   name);
LoomTruth   _loom_walk_decide        (LoomSourceWalk         *self,
                                      LoomSourceRange         range);
gboolean    _loom_walk_read_extent   (LoomSourceWalk         *self,
                                      LoomSourceRange         range,
                                      LoomReadNumber         *axes);
LoomSourceRange _loom_walk_strip     (LoomSourceWalk         *self,
                                      LoomSourceRange         range);
/* -- loom-source-arrays.c -- */
guint       _loom_walk_make_array    (LoomSourceWalk         *self,
                                      const char             *key,
                                      guint                   token,
                                      LoomSourceRange         bytes);
gboolean    _loom_walk_find_array    (LoomSourceWalk         *self,
                                      LoomSourceRange         range,
                                      guint                  *array);
const char *_loom_walk_find_name     (LoomSourceWalk         *self,
                                      const char             *key,
                                      gboolean                is_array);
void        _loom_walk_rename_array  (LoomSourceWalk         *self,
                                      guint                   array,
                                      const char             *key);
LoomWalkArray *_loom_walk_use_array  (LoomSourceWalk         *self,
                                      guint                   array);
/* -- loom-source-walk.c -- */
guint       _loom_walk_find_end      (LoomSourceWalk         *self,
                                      guint                   first,
                                      guint                   end);
LoomFlow    _loom_walk_statement     (LoomSourceWalk         *self,
                                      guint                   first,
                                      guint                   end,
                                      guint                  *next);
LoomFlow    _loom_walk_block         (LoomSourceWalk         *self,
                                      guint                   first,
                                      guint                   end);
LoomFlow    _loom_walk_simple        (LoomSourceWalk         *self,
                                      guint                   first,
                                      guint                   end);
LoomTruth   _loom_walk_condition     (LoomSourceWalk         *self,
                                      LoomSourceRange         range,
                                      LoomFlow               *flow);
gboolean    _loom_walk_declare_in_head (LoomSourceWalk        *self,
                                        guint                   first,
                                        guint                   end);
void        _loom_walk_forget_changed (LoomSourceWalk        *self,
                                       guint                  first,
                                       guint                  end,
                                       gboolean               with_pointers);
/* -- loom-source-walk-loops.c -- */
LoomFlow    _loom_walk_loop          (LoomSourceWalk         *self,
                                      guint                   first,
                                      guint                   end,
                                      guint                  *next);
/* -- loom-source-walk-calls.c -- */
LoomFlow    _loom_walk_expression    (LoomSourceWalk         *self,
                                      guint                   first,
                                      guint                   end);
const LoomSourceBody *_loom_walk_find_function (LoomSourceWalk *self,
                                                guint           name);
LoomFlow    _loom_walk_function      (LoomSourceWalk         *self,
                                      const LoomSourceBody   *function,
                                      guint                   name);
/* -- loom-source-walk-copies.c -- */
gboolean    _loom_walk_call_runtime  (LoomSourceWalk         *self,
                                      guint                   name,
                                      guint                   paren);
gboolean    _loom_walk_is_runtime    (LoomSourceNames        *names,
                                      guint                   name,
                                      gboolean               *acts);
/* -- loom-source-walk-launch.c -- */
void        _loom_walk_launch        (LoomSourceWalk         *self,
                                      LoomWrittenLaunch      *launch);
gboolean    _loom_walk_append_stream (LoomSourceWalk         *self,
                                      LoomSourceRange         range,
                                      GString                *text);
void        _loom_walk_emit          (LoomSourceWalk         *self,
                                      guint                   token,
                                      const char             *text);
void        _loom_walk_note          (LoomSourceWalk         *self,
                                      guint                   token,
                                      const char             *format,
                                      ...) G_GNUC_PRINTF (3, 4);
