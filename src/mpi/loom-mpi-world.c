/* loom-mpi-world.c: the ranks of an MPI program, and what happens when one of them is lost
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Nothing here waits in a call of MPI, which would never come back from a rank that is gone: all
 * operations are non-blocking ones, tested until they are done, with pauses in which the processor
 * is free. Rank 0 meanwhile looks whether ranks of its own computer live, and how long others have
 * been silent. MPI has no way back from there (its standard leaves what follows open), so nothing
 * is begun any more that all take part in; with those that are there rank 0 still speaks.
 */

#include "config.h"

#include "loom-mpi-world.h"

#include "loom-error.h"

#include <glib/gi18n-lib.h>

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define HOST_SIZE 256
#define TAG_MESSAGE 1
#define TAG_PRESENT 5            /* a rank that waits: the number of the call that it answers */
#define TAG_REQUEST 6
#define TAG_CALL 7               /* rank 0 calls over the ranks, and counts how often it did */
#define MAX_MESSAGE (G_GUINT64_CONSTANT (1) << 30)

/* Tests in a row before the first pause, and the pauses, which double: µs. */
#define SPINS 200
#define SHORTEST_PAUSE 20
#define LONGEST_PAUSE 500
#define LOOK_EVERY_US 50000

typedef enum { PRESENT, ENDED, SILENT } State;

/* What each rank says of itself when it comes. */
typedef struct
{
  guint32 version;
  gint32  pid;
  char    host[HOST_SIZE];
} Card;

static struct
{
  guint     rank, size;
  Card     *cards;              /* of all ranks */
  State    *states;             /* by rank, of those that this one looks for */
  guint32  *answered;           /* by rank, the last call that it has answered */
  guint     patience_ms;
  guint32   calls_over;         /* how often rank 0 called over the others */
  char     *broken;             /* why nothing can be said to all, or NULL */
  GMutex    calls;              /* MPI is called by one thread at a time */
} world = { .patience_ms = LOOM_MPI_DEFAULT_PATIENCE * 1000 };

/* Starts in an order that the caller does not know; all go the same way. */
static gboolean
exchange_cards (GError **error)
{
  Card own = { .version = LOOM_MPI_VERSION, .pid = (gint32) getpid () };

  gethostname (own.host, sizeof own.host - 1);
  world.cards = g_new0 (Card, world.size);
  world.states = g_new0 (State, world.size);
  world.answered = g_new0 (guint32, world.size);
  MPI_Allgather (&own, sizeof own, MPI_BYTE, world.cards, sizeof own, MPI_BYTE, MPI_COMM_WORLD);
  for (guint i = 0; i < world.size; i++)
    {
      world.cards[i].host[HOST_SIZE - 1] = '\0';
      if (world.cards[i].version != LOOM_MPI_VERSION)
        return loom_fail (error, LOOM_ERROR_PROTOCOL,
                          _("Rank %1$u on %2$s speaks version %3$u of the protocol, this one "
                            "version %4$d; install all from one build"), i, world.cards[i].host,
                          world.cards[i].version, LOOM_MPI_VERSION);
    }
  return TRUE;
}

/**
 * loom_mpi_world_init:
 * @argc: (inout): of main()
 * @argv: (inout): of main()
 *
 * Joins the other ranks. To be called once, before any other thread is there.
 *
 * Errors: %LOOM_ERROR_BACKEND, %LOOM_ERROR_PROTOCOL.
 */
gboolean
loom_mpi_world_init (int      *argc,
                     char   ***argv,
                     GError  **error)
{
  int provided, rank, size;

  if (MPI_Init_thread (argc, argv, MPI_THREAD_SERIALIZED, &provided) != MPI_SUCCESS)
    return loom_fail (error, LOOM_ERROR_BACKEND, _("MPI could not be started"));
  MPI_Comm_set_errhandler (MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (provided < MPI_THREAD_SERIALIZED)
    return loom_fail (error, LOOM_ERROR_BACKEND,
                      _("This MPI may be called by one thread only (MPI_THREAD_SERIALIZED is "
                        "needed)"));
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  world.rank = (guint) rank;
  world.size = (guint) size;
  return exchange_cards (error);
}

static gboolean
is_here (guint rank)
{
  return strcmp (world.cards[rank].host, world.cards[world.rank].host) == 0;
}

static gboolean
is_gone (guint rank)
{
  return is_here (rank) && kill (world.cards[rank].pid, 0) < 0 && errno == ESRCH;
}

/**
 * loom_mpi_world_end:
 *
 * Leaves the other ranks. Where one is lost nobody could come to the common end of all: the
 * launcher sees that this process ends without it, and ends the others.
 */
void
loom_mpi_world_end (void)
{
  if (world.broken == NULL)
    MPI_Finalize ();
  else if (world.rank == 0)
    {
      /* a launcher that was told to go on without a lost rank would wait for it all the same */
      for (guint i = 0; i < world.size; i++)
        if (world.states[i] == SILENT && is_here (i))
          kill (world.cards[i].pid, SIGKILL);
    }
  g_clear_pointer (&world.cards, g_free);
  g_clear_pointer (&world.states, g_free);
  g_clear_pointer (&world.answered, g_free);
}

/**
 * loom_mpi_world_set_patience:
 * @seconds: without an answer after which a rank counts as lost
 */
void
loom_mpi_world_set_patience (guint seconds)
{
  world.patience_ms = seconds * 1000;
}

/**
 * loom_mpi_world_lock:
 *
 * To be held where MPI is called. While something is waited for here, others may call it.
 */
void
loom_mpi_world_lock (void)
{
  g_mutex_lock (&world.calls);
}

void
loom_mpi_world_unlock (void)
{
  g_mutex_unlock (&world.calls);
}

guint
loom_mpi_world_get_rank (void)
{
  return world.rank;
}

guint
loom_mpi_world_get_size (void)
{
  return world.size;
}

/**
 * loom_mpi_world_is_broken:
 *
 * Returns: whether a rank was lost, so that nothing more can be said to all
 */
gboolean
loom_mpi_world_is_broken (void)
{
  return world.broken != NULL;
}

/**
 * loom_mpi_world_has_lost:
 *
 * Returns: whether that rank was lost
 */
gboolean
loom_mpi_world_has_lost (guint rank)
{
  return world.states[rank] != PRESENT;
}

/**
 * loom_mpi_world_dup_name:
 *
 * Returns: (transfer full): what people call a rank
 */
char *
loom_mpi_world_dup_name (guint rank)
{
  /* Translators: a process of an MPI program, and its computer */
  return g_strdup_printf (_("Rank %1$u on %2$s"), rank, world.cards[rank].host);
}

static gboolean
fail_broken (GError **error)
{
  return loom_fail (error, LOOM_ERROR_RUNNER, _("%s; start the ranks again"), world.broken);
}

/* what: (transfer full): what happened; the first of it is what others are told */
static gboolean
fail_lost (char    *what,
           GError **error)
{
  g_autofree char *owned = what;

  loom_fail (error, LOOM_ERROR_RUNNER, _("%s; start the ranks again"), owned);
  if (world.broken == NULL)
    world.broken = g_steal_pointer (&owned);
  return FALSE;
}

/* A rank of this computer that has no process any more, of those up to end that are waited for.
 * Others than rank 0 look for that one alone, which sees to the rest. */
static gboolean
check_living (guint    begin,
              guint    end,
              GError **error)
{
  if (world.rank > 0)
    begin = 0, end = 1;
  for (guint i = begin; i < end; i++)
    if (i != world.rank && is_gone (i))
      {
        g_autofree char *name = loom_mpi_world_dup_name (i);

        world.states[i] = ENDED;
        return fail_lost (g_strdup_printf (_("%s was lost: its process has ended"), name), error);
      }
  return TRUE;
}

/* Only what is asked for is said, and only of the last time: nothing piles up on a rank 0 that has
 * no run, and no old answer speaks for a rank that is silent now. */
static void
call_over (void)
{
  static guint32 number;

  number = ++world.calls_over;
  for (guint i = 1; i < world.size; i++)
    {
      MPI_Request request;

      MPI_Isend (&number, 1, MPI_UINT32_T, (int) i, TAG_CALL, MPI_COMM_WORLD, &request);
      MPI_Request_free (&request);
    }
}

/* A rank that waits, also for one that is silent. */
static void
answer_call (void)
{
  static guint32 number;
  MPI_Request request;
  int found = 0;

  if (MPI_Iprobe (0, TAG_CALL, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE) != MPI_SUCCESS || !found)
    return;
  MPI_Recv (&number, 1, MPI_UINT32_T, 0, TAG_CALL, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Isend (&number, 1, MPI_UINT32_T, 0, TAG_PRESENT, MPI_COMM_WORLD, &request);
  MPI_Request_free (&request);
}

static void
take_answers (void)
{
  int found = 1;

  while (TRUE)
    {
      MPI_Status status;
      guint32 number = 0;

      if (MPI_Iprobe (MPI_ANY_SOURCE, TAG_PRESENT, MPI_COMM_WORLD, &found, &status) !=
              MPI_SUCCESS || !found)
        return;
      MPI_Recv (&number, 1, MPI_UINT32_T, status.MPI_SOURCE, TAG_PRESENT, MPI_COMM_WORLD, &status);
      world.answered[status.MPI_SOURCE] = number;
    }
}

static void
append_names (GString        *names,
              const gboolean *silent)
{
  for (guint i = 0; i < world.size; i++)
    {
      g_autofree char *name = silent[i] ? loom_mpi_world_dup_name (i) : NULL;

      if (name != NULL)
        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", name);
    }
}

/* silent: by rank, who has not answered; call: the one that those answered who wait for others */
static gboolean
fail_silent (gboolean  *silent,
             guint32    call,
             guint      ms,
             GError   **error)
{
  g_autofree gboolean *all = g_memdup2 (silent, world.size * sizeof *silent);
  g_autoptr (GString) names = g_string_new (NULL);

  if (world.rank == 0)
    take_answers ();
  for (guint i = 0; i < world.size; i++)
    silent[i] = silent[i] && (world.rank > 0 || world.answered[i] < call);
  append_names (names, silent);
  if (names->len == 0)
    append_names (names, all);
  for (guint i = 0; i < world.size; i++)
    if (silent[i] && world.states[i] == PRESENT)
      world.states[i] = SILENT;
  return fail_lost (g_strdup_printf (_("%1$s did not answer for %2$u seconds"), names->str,
                                     ms / 1000), error);
}

/* As many ranks as there are stand for all others. */
static gboolean *
list_silent (const MPI_Request *requests,
             const guint       *ranks,
             guint              n)
{
  gboolean *silent = g_new0 (gboolean, world.size);

  for (guint i = 0; i < n; i++)
    for (guint rank = 0; rank < world.size; rank++)
      if (requests[i] != MPI_REQUEST_NULL && rank != world.rank &&
          (ranks[i] == rank || ranks[i] == world.size))
        silent[rank] = TRUE;
  return silent;
}

/* A pause that grows, and at times a look at who lives. */
typedef struct
{
  guint    tries;
  gulong   pause;
  gint64   began, looked, called;
  guint    first, end;          /* the ranks that are waited for */
  guint32  call;                /* the one that those answer who are there, or 0 */
} Patience;

static void
patience_begin (Patience *self,
                guint     first,
                guint     end)
{
  *self = (Patience) { .pause = SHORTEST_PAUSE, .began = g_get_monotonic_time (), .first = first,
                       .end = end };
  self->looked = self->began;
}

static gboolean
patience_pause (Patience *self,
                GError  **error)
{
  const gint64 now = g_get_monotonic_time ();

  if (self->tries++ < SPINS)
    return TRUE;
  loom_mpi_world_unlock ();
  g_usleep (self->pause);
  loom_mpi_world_lock ();
  self->pause = MIN (self->pause * 2, LONGEST_PAUSE);
  if (now - self->looked < LOOK_EVERY_US)
    return TRUE;
  self->looked = now;
  if (world.rank > 0)
    answer_call ();
  return check_living (self->first, self->end, error);
}

/* Rank 0 is the first to lose it, and by then knows who is there: a call has had half of the time,
 * also where this process stood still for the other half. */
static gboolean
patience_is_over (Patience *self,
                  guint64   ms)
{
  const gint64 now = g_get_monotonic_time ();

  if (world.rank > 0)
    return now - self->began > (gint64) ms * 3000;
  if (self->call == 0 && now - self->began > (gint64) ms * 500)
    {
      call_over ();
      self->call = world.calls_over;
      self->called = now;
    }
  return self->call > 0 && now - self->called > (gint64) ms * 500;
}

/* Starts again where the rank has answered the call. */
static gboolean
patience_renew (Patience *self)
{
  take_answers ();
  if (world.answered[self->first] < self->call)
    return FALSE;
  patience_begin (self, self->first, self->end);
  return TRUE;
}

/**
 * loom_mpi_world_wait:
 * @requests: (array length=n): non-blocking operations
 * @ranks: (array length=n): who each is with; as many as there are, where it is all
 * @n: how many
 *
 * Waits until all are done.
 *
 * Errors: %LOOM_ERROR_RUNNER with the rank and the computer of who was lost or is silent.
 */
gboolean
loom_mpi_world_wait (MPI_Request  *requests,
                     const guint  *ranks,
                     guint         n,
                     GError      **error)
{
  const gboolean is_one = n == 1 && ranks[0] < world.size;
  Patience patience;
  int done = 0;

  patience_begin (&patience, is_one ? ranks[0] : 0, is_one ? ranks[0] + 1 : world.size);
  while (TRUE)
    {
      /* One by one, so that those that are done are known. */
      done = TRUE;
      for (guint i = 0; i < n; i++)
        {
          int is_done = 1;

          if (requests[i] != MPI_REQUEST_NULL &&
              MPI_Test (&requests[i], &is_done, MPI_STATUS_IGNORE) != MPI_SUCCESS)
            return loom_fail (error, LOOM_ERROR_RUNNER, _("A message between ranks was lost"));
          done = done && is_done;
        }
      if (done)
        return TRUE;
      if (patience_is_over (&patience, world.patience_ms))
        {
          g_autofree gboolean *silent = list_silent (requests, ranks, n);

          return fail_silent (silent, patience.call, world.patience_ms, error);
        }
      if (!patience_pause (&patience, error))
        return FALSE;
    }
}

/**
 * loom_mpi_world_tell:
 * @command: (transfer floating): for all other ranks, which listen
 *
 * Says something to all.
 *
 * Errors: those of loom_mpi_world_wait().
 */
gboolean
loom_mpi_world_tell (GVariant  *command,
                     GError   **error)
{
  g_autoptr (GVariant) owned = g_variant_ref_sink (command);
  guint64 size = g_variant_get_size (owned);
  gpointer bytes = (gpointer) g_variant_get_data (owned);
  const guint all = world.size;
  MPI_Request request;

  if (world.broken != NULL)
    return fail_broken (error);
  if (size > MAX_MESSAGE)
    return loom_fail (error, LOOM_ERROR_PROTOCOL, _("A message to the ranks is too long"));
  MPI_Ibcast (&size, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD, &request);
  if (!loom_mpi_world_wait (&request, &all, 1, error))
    return FALSE;
  MPI_Ibcast (bytes, (int) size, MPI_BYTE, 0, MPI_COMM_WORLD, &request);
  return loom_mpi_world_wait (&request, &all, 1, error);
}

static GVariant *
take_message (guint8     *bytes,
              gsize       size,
              const char *type,
              GError    **error)
{
  g_autoptr (GBytes) owned = g_bytes_new_take (bytes, size);
  g_autoptr (GVariant) message
      = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE (type), owned, FALSE));

  return g_variant_is_normal_form (message)
             ? g_steal_pointer (&message)
             : loom_fail_null (error, LOOM_ERROR_PROTOCOL,
                               _("A rank said what no Gridloom says"));
}

/* A message that is there already. */
static GVariant *
take_found (MPI_Message  *message,
            MPI_Status   *status,
            const char   *type,
            GError      **error)
{
  g_autofree guint8 *bytes = NULL;
  int size = 0;

  MPI_Get_count (status, MPI_BYTE, &size);
  if (size < 0 || (guint64) size > MAX_MESSAGE ||
      (bytes = g_try_malloc (MAX (size, 1))) == NULL)
    return loom_fail_null (error, LOOM_ERROR_PROTOCOL, _("A message of a rank is too long"));
  MPI_Mrecv (bytes, size, MPI_BYTE, message, status);
  return take_message (g_steal_pointer (&bytes), (gsize) size, type, error);
}

/* Whether rank 0 asks this rank alone. */
static gboolean
find_request (const char  *type,
              GVariant   **request,
              GError     **error)
{
  MPI_Message message;
  MPI_Status status;
  int found = 0;

  MPI_Improbe (0, TAG_REQUEST, MPI_COMM_WORLD, &found, &message, &status);
  if (!found)
    return FALSE;
  *request = take_found (&message, &status, type, error);
  return TRUE;
}

/**
 * loom_mpi_world_listen:
 * @asked: the type of what rank 0 may ask this rank alone
 * @request: (out) (transfer full): what it asks, or %NULL
 *
 * Waits as long as it takes for what rank 0 tells all, or asks this one.
 *
 * Errors: %LOOM_ERROR_PROTOCOL, %LOOM_ERROR_RUNNER where rank 0 has ended.
 *
 * Returns: (transfer full): a (uv) that all are told, or %NULL
 */
GVariant *
loom_mpi_world_listen (const char  *asked,
                       GVariant   **request,
                       GError     **error)
{
  static guint64 size;
  static MPI_Request begun = MPI_REQUEST_NULL;
  const guint all = world.size;
  MPI_Request rest;
  Patience patience;
  g_autofree guint8 *bytes = NULL;
  int done = 0;

  /* one that was begun before a request came is still there */
  if (begun == MPI_REQUEST_NULL)
    MPI_Ibcast (&size, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD, &begun);
  patience_begin (&patience, 0, 1);
  while (MPI_Test (&begun, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && !done)
    if (find_request (asked, request, error) || !patience_pause (&patience, error))
      return NULL;
  if (size > MAX_MESSAGE || (bytes = g_try_malloc (MAX (size, 1))) == NULL)
    return loom_fail_null (error, LOOM_ERROR_PROTOCOL, _("A message to the ranks is too long"));
  MPI_Ibcast (bytes, (int) size, MPI_BYTE, 0, MPI_COMM_WORLD, &rest);
  if (!loom_mpi_world_wait (&rest, &all, 1, error))
    return NULL;
  return take_message (g_steal_pointer (&bytes), size, "(uv)", error);
}

/**
 * loom_mpi_world_stand_by:
 * @done: set, atomically, by another thread, which does not call MPI
 *
 * Answers rank 0's calls until something is done that takes this rank a while.
 *
 * Errors: %LOOM_ERROR_RUNNER where rank 0 has ended.
 */
gboolean
loom_mpi_world_stand_by (const gint  *done,
                         GError     **error)
{
  Patience patience;

  patience_begin (&patience, 0, 1);
  while (!g_atomic_int_get (done))
    if (!patience_pause (&patience, error))
      return FALSE;
  return TRUE;
}

static gboolean
send (guint      rank,
      int        tag,
      GVariant  *message,
      GError   **error)
{
  const gsize size = g_variant_get_size (message);
  MPI_Request request;

  if (world.states[rank] != PRESENT)
    return fail_broken (error);
  if (size > MAX_MESSAGE)
    return loom_fail (error, LOOM_ERROR_PROTOCOL, _("A message of a rank is too long"));
  MPI_Isend (g_variant_get_data (message), (int) size, MPI_BYTE, (int) rank, tag, MPI_COMM_WORLD,
             &request);
  return loom_mpi_world_wait (&request, &rank, 1, error);
}

/**
 * loom_mpi_world_send:
 * @message: (transfer floating): for rank 0
 *
 * Answers rank 0.
 */
gboolean
loom_mpi_world_send (GVariant  *message,
                     GError   **error)
{
  g_autoptr (GVariant) owned = g_variant_ref_sink (message);

  return send (0, TAG_MESSAGE, owned, error);
}

/**
 * loom_mpi_world_ask:
 * @rank: who listens
 * @request: for that rank alone, which answers
 *
 * Asks one rank.
 *
 * Errors: those of loom_mpi_world_wait().
 */
gboolean
loom_mpi_world_ask (guint      rank,
                    GVariant  *request,
                    GError   **error)
{
  return send (rank, TAG_REQUEST, request, error);
}

/* Those of whom no answer is there. */
static gboolean *
list_unanswered (guint first,
                 guint n)
{
  gboolean *silent = g_new0 (gboolean, world.size);

  for (guint i = first; i < n; i++)
    {
      int found = 0;

      MPI_Iprobe ((int) i, TAG_MESSAGE, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
      silent[i] = !found;
    }
  return silent;
}

/**
 * loom_mpi_world_receive:
 * @rank: who answers
 * @n: ranks that are to answer, up to this number
 * @extra_ms: how much longer than any other answer this one may take, or
 *   %LOOM_MPI_WHILE_PRESENT: as long as the rank stands by
 *
 * Waits for the answer of a rank.
 *
 * Errors: %LOOM_ERROR_RUNNER with the rank and the computer of who was lost or is silent,
 * %LOOM_ERROR_PROTOCOL.
 *
 * Returns: (transfer full): a (usv), or %NULL
 */
GVariant *
loom_mpi_world_receive (guint    rank,
                        guint    n,
                        guint    extra_ms,
                        GError **error)
{
  const gboolean is_present = extra_ms == LOOM_MPI_WHILE_PRESENT;
  const guint64 ms = (guint64) world.patience_ms + (is_present ? 0 : extra_ms);
  MPI_Message message;
  MPI_Status status;
  Patience patience;
  int found = 0;

  patience_begin (&patience, rank, n);
  while (MPI_Improbe ((int) rank, TAG_MESSAGE, MPI_COMM_WORLD, &found, &message, &status) ==
             MPI_SUCCESS && !found)
    {
      if (patience_is_over (&patience, ms) && !(is_present && patience_renew (&patience)))
        {
          g_autofree gboolean *silent = list_unanswered (rank, n);

          fail_silent (silent, patience.call, (guint) ms, error);
          return NULL;
        }
      if (!patience_pause (&patience, error))
        return NULL;
    }
  return take_found (&message, &status, "(usv)", error);
}
