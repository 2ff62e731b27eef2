/* test-memory-limit.c: what a machine and a control group leave of their memory, as their files say
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-memory-limit.h"

#include <glib/gstdio.h>

#define MEMINFO "MemTotal: 8000000 kB\nMemFree: 10 kB\nMemAvailable:    1000000 kB\n"
#define OF_MACHINE G_GUINT64_CONSTANT (614400000)       /* 60 % of these */

/* What files of a machine say; NULL: there is no such file. */
static const struct
{
  const char *name, *meminfo, *groups, *most, *used;
  guint64     limit;
} rows[] = {
  { "no-group", MEMINFO, NULL, NULL, NULL, OF_MACHINE },
  { "nothing-known", NULL, NULL, NULL, NULL, G_MAXUINT64 },
  { "what-a-group-has-used-is-gone", MEMINFO, "0::/box\n", "200000000\n", "50000000\n", 90000000 },
  { "a-group-alone", NULL, "0::/box\n", "200000000\n", "50000000\n", 90000000 },
  { "a-group-that-is-full", MEMINFO, "0::/box\n", "200000000\n", "200000000\n", 0 },
  { "a-group-over-its-limit", MEMINFO, "0::/box\n", "200000000\n", "200000001\n", 0 },
  { "a-group-with-more-than-the-machine", MEMINFO, "0::/box\n", "9000000000\n", "1\n", OF_MACHINE },
  { "a-group-without-a-limit", MEMINFO, "0::/box\n", "max\n", "50000000\n", OF_MACHINE },
  { "a-group-of-another-time", MEMINFO, "4:memory:/box\n", "200000000\n", "0\n", OF_MACHINE },
  { "groups-of-both-times", MEMINFO, "4:memory:/old\n0::/box\n", "200000000\n", "0\n", 120000000 },
  { "a-group-that-tells-no-use", MEMINFO, "0::/box\n", "200000000\n", NULL, OF_MACHINE },
};

static void
put (const char *root,
     const char *name,
     const char *text)
{
  g_autofree char *path = g_build_filename (root, name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  if (text != NULL)
    g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
drop (const char *root,
      const char *name)
{
  g_autofree char *path = g_build_filename (root, name, NULL);

  g_remove (path);
}

static void
test_limit (gconstpointer data)
{
  static const char * const made[] = {
    "proc/meminfo", "proc/self/cgroup", "proc/self", "proc", "sys/fs/cgroup/box/memory.max",
    "sys/fs/cgroup/box/memory.current", "sys/fs/cgroup/box", "sys/fs/cgroup", "sys/fs", "sys", "",
  };
  const gsize row = GPOINTER_TO_SIZE (data);
  g_autofree char *root = g_dir_make_tmp ("gridloom-test-XXXXXX", NULL);

  put (root, "proc/meminfo", rows[row].meminfo);
  put (root, "proc/self/cgroup", rows[row].groups);
  put (root, "sys/fs/cgroup/box/memory.max", rows[row].most);
  put (root, "sys/fs/cgroup/box/memory.current", rows[row].used);
  g_assert_cmpuint (loom_memory_limit_read (root), ==, rows[row].limit);
  for (guint i = 0; i < G_N_ELEMENTS (made); i++)
    drop (root, made[i]);
  g_assert_false (g_file_test (root, G_FILE_TEST_EXISTS));
}

/* Of this machine: it can be lowered, not raised. */
static void
test_a_variable_only_lowers_it (void)
{
  g_setenv ("GRIDLOOM_MEMORY_LIMIT", "1000", TRUE);
  g_assert_cmpuint (loom_memory_limit_get (), <=, 1000);
  g_setenv ("GRIDLOOM_MEMORY_LIMIT", "18446744073709551615", TRUE);
  g_assert_cmpuint (loom_memory_limit_get (), <, G_MAXUINT64);
  g_unsetenv ("GRIDLOOM_MEMORY_LIMIT");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/runner/memory-limit/", rows[i].name, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_limit);
    }
  g_test_add_func ("/runner/memory-limit/a-variable-only-lowers-it",
                   test_a_variable_only_lowers_it);
  return g_test_run ();
}
