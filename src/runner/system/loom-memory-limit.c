/* loom-memory-limit.c: how much memory a run may hold on this machine, at this moment
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-memory-limit.h"

#include <string.h>

/* The rest is for the compiler, the window, and everybody else. */
#define SHARE_PERCENT 60

static guint64
read_available (const char *root)
{
  g_autofree char *path = g_build_filename (root, "proc/meminfo", NULL);
  g_autofree char *text = NULL;
  const char *at;

  if (!g_file_get_contents (path, &text, NULL, NULL)
      || (at = strstr (text, "MemAvailable:")) == NULL)
    return G_MAXUINT64;

  return g_ascii_strtoull (at + strlen ("MemAvailable:"), NULL, 10) << 10;
}

static guint64
read_number (const char *folder,
             const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *text = NULL;

  /* "max" where there is no limit. */
  if (!g_file_get_contents (path, &text, NULL, NULL) || !g_ascii_isdigit (*text))
    return G_MAXUINT64;

  return g_ascii_strtoull (text, NULL, 10);
}

/* What the control group that this process is in (a container, a batch job) leaves of its own
 * limit. */
static guint64
read_group_available (const char *root)
{
  g_autofree char *path = g_build_filename (root, "proc/self/cgroup", NULL);
  g_autofree char *text = NULL;
  g_autofree char *folder = NULL;
  guint64 most, used;
  const char *at;

  if (!g_file_get_contents (path, &text, NULL, NULL)
      || (at = strstr (text, "0::/")) == NULL)
    return G_MAXUINT64;

  text[at - text + strcspn (at, "\n")] = '\0';
  folder = g_build_filename (root, "sys/fs/cgroup", at + strlen ("0::"), NULL);
  most = read_number (folder, "memory.max");
  used = read_number (folder, "memory.current");
  if (most == G_MAXUINT64 || used == G_MAXUINT64)
    return G_MAXUINT64;

  return most > used ? most - used : 0;
}

/**
 * loom_memory_limit_read:
 * @root: the folder with `proc` and `sys` of a machine
 *
 * Reads how much memory everything that a run holds may have together: 60 % of what is available
 * now.
 *
 * Returns: bytes; %G_MAXUINT64 if nothing tells
 */
guint64
loom_memory_limit_read (const char *root)
{
  const guint64 available = MIN (read_available (root), read_group_available (root));

  return available == G_MAXUINT64 ? available : available / 100 * SHARE_PERCENT;
}

/**
 * loom_memory_limit_get:
 *
 * Reads the limit on this machine. The variable `GRIDLOOM_MEMORY_LIMIT` (bytes) can only lower it.
 *
 * Returns: bytes
 */
guint64
loom_memory_limit_get (void)
{
  const guint64 limit = loom_memory_limit_read ("/");
  const char *given = g_getenv ("GRIDLOOM_MEMORY_LIMIT");
  guint64 lower;

  if (given != NULL && g_ascii_string_to_unsigned (given, 10, 0, G_MAXUINT64, &lower, NULL))
    return MIN (limit, lower);
  return limit;
}
