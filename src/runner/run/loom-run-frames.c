/* loom-run-frames.c: what arrays held between steps: kept evenly over time, within stated memory
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Moments that are multiples of a stride are kept. When there is no slot left the stride doubles,
 * and every other one of those that are kept gives its slot back. So the first is always there; the
 * last is what the arrays hold at the end. Pinned moments have slots of their own from the
 * beginning.
 */

#include "config.h"

#include "loom-run-memory.h"

#include <math.h>
#include <string.h>

/**
 * loom_run_buffer_is_kept:
 *
 * Returns: whether steps may change what the buffer holds, where they can be looked at
 */
gboolean
loom_run_buffer_is_kept (const LoomRunBuffer *self)
{
  return !self->arg->is_const && self->arg->symbol == NULL;
}

/**
 * loom_run_memory_get_frame_size:
 *
 * Returns: the bytes of one moment
 */
guint64
loom_run_memory_get_frame_size (LoomRunMemory *self)
{
  guint64 size = 0;

  for (guint i = 0; i < self->buffers->len; i++)
    {
      const LoomRunBuffer *buffer = loom_run_memory_get (self, i);

      if (loom_run_buffer_is_kept (buffer))
        size += loom_run_buffer_get_size (buffer);
    }
  return size;
}

/**
 * loom_run_memory_wants_frame:
 * @moment: from 0
 *
 * Returns: whether the arrays are to be kept as they are at that moment
 */
gboolean
loom_run_memory_wants_frame (LoomRunMemory *self,
                             guint64        moment)
{
  return self->n_slots > 0 &&
         (moment % self->stride == 0 || loom_pins_contain (&self->pins, moment));
}

/* Gives back the slots of every other one. */
static void
thin (LoomRunMemory *self)
{
  guint kept = 0;

  self->stride *= 2;
  for (guint i = 0; i < self->frames->len; i++)
    {
      const LoomRunFrame frame = g_array_index (self->frames, LoomRunFrame, i);

      if (frame.moment % self->stride == 0 || loom_pins_contain (&self->pins, frame.moment))
        g_array_index (self->frames, LoomRunFrame, kept++) = frame;
      else
        g_array_append_val (self->free_slots, frame.slot);
    }
  g_array_set_size (self->frames, kept);
}

/* Without what lies between rows that are apart. */
static void
copy_cells (const LoomRunBuffer *buffer,
            guint8              *to)
{
  const LoomShape *shape = &buffer->arg->shape;
  const gsize width = shape->cols * buffer->arg->type.size;
  const gsize pitch = loom_plan_arg_get_pitch (buffer->arg);

  if (pitch == width)
    memcpy (to, buffer->bytes, loom_run_buffer_get_size (buffer));
  else
    for (guint64 row = 0; row < shape->rows * shape->planes; row++)
      memcpy (to + row * width, buffer->bytes + row * pitch, width);
}

/**
 * loom_run_buffer_dup_cells:
 *
 * Returns: (transfer full): what its cells hold now
 */
GBytes *
loom_run_buffer_dup_cells (const LoomRunBuffer *self)
{
  const gsize size = loom_run_buffer_get_size (self);
  guint8 *bytes = g_malloc (MAX (size, 1));

  copy_cells (self, bytes);
  return g_bytes_new_take (bytes, size);
}

/* One loop for each type that is common. */
#define WIDEN(ctype) \
  for (gsize i = 0; i < n; i++) \
    { \
      const double value = (double) ((const ctype *) (gconstpointer) bytes)[i]; \
\
      if (isfinite (value)) \
        { \
          low = MIN (low, value); \
          high = MAX (high, value); \
        } \
    } \
  break

/* The range of what is kept, so that all moments can have one scale of colours. */
static void
widen_range (LoomRunBuffer *self,
             const guint8  *bytes)
{
  const LoomType *type = &self->arg->type;
  const gsize n = loom_run_buffer_get_size (self) / type->size;
  double low = self->frames_low, high = self->frames_high;

  if (type->lanes != 1 || type->record != NULL || type->size != loom_scalar_size (type->scalar))
    return;
  switch (type->scalar)
    {
    case LOOM_SCALAR_F32:
      WIDEN (float);
    case LOOM_SCALAR_F64:
      WIDEN (double);
    case LOOM_SCALAR_I32:
      WIDEN (gint32);
    case LOOM_SCALAR_U32:
      WIDEN (guint32);
    case LOOM_SCALAR_U8:
      WIDEN (guint8);
    default:
      for (gsize i = 0; i < n; i++)
        {
          const double value = loom_scalar_to_double (type->scalar, bytes + i * type->size);

          if (isfinite (value))
            {
              low = MIN (low, value);
              high = MAX (high, value);
            }
        }
    }
  self->frames_low = low;
  self->frames_high = high;
}

#undef WIDEN

/**
 * loom_run_memory_keep_frame:
 * @frame: a moment that is wanted; its slot is chosen here
 *
 * Keeps what the arrays hold now.
 */
void
loom_run_memory_keep_frame (LoomRunMemory      *self,
                            const LoomRunFrame *frame)
{
  LoomRunFrame kept = *frame;

  while (self->free_slots->len <= loom_pins_count_behind (&self->pins, frame->moment) &&
         loom_run_memory_wants_frame (self, frame->moment))
    thin (self);
  if (!loom_run_memory_wants_frame (self, frame->moment))
    return;

  kept.slot = g_array_index (self->free_slots, guint32, self->free_slots->len - 1);
  g_array_set_size (self->free_slots, self->free_slots->len - 1);
  for (guint i = 0; i < self->buffers->len; i++)
    {
      LoomRunBuffer *buffer = loom_run_memory_get (self, i);
      guint8 *slot;

      if (buffer->frames == NULL)
        continue;
      slot = buffer->frames + kept.slot * loom_run_buffer_get_size (buffer);
      copy_cells (buffer, slot);
      widen_range (buffer, slot);
    }
  g_array_append_val (self->frames, kept);
}

/**
 * loom_run_memory_return_to_frame:
 * @moment: (out): the last one that was kept
 *
 * Lets the arrays hold what they held at the last moment that was kept. A variable of the module is
 * not among what is kept.
 *
 * Returns: whether there is such a moment, and all that a kernel may change was kept
 */
gboolean
loom_run_memory_return_to_frame (LoomRunMemory *self,
                                 guint64       *moment)
{
  const LoomRunFrame *last;

  for (guint i = 0; i < self->buffers->len; i++)
    {
      const LoomRunBuffer *buffer = loom_run_memory_get (self, i);

      if (buffer->frames == NULL && !buffer->arg->is_const)
        return FALSE;
    }
  if (self->frames->len == 0)
    return FALSE;

  last = &g_array_index (self->frames, LoomRunFrame, self->frames->len - 1);
  for (guint i = 0; i < self->buffers->len; i++)
    {
      LoomRunBuffer *buffer = loom_run_memory_get (self, i);
      const gsize size = loom_run_buffer_get_size (buffer);

      if (buffer->frames == NULL)
        continue;
      memcpy (buffer->bytes, buffer->frames + last->slot * size, size);
      loom_run_buffer_spread (buffer);
    }
  *moment = last->moment;
  return TRUE;
}

/**
 * loom_run_memory_drop_frames:
 *
 * Forgets all moments.
 */
void
loom_run_memory_drop_frames (LoomRunMemory *self)
{
  self->stride = 1;
  g_array_set_size (self->frames, 0);
  for (guint i = 0; i < self->buffers->len; i++)
    {
      LoomRunBuffer *buffer = loom_run_memory_get (self, i);

      buffer->frames_low = INFINITY;
      buffer->frames_high = -INFINITY;
    }
  g_array_set_size (self->free_slots, 0);
  for (guint32 slot = self->n_slots; slot-- > 0;)
    g_array_append_val (self->free_slots, slot);
}
