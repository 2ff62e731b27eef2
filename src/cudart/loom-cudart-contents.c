/* loom-cudart-contents.c: what arrays and variables held before each launch, in files that are
 * named after the SHA-256 of their bytes, up to a limit
 *
 * GRIDLOOM_RECORD_CONTENTS is that limit in bytes, where a file counts for 4096 at least; 0:
 * nothing is kept. Where contents would pass it, launches lose theirs: of each site, which is a
 * kernel and the place of its call, the first and the last launch keep them, and of those between
 * every second, then every fourth, and so on. In the line of a launch that loses them its names are
 * overwritten by `null`.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cudart-contents-private.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define LEAST_COUNTED 4096      /* bytes: a file takes no less, and there may be very many */

/* Larger arrays are compared with the file that they were kept in last, which is many times as fast
 * as their sum; so many are, since a process can map only some files. */
#define LEAST_COMPARED 65536
#define MOST_COMPARED 256

typedef struct
{
  char  *name;
  gsize  size;                  /* that counts */
  guint  uses;                  /* in lines of the recording */
} Content;

/* A name in a line. */
typedef struct
{
  guint64  at;                  /* its quotation mark: in the line, then in the recording */
  Content *content;
} Use;

/* A launch that has its contents. */
typedef struct
{
  guint64  index;               /* among those of its site */
  GArray  *uses;                /* (element-type Use) */
} Launch;

typedef struct
{
  const LoomCudartKernel *kernel;
  LoomCudartCaller        caller;
  guint64                 n;            /* launches */
  guint64                 stride;       /* those between the first and the last have an index that
                                           is a multiple of this */
  GPtrArray              *launches;     /* (element-type Launch) that have contents */
} Site;

/* In which file an array was kept last. */
typedef struct
{
  guint        number;          /* the array's */
  char        *name;
  GMappedFile *file;
} Kept;

static char *folder;
static int recording;           /* file descriptor */
static guint64 limit, total;
static GHashTable *contents;    /* name -> Content */
static GPtrArray *sites;        /* (element-type Site) */
static GQueue compared = G_QUEUE_INIT;  /* of Kept, the newest last */
static Site *site;              /* of the launch that is being recorded */
static GArray *uses;            /* (element-type Use) of that launch */

static void
launch_free (gpointer data)
{
  Launch *self = data;

  g_array_unref (self->uses);
  g_free (self);
}

static void
kept_free (Kept *self)
{
  g_mapped_file_unref (self->file);
  g_free (self->name);
  g_free (self);
}

/**
 * _loom_cudart_contents_init:
 * @in: the folder of the recording
 * @fd: the recording, whose lines may be changed
 */
void
_loom_cudart_contents_init (const char *in,
                            int         fd)
{
  const char *text = g_getenv ("GRIDLOOM_RECORD_CONTENTS");

  folder = g_strdup (in);
  recording = fd;
  limit = text != NULL ? g_ascii_strtoull (text, NULL, 10) : G_MAXUINT64;
  contents = g_hash_table_new (g_str_hash, g_str_equal);
  sites = g_ptr_array_new ();
  uses = g_array_new (FALSE, FALSE, sizeof (Use));
}

/* Begins a launch. */
void
_loom_cudart_contents_begin (const LoomCudartKernel *kernel,
                             const LoomCudartCaller *caller)
{
  for (guint i = 0; i < sites->len; i++)
    {
      site = sites->pdata[i];
      if (site->kernel == kernel && site->caller.address == caller->address &&
          site->caller.file == caller->file && site->caller.line == caller->line)
        return;
    }
  site = g_new0 (Site, 1);
  *site = (Site) { kernel, *caller, 0, 1, g_ptr_array_new_with_free_func (launch_free) };
  g_ptr_array_add (sites, site);
}

/* One use less of a file; without any it goes. */
static void
release (Content *content)
{
  g_autofree char *path = NULL;

  if (--content->uses > 0)
    return;
  path = g_build_filename (folder, content->name, NULL);
  unlink (path);
  total -= content->size;
  g_hash_table_remove (contents, content->name);
  g_free (content->name);
  g_free (content);
}

/* Takes a launch's contents away, also out of its line. */
static void
drop (Site  *self,
      guint  index)
{
  const Launch *launch = self->launches->pdata[index];

  for (guint i = 0; i < launch->uses->len; i++)
    {
      const Use *use = &g_array_index (launch->uses, Use, i);
      const gsize length = strlen (use->content->name) + 2;
      g_autofree char *blanks = g_strdup_printf ("%-*s", (int) length, "null");

      if (pwrite (recording, blanks, length, (off_t) use->at) == (gssize) length)
        release (use->content);
    }
  g_ptr_array_remove_index (self->launches, index);
}

/* Whether a launch keeps its contents though it is neither the first nor the last. */
static gboolean
is_regular (const Site *self,
            guint       index)
{
  return ((Launch *) self->launches->pdata[index])->index % self->stride == 0;
}

/* Takes every second launch's contents away. */
static void
thin (Site *self)
{
  self->stride *= 2;
  for (guint i = self->launches->len - 1; i-- > 1;)
    if (!is_regular (self, i))
      drop (self, i);
}

/* Makes room for bytes that the launch at hand held. */
static gboolean
make_room (gsize size)
{
  while (size > limit - total)
    {
      Site *fullest = sites->pdata[0];

      for (guint i = 1; i < sites->len; i++)
        if (((Site *) sites->pdata[i])->launches->len > fullest->launches->len)
          fullest = sites->pdata[i];
      if (fullest->launches->len > 2)
        thin (fullest);
      else if (site->launches->len > 1)
        drop (site, site->launches->len - 1);   /* it is the last one no more */
      else
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_all (int           fd,
           const guint8 *bytes,
           gsize         size)
{
  while (size > 0)
    {
      const gssize n = write (fd, bytes, size);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      bytes += n;
      size -= (gsize) n;
    }
  return TRUE;
}

static gboolean
write_file (const char   *path,
            const guint8 *bytes,
            gsize         size)
{
  const int fd = open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  const gboolean ok = fd >= 0 && write_all (fd, bytes, size);

  if (fd >= 0)
    close (fd);
  if (!ok)
    unlink (path);
  return ok;
}

/* The file that has what an array still holds. */
static const Kept *
find_unchanged (guint         number,
                const guint8 *bytes,
                gsize         size)
{
  for (GList *l = compared.head; l != NULL; l = l->next)
    {
      const Kept *kept = l->data;

      if (kept->number == number)
        return g_mapped_file_get_length (kept->file) == size &&
               memcmp (g_mapped_file_get_contents (kept->file), bytes, size) == 0 ? kept : NULL;
    }
  return NULL;
}

static void
remember (guint       number,
          const char *name,
          const char *path)
{
  GMappedFile *file = g_mapped_file_new (path, FALSE, NULL);

  for (GList *l = compared.head; l != NULL; l = l->next)
    if (((Kept *) l->data)->number == number)
      {
        kept_free (l->data);
        g_queue_delete_link (&compared, l);
        break;
      }
  if (file != NULL)
    g_queue_push_tail (&compared,
                       g_memdup2 (&(Kept) { number, g_strdup (name), file }, sizeof (Kept)));
  if (g_queue_get_length (&compared) > MOST_COMPARED)
    kept_free (g_queue_pop_head (&compared));
}

/**
 * _loom_cudart_contents_keep:
 * @number: of the array; 0: of a variable
 * @at: where in the line of the launch their name begins
 *
 * Keeps what an array or a variable holds in a file of its own, unless that is there.
 *
 * Returns: (nullable): its name; %NULL where there is no room for it
 */
const char *
_loom_cudart_contents_keep (guint         number,
                            const guint8 *bytes,
                            gsize         size,
                            gsize         at)
{
  const gboolean is_compared = number > 0 && size >= LEAST_COMPARED;
  const gsize counted = MAX (size, LEAST_COUNTED);
  const Kept *unchanged = NULL;
  g_autofree char *name = NULL, *path = NULL;
  Content *content;

  if (counted > limit)
    return NULL;

  if (is_compared)
    unchanged = find_unchanged (number, bytes, size);
  name = unchanged != NULL ? g_strdup (unchanged->name)
                           : g_compute_checksum_for_data (G_CHECKSUM_SHA256, bytes, size);
  path = g_build_filename (folder, name, NULL);
  content = g_hash_table_lookup (contents, name);
  if (content == NULL)
    {
      if (!make_room (counted) || !write_file (path, bytes, size))
        return NULL;
      content = g_new0 (Content, 1);
      *content = (Content) { g_steal_pointer (&name), counted, 0 };
      total += counted;
      g_hash_table_insert (contents, content->name, content);
    }
  if (is_compared && unchanged == NULL)
    remember (number, content->name, path);
  content->uses++;
  g_array_append_val (uses, ((Use) { at, content }));
  return content->name;
}

/* Ends a launch whose line will begin there. The one before is its site's last no more. */
void
_loom_cudart_contents_end (guint64 line)
{
  Launch *launch;

  if (site->launches->len > 1 && !is_regular (site, site->launches->len - 1))
    drop (site, site->launches->len - 1);
  if (uses->len > 0)
    {
      for (guint i = 0; i < uses->len; i++)
        g_array_index (uses, Use, i).at += line;
      launch = g_new0 (Launch, 1);
      *launch = (Launch) { site->n, g_steal_pointer (&uses) };
      g_ptr_array_add (site->launches, launch);
      uses = g_array_new (FALSE, FALSE, sizeof (Use));
    }
  site->n++;
}
