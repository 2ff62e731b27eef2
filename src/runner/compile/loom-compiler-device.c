/* loom-compiler-device.c: which part of a unit is device code, where the compiler has a say in it
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Its tokens tell nearly always. Where they don't, the compiler misses a name or does not take what
 * stands at a place, and is asked again with that put back or taken away.
 */

#include "config.h"

#include "loom-compiler-private.h"
#include "loom-nvrtc-log.h"
#include "loom-compile-options.h"
#include "loom-folder.h"
#include "loom-text-encoding.h"

#include <glib/gi18n-lib.h>

#include <stdlib.h>
#include <string.h>

/* Of one log; whoever misses more names than that has another problem. */
#define MAX_MESSAGES 50

/* What NVRTC says of names that it does not know: the name stands between the words. */
static const struct
{
  const char *before, *after;
} unknown_names[] = {
  { "identifier \"", "\" is undefined" },
  { "\" has no member \"", "\"" },
  { "name \"", "\" is not a class or namespace name" },
  { "", " is not a template" },
  { "incomplete type \"", "\"" },
  { "no instance of overloaded function \"", "\"" },
};

/* NULL: the message is about something else. */
static char *
dup_unknown_name (const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (unknown_names); i++)
    {
      const char *before = strstr (text, unknown_names[i].before);
      const char *name = before != NULL ? before + strlen (unknown_names[i].before) : NULL;
      const char *after = name != NULL ? strstr (name, unknown_names[i].after) : NULL;

      if (after != NULL)
        return g_strndup (name, after - name);
    }

  return NULL;
}

/* Where a message stands in the unit; its length if it stands nowhere there. */
static gsize
find_offset (const LoomSourceUnit   *unit,
             const LoomNvrtcMessage *message,
             const char             *document)
{
  const gboolean is_document = message->file == NULL || g_str_equal (message->file, document);
  guint line = loom_source_unit_find_line (unit, is_document ? NULL : message->file, message->line);
  const char *at = unit->text;

  if (line == 0)
    return unit->length;

  for (; line > 1 && at != NULL; line--)
    {
      at = memchr (at, '\n', unit->text + unit->length - at);
      at = at != NULL ? at + 1 : NULL;
    }
  if (at == NULL)
    return unit->length;

  if (message->column > 0 && message->column - 1 <= g_utf8_strlen (at, strcspn (at, "\n")))
    return g_utf8_offset_to_pointer (at, message->column - 1) - unit->text;
  return at + strspn (at, " \t") - unit->text;
}

static gboolean
keep_name (LoomCompilerJob        *job,
           const LoomNvrtcMessage *message)
{
  g_autofree char *name = dup_unknown_name (message->text);

  return name != NULL && loom_source_device_keep (job->device, name);
}

static gboolean
drop_place (LoomCompilerJob        *job,
            const LoomNvrtcMessage *message)
{
  const gsize offset = find_offset (job->unit, message, job->name);

  return offset < job->unit->length && loom_source_device_drop (job->device, offset);
}

static gboolean
fold_constants (LoomCompilerJob        *job,
                const LoomNvrtcMessage *message)
{
  return g_str_has_prefix (message->text, "dynamic initialization is not supported")
         && loom_source_device_fold (job->device);
}

/* pow (float, double): headers/math.h has what C++ has for that. */
static gboolean
mix_numbers (LoomCompilerJob        *job,
             const LoomNvrtcMessage *message)
{
  if (job->mixes_numbers || strstr (message->text, "more than one instance of overloaded") == NULL)
    return FALSE;

  job->mixes_numbers = TRUE;
  return TRUE;
}

/* A kernel that launches another one stops there: all else can be run. */
static gboolean
trap_launches (LoomCompilerJob        *job,
               const LoomNvrtcMessage *message)
{
  const gboolean is_document = message->file == NULL || g_str_equal (message->file, job->name);
  const gboolean is_first = !job->traps_launches;
  LoomDiagnostic *diagnostic;

  if (strstr (message->text, "device-side kernel launch") == NULL &&
      strstr (message->text, "kernel launch from __device__") == NULL)
    return FALSE;
  diagnostic = loom_diagnostic_new (LOOM_SEVERITY_ERROR, message->line, message->column,
                                    _("a kernel launches another one here, which is not supported: "
                                      "a thread that comes to this line stops the launch"));
  diagnostic->file = is_document ? NULL : g_strdup (message->file);
  g_ptr_array_add (job->instance_errors, diagnostic);
  job->traps_launches = TRUE;
  return is_first;
}

/* Whether any error made a change. */
static gboolean
amend (LoomCompilerJob *job,
       GPtrArray       *messages,
       gboolean      (* change) (LoomCompilerJob        *job,
                                 const LoomNvrtcMessage *message))
{
  gboolean changed = FALSE;

  for (guint i = 0; i < MIN (messages->len, MAX_MESSAGES); i++)
    {
      const LoomNvrtcMessage *message = messages->pdata[i];

      if (message->severity == LOOM_SEVERITY_ERROR && change (job, message))
        changed = TRUE;
    }

  return changed;
}

/* Whatever is wrong may be so for want of headers, unless only our questions are. */
static gboolean
add_headers (LoomCompilerJob *job,
             GPtrArray       *messages)
{
  gboolean is_users = FALSE;

  for (guint i = 0; i < messages->len; i++)
    {
      const LoomNvrtcMessage *message = messages->pdata[i];

      is_users = is_users || (message->severity == LOOM_SEVERITY_ERROR
                              && !loom_diagnose_is_ours (message->file));
    }
  if (!job->is_lean || !is_users)
    return FALSE;

  job->is_lean = FALSE;
  return TRUE;
}

/* The compiler refused the text: whether another choice of it is worth asking again. */
gboolean
_loom_compiler_amend_device (LoomCompilerJob *job)
{
  g_autoptr (GPtrArray) messages = loom_nvrtc_log_parse (job->result.log);

  return amend (job, messages, trap_launches) || amend (job, messages, mix_numbers)
         || amend (job, messages, keep_name) || amend (job, messages, fold_constants)
         || add_headers (job, messages) || amend (job, messages, drop_place);
}

static const LoomLeftOut *
find_left_out (LoomCompilerJob *job,
               const char      *name)
{
  const GPtrArray *left_out = loom_source_device_left_out (job->device);

  for (guint i = 0; i < left_out->len; i++)
    {
      const LoomLeftOut *one = left_out->pdata[i];

      if (g_strcmp0 (one->name, name) == 0)
        return one;
    }

  return NULL;
}

/* To the compiler a name of the host is not there; the user sees it. */
void
_loom_compiler_explain_left_out (LoomCompilerJob *job)
{
  const GPtrArray *diagnostics = job->compiled->diagnostics;

  for (guint i = 0; i < diagnostics->len; i++)
    {
      LoomDiagnostic *diagnostic = diagnostics->pdata[i];
      g_autofree char *name = dup_unknown_name (diagnostic->text);
      const LoomLeftOut *left_out = name != NULL ? find_left_out (job, name) : NULL;

      if (left_out == NULL)
        continue;

      if (left_out->why == LOOM_LEFT_OUT_VARIABLE)
        {
          g_free (diagnostic->text);
          diagnostic->text = g_strdup_printf (_("%s is a variable of the host, which a kernel "
                                                "cannot see: mark it __device__ or __constant__"),
                                              name);
        }
      else if (left_out->why == LOOM_LEFT_OUT_FUNCTION)
        {
          g_free (diagnostic->text);
          diagnostic->text = g_strdup_printf (_("%s is a function of the host, which a kernel "
                                                "cannot call: mark it __device__"), name);
        }
    }
}

static gboolean
is_of (const LoomDiagnostic    *note,
       const LoomMissingHeader *missing)
{
  return note->severity == LOOM_SEVERITY_NOTE && note->line == missing->line
         && g_strcmp0 (note->file, missing->file) == 0
         && strstr (note->text, missing->name) != NULL;
}

/* Whether the compiler speaks of names that nothing declares. */
gboolean
_loom_compiler_misses_names (LoomCompilerJob *job)
{
  const GPtrArray *diagnostics = job->compiled->diagnostics;
  gboolean found = FALSE;

  for (guint i = 0; !found && i < diagnostics->len; i++)
    {
      const LoomDiagnostic *diagnostic = diagnostics->pdata[i];
      g_autofree char *name = diagnostic->severity == LOOM_SEVERITY_ERROR
                                  ? dup_unknown_name (diagnostic->text) : NULL;

      found = name != NULL;
    }

  return found;
}

/* Names that nothing here declares may be those of a header that is missing: that goes before all
 * that follows from it. */
void
_loom_compiler_blame_missing (LoomCompilerJob *job)
{
  GPtrArray *diagnostics = job->compiled->diagnostics;
  guint n_blamed = 0;

  if (job->result.compiled || !_loom_compiler_misses_names (job))
    return;

  for (guint i = 0; i < job->unit->missing->len; i++)
    {
      const LoomMissingHeader *missing = job->unit->missing->pdata[i];

      for (guint j = n_blamed; j < diagnostics->len; j++)
        if (is_of (diagnostics->pdata[j], missing))
          {
            g_ptr_array_remove_index (diagnostics, j);
            g_ptr_array_insert (diagnostics, (gint) n_blamed++,
                                loom_diagnose_blamed (&job->context, missing));
            break;
          }
    }
}

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

/**
 * loom_compiler_read_header:
 * @request: with real paths of its folder and root
 * @name: of a header, absolute or as seen from the document's folder
 *
 * Reads it as seen from the folders that may be read, so that the kernel's own check holds.
 *
 * Returns: (transfer full) (nullable): what it holds, %NULL if there is none
 */
GBytes *
loom_compiler_read_header (const LoomCompileRequest *request,
                           const char               *name)
{
  const char *root = _loom_compiler_get_root (request);
  g_autofree char *path = NULL;
  g_autofree char *beneath = NULL;
  GBytes *bytes;
  gsize size = 0;

  if (request->folder == NULL)
    return NULL;

  path = g_canonicalize_filename (name, request->folder);
  beneath = loom_folder_dup_name (root, path);
  bytes = loom_folder_read (root, beneath, MAX_HEADER, &size, NULL);
  if (size > MAX_HEADER)
    g_clear_pointer (&bytes, g_bytes_unref);
  return bytes;
}

/**
 * loom_compiler_dup_digest:
 * @bytes: (nullable): of loom_compiler_read_header()
 *
 * Returns: (transfer full): their SHA-256, empty for none
 */
char *
loom_compiler_dup_digest (GBytes *bytes)
{
  return bytes != NULL ? g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes) : g_strdup ("");
}

static GBytes *
read_cb (const char *name,
         gpointer    data)
{
  LoomCompilerJob *job = data;
  g_autoptr (GBytes) bytes = loom_compiler_read_header (job->request, name);

  g_ptr_array_add (job->compiled->lookups, g_utf8_make_valid (name, -1));
  g_ptr_array_add (job->compiled->lookups, loom_compiler_dup_digest (bytes));
  return bytes != NULL ? decode (bytes) : NULL;
}

static gboolean
is_known_cb (const char *name,
             gpointer    data)
{
  return loom_nvrtc_has_header (((LoomCompilerJob *) data)->nvrtc, name);
}

/**
 * loom_compiler_find_root:
 * @real_folder: (nullable): the real path of a document's folder
 * @root: what headers may lie beneath, as requested
 *
 * Returns: (nullable): the real path of @root, to be freed with free(); %NULL: it is none, or not
 *   above the folder
 */
char *
loom_compiler_find_root (const char *real_folder,
                         const char *root)
{
  char *real_root = *root != '\0' ? realpath (root, NULL) : NULL;
  gsize length = real_root != NULL ? strlen (real_root) : 0;

  if (real_root != NULL && real_folder != NULL && length > 1
      && g_str_has_prefix (real_folder, real_root)
      && (real_folder[length] == '/' || real_folder[length] == '\0'))
    return real_root;

  free (real_root);
  return NULL;
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
  /* who waits for the document to compile looks for these to change */
  for (guint i = 1; i < job->unit->files->len; i++)
    g_ptr_array_add (job->compiled->files, g_strdup (job->unit->files->pdata[i]));
  for (guint i = 0; i < job->unit->missing->len; i++)
    {
      const LoomMissingHeader *missing = job->unit->missing->pdata[i];

      if (!missing->is_angled)
        g_ptr_array_add (job->compiled->files, g_strdup (missing->path));
    }
  if (job->unit->refused != NULL)
    {
      g_ptr_array_add (job->compiled->diagnostics, g_steal_pointer (&job->unit->refused));
      return FALSE;
    }

  job->scan = loom_source_scan_new (job->unit->text, job->unit->length);
  job->device = loom_source_device_new (job->unit->text, job->unit->length);
  return TRUE;
}
