/* test-memory.c: the memory file that a run is handed over in
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-error.h"
#include "loom-ipc-memory.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void
test_segments_are_aligned_zeros (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomIpcMemory) memory
      = loom_ipc_memory_new (loom_ipc_memory_align (10) + loom_ipc_memory_align (100), &error);
  guint8 *first, *second;
  guint64 offset;

  g_assert_no_error (error);
  first = loom_ipc_memory_take (memory, 10);
  second = loom_ipc_memory_take (memory, 100);
  g_assert_nonnull (first);
  g_assert_cmpuint ((guintptr) second % LOOM_IPC_MEMORY_ALIGN, ==, 0);
  g_assert_cmpuint (second[99], ==, 0);
  g_assert_null (loom_ipc_memory_take (memory, 1));
  g_assert_true (loom_ipc_memory_find (memory, second + 5, 95, &offset));
  g_assert_cmpuint (offset, ==, LOOM_IPC_MEMORY_ALIGN + 5);
  g_assert_false (loom_ipc_memory_find (memory, second, 1000, &offset));
  g_assert_false (loom_ipc_memory_find (memory, &offset, 8, &offset));
}

static void
test_private_memory_is_aligned_zeros_too (void)
{
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LoomIpcMemory) memory = loom_ipc_memory_new_private (1 << 20, &error);
      guint8 *bytes = loom_ipc_memory_take (memory, 1 << 20);

      g_assert_no_error (error);
      g_assert_cmpuint ((guintptr) bytes % LOOM_IPC_MEMORY_ALIGN, ==, 0);
      g_assert_cmpuint (bytes[0], ==, 0);
      g_assert_cmpuint (bytes[(1 << 20) - 1], ==, 0);
      g_assert_null (loom_ipc_memory_take (memory, 1));
      memset (bytes, 0xff, 1 << 20);
    }
}

static void
test_sealed_memory_is_read_by_the_other_end (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomIpcMemory) memory = loom_ipc_memory_new (LOOM_IPC_MEMORY_ALIGN, &error);
  g_autoptr (GBytes) bytes = NULL;
  int fd;

  memcpy (loom_ipc_memory_take (memory, 6), "hello", 6);
  fd = loom_ipc_memory_seal (memory, &error);
  g_assert_no_error (error);
  g_assert_cmpint (write (fd, "x", 1), ==, -1);
  g_assert_cmpint (ftruncate (fd, 0), ==, -1);

  bytes = loom_ipc_memory_map (fd, &error);
  g_assert_no_error (error);
  close (fd);
  g_assert_cmpstr (g_bytes_get_data (bytes, NULL), ==, "hello");
}

static void
test_unsealed_memory_is_refused (gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  int fd = memfd_create ("test", MFD_ALLOW_SEALING);

  g_assert_cmpint (ftruncate (fd, 4096), ==, 0);
  g_assert_cmpint (fcntl (fd, F_ADD_SEALS, GPOINTER_TO_INT (data)), ==, 0);
  g_assert_null (loom_ipc_memory_map (fd, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_PROTOCOL);
  close (fd);
}

static void
test_other_descriptors_are_refused (void)
{
  g_autoptr (GError) error = NULL;
  int fds[2];

  g_assert_cmpint (pipe (fds), ==, 0);
  g_assert_null (loom_ipc_memory_map (fds[0], &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_PROTOCOL);
  close (fds[0]);
  close (fds[1]);
}

static void
test_an_empty_file_is_refused (void)
{
  g_autoptr (GError) error = NULL;
  int fd = memfd_create ("test", MFD_ALLOW_SEALING);

  g_assert_cmpint (fcntl (fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE), ==, 0);
  g_assert_null (loom_ipc_memory_map (fd, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_PROTOCOL);
  close (fd);
}

static void
test_a_size_that_overflows_is_refused (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (loom_ipc_memory_align (G_MAXSIZE - 1), ==, G_MAXSIZE);
  g_assert_null (loom_ipc_memory_new (G_MAXSIZE, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_MEMORY);
}

/* What nobody wrote is read as zeros, and stays out of the file. */
static void
test_reading_makes_no_pages (void)
{
  const gsize size = 16 << 20;
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomIpcMemory) memory = loom_ipc_memory_new (size, &error);
  guint8 *written = loom_ipc_memory_take (memory, size);
  g_autoptr (GBytes) bytes = NULL;
  struct stat status;
  int fd;

  memset (written + (4 << 20), 1, 1 << 20);
  memset (written + size - 1, 2, 1);
  fd = loom_ipc_memory_seal (memory, &error);
  g_assert_no_error (error);
  bytes = loom_ipc_memory_map (fd, &error);
  g_assert_no_error (error);
  for (gsize i = 0; i < size; i++)
    g_assert_cmpuint (((const guint8 *) g_bytes_get_data (bytes, NULL))[i], ==,
                      i >> 20 == 4 ? 1 : i == size - 1 ? 2 : 0);
  g_assert_cmpint (fstat (fd, &status), ==, 0);
  g_assert_cmpint (status.st_blocks * 512, <, 2 << 20);
  close (fd);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/ipc/memory/segments-are-aligned-zeros", test_segments_are_aligned_zeros);
  g_test_add_func ("/ipc/memory/private-is-aligned-zeros-too",
                   test_private_memory_is_aligned_zeros_too);
  g_test_add_func ("/ipc/memory/sealed-is-read-by-the-other-end",
                   test_sealed_memory_is_read_by_the_other_end);
  g_test_add_data_func ("/ipc/memory/no-seal-is-refused", GINT_TO_POINTER (0),
                        test_unsealed_memory_is_refused);
  g_test_add_data_func ("/ipc/memory/only-shrink-is-refused", GINT_TO_POINTER (F_SEAL_SHRINK),
                        test_unsealed_memory_is_refused);
  g_test_add_data_func ("/ipc/memory/without-write-is-refused",
                        GINT_TO_POINTER (F_SEAL_SHRINK | F_SEAL_GROW),
                        test_unsealed_memory_is_refused);
  g_test_add_func ("/ipc/memory/other-descriptors-are-refused", test_other_descriptors_are_refused);
  g_test_add_func ("/ipc/memory/an-empty-file-is-refused", test_an_empty_file_is_refused);
  g_test_add_func ("/ipc/memory/overflow-is-refused", test_a_size_that_overflows_is_refused);
  g_test_add_func ("/ipc/memory/reading-makes-no-pages", test_reading_makes_no_pages);

  return g_test_run ();
}
