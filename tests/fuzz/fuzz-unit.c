/* fuzz-unit.c: any bytes as a document with headers: its unit keeps their lines, what is read of it ends
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The bytes are the document and, each behind a 1 byte, the headers a.h, b.h and so on.
 */

#include "config.h"

#include "loom-source-device.h"
#include "loom-source-launches.h"
#include "loom-source-scan.h"
#include "loom-source-unit.h"
#include "loom-statement.h"

#include <string.h>

int LLVMFuzzerTestOneInput (const guint8 *data,
                            gsize         size);

#define MAX_FILES 8

typedef struct
{
  const char *text[MAX_FILES];
  gsize       length[MAX_FILES];
  guint       n;
} Files;

static void
split (Files      *files,
       const char *text,
       gsize       length)
{
  const char *end = text + length;

  for (files->n = 0; files->n < MAX_FILES; files->n++)
    {
      const char *next = memchr (text, '\1', end - text);

      files->text[files->n] = text;
      files->length[files->n] = (next != NULL ? next : end) - text;
      if (next == NULL)
        {
          files->n++;
          break;
        }
      text = next + 1;
    }
}

/* Which file a name is; the number of files if it is none. */
static guint
find (const Files *files,
      const char  *name)
{
  return name == NULL ? 0
         : strlen (name) == 3 && strcmp (name + 1, ".h") == 0 && *name >= 'a'
         ? MIN ((guint) (*name - 'a') + 1, files->n) : files->n;
}

static GBytes *
read_cb (const char *name,
         gpointer    data)
{
  const Files *files = data;
  const guint i = find (files, name);

  return i < files->n ? g_bytes_new (files->text[i], files->length[i]) : NULL;
}

static gboolean
is_known_cb (const char *name,
             gpointer    data)
{
  return strcmp (name, "cuda_runtime.h") == 0;
}

static guint
count_lines (const char *text,
             gsize       length)
{
  guint lines = 1;

  for (gsize i = 0; i < length; i++)
    lines += text[i] == '\n';
  return lines;
}

/* Each line of the unit is one of a file, the document's are all there, and in order. */
static void
check_lines (const Files          *files,
             const LoomSourceUnit *unit)
{
  const guint n = count_lines (unit->text, unit->length);
  guint last = 0;

  for (guint line = 1; line <= n; line++)
    {
      const LoomSourcePlace place = loom_source_unit_locate_line (unit, line);
      const guint file = find (files, place.file);

      g_assert_cmpuint (file, <, files->n);
      g_assert_cmpuint (place.line, >, 0);
      /* A #line directive and the end of what has none stand behind the last line. */
      g_assert_cmpuint (place.line, <=, count_lines (files->text[file], files->length[file]) + 2);
      if (file != 0 || place.line <= last)
        continue;
      g_assert_cmpuint (loom_source_unit_find_line (unit, NULL, place.line), <=, line);
      last = place.line;
    }
  g_assert_cmpuint (last, >=, count_lines (files->text[0], files->length[0]));
}

static void
check_scan (const LoomSourceUnit *unit)
{
  g_autoptr (LoomSourceScan) scan = loom_source_scan_new (unit->text, unit->length);
  g_autoptr (GPtrArray) members = loom_source_scan_list_members (scan, 256);
  const guint n = count_lines (unit->text, unit->length);

  for (guint i = 0; i < scan->kernels->len; i++)
    {
      const LoomScannedKernel *kernel = scan->kernels->pdata[i];

      g_assert_cmpuint (kernel->line, >, 0);
      g_assert_cmpuint (kernel->line, <=, n);
      g_assert_true (loom_source_scan_find_kernel (scan, kernel->name) != NULL);
    }
  for (guint i = 0; i < scan->host_functions->len; i++)
    {
      const LoomScannedFunction *function = scan->host_functions->pdata[i];

      g_assert_cmpuint (function->line, >, 0);
      g_assert_cmpuint (function->end_line, <=, n);
    }
  g_assert_nonnull (members);
}

static void
check_launches (const LoomSourceUnit *unit)
{
  g_autoptr (GPtrArray) launches = loom_source_launches_read (unit->text, unit->length);
  const guint n = count_lines (unit->text, unit->length);

  for (guint i = 0; i < launches->len; i++)
    {
      const LoomSourceLaunch *launch = launches->pdata[i];
      g_autoptr (LoomSourceLaunch) merged = loom_source_launches_merge (launches, launch->kernel);

      g_assert_cmpuint (launch->line, >, 0);
      g_assert_cmpuint (launch->line, <=, n);
      g_assert_true (g_utf8_validate (launch->kernel, -1, NULL));
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autofree char *text = g_memdup2 (data, MAX (size, 1));
  g_autoptr (LoomSourceUnit) unit = NULL;
  g_autoptr (LoomSourceDevice) device = NULL;
  Files files;
  const LoomSourceFiles around = { .read = read_cb, .is_known = is_known_cb, .data = &files };

  split (&files, text, size);
  unit = loom_source_unit_new (files.text[0], files.length[0], "doc.cu", &around);
  if (unit->refused != NULL)
    return 0;

  check_lines (&files, unit);
  check_scan (unit);
  check_launches (unit);
  device = loom_source_device_new (unit->text, unit->length);
  g_assert_cmpuint (strlen (loom_source_device_text (device, NULL)), ==, unit->length);
  return 0;
}
