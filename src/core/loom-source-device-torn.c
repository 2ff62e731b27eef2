/* loom-source-device-torn.c: declarations of which an #if has more than one end
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-device-private.h"

/* How many classes within classes are searched for what an #if tears. */
#define MAX_DEPTH 16

/* The item among `n` from `first` on that has tokens on both sides of the one at `index`, or
 * NOWHERE. */
static guint
find_across (DeviceItems *self,
             guint        first,
             guint        n,
             guint        index)
{
  while (n > 0)
    {
      guint middle = first + n / 2;
      const DeviceItem *item = device_item (self, middle);

      if (item->start < index && index < item->end)
        return middle;
      if (item->start < index)
        {
          n -= n / 2 + 1;
          first = middle + 1;
        }
      else
        n /= 2;
    }

  return NOWHERE;
}

/* An item that ends in the first branch of an #if ends in each of the others as well. */
static void
tear (DeviceItems      *self,
      const DeviceTorn *torn,
      guint             n_outer)
{
  guint found = find_across (self, 0, n_outer, torn->first);

  for (guint i = 0; i < MAX_DEPTH && found != NOWHERE; i++)
    {
      DeviceItem *item = device_item (self, found);

      if (item->end <= torn->end)
        {
          if (item->others.end < torn->others.end)
            item->others = torn->others;
          return;
        }
      found = find_across (self, item->first_member, item->n_members, torn->first);
    }
}

/* n_outer: how many items are at namespace scope; they are the first. */
void
_loom_device_find_torn (DeviceItems *self,
                        guint        n_outer)
{
  for (guint i = 0; i < self->tokens.torn->len; i++)
    tear (self, &g_array_index (self->tokens.torn, DeviceTorn, i), n_outer);

  for (guint i = 0; i < self->items->len; i++)
    {
      DeviceItem *item = device_item (self, i);
      const DeviceToken *last = device_token (&self->tokens, item->end - 1);
      const guint start = device_token (&self->tokens, item->start)->offset;
      const guint end = MAX (item->others.end, last->offset + last->length);

      item->is_torn = _loom_device_has_place (self->tokens.torn_marks, start, end);
    }
}
