/* test-document-compare.c: how a run is looked at is no change of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-document.h"

#define SOURCE "__global__ void k () {}\n"
#define LAUNCH "[launch]\nblock=8,8\n"
#define VIEW "[view]\nlens=writes\n"
#define BLOCK(settings) "/* gridloom\n" settings "*/\n"

static const struct
{
  const char *name;
  const char *before;
  const char *after;
  gboolean equal;
} rows[] = {
  { "same", SOURCE, SOURCE, TRUE },
  { "source", SOURCE, "__global__ void l () {}\n", FALSE },
  { "line-at-the-end", SOURCE, SOURCE "\n", FALSE },
  { "lens", SOURCE BLOCK (VIEW), SOURCE BLOCK ("[view]\nlens=value\narray=f\n"), TRUE },
  { "view-added", SOURCE BLOCK (LAUNCH), SOURCE BLOCK (LAUNCH VIEW), TRUE },
  { "view-in-the-middle", SOURCE BLOCK (LAUNCH "[arg f]\nfill=ones\n"),
    SOURCE BLOCK (LAUNCH "\n[ view ]\nlens=value\n\n[arg f]\nfill=ones\n"), TRUE },
  { "block-of-view-alone", SOURCE, SOURCE "\n" BLOCK (VIEW), TRUE },
  { "block-of-launch", SOURCE, SOURCE "\n" BLOCK (LAUNCH), FALSE },
  { "launch", SOURCE BLOCK (LAUNCH VIEW), SOURCE BLOCK ("[launch]\nblock=4,8\n" VIEW), FALSE },
  { "text-behind", SOURCE BLOCK (VIEW), SOURCE BLOCK (VIEW) "int i;\n", FALSE },
  { "view-like-group", SOURCE BLOCK ("[viewer]\na=1\n"), SOURCE BLOCK ("[viewer]\na=2\n"), FALSE },
  { "empty", "", "", TRUE },
};

static void
test_row (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autoptr (LoomDocument) before = loom_document_parse (rows[i].before, -1);
  g_autoptr (LoomDocument) after = loom_document_parse (rows[i].after, -1);

  g_assert_cmpint (loom_document_equals_but_view (before, after), ==, rows[i].equal);
  g_assert_cmpint (loom_document_equals_but_view (after, before), ==, rows[i].equal);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/core/document-compare/", rows[i].name, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_row);
    }
  return g_test_run ();
}
