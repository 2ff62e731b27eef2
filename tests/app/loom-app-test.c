/* loom-app-test.c: waiting for the main loop, and files to play with
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-app-test.h"

#include <glib/gstdio.h>

/* What a thread lets go of wakes no main loop. */
#define TICK_MS 20

/* 20 seconds of a main loop that turns. A machine that does something else makes no ticks. */
#define DEADLINE_TICKS (20000 / TICK_MS)

typedef struct
{
  LoomTestTell tell;
  gpointer     data;
} Witness;

static GArray *witnesses;

/**
 * loom_test_add_witness:
 * @tell: appends lines that say how things stand
 * @data: data for @tell, different from that of other witnesses
 *
 * Adds somebody who is heard when a test has waited in vain.
 */
void
loom_test_add_witness (LoomTestTell tell,
                       gpointer     data)
{
  const Witness witness = { tell, data };

  if (witnesses == NULL)
    witnesses = g_array_new (FALSE, FALSE, sizeof (Witness));
  g_array_append_val (witnesses, witness);
}

/**
 * loom_test_remove_witness:
 * @data: data of loom_test_add_witness()
 *
 * Removes a witness.
 */
void
loom_test_remove_witness (gpointer data)
{
  for (guint i = witnesses->len; i > 0; i--)
    if (g_array_index (witnesses, Witness, i - 1).data == data)
      g_array_remove_index (witnesses, i - 1);
}

/* A failure that comes by chance comes once, and has to tell all that there is to know. */
static void
fail (const char *what)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; witnesses != NULL && i < witnesses->len; i++)
    {
      const Witness *witness = &g_array_index (witnesses, Witness, i);

      witness->tell (text, witness->data);
    }
  g_error ("%s waited in vain for %s\n%s", g_test_get_path (), what, text->str);
}

static gboolean
tick_cb (gpointer data)
{
  guint *ticks = data;

  ++*ticks;
  return G_SOURCE_CONTINUE;
}

/**
 * loom_test_wait_until:
 * @predicate: what to wait for
 * @data: data for @predicate
 * @what: what it is, for the message if it does not come
 *
 * Runs the main loop until @predicate holds, and fails after 20 seconds in which the main loop had
 * its turns; the message has what all witnesses tell.
 */
void
loom_test_wait_until (LoomTestPredicate  predicate,
                      gpointer           data,
                      const char        *what)
{
  guint ticks = 0;
  guint id = g_timeout_add (TICK_MS, tick_cb, &ticks);

  while (!predicate (data))
    {
      if (ticks >= DEADLINE_TICKS)
        fail (what);
      g_main_context_iteration (NULL, TRUE);
    }
  g_source_remove (id);
}

/**
 * loom_test_pass_time:
 *
 * Makes all that waits for a time happen at once, as if that had passed.
 */
void
loom_test_pass_time (void)
{
  guint unused = 0;
  const guint newest = g_idle_add (tick_cb, &unused);

  g_source_remove (newest);
  for (guint id = 1; id < newest; id++)
    {
      GSource *source = g_main_context_find_source_by_id (NULL, id);

      if (source != NULL && source->source_funcs == &g_timeout_funcs)
        g_source_set_ready_time (source, 0);
    }
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/**
 * loom_test_store_result:
 * @source: (nullable): not used
 * @result: what is stored
 * @user_data: a `GAsyncResult *` to store it in
 *
 * A callback for loom_test_await().
 */
void
loom_test_store_result (GObject      *source,
                        GAsyncResult *result,
                        gpointer      user_data)
{
  GAsyncResult **place = user_data;

  g_assert_null (*place);
  *place = g_object_ref (result);
}

static gboolean
has_result (gpointer data)
{
  return *(GAsyncResult **) data != NULL;
}

/**
 * loom_test_await:
 * @result: where loom_test_store_result() puts it
 *
 * Runs the main loop until a result has come.
 */
void
loom_test_await (GAsyncResult **result)
{
  loom_test_wait_until (has_result, result, "a result");
}

/**
 * loom_test_make_folder:
 *
 * Returns: (transfer full): a new empty folder; remove it with loom_test_remove()
 */
char *
loom_test_make_folder (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("gridloom-test-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

/**
 * loom_test_remove:
 * @folder: a folder made for a test
 *
 * Removes a folder and all in it; links are not followed.
 */
void
loom_test_remove (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        loom_test_remove (path);
      else
        g_unlink (path);
    }
  g_rmdir (folder);
}

/**
 * loom_test_write:
 * @folder: where to
 * @name: its name there
 * @text: what to write
 *
 * Returns: (transfer full): the path of the new file
 */
char *
loom_test_write (const char *folder,
                 const char *name,
                 const char *text)
{
  char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  return path;
}

/**
 * loom_test_read:
 * @path: a file
 *
 * Returns: (transfer full): what is in it
 */
char *
loom_test_read (const char *path)
{
  g_autoptr (GError) error = NULL;
  char *text;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}
