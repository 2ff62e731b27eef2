/* loom-folder.c: opens what lies beneath a folder and nothing else, and finds where to write there
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-error.h"
#include "loom-folder.h"

#include <glib/gi18n-lib.h>

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What of a name a message quotes, in bytes. */
#define MAX_SHOWN 200

#define READ_FLAGS (O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)

/* One try of hundreds meets a renaming where they never end. */
#define MOST_TRIES 100

static void
set_error (GError     **error,
           const char  *name,
           const char  *why)
{
  const gboolean is_long = strlen (name) > MAX_SHOWN;
  g_autofree char *head = g_strndup (name, MAX_SHOWN);
  g_autofree char *shown = g_filename_display_name (head);
  g_autofree char *quoted = g_strconcat (shown, is_long ? "…" : NULL, NULL);

  g_set_error (error, LOOM_ERROR, LOOM_ERROR_FILE, _("cannot read %1$s: %2$s"), quoted, why);
}

/* Why a file could not be opened, and what to do. */
static const char *
explain (int code)
{
  switch (code)
    {
    case EXDEV:
      return _("it lies outside the document’s folder; put a copy there");
    case ELOOP:
      return _("it is a link that leads out of the document’s folder, or round in a circle; put a "
               "copy of the file there");
    case ENOENT:
      return _("there is no such file in the document’s folder; put it there, or correct its name");
    default:
      return g_strerror (code);
    }
}

/* Where the kernel has no openat2 or a sandbox forbids it: step by step, following no link at
 * all. */
static int
open_step_by_step (int         folder_fd,
                   const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "/", -1);
  int fd = dup (folder_fd);

  for (guint i = 0; fd >= 0 && parts[i] != NULL; i++)
    {
      int flags = parts[i + 1] != NULL ? O_DIRECTORY | O_PATH | O_CLOEXEC : READ_FLAGS;
      int next, saved_errno;

      if (*parts[i] == '\0' || strcmp (parts[i], ".") == 0)
        continue;
      next = strcmp (parts[i], "..") == 0 ? (errno = EXDEV, -1)
             : openat (fd, parts[i], flags | O_NOFOLLOW);
      saved_errno = errno;
      close (fd);
      errno = saved_errno;
      fd = next;
    }

  return fd;
}

/* While anything on this computer is renamed the kernel can't tell where ".." leads to, and wants
 * to be asked again. */
static int
open_beneath (int         folder_fd,
              const char *name)
{
  struct open_how how = {
    .flags = READ_FLAGS,
    .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS,
  };
  int fd = -1;

  for (guint tries = 0; tries == 0 || (fd < 0 && errno == EAGAIN && tries < MOST_TRIES); tries++)
    fd = syscall (SYS_openat2, folder_fd, name, &how, sizeof how);
  if (fd < 0 && (errno == ENOSYS || errno == EPERM))
    fd = open_step_by_step (folder_fd, name);
  return fd;
}

/**
 * loom_folder_open:
 * @folder: (type filename) (nullable): a folder, or %NULL for a document that has none
 * @name: (type filename): of a file beneath it
 * @error: return location; %LOOM_ERROR_FILE names the file
 *
 * Opens a regular file for reading. Nothing outside @folder can be opened, nor told to exist.
 *
 * Returns: a file descriptor, or -1 with @error set
 */
int
loom_folder_open (const char  *folder,
                  const char  *name,
                  GError     **error)
{
  struct stat status = { 0 };
  int folder_fd, fd, saved_errno;

  g_return_val_if_fail (name != NULL, -1);

  if (folder == NULL)
    {
      set_error (error, name, _("the document is not saved in a folder yet"));
      return -1;
    }

  folder_fd = open (folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
  fd = folder_fd >= 0 ? open_beneath (folder_fd, name) : -1;
  saved_errno = errno;
  if (folder_fd >= 0)
    close (folder_fd);

  if (fd < 0)
    {
      set_error (error, name, explain (saved_errno));
      return -1;
    }
  if (fstat (fd, &status) != 0 || !S_ISREG (status.st_mode))
    {
      close (fd);
      set_error (error, name, S_ISDIR (status.st_mode)
                              ? _("it is a folder; name a file in it")
                              : _("it is not a regular file but a pipe or a device"));
      return -1;
    }

  return fd;
}

/* NULL if it does not lie beneath it. */
static char *
dup_relative (const char *folder,
              const char *name)
{
  g_autoptr (GFile) parent = g_file_new_for_path (folder);
  g_autoptr (GFile) file = g_file_new_for_path (name);

  return g_file_get_relative_path (parent, file);
}

/* The same place may have several paths, by links. */
static char *
dup_relative_by_links (const char *folder,
                       const char *name)
{
  char *real_folder = realpath (folder, NULL);
  char *real_name = realpath (name, NULL);
  char *relative = real_folder != NULL && real_name != NULL ? dup_relative (real_folder, real_name)
                                                            : NULL;

  free (real_folder);
  free (real_name);
  return relative;
}

/**
 * loom_folder_dup_name:
 * @folder: (type filename) (nullable): a folder, or %NULL for a document that has none
 * @name: (type filename): of a file, relative or absolute
 *
 * Makes the absolute path of a file beneath a folder relative to it. Any other name stays, for
 * loom_folder_open() to refuse.
 *
 * Returns: (transfer full): a name for loom_folder_open()
 */
char *
loom_folder_dup_name (const char *folder,
                      const char *name)
{
  char *relative = NULL;

  g_return_val_if_fail (name != NULL, NULL);

  if (folder != NULL && g_path_is_absolute (name))
    {
      relative = dup_relative (folder, name);
      if (relative == NULL)
        relative = dup_relative_by_links (folder, name);
    }
  return relative != NULL ? relative : g_strdup (name);
}

/* As much as there is, up to the size of the buffer; -1 with errno. */
static gssize
read_all (int     fd,
          guint8 *buffer,
          gsize   size)
{
  gsize done = 0;

  while (done < size)
    {
      gssize n = read (fd, buffer + done, size - done);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return -1;
      if (n == 0)
        break;
      done += n;
    }

  return done;
}

/**
 * loom_folder_read:
 * @folder: (type filename) (nullable): a folder
 * @name: (type filename): of a file beneath it
 * @most: how many bytes to read at most
 * @size: (out) (optional): how many bytes the file has
 * @error: return location; %LOOM_ERROR_FILE names the file, %LOOM_ERROR_MEMORY
 *
 * Reads the beginning of a file, or all of it. Blocks.
 *
 * Returns: (transfer full): its first bytes, or %NULL with @error set
 */
GBytes *
loom_folder_read (const char  *folder,
                  const char  *name,
                  gsize        most,
                  gsize       *size,
                  GError     **error)
{
  struct stat status;
  gsize wanted;
  gssize n;
  guint8 *buffer;
  int fd, saved_errno;

  fd = loom_folder_open (folder, name, error);
  if (fd < 0)
    return NULL;

  wanted = fstat (fd, &status) == 0 ? MIN (most, (guint64) status.st_size) : 0;
  buffer = g_try_malloc (MAX (wanted, 1));
  if (buffer == NULL)
    {
      g_set_error (error, LOOM_ERROR, LOOM_ERROR_MEMORY,
                   _("there is no memory for the %1$zu bytes of %2$s"), wanted, name);
      close (fd);
      return NULL;
    }

  n = read_all (fd, buffer, wanted);
  saved_errno = errno;
  close (fd);
  if (n < 0)
    {
      set_error (error, name, g_strerror (saved_errno));
      g_free (buffer);
      return NULL;
    }

  if (size != NULL)
    *size = status.st_size;
  return g_bytes_new_take (buffer, n);
}

/**
 * loom_folder_check_parent:
 * @path: (type filename): a file that is to be written
 * @error: return location; %LOOM_ERROR_FILE names the file and the folder
 *
 * Returns: whether the folder is there that the file is to be in
 */
gboolean
loom_folder_check_parent (const char  *path,
                          GError     **error)
{
  g_autofree char *parent = NULL, *shown = NULL, *shown_parent = NULL;

  g_return_val_if_fail (path != NULL, FALSE);

  parent = g_path_get_dirname (path);
  if (g_file_test (parent, G_FILE_TEST_IS_DIR))
    return TRUE;

  shown = g_filename_display_name (path);
  shown_parent = g_filename_display_name (parent);
  return loom_fail (error, LOOM_ERROR_FILE,
                    _("“%1$s” could not be written: there is no folder “%2$s”; make it, or choose "
                      "another"),
                    shown, shown_parent);
}

static gboolean
is_beneath (const char *folder,
            const char *path)
{
  const gsize length = strlen (folder);

  return g_str_has_prefix (path, folder) &&
         (path[length] == '\0' || path[length] == '/' || folder[length - 1] == '/');
}

/* Where links lead: into the folder, and not to what only looks like a file. */
static char *
resolve_target (const char *folder,
                const char *path)
{
  g_autofree char *parent = g_path_get_dirname (path), *name = g_path_get_basename (path);
  char *real_folder = realpath (folder, NULL), *real_parent = realpath (parent, NULL);
  char *target = NULL;
  struct stat status;

  if (real_folder != NULL && real_parent != NULL && is_beneath (real_folder, real_parent))
    target = g_build_filename (real_parent, name, NULL);
  if (target != NULL && lstat (target, &status) == 0 && !S_ISREG (status.st_mode))
    g_clear_pointer (&target, g_free);
  free (real_folder);
  free (real_parent);
  return target;
}

/**
 * loom_folder_dup_target:
 * @folder: (type filename) (nullable): a folder, or %NULL for a document that has none
 * @name: (type filename): of a file beneath it, relative
 * @error: return location; %LOOM_ERROR_FILE names the file
 *
 * Finds where a file beneath a folder is to be written. It may be there already, as a regular file.
 *
 * Returns: (transfer full): an absolute path without links, or %NULL with @error set
 */
char *
loom_folder_dup_target (const char  *folder,
                        const char  *name,
                        GError     **error)
{
  g_autofree char *path = NULL, *shown = NULL;
  char *target;

  g_return_val_if_fail (name != NULL, NULL);

  shown = g_filename_display_name (name);
  if (folder == NULL)
    return loom_fail_null (error, LOOM_ERROR_FILE,
                           _("“%s” could not be written: the document is not saved in a folder "
                             "yet; save it first"), shown);
  path = g_build_filename (folder, name, NULL);
  if (!loom_folder_check_parent (path, error))
    return NULL;
  target = resolve_target (folder, path);
  if (target == NULL)
    loom_fail (error, LOOM_ERROR_FILE,
               _("“%s” could not be written: a link leads out of the document’s folder, or "
                 "something else than a file is in the way; choose another name"), shown);
  return target;
}
