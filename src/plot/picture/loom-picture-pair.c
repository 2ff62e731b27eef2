/* loom-picture-pair.c: two pictures beside each other, whose colours mean the same
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-pair.h"

#include "loom-legend-private.h"

#include <string.h>

/* From the least number of both to the greatest. Where tints tell neighbours apart, colours don't
 * stand on a scale that could be moved. */
static LoomValueScale
find_common (const LoomCoder *a,
             const LoomCoder *b)
{
  const LoomValueScale *x = &a->scale, *y = &b->scale;

  if (a->shows != LOOM_SHOWS_NUMBERS || a->facts != b->facts || a->facts->alternates)
    return (LoomValueScale) { 0 };
  if (x->low > x->high || y->low > y->high)
    return x->low > x->high ? *y : *x;
  return (LoomValueScale) { MIN (x->low, y->low), MAX (x->high, y->high),
                           MIN (x->least, y->least) > 0 ? MIN (x->least, y->least)
                                                        : MAX (x->least, y->least) };
}

/**
 * loom_picture_pair_init:
 * @self: (out): two pictures
 * @before: (nullable): a picture, perhaps of what @b is at another moment
 * @a: a run
 * @view_a: how to look at it
 * @b: another
 * @view_b: how to look at that
 *
 * Makes two pictures as loom_picture_new() does. Where their colours stand for numbers, they have
 * one scale, from the least of both to the greatest.
 */
void
loom_picture_pair_init (LoomPicturePair *self,
                        LoomPicture     *before,
                        LoomRun         *a,
                        const LoomView  *view_a,
                        LoomRun         *b,
                        const LoomView  *view_b)
{
  LoomValueScale common;

  g_return_if_fail (self != NULL && a != NULL && b != NULL);

  self->a = _loom_picture_begin (a, view_a);
  self->b = _loom_picture_begin (b, view_b);
  common = find_common (&self->a->coder, &self->b->coder);
  if (common.low < common.high)
    self->a->coder.scale = self->b->coder.scale = common;
  _loom_picture_finish (self->a, NULL);
  _loom_picture_finish (self->b, before);
}

void
loom_picture_pair_clear (LoomPicturePair *self)
{
  g_clear_pointer (&self->a, loom_picture_unref);
  g_clear_pointer (&self->b, loom_picture_unref);
}

static gboolean
has_entry (GArray                *entries,
           const LoomLegendEntry *wanted)
{
  for (guint i = 0; i < entries->len; i++)
    {
      const LoomLegendEntry *entry = &g_array_index (entries, LoomLegendEntry, i);

      if (strcmp (entry->text, wanted->text) == 0 && entry->n_codes == wanted->n_codes &&
          memcmp (entry->codes, wanted->codes, wanted->n_codes) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Whether the legend of a picture names all that the colours of another mean. */
static gboolean
covers (LoomPicture *picture,
        LoomPicture *other_picture)
{
  const LoomCoder *self = &picture->coder, *other = &other_picture->coder;
  g_autoptr (GArray) mine = _loom_legend_list_entries (picture);
  g_autoptr (GArray) its = _loom_legend_list_entries (other_picture);
  const gboolean bar = self->shows == LOOM_SHOWS_NUMBERS && self->low <= self->high;

  if (other->shows == LOOM_SHOWS_NUMBERS && other->low <= other->high &&
      !(bar && loom_value_scale_equal (&self->scale, &other->scale)))
    return FALSE;
  for (guint i = 0; i < its->len; i++)
    if (!has_entry (mine, &g_array_index (its, LoomLegendEntry, i)))
      return FALSE;
  return TRUE;
}

/**
 * loom_picture_pair_choose_legend:
 *
 * Returns: (transfer none) (nullable): the picture whose legend is true of both; %NULL: each needs
 *   its own
 */
LoomPicture *
loom_picture_pair_choose_legend (const LoomPicturePair *self)
{
  g_return_val_if_fail (self != NULL && self->a != NULL && self->b != NULL, NULL);

  if (self->a->coder.facts != self->b->coder.facts || self->a->coder.shows != self->b->coder.shows)
    return NULL;
  if (covers (self->b, self->a))
    return self->b;
  return covers (self->a, self->b) ? self->a : NULL;
}
