/* loom-compiler-unit.c: which files a document's unit is made of
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-compiler-private.h"

#include "loom-compile-options.h"
#include "loom-folder.h"
#include "loom-text-encoding.h"

#include <string.h>

#define MAX_HEADER (16 << 20)

/* In UTF-8, as the compiler is given it. */
static GBytes *
decode (GBytes *bytes)
{
  LoomTextEncoding encoding;
  gsize size, length;
  const char *data = g_bytes_get_data (bytes, &size);
  char *text = loom_text_decode (data, size, &encoding, &length);

  return text != NULL ? g_bytes_new_take (text, length) : NULL;
}

/* As seen from the folders that may be read, so that the kernel's own check holds. */
static GBytes *
read_cb (const char *name,
         gpointer    data)
{
  const LoomCompileRequest *request = ((LoomCompilerJob *) data)->request;
  const char *root = _loom_compiler_get_root (request);
  g_autofree char *path = NULL;
  g_autofree char *beneath = NULL;
  g_autoptr (GBytes) bytes = NULL;
  gsize size;

  if (request->folder == NULL)
    return NULL;

  path = g_canonicalize_filename (name, request->folder);
  beneath = loom_folder_dup_name (root, path);
  bytes = loom_folder_read (root, beneath, MAX_HEADER, &size, NULL);
  return bytes != NULL && size <= MAX_HEADER ? decode (bytes) : NULL;
}

static gboolean
is_known_cb (const char *name,
             gpointer    data)
{
  return loom_nvrtc_has_header (((LoomCompilerJob *) data)->nvrtc, name);
}

/**
 * _loom_compiler_get_root:
 * @request: what is compiled
 *
 * Returns: (nullable): the folder that headers may lie beneath, the document's or one above it
 */
const char *
_loom_compiler_get_root (const LoomCompileRequest *request)
{
  return request->root != NULL ? request->root : request->folder;
}

/* Whoever waits for the document to compile looks for these to change. */
static void
list_files (LoomCompilerJob *job)
{
  for (guint i = 1; i < job->unit->files->len; i++)
    g_ptr_array_add (job->compiled->files, g_strdup (job->unit->files->pdata[i]));
  for (guint i = 0; i < job->unit->missing->len; i++)
    {
      const LoomMissingHeader *missing = job->unit->missing->pdata[i];

      if (!missing->is_angled)
        g_ptr_array_add (job->compiled->files, g_strdup (missing->path));
    }
}

/* Puts the document's headers in their places. FALSE: that cannot be, and a problem says why. */
gboolean
_loom_compiler_make_unit (LoomCompilerJob *job)
{
  const LoomCompileRequest *request = job->request;
  g_auto (GStrv) folders = loom_compile_options_list_folders (request->options);
  const LoomSourceFiles files = {
    .read = read_cb,
    .is_known = is_known_cb,
    .data = job,
    .folders = (const char * const *) folders,
  };

  job->unit = loom_source_unit_new (request->source, request->length, job->name, &files);
  list_files (job);
  if (job->unit->refused != NULL)
    {
      g_ptr_array_add (job->compiled->diagnostics, g_steal_pointer (&job->unit->refused));
      return FALSE;
    }

  job->scan = loom_source_scan_new (job->unit->text, job->unit->length);
  job->device = loom_source_device_new (job->unit->text, job->unit->length);
  return TRUE;
}
