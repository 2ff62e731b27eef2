/* lose-rank.c: a rank that is lost in the middle of its work, at a place that no machine's pace changes
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * To be preloaded. LOSE_RANK=RANK:MESSAGES:SIGNAL has that rank end by the signal where it is about to take
 * that many messages from the first one: those for all are broadcast, those for it alone are received.
 */

#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static void
count_message (void)
{
  static int messages;
  const char *text = getenv ("LOSE_RANK");
  int rank, own, wanted, number;

  if (text == NULL || sscanf (text, "%d:%d:%d", &rank, &wanted, &number) != 3)
    return;
  MPI_Comm_rank (MPI_COMM_WORLD, &own);
  if (own == rank && ++messages == wanted)
    raise (number);
}

int
MPI_Ibcast (void         *buffer,
            int           count,
            MPI_Datatype  type,
            int           root,
            MPI_Comm      comm,
            MPI_Request  *request)
{
  count_message ();
  return PMPI_Ibcast (buffer, count, type, root, comm, request);
}

int
MPI_Mrecv (void         *buffer,
           int           count,
           MPI_Datatype  type,
           MPI_Message  *message,
           MPI_Status   *status)
{
  count_message ();
  return PMPI_Mrecv (buffer, count, type, message, status);
}
