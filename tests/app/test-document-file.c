/* test-document-file.c: one document, its file, and what of it outlives the window
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-document-file.h"

#include "loom-app-test.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SOURCE "__global__ void k (float *f) { f[0] = 1; }\n"

typedef struct
{
  char             *folder;
  char             *drafts;
  char             *path;
  GFile            *file;
  LoomSession      *session;
  LoomDocumentFile *document;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->folder = loom_test_make_folder ();
  fixture->drafts = g_build_filename (fixture->folder, "state", "drafts", NULL);
  fixture->path = loom_test_write (fixture->folder, "k.cu", SOURCE);
  fixture->file = g_file_new_for_path (fixture->path);
  fixture->session = loom_session_new ();
  fixture->document = loom_document_file_new (fixture->session, fixture->drafts);
}

static gboolean
is_null (gpointer place)
{
  return *(gpointer *) place == NULL;
}

/* A look at the file that is under way holds the document until it has ended. */
static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  loom_document_file_close (fixture->document);
  g_object_add_weak_pointer (G_OBJECT (fixture->document), (gpointer *) &fixture->document);
  g_object_unref (fixture->document);
  loom_test_wait_until (is_null, &fixture->document, "the end of the document");
  g_assert_finalize_object (fixture->session);
  g_object_unref (fixture->file);
  loom_test_remove (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->drafts);
  g_free (fixture->path);
}

static void
load (Fixture *fixture)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  loom_document_file_load_async (fixture->document, fixture->file, loom_test_store_result,
                                 &result);
  loom_test_await (&result);
  loom_document_file_finish (fixture->document, result, &error);
  g_assert_no_error (error);
}

static gboolean
save (Fixture  *fixture,
      GFile    *file,
      GError  **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  loom_document_file_save_async (fixture->document, file, loom_test_store_result, &result);
  loom_test_await (&result);
  return loom_document_file_finish (fixture->document, result, error);
}

static void
assert_saves (Fixture *fixture,
              GFile   *file)
{
  g_autoptr (GError) error = NULL;

  save (fixture, file, &error);
  g_assert_no_error (error);
}

static void
reload (Fixture *fixture)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  loom_document_file_reload_async (fixture->document, loom_test_store_result, &result);
  loom_test_await (&result);
  loom_document_file_finish (fixture->document, result, &error);
  g_assert_no_error (error);
}

static GPtrArray *
list_drafts (const char *folder)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *drafts;

  loom_draft_list_async (folder, NULL, loom_test_store_result, &result);
  loom_test_await (&result);
  drafts = loom_draft_list_finish (result, &error);
  g_assert_no_error (error);
  return drafts;
}

static gboolean
is_stored (gpointer data)
{
  return loom_draft_is_stored (loom_document_file_get_draft (data));
}

static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (dir != NULL && g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static gboolean
is_changed (gpointer data)
{
  return loom_document_file_get_disk (data) == LOOM_DISK_CHANGED;
}

static gboolean
is_gone (gpointer data)
{
  return loom_document_file_get_disk (data) == LOOM_DISK_GONE;
}

static void
test_modified_follows_the_text (Fixture       *fixture,
                                gconstpointer  data)
{
  g_assert_false (loom_session_get_modified (fixture->session));
  load (fixture);
  g_assert_cmpstr (loom_session_get_name (fixture->session), ==, "k.cu");
  g_assert_cmpstr (loom_session_get_text (fixture->session), ==, SOURCE);
  g_assert_false (loom_session_get_modified (fixture->session));

  loom_session_edit (fixture->session, "view", "lens", "writes", NULL);
  g_assert_false (loom_session_get_modified (fixture->session));
  loom_session_edit (fixture->session, "launch", "block", "8,8", NULL);
  g_assert_true (loom_session_get_modified (fixture->session));
  loom_session_edit (fixture->session, "launch", "block", NULL, NULL);
  loom_session_set_text (fixture->session, SOURCE, -1);
  g_assert_false (loom_session_get_modified (fixture->session));
}

static void
test_save_and_save_as (Fixture       *fixture,
                       gconstpointer  data)
{
  g_autoptr (GFile) folder = g_file_get_parent (fixture->file);
  g_autoptr (GFile) copy = g_file_get_child (folder, "copy.cu");
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  load (fixture);
  loom_session_set_text (fixture->session, SOURCE "int a;\n", -1);
  assert_saves (fixture, NULL);
  g_assert_false (loom_session_get_modified (fixture->session));
  first = loom_test_read (fixture->path);
  g_assert_cmpstr (first, ==, SOURCE "int a;\n");

  loom_session_set_text (fixture->session, SOURCE "int b;\n", -1);
  assert_saves (fixture, copy);
  g_assert_cmpstr (loom_session_get_name (fixture->session), ==, "copy.cu");
  second = loom_test_read (g_file_peek_path (copy));
  g_assert_cmpstr (second, ==, SOURCE "int b;\n");
  g_assert_cmpint (loom_document_file_get_disk (fixture->document), ==, LOOM_DISK_SAME);
}

/* A letter that its encoding lacks goes into a file that is named, which then is UTF-8. */
static void
test_save_as_takes_any_letter (Fixture       *fixture,
                               gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *bytes = NULL;

  g_assert_true (g_file_set_contents (fixture->path, "// \xfc\n", -1, NULL));
  load (fixture);
  g_assert_cmpstr (loom_session_get_text (fixture->session), ==, "// ü\n");
  loom_session_set_text (fixture->session, "// ü α\n", -1);
  g_assert_false (save (fixture, NULL, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_FILE);
  assert_saves (fixture, fixture->file);
  bytes = loom_test_read (fixture->path);
  g_assert_cmpstr (bytes, ==, "// ü α\n");
  assert_saves (fixture, NULL);
}

static void
test_failed_load_changes_nothing (Fixture       *fixture,
                                  gconstpointer  data)
{
  g_autoptr (GFile) nothing = g_file_new_for_path ("/nowhere/k.cu");
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  load (fixture);
  loom_document_file_load_async (fixture->document, nothing, loom_test_store_result, &result);
  loom_test_await (&result);
  g_assert_false (loom_document_file_finish (fixture->document, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_cmpstr (loom_session_get_text (fixture->session), ==, SOURCE);
  g_assert_true (g_file_equal (loom_session_get_file (fixture->session), fixture->file));
}

static void
test_reload_takes_theirs (Fixture       *fixture,
                          gconstpointer  data)
{
  load (fixture);
  g_free (loom_test_write (fixture->folder, "k.cu", "int theirs;\n"));
  loom_test_wait_until (is_changed, fixture->document, "news of the change");
  reload (fixture);
  g_assert_cmpstr (loom_session_get_text (fixture->session), ==, "int theirs;\n");
  g_assert_false (loom_session_get_modified (fixture->session));
  g_assert_cmpint (loom_document_file_get_disk (fixture->document), ==, LOOM_DISK_SAME);
}

static void
test_keep_overwrites_theirs (Fixture       *fixture,
                             gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *bytes = NULL;

  load (fixture);
  loom_session_set_text (fixture->session, "int mine;\n", -1);
  g_free (loom_test_write (fixture->folder, "k.cu", "int theirs;\n"));
  g_assert_false (save (fixture, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG);
  loom_test_wait_until (is_changed, fixture->document, "news of the change");

  loom_document_file_keep (fixture->document);
  g_assert_true (loom_session_get_modified (fixture->session));
  assert_saves (fixture, NULL);
  bytes = loom_test_read (fixture->path);
  g_assert_cmpstr (bytes, ==, "int mine;\n");
}

static void
test_removed_file_is_written_again (Fixture       *fixture,
                                    gconstpointer  data)
{
  load (fixture);
  g_unlink (fixture->path);
  loom_test_wait_until (is_gone, fixture->document, "news of the removal");
  g_assert_true (loom_session_get_modified (fixture->session));
  assert_saves (fixture, NULL);
  g_assert_false (loom_session_get_modified (fixture->session));
  g_assert_true (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
}

static void
test_draft_lives_while_unsaved (Fixture       *fixture,
                                gconstpointer  data)
{
  g_autoptr (GPtrArray) drafts = NULL;

  load (fixture);
  g_assert_cmpuint (count_files (fixture->drafts), ==, 0);
  loom_session_set_text (fixture->session, "int mine;\n", -1);
  loom_test_wait_until (is_stored, fixture->document, "the draft");
  g_assert_cmpuint (count_files (fixture->drafts), ==, 3);

  drafts = list_drafts (fixture->drafts);
  g_assert_cmpuint (drafts->len, ==, 0);

  assert_saves (fixture, NULL);
  g_assert_cmpuint (count_files (fixture->drafts), ==, 0);
}

static void
test_undone_change_needs_no_draft (Fixture       *fixture,
                                   gconstpointer  data)
{
  load (fixture);
  loom_session_set_text (fixture->session, "int mine;\n", -1);
  loom_test_wait_until (is_stored, fixture->document, "the draft");
  loom_session_set_text (fixture->session, SOURCE, -1);
  g_assert_cmpuint (count_files (fixture->drafts), ==, 0);
}

static void
test_discarded_draft_does_not_come_back (Fixture       *fixture,
                                         gconstpointer  data)
{
  g_autoptr (LoomDraft) draft = loom_draft_new (fixture->drafts);

  for (guint i = 0; i < 50; i++)
    {
      loom_draft_store (draft, "int a;\n", NULL, "Untitled", NULL);
      loom_draft_discard (draft);
    }
  loom_draft_store (draft, "int last;\n", NULL, "Untitled", NULL);
  while (!loom_draft_is_stored (draft))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (count_files (fixture->drafts), ==, 3);
  loom_draft_discard (draft);
  g_assert_cmpuint (count_files (fixture->drafts), ==, 0);
}

static void
wait_stored (LoomDraft *draft)
{
  while (!loom_draft_is_stored (draft))
    g_main_context_iteration (NULL, TRUE);
}

/* What is known of the file is not longer for what was known before. */
static void
test_draft_follows_to_a_shorter_name (Fixture       *fixture,
                                      gconstpointer  data)
{
  g_autoptr (LoomDraft) draft = loom_draft_new (fixture->drafts);
  g_autoptr (GDir) folder = NULL;
  const char *name;
  guint n = 0;

  loom_draft_store (draft, "int a;\n", NULL, "a kernel whose name is long.cu", NULL);
  wait_stored (draft);
  loom_draft_store (draft, "int a;\n", NULL, "b.cu", NULL);
  wait_stored (draft);
  folder = g_dir_open (fixture->drafts, 0, NULL);
  while ((name = g_dir_read_name (folder)) != NULL)
    if (g_str_has_suffix (name, ".info"))
      {
        g_autofree char *path = g_build_filename (fixture->drafts, name, NULL), *text = NULL;

        g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
        g_assert_true (g_str_has_suffix (text, "name=b.cu\n"));
        n++;
      }
  g_assert_cmpuint (n, ==, 1);
}

static void
failed_cb (LoomDraft    *draft,
           const GError *error,
           gpointer      data)
{
  *(gboolean *) data = TRUE;
}

static gboolean
is_true (gpointer data)
{
  return *(gboolean *) data;
}

static void
test_failing_draft_is_told (Fixture       *fixture,
                            gconstpointer  data)
{
  g_autoptr (LoomDraft) draft = loom_draft_new (fixture->path);
  gboolean failed = FALSE;

  g_signal_connect (draft, "failed", G_CALLBACK (failed_cb), &failed);
  loom_draft_store (draft, "int a;\n", NULL, "Untitled", NULL);
  loom_test_wait_until (is_true, &failed, "the failure");
  g_assert_false (loom_draft_is_stored (draft));
}

/* The other side of the kill: a window's document, which says when its draft is there and then
 * waits. */
static int
be_victim (const char *drafts,
           const char *path,
           const char *text)
{
  g_autoptr (LoomSession) session = loom_session_new ();
  g_autoptr (LoomDocumentFile) document = loom_document_file_new (session, drafts);
  Fixture fixture = { .session = session, .document = document };

  if (*path != '\0')
    {
      fixture.file = g_file_new_for_path (path);
      load (&fixture);
    }
  loom_session_set_text (session, text, -1);
  loom_test_wait_until (is_stored, document, "the draft");
  if (write (STDOUT_FILENO, "!", 1) != 1)
    return 1;
  for (;;)
    g_main_context_iteration (NULL, TRUE);
}

/* Starts a victim, waits for its draft, looks whether anybody else is offered it, and kills it. */
static void
make_orphan (Fixture    *fixture,
             const char *path,
             const char *text)
{
  const char *argv[] = { "/proc/self/exe", "--victim", fixture->drafts, path, text, NULL };
  g_autoptr (GPtrArray) drafts = NULL;
  g_autoptr (GError) error = NULL;
  GPid pid;
  int out, status;
  char ready;

  g_spawn_async_with_pipes (NULL, (char **) argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid,
                            NULL, &out, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (read (out, &ready, 1), ==, 1);
  drafts = list_drafts (fixture->drafts);
  g_assert_cmpuint (drafts->len, ==, 0);

  g_assert_cmpint (kill (pid, SIGKILL), ==, 0);
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  g_assert_true (WIFSIGNALED (status));
  close (out);
}

static void
restore (Fixture   *fixture,
         LoomDraft *draft)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  loom_document_file_restore_async (fixture->document, draft, loom_test_store_result,
                                    &result);
  loom_test_await (&result);
  loom_document_file_finish (fixture->document, result, &error);
  g_assert_no_error (error);
}

static void
test_untitled_text_survives_a_kill (Fixture       *fixture,
                                    gconstpointer  data)
{
  g_autofree char *middle = g_strnfill (100000, '\n');
  g_autofree char *text = g_strconcat ("// \xe2\x82\xac\n", middle, "int end;", NULL);
  g_autoptr (GPtrArray) drafts = NULL;
  g_autoptr (GPtrArray) others = NULL;

  make_orphan (fixture, "", text);
  drafts = list_drafts (fixture->drafts);
  g_assert_cmpuint (drafts->len, ==, 1);
  others = list_drafts (fixture->drafts);
  g_assert_cmpuint (others->len, ==, 0);

  restore (fixture, drafts->pdata[0]);
  g_assert_cmpstr (loom_session_get_text (fixture->session), ==, text);
  g_assert_null (loom_session_get_file (fixture->session));
  g_assert_true (loom_session_get_modified (fixture->session));
  g_assert_cmpuint (count_files (fixture->drafts), ==, 3);

  assert_saves (fixture, fixture->file);
  g_assert_cmpuint (count_files (fixture->drafts), ==, 0);
}

static void
test_draft_of_a_file_survives_a_kill (Fixture       *fixture,
                                      gconstpointer  data)
{
  g_autoptr (GPtrArray) drafts = NULL;

  make_orphan (fixture, fixture->path, "int mine;\n");
  drafts = list_drafts (fixture->drafts);
  g_assert_cmpuint (drafts->len, ==, 1);
  restore (fixture, drafts->pdata[0]);
  g_assert_cmpstr (loom_session_get_text (fixture->session), ==, "int mine;\n");
  g_assert_cmpint (loom_document_file_get_disk (fixture->document), ==, LOOM_DISK_SAME);
  assert_saves (fixture, NULL);
}

static void
test_file_changed_after_the_kill (Fixture       *fixture,
                                  gconstpointer  data)
{
  g_autoptr (GPtrArray) drafts = NULL;
  g_autoptr (GError) error = NULL;

  make_orphan (fixture, fixture->path, "int mine;\n");
  g_free (loom_test_write (fixture->folder, "k.cu", "int theirs;\n"));
  drafts = list_drafts (fixture->drafts);
  restore (fixture, drafts->pdata[0]);
  g_assert_cmpstr (loom_session_get_text (fixture->session), ==, "int mine;\n");
  g_assert_cmpint (loom_document_file_get_disk (fixture->document), ==, LOOM_DISK_CHANGED);
  g_assert_false (save (fixture, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG);
}

int
main (int   argc,
      char *argv[])
{
  static const struct
  {
    const char *path;
    void (* test) (Fixture *fixture, gconstpointer data);
  } tests[] = {
    { "/app/document-file/modified-follows-the-text", test_modified_follows_the_text },
    { "/app/document-file/save-and-save-as", test_save_and_save_as },
    { "/app/document-file/save-as-takes-any-letter", test_save_as_takes_any_letter },
    { "/app/document-file/failed-load-changes-nothing", test_failed_load_changes_nothing },
    { "/app/document-file/reload-takes-theirs", test_reload_takes_theirs },
    { "/app/document-file/keep-overwrites-theirs", test_keep_overwrites_theirs },
    { "/app/document-file/removed-file-is-written-again", test_removed_file_is_written_again },
    { "/app/document-file/draft-lives-while-unsaved", test_draft_lives_while_unsaved },
    { "/app/document-file/undone-change-needs-no-draft", test_undone_change_needs_no_draft },
    { "/app/document-file/discarded-draft-does-not-come-back",
      test_discarded_draft_does_not_come_back },
    { "/app/document-file/draft-follows-to-a-shorter-name", test_draft_follows_to_a_shorter_name },
    { "/app/document-file/failing-draft-is-told", test_failing_draft_is_told },
    { "/app/document-file/untitled-text-survives-a-kill", test_untitled_text_survives_a_kill },
    { "/app/document-file/draft-of-a-file-survives-a-kill", test_draft_of_a_file_survives_a_kill },
    { "/app/document-file/file-changed-after-the-kill", test_file_changed_after_the_kill },
  };

  if (argc == 5 && strcmp (argv[1], "--victim") == 0)
    return be_victim (argv[2], argv[3], argv[4]);

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
