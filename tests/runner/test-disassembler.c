/* test-disassembler.c: programs that are no disassembler, and how each of them ends
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-confine.h"
#include "loom-disassembler.h"
#include "loom-error.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct
{
  char *folder;
  char *program;
} Fixture;

static void
set_up (Fixture      *self,
        gconstpointer data)
{
  self->folder = g_dir_make_tmp ("gridloom-disassembler-XXXXXX", NULL);
  self->program = g_build_filename (self->folder, "nvdisasm", NULL);
}

static void
tear_down (Fixture      *self,
           gconstpointer data)
{
  g_unlink (self->program);
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->program);
  g_free (self->folder);
}

static void
done_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

/* What a shell script that is run in place of nvdisasm gives. */
static char *
run (Fixture      *self,
     const char   *script,
     guint         seconds,
     GCancellable *cancellable,
     GError      **error)
{
  g_autofree char *text = g_strdup_printf ("#!/bin/sh\n%s\n", script);
  g_autoptr (GBytes) cubin = g_bytes_new_static ("machine code", strlen ("machine code"));
  g_autoptr (GAsyncResult) result = NULL;

  g_assert_true (g_file_set_contents (self->program, text, -1, NULL));
  g_chmod (self->program, 0755);
  loom_disassembler_run_async (self->program, cubin, seconds, cancellable, done_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return loom_disassembler_run_finish (result, error);
}

static void
test_it_is_given_the_code_and_asked_for_lines (Fixture      *self,
                                               gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = run (self, "echo \"$1 $2\"; cat \"$3\"", 20, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (text, ==, "-c -gi\nmachine code");
}

static void
test_how_it_ends_is_said (Fixture      *self,
                          gconstpointer data)
{
  static const struct
  {
    const char *script, *words;
  } rows[] = {
    { "echo 'fatal: sm_999' >&2; exit 1", "fatal: sm_999" },
    { "exit 3", "it does not say why" },
    { "kill -SEGV $$", "broke down over this machine code" },
    { "exec sleep 60", "did not end within 1 s" },
    { "exec yes", "nvdisasm" },                         /* the kernel ends what prints too much */
    { "head -c 2000000 /dev/zero | tr '\\0' x >&2; exit 1", "xxx" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (run (self, rows[i].script, 1, NULL, &error));
      g_assert_error (error, LOOM_ERROR, LOOM_ERROR_FAILED);
      g_assert_nonnull (strstr (error->message, rows[i].words));
      g_assert_cmpuint (strlen (error->message), <, 600);
    }
}

static void
test_it_can_be_stopped (Fixture      *self,
                        gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_timeout_add_once (100, (GSourceOnceFunc) g_cancellable_cancel, cancellable);
  g_assert_null (run (self, "exec sleep 10000", 10000, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_it_writes_no_file (Fixture      *self,
                        gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL, *path = g_build_filename (self->folder, "stray", NULL);
  g_autofree char *script = g_strdup_printf ("echo stray > %s; echo \"status $?\"", path);

  if (!loom_confine_is_possible ())
    {
      g_test_skip ("this kernel has no Landlock");
      return;
    }
  text = run (self, script, 20, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (text, !=, "status 0\n");
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

static void
test_one_that_does_not_start_is_named (Fixture      *self,
                                       gconstpointer data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GBytes) cubin = g_bytes_new_static ("", 0);
  g_autoptr (GError) error = NULL;

  loom_disassembler_run_async (self->program, cubin, 1, NULL, done_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_null (loom_disassembler_run_finish (result, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_BACKEND);
  g_assert_nonnull (strstr (error->message, self->program));
}

#define ADD(name, function) g_test_add ("/runner/disassembler/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("it-is-given-the-code-and-asked-for-lines", test_it_is_given_the_code_and_asked_for_lines);
  ADD ("how-it-ends-is-said", test_how_it_ends_is_said);
  ADD ("it-can-be-stopped", test_it_can_be_stopped);
  ADD ("it-writes-no-file", test_it_writes_no_file);
  ADD ("one-that-does-not-start-is-named", test_one_that_does_not_start_is_named);
  return g_test_run ();
}
