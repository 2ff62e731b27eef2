/* loom-finding.c: a trap, or the warning of an observer, a launch or a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-finding.h"
#include "loom-wire-private.h"

#define MAX_FRAMES 1000

static void
free_frame (gpointer data)
{
  LoomFrame *frame = data;

  g_free (frame->function);
  g_free (frame);
}

static gpointer
create_empty (void)
{
  LoomFinding *self = g_new0 (LoomFinding, 1);

  self->inlined_from = g_ptr_array_new_with_free_func (free_frame);
  self->threads = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_thread_group_free);
  return self;
}

/**
 * loom_finding_new:
 * @code: what kind of finding
 *
 * Makes a finding that has neither site nor address, seen once.
 *
 * Returns: (transfer full): a finding
 */
LoomFinding *
loom_finding_new (LoomError   code,
                  const char *format,
                  ...)
{
  LoomFinding *self = create_empty ();
  va_list args;

  self->code = code;
  self->count = 1;
  va_start (args, format);
  self->text = g_strdup_vprintf (format, args);
  va_end (args);
  return self;
}

static gpointer
copy_group (gconstpointer group,
            gpointer      unused)
{
  return loom_thread_group_copy (group);
}

LoomFinding *
loom_finding_copy (const LoomFinding *self)
{
  LoomFinding *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_memdup2 (self, sizeof *self);
  copy->text = g_strdup (self->text);
  copy->array = g_strdup (self->array);
  copy->inlined_from = g_ptr_array_new_with_free_func (free_frame);
  for (guint i = 0; i < self->inlined_from->len; i++)
    {
      const LoomFrame *frame = g_ptr_array_index (self->inlined_from, i);

      loom_finding_add_frame (copy, frame->file, frame->line, frame->function);
    }
  copy->threads = g_ptr_array_copy (self->threads, copy_group, NULL);
  g_ptr_array_set_free_func (copy->threads, (GDestroyNotify) loom_thread_group_free);
  return copy;
}

void
loom_finding_free (LoomFinding *self)
{
  if (self == NULL)
    return;

  g_free (self->text);
  g_free (self->array);
  g_ptr_array_unref (self->inlined_from);
  g_ptr_array_unref (self->threads);
  g_free (self);
}

/**
 * loom_finding_add_frame:
 * @file: (nullable): of the line; %NULL: the document
 * @line: of a call that the compiler put in place of itself, around what is known already
 * @function: (nullable): whose line it is
 *
 * Adds to the chain of inlining.
 */
void
loom_finding_add_frame (LoomFinding *self,
                        const char  *file,
                        guint        line,
                        const char  *function)
{
  LoomFrame *frame;

  g_return_if_fail (self != NULL);

  frame = g_new0 (LoomFrame, 1);
  frame->file = g_intern_string (file);
  frame->line = line;
  frame->function = g_strdup (function);
  g_ptr_array_add (self->inlined_from, frame);
}

static const LoomWireMember frame_members[] = {
  LOOM_WIRE (UINT32, LoomFrame, line),
  LOOM_WIRE (INTERNED, LoomFrame, file),
  LOOM_WIRE (NULLABLE, LoomFrame, function),
};
static const LoomWire frame_wire = {
  LOOM_WIRE_MEMBERS (frame_members, LoomFrame), .destroy = free_frame,
};

static const LoomWireMember site_members[] = {
  LOOM_WIRE (UINT32, LoomSite, line),
  LOOM_WIRE (INTERNED, LoomSite, file),
  LOOM_WIRE_OF (STRUCT, LoomSite, block, &_loom_dim3_wire),
  LOOM_WIRE_OF (STRUCT, LoomSite, thread, &_loom_dim3_wire),
};
static const LoomWire site_wire = { LOOM_WIRE_MEMBERS (site_members, LoomSite) };

static GVariant *
pack_code (gconstpointer data)
{
  return g_variant_new_string (loom_error_get_name (*(const LoomError *) data));
}

static gboolean
unpack_code (GVariant *variant,
             gpointer  data)
{
  return loom_error_from_name (g_variant_get_string (variant, NULL), data);
}

/* Codes cross by their names. */
static const LoomWire code_wire = { .type = "s", .pack = pack_code, .unpack = unpack_code };

static gboolean
check (gpointer data)
{
  const LoomFinding *self = data;

  return self->count > 0 && self->inlined_from->len <= MAX_FRAMES &&
         (self->threads->len == 0 ||
          loom_thread_groups_make_up (self->threads, &self->block_size));
}

static const LoomWireMember wire_members[] = {
  LOOM_WIRE_OF (STRUCT, LoomFinding, code, &code_wire),
  LOOM_WIRE (STRING, LoomFinding, text),
  LOOM_WIRE (BOOLEAN, LoomFinding, has_site),
  LOOM_WIRE_OF (STRUCT, LoomFinding, site, &site_wire),
  LOOM_WIRE (BOOLEAN, LoomFinding, has_other),
  LOOM_WIRE_OF (STRUCT, LoomFinding, other, &site_wire),
  LOOM_WIRE_UP_TO (LoomFinding, space, LOOM_SPACE_CONSTANT),
  LOOM_WIRE (UINT64, LoomFinding, address),
  LOOM_WIRE (NULLABLE, LoomFinding, array),
  LOOM_WIRE (INT64, LoomFinding, offset),
  LOOM_WIRE (UINT64, LoomFinding, array_size),
  LOOM_WIRE (UINT32, LoomFinding, access_size),
  LOOM_WIRE (UINT64, LoomFinding, count),
  LOOM_WIRE (UINT64, LoomFinding, shared_needed),
  LOOM_WIRE_OF (POINTERS, LoomFinding, inlined_from, &frame_wire),
  LOOM_WIRE_OF (STRUCT, LoomFinding, block_size, &_loom_dim3_wire),
  LOOM_WIRE_OF (POINTERS, LoomFinding, threads, &_loom_thread_group_wire),
};

const LoomWire _loom_finding_wire = {
  LOOM_WIRE_MEMBERS (wire_members, LoomFinding), .create = create_empty,
  .destroy = (GDestroyNotify) loom_finding_free, .check = check,
};

LOOM_DEFINE_WIRE (LoomFinding, loom_finding, &_loom_finding_wire)

/**
 * loom_finding_count_below:
 * @offset: of an access, bytes from the beginning of its array
 * @access_size: its bytes
 *
 * Less than nothing as a number of 32 bits without sign is a large index.
 *
 * Returns: how many elements, as large as the access, its index was below zero in such a type; 0:
 *   it was not
 */
guint64
loom_finding_count_below (gint64 offset,
                          guint  access_size)
{
  const guint64 round = (guint64) access_size << 32, left = round - (guint64) offset;

  return (guint64) offset < round && left <= (guint64) access_size << 16 ? left / access_size : 0;
}

/**
 * loom_space_get_name:
 *
 * Returns: the stable name of an address space, "none" if there is none
 */
const char *
loom_space_get_name (LoomSpace space)
{
  static const char * const names[] = { "none", "global", "shared", "local", "constant" };

  return (guint) space < G_N_ELEMENTS (names) ? names[space] : names[0];
}

/**
 * loom_site_number:
 * @grid: of a launch
 * @block: of the launch
 *
 * Returns: the linear number of the site's thread; G_MAXUINT64 if the launch has none there
 */
guint64
loom_site_number (const LoomSite *self,
                  const LoomDim3 *grid,
                  const LoomDim3 *block)
{
  const guint64 in_grid
      = ((guint64) self->block.z * grid->y + self->block.y) * grid->x + self->block.x;
  const guint64 in_block
      = ((guint64) self->thread.z * block->y + self->thread.y) * block->x + self->thread.x;

  if (self->block.x >= grid->x || self->block.y >= grid->y || self->block.z >= grid->z ||
      self->thread.x >= block->x || self->thread.y >= block->y || self->thread.z >= block->z)
    return G_MAXUINT64;
  return in_grid * block->x * block->y * block->z + in_block;
}

/**
 * loom_site_unpack:
 * @self: (out): a site of no line
 * @grid: of a launch
 * @block: of the launch
 * @number: the linear number of one of its threads
 *
 * Finds the block of a thread, and its place in there.
 */
void
loom_site_unpack (LoomSite       *self,
                  const LoomDim3 *grid,
                  const LoomDim3 *block,
                  guint64         number)
{
  const guint64 threads = (guint64) block->x * block->y * block->z;

  g_return_if_fail (threads > 0);

  *self = (LoomSite) {
    .block = loom_dim3_unpack (grid, number / threads),
    .thread = loom_dim3_unpack (block, number % threads),
  };
}
