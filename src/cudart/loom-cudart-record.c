/* loom-cudart-record.c: what a program did on the device, as lines of JSON that others can read
 *
 * The environment's GRIDLOOM_RECORD names a folder. Its recording.jsonl has one object a line: the
 * first says the version, each other one is a launch, a copy, what came of a launch, or a function
 * that is not supported. What the arrays of a launch held before it lies in files that are named
 * after the SHA-256 of their bytes, each once (loom-cudart-contents.c). A line is written whole
 * before the kernel runs, so that a program which is killed or crashes leaves what it did until
 * then.
 *
 * Where GRIDLOOM_RECORD_ONLY is "KERNEL ADDRESS…", the first launch from one of these addresses is
 * all that is recorded, and the program ends with it. Without the name it is one of any kernel.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cudart-contents-private.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define VERSION 1
#define MAX_LINES 1000000       /* behind them nothing is written */

static FILE *file;              /* NULL: nothing is recorded */
static guint64 file_size, n_lines, n_launches;
static GStrv only;              /* the kernel and the addresses of the launch that is asked for;
                                   NULL: all are */

/* What the program printed is seen also where it is killed. */
static __attribute__ ((constructor)) void
print_by_lines (void)
{
  if (g_getenv ("GRIDLOOM_RECORD") != NULL)
    setvbuf (stdout, NULL, _IOLBF, 0);
}

/* Whether there is a recording that has room for a line. */
static gboolean
is_open (void)
{
  static gboolean tried;

  if (!tried)
    {
      const char *folder = g_getenv ("GRIDLOOM_RECORD");
      g_autofree char *path = NULL;

      tried = TRUE;
      if (folder == NULL)
        return FALSE;
      path = g_build_filename (folder, "recording.jsonl", NULL);
      file = fopen (path, "we");
      if (file == NULL)
        {
          _loom_cudart_warn ("%s: %s", path, g_strerror (errno));
          return FALSE;
        }
      if (g_getenv ("GRIDLOOM_RECORD_ONLY") != NULL)
        only = g_strsplit (g_getenv ("GRIDLOOM_RECORD_ONLY"), " ", -1);
      file_size = (guint64) fprintf (file, "{\"recording\":%d}\n", VERSION);
      _loom_cudart_contents_init (folder, fileno (file));
    }
  return file != NULL && n_lines < MAX_LINES;
}

static void
put_line (GString *line)
{
  g_string_append_c (line, '\n');
  fwrite (line->str, 1, line->len, file);
  fflush (file);
  file_size += line->len;
  if (++n_lines == MAX_LINES)
    {
      fputs ("{\"full\":true}\n", file);
      fflush (file);
    }
}

/* A string of JSON; names of kernels and functions are ASCII. */
static void
append_string (GString    *line,
               const char *text)
{
  g_string_append_c (line, '"');
  for (; *text != '\0'; text++)
    if (*text == '"' || *text == '\\')
      g_string_append_printf (line, "\\%c", *text);
    else if ((guchar) *text < ' ')
      g_string_append_printf (line, "\\u%04x", (guchar) *text);
    else
      g_string_append_c (line, *text);
  g_string_append_c (line, '"');
}

static void
append_contents (GString      *line,
                 guint         number,
                 const guint8 *bytes,
                 gsize         size)
{
  const gsize at = line->len;
  const char *name = _loom_cudart_contents_keep (number, bytes, size, at);

  if (name != NULL)
    append_string (line, name);
  else
    g_string_append (line, "null");
}

/* How kernels see an array by an object of it. */
static void
append_object (GString                *line,
               const LoomCudartMemory *memory)
{
  g_autofree char *words = loom_texture_format (&memory->texture);
  g_autofree char *type = loom_type_format (&memory->type);
  g_autofree char *shape = loom_shape_format (&memory->shape);

  g_string_append_printf (line, ",\"%s\":\"%s\",\"type\":\"%s\",\"shape\":\"%s\"",
                          memory->texture.kind == LOOM_TEXTURE_SURFACE ? "surface" : "texture",
                          words, type, shape);
}

/* Each eight bytes of a parameter that are the address of an allocation, as a pointer that is an
 * argument or a member of one. */
static void
append_arrays (GString       *line,
               guint          index,
               const guint8  *bytes,
               gsize          size,
               const char   **comma)
{
  for (gsize at = 0; at + 8 <= size; at += 8)
    {
      LoomCudartMemory *memory;
      guint64 address;

      memcpy (&address, bytes + at, sizeof address);
      memory = _loom_cudart_memory_find (address);
      if (memory == NULL)
        continue;
      g_string_append_printf (line, "%s{\"parameter\":%u,\"at\":%zu,\"offset\":%" G_GUINT64_FORMAT
                              ",\"memory\":%u,\"size\":%zu,\"contents\":", *comma, index, at,
                              address - memory->address, memory->number, memory->size);
      append_contents (line, memory->number, memory->bytes, memory->size);
      if (_loom_cudart_memory_is_mapped (memory))
        g_string_append (line, ",\"mapped\":true");
      if (_loom_cudart_memory_is_undefined (memory))
        g_string_append (line, ",\"undefined\":true");
      if (memory->pitch > 0 && memory->size > 0)
        g_string_append_printf (line, ",\"pitch\":%zu,\"width\":%zu,\"height\":%zu", memory->pitch,
                                memory->width, memory->height);
      if (memory->has_texture)
        append_object (line, memory);
      g_string_append_c (line, '}');
      *comma = ",";
    }
}

/* The bytes of each parameter, and the arrays that they lead to. */
static void
append_parameters (GString             *line,
                   LoomSim             *sim,
                   const LoomSimLaunch *launch)
{
  static const char digits[] = "0123456789abcdef";
  const char *comma = "";
  gsize offset, size;

  g_string_append (line, ",\"parameters\":[");
  for (guint i = 0; loom_sim_get_param (sim, launch->entry, i, &offset, &size); i++)
    {
      g_string_append (line, i > 0 ? ",\"" : "\"");
      for (gsize byte = 0; byte < size; byte++)
        {
          g_string_append_c (line, digits[launch->params[offset + byte] >> 4]);
          g_string_append_c (line, digits[launch->params[offset + byte] & 15]);
        }
      g_string_append_c (line, '"');
    }
  g_string_append (line, "],\"arrays\":[");
  for (guint i = 0; loom_sim_get_param (sim, launch->entry, i, &offset, &size); i++)
    append_arrays (line, i, launch->params + offset, size, &comma);
  g_string_append_c (line, ']');
}

static void
append_variables (GString *line,
                  LoomSim *sim)
{
  const char *comma = "";
  const char *name;
  gsize size;

  g_string_append (line, ",\"variables\":[");
  for (guint i = 0; (name = loom_sim_get_symbol_name (sim, i)) != NULL; i++)
    {
      const guint8 *bytes = loom_sim_find_symbol (sim, name, &size);

      if (bytes == NULL)
        continue;
      g_string_append_printf (line, "%s{\"name\":", comma);
      append_string (line, name);
      g_string_append_printf (line, ",\"size\":%zu,\"contents\":", size);
      append_contents (line, 0, bytes, size);
      g_string_append_c (line, '}');
      comma = ",";
    }
  g_string_append_c (line, ']');
}

static int (*find_place) (char *file, int size);

void
gridloom_set_place_finder (int (*find) (char *file, int size))
{
  find_place = find;
}

/**
 * _loom_cudart_caller_find:
 * @address: where a call of the program returns to
 *
 * Finds where the program makes that call. An interpreter is asked for it, which may wait for
 * another of its threads: the lock must not be held.
 */
LoomCudartCaller
_loom_cudart_caller_find (gconstpointer address)
{
  LoomCudartCaller caller = { address };
  char path[4096] = "";
  int line;

  if (find_place == NULL)
    return caller;
  line = find_place (path, sizeof path);
  path[sizeof path - 1] = '\0';
  if (line > 0)
    caller = (LoomCudartCaller) { NULL, g_intern_string (path), (guint) line };
  return caller;
}

/* Where in the program a launch stands, as addr2line takes it; 0: nobody knows. */
static guint64
find_address (const LoomCudartCaller *caller)
{
  Dl_info info;
  struct link_map *map;

  /* The call is what ends before the address that it returns to. */
  return caller->address != NULL &&
         dladdr1 (caller->address, &info, (void **) &map, RTLD_DL_LINKMAP) != 0
         ? (guint64) ((guintptr) caller->address - (guintptr) map->l_addr) - 1 : 0;
}

static gboolean
is_asked_for (const LoomCudartKernel *kernel,
              guint64                 address)
{
  if (*only[0] != '\0' && strcmp (only[0], kernel->name) != 0)
    return FALSE;
  for (guint i = 1; only[i] != NULL; i++)
    if (strtoull (only[i], NULL, 16) == address)
      return TRUE;
  return FALSE;
}

/**
 * _loom_cudart_record_launch:
 * @launch: what is about to run
 * @caller: where the program makes it
 */
void
_loom_cudart_record_launch (LoomCudartKernel    *kernel,
                            LoomSim             *sim,
                            const LoomSimLaunch *launch,
                            cudaStream_t         stream,
                            const LoomCudartCaller *caller)
{
  const guint64 address = find_address (caller);
  g_autoptr (GString) line = NULL;

  n_launches++;
  if (!is_open () || (only != NULL && !is_asked_for (kernel, address)))
    return;

  line = g_string_new (NULL);
  g_string_append_printf (line, "{\"launch\":%" G_GUINT64_FORMAT ",\"unit\":", n_launches);
  append_string (line, _loom_cudart_kernel_get_unit (kernel));
  g_string_append (line, ",\"kernel\":");
  append_string (line, kernel->name);
  g_string_append_printf (line, ",\"grid\":[%u,%u,%u],\"block\":[%u,%u,%u],\"shared\":%u,"
                          "\"stream\":%" G_GUINT64_FORMAT, launch->grid.x, launch->grid.y,
                          launch->grid.z, launch->block.x, launch->block.y, launch->block.z,
                          launch->shared, (guint64) (guintptr) stream);
  if (address > 0)
    g_string_append_printf (line, ",\"address\":%" G_GUINT64_FORMAT, address);
  if (caller->file != NULL)
    {
      g_string_append (line, ",\"file\":");
      append_string (line, caller->file);
      g_string_append_printf (line, ",\"line\":%u", caller->line);
    }
  _loom_cudart_contents_begin (kernel, caller);
  append_parameters (line, sim, launch);
  append_variables (line, sim);
  g_string_append_c (line, '}');
  _loom_cudart_contents_end (file_size);
  put_line (line);
  if (only != NULL)
    _exit (0);
}

/* What came of the launch that was recorded last, where that is not simply its end. */
void
_loom_cudart_record_outcome (const LoomSimOutcome *outcome,
                             cudaError_t           error)
{
  g_autoptr (GString) line = NULL;

  if (error == cudaSuccess || !is_open () || only != NULL)
    return;

  line = g_string_new (NULL);
  g_string_append_printf (line, "{\"failed\":%" G_GUINT64_FORMAT ",\"error\":\"%s\"", n_launches,
                          cudaGetErrorName (error));
  if (outcome != NULL && outcome->trap != NULL)
    {
      g_string_append_printf (line, ",\"line\":%u,\"text\":", outcome->trap->site.line);
      append_string (line, outcome->trap->text);
    }
  g_string_append_c (line, '}');
  put_line (line);
}

/* A copy or, with no source, a filling; addresses of the host are 0. */
void
_loom_cudart_record_copy (const char   *name,
                          guint64       to,
                          guint64       from,
                          gsize         size,
                          cudaStream_t  stream)
{
  g_autoptr (GString) line = NULL;
  const struct
  {
    const char *word;
    guint64     address;
  } ends[] = { { "to", to }, { "from", from } };

  if (!is_open ())
    return;
  _loom_cudart_memory_set_written (to);
  if (only != NULL)
    return;

  line = g_string_new (NULL);
  g_string_append_printf (line, "{\"call\":\"%s\",\"size\":%zu,\"stream\":%" G_GUINT64_FORMAT, name,
                          size, (guint64) (guintptr) stream);
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      const LoomCudartMemory *memory = _loom_cudart_memory_find (ends[i].address);

      if (memory != NULL)
        g_string_append_printf (line, ",\"%s\":{\"memory\":%u,\"offset\":%" G_GUINT64_FORMAT "%s}",
                                ends[i].word, memory->number, ends[i].address - memory->address,
                                memory->place == LOOM_CUDART_VARIABLE ? ",\"variable\":true" : "");
    }
  g_string_append_c (line, '}');
  put_line (line);
}

void
_loom_cudart_record_refusal (const char *name)
{
  g_autoptr (GString) line = NULL;

  if (!is_open ())
    return;
  line = g_string_new ("{\"refused\":");
  append_string (line, name);
  g_string_append_c (line, '}');
  put_line (line);
}
