/* loom-mpi-transfer.c: rows of arrays from rank to rank
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * MPI_Scatterv, MPI_Gatherv and, for halos, the pair of messages that MPI_Sendrecv is; all in their
 * non-blocking forms, so that a lost rank can be told. They count in rows, which are a type of
 * their own: a count has 31 bits.
 */

#include "config.h"

#include "loom-mpi-transfer.h"

#include "loom-mpi-world.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define TAG_UP 2                /* rows that go to the next rank */
#define TAG_DOWN 3
#define TAG_PLANES 4

/* How the bands of an array lie for a call of MPI. */
typedef struct
{
  MPI_Datatype row;
  int         *counts, *places; /* of each rank, in rows */
  guint64      rows;            /* of the whole array */
  gsize        size;            /* and its bytes */
} Layout;

static void
layout_clear (Layout *self)
{
  if (self->row != MPI_DATATYPE_NULL)
    MPI_Type_free (&self->row);
  g_clear_pointer (&self->counts, g_free);
  g_clear_pointer (&self->places, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Layout, layout_clear)

static gboolean
layout_init (Layout             *self,
             LoomPlan           *plan,
             const LoomPlanArg  *arg,
             GError            **error)
{
  LoomRunShare share;

  loom_run_share_init (&share, plan, arg, 0);
  *self = (Layout) {
    .row = MPI_DATATYPE_NULL, .rows = arg->is_split ? plan->split.rows : share.held.end,
  };
  self->size = self->rows * share.row_size;
  if (self->rows > G_MAXINT || share.row_size > G_MAXINT)
    return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                      _("The array %s has more rows, or longer ones, than a message between ranks "
                        "can have"), arg->name);
  self->counts = g_new0 (int, loom_mpi_world_get_size ());
  self->places = g_new0 (int, loom_mpi_world_get_size ());
  for (guint i = 0; arg->is_split && i < plan->split.devices; i++)
    {
      const LoomSplitRange band = loom_split_get_band (&plan->split, i);

      self->counts[i] = (int) (band.end - band.begin);
      self->places[i] = (int) band.begin;
    }
  MPI_Type_contiguous ((int) share.row_size, MPI_BYTE, &self->row);
  MPI_Type_commit (&self->row);
  return TRUE;
}

static gboolean
wait_for_all (MPI_Request  *request,
              GError      **error)
{
  const guint all = loom_mpi_world_get_size ();

  return loom_mpi_world_wait (request, &all, 1, error);
}

/* Where the rank's own rows of an array are. */
static guint8 *
get_band (LoomPlan    *plan,
          LoomSimPart *part,
          guint        array)
{
  const guint rank = loom_mpi_world_get_rank ();

  return part != NULL
             ? loom_sim_part_get_row (part, array, loom_split_get_band (&plan->split, rank).begin)
             : NULL;
}

/* An array that each has whole goes to all. */
static gboolean
broadcast (Layout        *layout,
           LoomSimPart   *part,
           guint          array,
           const guint8  *bytes,
           GError       **error)
{
  g_autofree guint8 *unused = part == NULL ? g_malloc (MAX (layout->size, 1)) : NULL;
  guint8 *own = part != NULL ? loom_sim_part_get_row (part, array, 0) : unused;
  MPI_Request request;

  if (bytes != NULL)
    memcpy (own, bytes, layout->size);
  MPI_Ibcast (own, (int) layout->rows, layout->row, 0, MPI_COMM_WORLD, &request);
  return wait_for_all (&request, error);
}

/**
 * loom_mpi_scatter:
 * @bytes: (nullable): the whole array, on rank 0 alone
 *
 * Each rank gets the rows that it has, with the halo.
 *
 * Errors: those of loom_mpi_world_wait().
 */
gboolean
loom_mpi_scatter (LoomPlan           *plan,
                  const LoomPlanArg  *arg,
                  LoomSimPart        *part,
                  guint               array,
                  const guint8       *bytes,
                  GError            **error)
{
  g_auto (Layout) layout = { 0 };
  MPI_Request request;

  if (!layout_init (&layout, plan, arg, error))
    return FALSE;
  if (!arg->is_split)
    return broadcast (&layout, part, array, bytes, error);
  MPI_Iscatterv (bytes, layout.counts, layout.places, layout.row, get_band (plan, part, array),
                 layout.counts[loom_mpi_world_get_rank ()], layout.row, 0, MPI_COMM_WORLD,
                 &request);
  return wait_for_all (&request, error) && loom_mpi_exchange (plan, arg, part, array, error);
}

/* The messages of one rank with its neighbours. */
typedef struct
{
  MPI_Request requests[4];
  guint       ranks[4], n;
} Messages;

/* Own rows beside a cut go to the neighbour, whose rows come into the halo. */
static void
add_messages (Messages       *self,
              const Layout   *layout,
              LoomSimPart    *part,
              guint           array,
              LoomSplitRange  own,
              LoomSplitRange  halo,
              guint           neighbour)
{
  const gboolean is_up = neighbour > loom_mpi_world_get_rank ();

  if (own.begin < own.end)
    {
      self->ranks[self->n] = neighbour;
      MPI_Isend (loom_sim_part_get_row (part, array, own.begin), (int) (own.end - own.begin),
                 layout->row, (int) neighbour, is_up ? TAG_UP : TAG_DOWN, MPI_COMM_WORLD,
                 &self->requests[self->n++]);
    }
  if (halo.begin < halo.end)
    {
      self->ranks[self->n] = neighbour;
      MPI_Irecv (loom_sim_part_get_row (part, array, halo.begin), (int) (halo.end - halo.begin),
                 layout->row, (int) neighbour, is_up ? TAG_DOWN : TAG_UP, MPI_COMM_WORLD,
                 &self->requests[self->n++]);
    }
}

/**
 * loom_mpi_exchange:
 *
 * Each rank sends the rows beside its cuts to its neighbours, and gets theirs as its halo.
 *
 * Errors: those of loom_mpi_world_wait().
 */
gboolean
loom_mpi_exchange (LoomPlan           *plan,
                   const LoomPlanArg  *arg,
                   LoomSimPart        *part,
                   guint               array,
                   GError            **error)
{
  const LoomSplit *split = &plan->split;
  const guint rank = loom_mpi_world_get_rank ();
  g_auto (Layout) layout = { 0 };
  Messages messages = { .n = 0 };

  if (!layout_init (&layout, plan, arg, error))
    return FALSE;
  if (part == NULL || !arg->is_split || split->halo == 0)
    return TRUE;
  if (rank > 0)
    {
      const LoomSplitCut cut = loom_split_get_cut (split, rank - 1);

      add_messages (&messages, &layout, part, array, cut.down, cut.up, rank - 1);
    }
  if (rank + 1 < split->devices)
    {
      const LoomSplitCut cut = loom_split_get_cut (split, rank);

      add_messages (&messages, &layout, part, array, cut.up, cut.down, rank + 1);
    }
  return loom_mpi_world_wait (messages.requests, messages.ranks, messages.n, error);
}

/**
 * loom_mpi_gather:
 * @bytes: (nullable): gets the whole array, on rank 0 alone
 *
 * What each rank has of its own comes to rank 0; of an array that each has whole, rank 0's.
 *
 * Errors: those of loom_mpi_world_wait().
 */
gboolean
loom_mpi_gather (LoomPlan           *plan,
                 const LoomPlanArg  *arg,
                 LoomSimPart        *part,
                 guint               array,
                 guint8             *bytes,
                 GError            **error)
{
  g_auto (Layout) layout = { 0 };
  MPI_Request request;

  if (!layout_init (&layout, plan, arg, error))
    return FALSE;
  if (!arg->is_split)
    {
      if (bytes != NULL)
        memcpy (bytes, loom_sim_part_get_row (part, array, 0), layout.size);
      return TRUE;
    }
  MPI_Igatherv (get_band (plan, part, array), layout.counts[loom_mpi_world_get_rank ()],
                layout.row, bytes, layout.counts, layout.places, layout.row, 0, MPI_COMM_WORLD,
                &request);
  return wait_for_all (&request, error);
}

/* The planes of one rank, in an order; those that are not counted are NULL. */
typedef struct
{
  gpointer planes[4];
  gsize    sizes[4];            /* bytes of a cell */
} Planes;

static Planes
list_planes (const LoomRunPlanes *planes,
             guint                writer_size)
{
  return (Planes) { { planes->writes, planes->reads, planes->lowest, planes->highest },
                    { 4, 4, writer_size, writer_size } };
}

static gboolean
move_plane (gpointer   plane,
            gsize      size,
            guint64    cells,
            guint      rank,
            gboolean   sends,
            GError   **error)
{
  MPI_Request request;

  if (cells > G_MAXINT)
    return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                      _("Counts of %llu cells are more than a message between ranks can have; ask "
                        "for less coverage"), (unsigned long long) cells);
  for (gsize half = 0; half < size; half += 4)
    {
      guint8 *at = (guint8 *) plane + half / 4 * cells * 4;

      if (sends)
        MPI_Isend (at, (int) cells, MPI_UINT32_T, (int) rank, TAG_PLANES, MPI_COMM_WORLD,
                   &request);
      else
        MPI_Irecv (at, (int) cells, MPI_UINT32_T, (int) rank, TAG_PLANES, MPI_COMM_WORLD,
                   &request);
      if (!loom_mpi_world_wait (&request, &rank, 1, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
send_counts (LoomSimPart   *part,
             guint          array,
             guint64        cells,
             guint          writer_size,
             GError       **error)
{
  LoomRunPlanes own;
  Planes planes;

  loom_sim_part_collect (part, array, &own);
  planes = list_planes (&own, writer_size);
  for (guint i = 0; i < G_N_ELEMENTS (planes.planes); i++)
    if (planes.planes[i] != NULL &&
        !move_plane (planes.planes[i], planes.sizes[i], cells, 0, TRUE, error))
      return FALSE;
  return TRUE;
}

static gboolean
receive_counts (const LoomRunPlanes  *whole,
                guint                 rank,
                const LoomRunShare   *share,
                guint64               cells,
                guint                 writer_size,
                GError              **error)
{
  const Planes wanted = list_planes (whole, writer_size);
  Planes got = wanted;
  LoomRunPlanes counts;
  gboolean is_done = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (got.planes); i++)
    {
      got.planes[i]
          = wanted.planes[i] != NULL ? g_malloc_n (MAX (cells, 1), wanted.sizes[i]) : NULL;
      is_done = is_done && (got.planes[i] == NULL ||
                            move_plane (got.planes[i], got.sizes[i], cells, rank, FALSE, error));
    }
  counts = (LoomRunPlanes) { got.planes[0], got.planes[1], got.planes[2], got.planes[3] };
  if (is_done)
    loom_run_share_add_counts (share, &counts, whole, writer_size);
  for (guint i = 0; i < G_N_ELEMENTS (got.planes); i++)
    g_free (got.planes[i]);
  return is_done;
}

/**
 * loom_mpi_count:
 * @planes: (nullable): of the whole array, on rank 0 alone
 *
 * What each rank counted comes to rank 0.
 *
 * Errors: those of loom_mpi_world_wait().
 */
gboolean
loom_mpi_count (LoomPlan             *plan,
                const LoomPlanArg    *arg,
                LoomSimPart          *part,
                guint                 array,
                const LoomRunPlanes  *planes,
                guint                 writer_size,
                GError              **error)
{
  for (guint i = 0; i < plan->split.devices; i++)
    {
      LoomRunShare share;
      guint64 cells;

      loom_run_share_init (&share, plan, arg, i);
      cells = loom_run_share_get_size (&share) / arg->type.size;
      if (planes == NULL)
        {
          if (i == loom_mpi_world_get_rank ())
            return send_counts (part, array, cells, writer_size, error);
        }
      else if (i == 0)
        {
          LoomRunPlanes own;

          loom_sim_part_collect (part, array, &own);
          loom_run_share_add_counts (&share, &own, planes, writer_size);
        }
      else if (!receive_counts (planes, i, &share, cells, writer_size, error))
        return FALSE;
    }
  return TRUE;
}
