/* loom-source-walk-copies.c: what calls of the CUDA runtime do: memory that is made, copies, fills,
 * streams, events
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-walk-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_ARGUMENTS 8

/* One call: its name, and its arguments as far as there are any. */
typedef struct
{
  LoomSourceWalk  *walk;
  guint            token;
  LoomSourceRange  arguments[MAX_ARGUMENTS];    /* behind the last one empty */
} Call;

static LoomSourceNames *
get_names (const Call *self)
{
  return self->walk->names;
}

static void
emit (Call          *self,
      const GString *text)
{
  _loom_walk_emit (self->walk, self->token, text->str);
}

static void
note (Call       *self,
      const char *text)
{
  g_autofree char *name = _loom_source_dup_text (&get_names (self)->source, self->token,
                                                 self->token + 1);

  /* Translators: %1$s is a function of the CUDA runtime, %2$s why its call is left out */
  _loom_walk_note (self->walk, self->token, _("%1$s() is left out: %2$s"), name, text);
}

/* -- Memory -- */

/* What `&x`, `(void **) &x` or a pointer to it names. */
static gboolean
find_target (Call            *self,
             LoomSourceRange  range,
             LoomPlace       *place)
{
  const LoomHeld held = _loom_walk_read (self->walk, range);

  if (held.kind != LOOM_HELD_ADDRESS)
    return FALSE;
  *place = (LoomPlace) { .key = held.text };
  return TRUE;
}

static LoomWalkArray *
make_array (Call  *self,
            guint  bytes)
{
  const LoomSourceRange nothing = { 0, 0 };
  LoomPlace place;
  guint array;

  if (!find_target (self, self->arguments[0], &place))
    return NULL;
  array = _loom_walk_make_array (self->walk, place.key, self->token,
                                 bytes < MAX_ARGUMENTS ? self->arguments[bytes] : nothing);
  _loom_walk_put (self->walk, &place, (LoomHeld) { LOOM_HELD_ARRAY, .array = array });
  return &g_array_index (self->walk->arrays, LoomWalkArray, array);
}

static void
call_malloc (Call *self)
{
  make_array (self, 1);
}

static void
call_managed (Call *self)
{
  LoomWalkArray *array = make_array (self, 1);

  if (array != NULL)
    array->is_managed = TRUE;
}

/* cudaMallocHost (&p, bytes) */
static void
call_host (Call *self)
{
  LoomWalkArray *array = make_array (self, 1);

  if (array != NULL)
    array->is_managed = array->is_host = TRUE;
}

/* cudaMallocPitch (&p, &pitch, width, height) */
static void
call_pitch (Call *self)
{
  LoomPlace place;

  make_array (self, MAX_ARGUMENTS);
  if (find_target (self, self->arguments[1], &place))
    _loom_walk_forget (self->walk, place.key, TRUE);
}

/* cudaHostGetDevicePointer (&d, h, 0) */
static void
call_mapped (Call *self)
{
  LoomPlace place;

  if (find_target (self, self->arguments[0], &place))
    _loom_walk_put (self->walk, &place, _loom_walk_read (self->walk, self->arguments[1]));
}

/* -- Copies and fills -- */

typedef enum
{
  COPY_UNKNOWN,
  COPY_TO_DEVICE,
  COPY_TO_HOST,
  COPY_ON_DEVICE,
  COPY_ON_HOST,
} CopyKind;

static CopyKind
read_kind (Call            *self,
           LoomSourceRange  range,
           gboolean         to_array,
           gboolean         from_array)
{
  static const char * const words[] = {
    "cudaMemcpyDefault", "cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost",
    "cudaMemcpyDeviceToDevice", "cudaMemcpyHostToHost",
  };

  for (guint i = 1; i < G_N_ELEMENTS (words) && range.first < range.end; i++)
    if (is_word (&get_names (self)->source, range.end - 1, words[i]))
      return i;
  return to_array && from_array ? COPY_ON_DEVICE : to_array ? COPY_TO_DEVICE
         : from_array ? COPY_TO_HOST : COPY_UNKNOWN;
}

/* Whether so many bytes are all of an array, for certain. */
static gboolean
is_whole (Call                *self,
          const LoomWalkArray *array,
          LoomSourceRange      bytes)
{
  g_autofree char *text = NULL;
  gint64 value;

  if (_loom_source_names_evaluate (get_names (self), bytes.first, bytes.end, &value))
    return array->bytes.is_certain && array->bytes.value == value;
  text = _loom_source_names_dup_text (get_names (self), bytes.first, bytes.end);
  return !array->bytes.is_certain && g_strcmp0 (text, array->bytes_text) == 0;
}

/* The memory of the host that a copy is from or to; NULL: that can't be told. */
static const char *
find_host (Call            *self,
           LoomSourceRange  range)
{
  range = _loom_walk_strip (self->walk, range);
  range.first += has_punctuation (get_names (self), range.first, "&");
  return range.first < range.end ? _loom_walk_find_memory (self->walk, range.first) : NULL;
}

static void
emit_copy (Call            *self,
           const char      *from,
           const char      *to,
           LoomSourceRange  stream)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_printf (text, "copy %s to %s", from, to);
  if (!_loom_walk_append_stream (self->walk, stream, text))
    note (self, _("its stream is not known"));
  else
    emit (self, text);
}

/* The first cells of an array need no step; later it is again what it was at first, if that has
 * not changed on the host. */
static void
copy_to_device (Call            *self,
                guint            to,
                gboolean         has_all,
                LoomSourceRange  stream)
{
  LoomWalkArray *array = &g_array_index (self->walk->arrays, LoomWalkArray, to);
  const char *source = find_host (self, self->arguments[1]);

  if (!array->is_touched && self->walk->n_loops == 0)
    {
      array->source = has_all && array->source == NULL && source != NULL ? source : "";
      g_hash_table_add (self->walk->sources, (gpointer) array->source);
      return;
    }
  if (array->source == NULL && !array->is_touched)
    {
      array->source = has_all && source != NULL ? source : "";
      g_hash_table_add (self->walk->sources, (gpointer) array->source);
    }
  if (source == NULL || source != array->source ||
      g_hash_table_contains (self->walk->dirty, source))
    note (self, _("what the host copies to the array then is not known"));
  else if (!has_all)
    note (self, _("it copies a part of an array"));
  else
    emit_copy (self, "host", _loom_walk_use_array (self->walk, to)->name, stream);
}

static void
copy_to_host (Call            *self,
              guint            from,
              gboolean         has_all,
              LoomSourceRange  stream)
{
  const char *target = find_host (self, self->arguments[0]);

  if (target != NULL)
    g_hash_table_add (self->walk->dirty, (gpointer) target);
  if (!has_all)
    note (self, _("it copies a part of an array"));
  else
    emit_copy (self, _loom_walk_use_array (self->walk, from)->name, "host", stream);
}

static void
copy_on_device (Call            *self,
                guint            to,
                guint            from,
                LoomSourceRange  bytes,
                LoomSourceRange  stream)
{
  const LoomWalkArray *arrays = (const LoomWalkArray *) (gpointer) self->walk->arrays->data;

  if (is_whole (self, &arrays[to], bytes) && is_whole (self, &arrays[from], bytes))
    emit_copy (self, _loom_walk_use_array (self->walk, from)->name,
               _loom_walk_use_array (self->walk, to)->name, stream);
  else
    note (self, _("it copies a part of an array"));
}

static void
do_copy (Call            *self,
         LoomSourceRange  bytes,
         LoomSourceRange  kind_text,
         LoomSourceRange  stream)
{
  guint to = 0, from = 0;
  const LoomHeld target = _loom_walk_read (self->walk, self->arguments[0]);
  const LoomHeld source = _loom_walk_read (self->walk, self->arguments[1]);
  const gboolean to_array = _loom_walk_find_array (self->walk, self->arguments[0], &to);
  const gboolean from_array = _loom_walk_find_array (self->walk, self->arguments[1], &from);
  const LoomWalkArray *arrays = (const LoomWalkArray *) (gpointer) self->walk->arrays->data;
  const CopyKind kind = read_kind (self, kind_text, to_array && !arrays[to].is_host,
                                   from_array && !arrays[from].is_host);

  if (kind == COPY_TO_DEVICE && to_array)
    copy_to_device (self, to, is_whole (self, &arrays[to], bytes), stream);
  else if (kind == COPY_TO_HOST && from_array)
    copy_to_host (self, from, is_whole (self, &arrays[from], bytes), stream);
  else if (kind == COPY_ON_DEVICE && to_array && from_array)
    copy_on_device (self, to, from, bytes, stream);
  else if (kind != COPY_ON_HOST && (kind != COPY_TO_DEVICE || target.kind != LOOM_HELD_PART ||
                                    arrays[target.array].is_touched ||
                                    self->walk->n_loops > 0))
    note (self, target.kind == LOOM_HELD_PART || source.kind == LOOM_HELD_PART
                ? _("it copies a part of an array") : _("which arrays it copies is not known"));
}

static void
call_copy (Call *self)
{
  do_copy (self, self->arguments[2], self->arguments[3], self->arguments[4]);
}

/* In other shapes, or to variables of the device: before the first step they say what that begins
 * with. */
static void
call_other_copy (Call *self)
{
  static const char * const froms[] = { "cudaMemcpyFromSymbol", "cudaMemcpyFromSymbolAsync", NULL };

  if (_loom_source_is_any (&get_names (self)->source, self->token, froms) ||
      (self->walk->n_loops == 0 && self->walk->steps->len == 0))
    return;
  note (self, _("steps copy arrays as a whole"));
}

/* What all bytes being so make of a cell; NULL: that hangs on a type that is not known. */
static const char *
get_fill (gint64 byte)
{
  return (byte & 255) == 0 ? "zeros" : NULL;
}

static void
call_fill (Call *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const LoomWalkArray *arrays = (const LoomWalkArray *) (gpointer) self->walk->arrays->data;
  guint array;
  gint64 byte;
  gboolean is_array = _loom_walk_find_array (self->walk, self->arguments[0], &array);

  arrays = (const LoomWalkArray *) (gpointer) self->walk->arrays->data;
  if (!is_array || !is_whole (self, &arrays[array], self->arguments[2]))
    {
      note (self, _("it fills a part of an array, or one that is not known"));
      return;
    }
  if (!_loom_source_names_evaluate (get_names (self), self->arguments[1].first,
                                    self->arguments[1].end, &byte) || get_fill (byte) == NULL)
    {
      note (self, _("what it fills cells with is not known"));
      return;
    }
  g_string_printf (text, "fill %s", _loom_walk_use_array (self->walk, array)->name);
  if (!_loom_walk_append_stream (self->walk, self->arguments[3], text))
    {
      note (self, _("its stream is not known"));
      return;
    }
  g_string_append_printf (text, " = %s", get_fill (byte));
  emit (self, text);
}

/* -- Streams and events -- */

static void
make_handle (Call         *self,
             LoomHeldKind  kind)
{
  LoomPlace place;

  if (find_target (self, self->arguments[0], &place))
    _loom_walk_put (self->walk, &place, (LoomHeld) {
      kind, .text = _loom_walk_find_name (self->walk, place.key, FALSE),
    });
}

static void
call_stream (Call *self)
{
  make_handle (self, LOOM_HELD_STREAM);
}

static void
call_event (Call *self)
{
  make_handle (self, LOOM_HELD_EVENT);
}

static void
do_event (Call            *self,
          const char      *word,
          LoomSourceRange  event,
          LoomSourceRange  stream)
{
  const LoomHeld held = _loom_walk_read (self->walk, event);
  g_autoptr (GString) text = g_string_new (word);

  if (held.kind != LOOM_HELD_EVENT)
    {
      note (self, _("which event it is is not known"));
      return;
    }
  g_string_append_printf (text, " %s", held.text);
  if (_loom_walk_append_stream (self->walk, stream, text))
    emit (self, text);
  else
    note (self, _("its stream is not known"));
}

static void
call_record (Call *self)
{
  do_event (self, "record", self->arguments[0], self->arguments[1]);
}

static void
call_wait (Call *self)
{
  do_event (self, "wait", self->arguments[1], self->arguments[0]);
}

/* What the host waits for lies before all that it does then: as an event of the default stream,
 * which all others wait for. */
static void
call_synchronize (Call *self)
{
  const guint n = self->walk->steps->len;
  const LoomRoundStep *last = n > 0 ? self->walk->steps->pdata[n - 1] : NULL;

  if (g_hash_table_size (self->walk->streams) >= 2 &&
      (last == NULL || strcmp (last->text, "record synchronized") != 0))
    _loom_walk_emit (self->walk, self->token, "record synchronized");
}

static void
call_graph (Call *self)
{
  note (self, _("what a graph does is not followed"));
}

/* All arrays of the steps lie on one device. */
static void
call_device (Call *self)
{
  g_autofree char *text = _loom_source_names_dup_text (get_names (self), self->arguments[0].first,
                                                       self->arguments[0].end);
  const char *device = _loom_walk_intern (self->walk, "%s", text != NULL ? text : "");

  if (self->walk->device != NULL && self->walk->device != device)
    note (self, _("steps are on one device"));
  self->walk->device = device;
}

/* swap (a, b) */
static void
call_swap (Call *self)
{
  LoomPlace a, b;
  LoomHeld held;

  if (!_loom_walk_find_whole (self->walk, self->arguments[0], &a) ||
      !_loom_walk_find_whole (self->walk, self->arguments[1], &b))
    return;
  held = _loom_walk_get (self->walk, a.key);
  _loom_walk_put (self->walk, &a, _loom_walk_get (self->walk, b.key));
  _loom_walk_put (self->walk, &b, held);
}

/* cudaFree (p) */
static void
call_free (Call *self)
{
  LoomPlace place;

  if (_loom_walk_find_whole (self->walk, _loom_walk_strip (self->walk, self->arguments[0]),
                             &place) &&
      _loom_walk_get (self->walk, place.key).kind == LOOM_HELD_ARRAY)
    _loom_walk_put (self->walk, &place, (LoomHeld) { LOOM_HELD_UNKNOWN });
}

/* The calls that are known, and whether they do something to arrays or streams. */
static const struct
{
  const char *name;
  void      (*call) (Call *self);
  gboolean    acts;
} calls[] = {
  { "cudaMalloc", call_malloc, FALSE },
  { "cudaMallocAsync", call_malloc, FALSE },
  { "cudaMallocHost", call_host, FALSE },
  { "cudaHostAlloc", call_host, FALSE },
  { "cudaMallocManaged", call_managed, FALSE },
  { "cudaMallocPitch", call_pitch, FALSE },
  { "cudaHostGetDevicePointer", call_mapped, FALSE },
  { "cudaFree", call_free, FALSE },
  { "cudaFreeAsync", call_free, FALSE },
  { "cudaMemcpy", call_copy, TRUE },
  { "cudaMemcpyAsync", call_copy, TRUE },
  { "cudaMemcpy2D", call_other_copy, TRUE },
  { "cudaMemcpy2DAsync", call_other_copy, TRUE },
  { "cudaMemcpy3D", call_other_copy, TRUE },
  { "cudaMemcpy3DAsync", call_other_copy, TRUE },
  { "cudaMemcpyPeer", call_other_copy, TRUE },
  { "cudaMemcpyPeerAsync", call_other_copy, TRUE },
  { "cudaMemcpyToSymbol", call_other_copy, TRUE },
  { "cudaMemcpyToSymbolAsync", call_other_copy, TRUE },
  { "cudaMemcpyFromSymbol", call_other_copy, TRUE },
  { "cudaMemcpyFromSymbolAsync", call_other_copy, TRUE },
  { "cudaMemset", call_fill, TRUE },
  { "cudaMemsetAsync", call_fill, TRUE },
  { "cudaMemset2D", call_other_copy, TRUE },
  { "cudaStreamCreate", call_stream, FALSE },
  { "cudaStreamCreateWithFlags", call_stream, FALSE },
  { "cudaStreamCreateWithPriority", call_stream, FALSE },
  { "cudaEventCreate", call_event, FALSE },
  { "cudaEventCreateWithFlags", call_event, FALSE },
  { "cudaEventRecord", call_record, FALSE },
  { "cudaStreamWaitEvent", call_wait, TRUE },
  { "cudaDeviceSynchronize", call_synchronize, FALSE },
  { "cudaThreadSynchronize", call_synchronize, FALSE },
  { "cudaStreamSynchronize", call_synchronize, FALSE },
  { "cudaEventSynchronize", call_synchronize, FALSE },
  { "cudaSetDevice", call_device, FALSE },
  { "cudaGraphLaunch", call_graph, TRUE },
  { "cudaStreamBeginCapture", call_graph, TRUE },
  { "swap", call_swap, FALSE },
};

static gint
find_call (LoomSourceNames *names,
           guint            name)
{
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    if (is_word (&names->source, name, calls[i].name))
      return (gint) i;
  return -1;
}

/* Whether a word is a call of the runtime that is followed. */
gboolean
_loom_walk_is_runtime (LoomSourceNames *names,
                       guint            name,
                       gboolean        *acts)
{
  const gint index = find_call (names, name);

  *acts = index >= 0 && calls[index].acts;
  return index >= 0;
}

/* FALSE: it is none of the runtime's calls that are known. */
gboolean
_loom_walk_call_runtime (LoomSourceWalk *self,
                         guint           name,
                         guint           paren)
{
  const gint index = find_call (self->names, name);
  Call call = { self, name, { { 0 } } };
  LoomSourceRange argument;

  if (index < 0)
    return FALSE;
  for (guint i = 0; i < MAX_ARGUMENTS && _loom_source_names_get_argument (
         self->names, paren, i, &argument.first, &argument.end); i++)
    call.arguments[i] = argument;
  calls[index].call (&call);
  return TRUE;
}
