/* loom-ipc-memory.c: one sealed memory file for all planes of a run
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-ipc-memory.h"

#include "loom-error.h"
#include "loom-parallel.h"

#include <glib/gi18n-lib.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define POPULATE_THREADS 4
#define POPULATE_CHUNK ((gsize) 2 << 20)
/* Linux 5.14; the headers may be older. */
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

/* Of a memory file that is received, so many bytes that nobody wrote are worth a mapping of their
 * own; so many times, and so many holes are looked at for it. */
#define LEAST_HOLE (2 << 20)
#define MOST_HOLES 256
#define MOST_LOOKS 65536

#define SEALS (F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE)

struct _LoomIpcMemory
{
  int     fd;
  guint8 *base;
  gsize   size;
  gsize   used;

  GThread *populating[POPULATE_THREADS];
  gint     next_chunk;          /* atomic: the first that no thread has taken */
};

typedef struct
{
  gpointer base;
  gsize    size;
} Mapping;

/**
 * loom_ipc_memory_align:
 * @size: bytes
 *
 * Rounds a size up to what one segment takes in the file.
 *
 * Returns: the bytes taken, or %G_MAXSIZE if that is too large to say
 */
gsize
loom_ipc_memory_align (gsize size)
{
  if (size > G_MAXSIZE - LOOM_IPC_MEMORY_ALIGN)
    return G_MAXSIZE;

  return (size + LOOM_IPC_MEMORY_ALIGN - 1) / LOOM_IPC_MEMORY_ALIGN * LOOM_IPC_MEMORY_ALIGN;
}

static gboolean
set_error (GError     **error,
           const char  *what,
           gsize        size)
{
  g_autofree char *bytes = g_format_size_full (size, G_FORMAT_SIZE_IEC_UNITS);

  return loom_fail (error, LOOM_ERROR_MEMORY, "%s (%s): %s", what, bytes, g_strerror (errno));
}

/**
 * loom_ipc_memory_new:
 * @size: bytes in all, each segment rounded up by loom_ipc_memory_align()
 *
 * Makes a memory file of zeros and maps it for writing. Pages are taken when they are touched.
 *
 * Errors: %LOOM_ERROR_MEMORY.
 *
 * Returns: (transfer full): the memory, or %NULL
 */
LoomIpcMemory *
loom_ipc_memory_new (gsize    size,
                     GError **error)
{
  g_autoptr (LoomIpcMemory) self = g_new0 (LoomIpcMemory, 1);

  self->size = MAX (size, 1);
  self->fd = memfd_create ("gridloom-run", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (self->fd < 0 || self->size > G_MAXINT64 || ftruncate (self->fd, (off_t) self->size) < 0)
    {
      set_error (error, _("No memory file could be made for the results"), self->size);
      return NULL;
    }

  self->base = mmap (NULL, self->size, PROT_READ | PROT_WRITE, MAP_SHARED, self->fd, 0);
  if (self->base == MAP_FAILED)
    {
      self->base = NULL;
      set_error (error, _("The memory for the results could not be mapped"), self->size);
      return NULL;
    }

  return g_steal_pointer (&self);
}

/**
 * loom_ipc_memory_new_private:
 * @size: bytes in all, each segment rounded up by loom_ipc_memory_align()
 *
 * Makes memory that is handed to nobody: no file, and the process may keep its pages for the next.
 *
 * Errors: %LOOM_ERROR_MEMORY.
 *
 * Returns: (transfer full): the memory, zeroed, or %NULL
 */
LoomIpcMemory *
loom_ipc_memory_new_private (gsize    size,
                             GError **error)
{
  g_autoptr (LoomIpcMemory) self = g_new0 (LoomIpcMemory, 1);

  self->fd = -1;
  self->size = MAX (size, 1);
  if (posix_memalign ((void **) &self->base, LOOM_IPC_MEMORY_ALIGN, self->size) != 0)
    {
      set_error (error, _("There is no memory for the results"), self->size);
      return NULL;
    }
  memset (self->base, 0, self->size);
  return g_steal_pointer (&self);
}

/* Whatever fails here is left to be taken when it is touched. */
static gpointer
populate (gpointer data)
{
  LoomIpcMemory *self = data;

  for (;;)
    {
      const gsize at = (gsize) g_atomic_int_add (&self->next_chunk, 1) * POPULATE_CHUNK;

      if (at >= self->size || madvise (self->base + at, MIN (POPULATE_CHUNK, self->size - at),
                                       MADV_POPULATE_WRITE) != 0)
        return NULL;
    }
}

static void
stop_populating (LoomIpcMemory *self)
{
  const gint no_more = (gint) MIN (self->size / POPULATE_CHUNK + 1, G_MAXINT / 2);

  g_atomic_int_set (&self->next_chunk, no_more);
  for (guint i = 0; i < POPULATE_THREADS; i++)
    if (self->populating[i] != NULL)
      g_thread_join (g_steal_pointer (&self->populating[i]));
}

/**
 * loom_ipc_memory_populate:
 * @self: the memory, of which all will be written
 *
 * Takes all pages at once, in a few threads, while the caller goes on: one by one, when they are
 * touched, they take longer than copying into them. May be called once.
 */
void
loom_ipc_memory_populate (LoomIpcMemory *self)
{
  const gsize chunks = self->size / POPULATE_CHUNK + 1;

  if (self->fd < 0 || chunks > G_MAXINT / 2)
    return;
  for (guint i = 0; i < MIN (POPULATE_THREADS, chunks); i++)
    self->populating[i] = g_thread_try_new ("populate", populate, self, NULL);
}

/**
 * loom_ipc_memory_free:
 * @self: (nullable): the memory
 *
 * Unmaps and closes; pointers from loom_ipc_memory_take() are then invalid.
 */
void
loom_ipc_memory_free (LoomIpcMemory *self)
{
  if (self == NULL)
    return;

  stop_populating (self);
  if (self->fd < 0)
    free (self->base);
  else if (self->base != NULL)
    munmap (self->base, self->size);
  if (self->fd >= 0)
    close (self->fd);
  g_free (self);
}

/**
 * loom_ipc_memory_take:
 * @size: bytes
 *
 * Takes the next segment: zeros, aligned to %LOOM_IPC_MEMORY_ALIGN.
 *
 * Returns: (transfer none): the segment, or %NULL if the file was made too small for it
 */
gpointer
loom_ipc_memory_take (LoomIpcMemory *self,
                      gsize          size)
{
  gsize taken = loom_ipc_memory_align (size);
  gpointer segment = self->base + self->used;

  if (taken > self->size - self->used)
    return NULL;

  self->used += taken;
  return segment;
}

/**
 * loom_ipc_memory_find:
 * @address: start of something inside a segment
 * @size: its bytes
 * @offset: (out): where it starts in the file
 *
 * Turns an address into the offset that the other end will use.
 *
 * Returns: %FALSE if it does not lie in this memory
 */
gboolean
loom_ipc_memory_find (LoomIpcMemory *self,
                      gconstpointer  address,
                      gsize          size,
                      guint64       *offset)
{
  guintptr start = (guintptr) self->base, at = (guintptr) address;

  if (at < start || at - start > self->size || size > self->size - (at - start))
    return FALSE;

  *offset = at - start;
  return TRUE;
}

static void
drop_pages (gpointer part,
            gpointer user_data)
{
  const LoomParallelRange *pages = part;
  LoomIpcMemory *self = user_data;
  const gsize page_size = (gsize) sysconf (_SC_PAGESIZE);

  madvise (self->base + pages->first * page_size, pages->n * page_size, MADV_DONTNEED);
}

/* The pages stay in the file. Only one thread at a time can unmap, but any number can drop pages,
 * and then there is nothing left to do for unmapping. */
static void
unmap_file (LoomIpcMemory *self)
{
  const gsize page_size = (gsize) sysconf (_SC_PAGESIZE);
  g_autoptr (GArray) parts = loom_parallel_cut (self->size / page_size, page_size,
                                                sizeof (LoomParallelRange));

  loom_parallel_each (parts, drop_pages, self);
  munmap (self->base, self->size);
  self->base = NULL;
}

/**
 * loom_ipc_memory_seal:
 * @self: the memory; nothing in it may be touched afterwards
 *
 * Unmaps the file and seals it against shrinking, growing and writing, for good.
 *
 * Errors: %LOOM_ERROR_MEMORY.
 *
 * Returns: the descriptor, now the caller's, or -1
 */
int
loom_ipc_memory_seal (LoomIpcMemory  *self,
                      GError        **error)
{
  stop_populating (self);
  unmap_file (self);

  if (fcntl (self->fd, F_ADD_SEALS, SEALS) < 0)
    {
      set_error (error, _("The results could not be sealed"), self->size);
      return -1;
    }

  return g_steal_fd (&self->fd);
}

static void
unmap (gpointer data)
{
  Mapping *mapping = data;

  munmap (mapping->base, mapping->size);
  g_free (mapping);
}

/* Pages that nobody wrote are zeros without being there. Read through the file they would be made
 * one by one; as memory without a file they are all the same page. */
static void
map_holes (int     fd,
           guint8 *base,
           off_t   size)
{
  guint left = MOST_HOLES;
  off_t hole = 0, data;

  for (guint i = 0; i < MOST_LOOKS && left > 0; i++, hole = data)
    {
      hole = lseek (fd, hole, SEEK_HOLE);
      if (hole < 0 || hole >= size)
        return;
      data = lseek (fd, hole, SEEK_DATA);
      if (data < 0)
        data = size;
      if (data - hole < LEAST_HOLE ||
          mmap (base + hole, (gsize) (data - hole), PROT_READ,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0) == MAP_FAILED)
        continue;
      madvise (base + hole, (gsize) (data - hole), MADV_HUGEPAGE);
      left--;
    }
}

/**
 * loom_ipc_memory_map:
 * @fd: a descriptor from the other end; stays the caller's
 *
 * Maps a sealed memory file read-only, after checking that it can neither shrink (which would kill
 * this process on a later access), nor grow, nor change.
 *
 * Errors: %LOOM_ERROR_PROTOCOL.
 *
 * Returns: (transfer full): the whole file, unmapped with the last reference; or %NULL
 */
GBytes *
loom_ipc_memory_map (int      fd,
                     GError **error)
{
  struct stat status;
  Mapping *mapping;
  gpointer base;
  int seals = fcntl (fd, F_GET_SEALS);

  if (seals < 0 || (seals & SEALS) != SEALS)
    return loom_fail_null (
        error, LOOM_ERROR_PROTOCOL,
        _("The runner sent results that could still change: they are not sealed"));

  /* Private, because older kernels refuse a shared mapping of what is sealed against writing. */
  if (fstat (fd, &status) < 0 || status.st_size <= 0 ||
      (base = mmap (NULL, status.st_size, PROT_READ, MAP_PRIVATE, fd, 0)) == MAP_FAILED)
    return loom_fail_null (error, LOOM_ERROR_PROTOCOL,
                           _("The runner sent results that cannot be mapped"));

  map_holes (fd, base, status.st_size);
  mapping = g_new (Mapping, 1);
  *mapping = (Mapping) { base, status.st_size };
  return g_bytes_new_with_free_func (base, status.st_size, unmap, mapping);
}
