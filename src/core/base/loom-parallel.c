/* loom-parallel.c: work on this computer's memory, by a few threads at once
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One thread copies at about a fifth of what the memory can do.
 */

#include "config.h"

#include "loom-parallel.h"

#include <string.h>

#define MOST_THREADS 4
/* Starting a thread takes as long as copying this many bytes. */
#define CHUNK ((gsize) 512 << 10)
/* So does looking at this many cells. */
#define LEAST_CELLS (G_GUINT64_CONSTANT (1) << 17)
#define MOST_PARTS 64

typedef struct
{
  GArray           *parts;
  LoomParallelFunc  func;
  gpointer          user_data;
  gint              next;       /* atomic */
} Work;

static gpointer
work_off (gpointer data)
{
  Work *work = data;
  gint i;

  while ((i = g_atomic_int_add (&work->next, 1)) < (gint) work->parts->len)
    work->func (work->parts->data + (gsize) i * g_array_get_element_size (work->parts),
                work->user_data);
  return NULL;
}

/**
 * loom_parallel_cut:
 * @n: how many things there are
 * @cells: how many cells are looked at for each of them
 * @part_size: bytes of a part, which begins with a #LoomParallelRange
 *
 * Cuts a row of things into parts for loom_parallel_each(), as many for any number of threads, so
 * that what is put together of them is always the same. What is behind the range of a part is 0.
 *
 * Returns: (transfer full): the parts, in order; at least one
 */
GArray *
loom_parallel_cut (guint64 n,
                   guint64 cells,
                   gsize   part_size)
{
  const guint64 most = CLAMP (n, 1, MOST_PARTS);
  const guint64 n_parts = CLAMP (n * MAX (cells, 1) / LEAST_CELLS, 1, most);
  GArray *parts = g_array_sized_new (FALSE, TRUE, (guint) part_size, (guint) n_parts);

  g_array_set_size (parts, (guint) n_parts);
  for (guint64 i = 0; i < n_parts; i++)
    {
      LoomParallelRange *range = (gpointer) (parts->data + i * part_size);

      range->first = n / n_parts * i + MIN (i, n % n_parts);
      range->n = n / n_parts + (i < n % n_parts);
    }
  return parts;
}

/**
 * loom_parallel_each:
 * @parts: at most %G_MAXINT / 2 of them
 * @func: called once with each part, from any of a few threads
 * @user_data: its data
 *
 * Works off all parts and waits for it; this thread helps.
 */
void
loom_parallel_each (GArray           *parts,
                    LoomParallelFunc  func,
                    gpointer          user_data)
{
  const guint n = MIN (MIN (g_get_num_processors (), MOST_THREADS), MAX (parts->len, 1));
  Work work = { parts, func, user_data, 0 };
  GThread *threads[MOST_THREADS] = { NULL, };

  for (guint i = 1; i < n; i++)
    threads[i] = g_thread_try_new ("parallel", work_off, &work, NULL);
  work_off (&work);
  for (guint i = 1; i < n; i++)
    if (threads[i] != NULL)
      g_thread_join (threads[i]);
}

/**
 * loom_parallel_add_copy:
 * @copies: (element-type LoomParallelCopy): where it is added
 * @to: where to
 * @from: where from
 * @size: bytes
 *
 * Adds a copy, cut into pieces.
 */
void
loom_parallel_add_copy (GArray        *copies,
                        gpointer       to,
                        gconstpointer  from,
                        gsize          size)
{
  const gsize chunk = MAX (CHUNK, size / 1024);

  for (gsize at = 0; at < size; at += chunk)
    {
      const LoomParallelCopy copy
          = { (guint8 *) to + at, (const guint8 *) from + at, MIN (chunk, size - at) };

      g_array_append_val (copies, copy);
    }
}

static void
copy_part (gpointer part,
           gpointer user_data)
{
  const LoomParallelCopy *copy = part;

  memcpy (copy->to, copy->from, copy->size);
}

/**
 * loom_parallel_copy:
 * @copies: (element-type LoomParallelCopy): none overlaps another
 *
 * Copies all and waits for it.
 */
void
loom_parallel_copy (GArray *copies)
{
  loom_parallel_each (copies, copy_part, NULL);
}
