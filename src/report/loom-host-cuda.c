/* loom-host-cuda.c: a document as a whole program in CUDA C++
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-host-code-private.h"

#include "loom-compile-options.h"
#include "loom-report-resources.h"

#include <string.h>

/* Files of the resource that hold the parts. */
static const char * const parts[LOOM_N_HOST_PARTS] = {
  [LOOM_HOST_PART_ARRAY] = "array",
  [LOOM_HOST_PART_COPY] = "copy",
  [LOOM_HOST_PART_READ] = "read",
  [LOOM_HOST_PART_RANDOM] = "random",
  [LOOM_HOST_PART_RANDOM_HALF] = "random-half",
  [LOOM_HOST_PART_RANDOM_BFLOAT16] = "random-bfloat16",
  [LOOM_HOST_PART_EVALUATE] = "evaluate",
  [LOOM_HOST_PART_NPY] = "npy",
  [LOOM_HOST_PART_HALF] = "half",
  [LOOM_HOST_PART_BFLOAT16] = "bfloat16",
  [LOOM_HOST_PART_COMPARISON] = "comparison",
  [LOOM_HOST_PART_ULPS] = "ulps",
  [LOOM_HOST_PART_IMAGE] = "image",
  [LOOM_HOST_PART_BUFFER_TEXTURE] = "buffer-texture",
  [LOOM_HOST_PART_TIMER] = "timer",
};

void
_loom_host_line (LoomHostWriter *self,
                 const char     *format,
                 ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_string_append_printf (self->body, "%*s", (int) (self->indent * (self->depth + 1)), "");
  g_string_append_vprintf (self->body, format, arguments);
  g_string_append_c (self->body, '\n');
  va_end (arguments);
}

/* A block, in GNU's style. */
void
_loom_host_begin (LoomHostWriter *self)
{
  self->depth++;
  _loom_host_line (self, "{");
  self->depth++;
}

void
_loom_host_end (LoomHostWriter *self)
{
  self->depth--;
  _loom_host_line (self, "}");
  self->depth--;
}

/* A loop over the cells of an array, with braces around several lines. */
void
_loom_host_cuda_begin_cells (LoomHostWriter    *self,
                             const LoomPlanArg *arg,
                             guint              lines)
{
  _loom_host_line (self, "for (size_t i = 0; i < %s.count (); i++)",
                   _loom_host_get_name (self, arg));
  if (lines > 1)
    _loom_host_begin (self);
  else
    self->depth++;
}

void
_loom_host_cuda_end_cells (LoomHostWriter *self,
                           guint           lines)
{
  if (lines > 1)
    _loom_host_end (self);
  else
    self->depth--;
}

/* What a variable of the source holds before the launch; again: its cells are there. */
void
_loom_host_cuda_symbol (LoomHostWriter    *self,
                        const LoomPlanArg *arg,
                        gboolean           again)
{
  const char *name = _loom_host_get_name (self, arg);

  if (!loom_plan_arg_is_kept (arg))
    _loom_host_line (self,
                     "host::check (cudaMemcpyToSymbol (::%s, %s.before.get (), "
                     "%s.bytes ()), \"%s%s\");",
                     arg->name, name, name, arg->name, again ? " again" : "");
}

static gboolean
declare_arrays (LoomHostWriter  *self,
                GError         **error)
{
  g_autoptr (GPtrArray) arrays = loom_plan_list_arrays (self->plan);

  for (guint i = 0; i < arrays->len; i++)
    {
      const LoomPlanArg *arg = arrays->pdata[i];

      if (!_loom_host_cuda_declare (self, arg, error))
        return FALSE;
      if (arg->symbol != NULL)
        _loom_host_cuda_symbol (self, arg, FALSE);
      else if (arg->texture.kind != LOOM_TEXTURE_NONE)
        _loom_host_cuda_image (self, arg);
      g_string_append_c (self->body, '\n');
    }
  return TRUE;
}

static void
download (LoomHostWriter *self)
{
  g_autoptr (GPtrArray) arrays = loom_plan_list_arrays (self->plan);

  for (guint i = 0; i < arrays->len; i++)
    {
      const LoomPlanArg *arg = arrays->pdata[i];
      const char *name = _loom_host_get_name (self, arg);

      if (arg->texture.kind == LOOM_TEXTURE_SURFACE)
        _loom_host_line (self, "%s_object.store (%s);", name, name);
      if (arg->symbol != NULL)
        _loom_host_line (self,
                         "host::check (cudaMemcpyFromSymbol (%s.after.get (), ::%s, "
                         "%s.bytes ()), \"%s\");",
                         name, arg->name, name, arg->name);
      else if (arg->texture.kind != LOOM_TEXTURE_SAMPLED)
        _loom_host_line (self, "%s.download ();", name);
    }
}

static gboolean
write_main (LoomHostWriter  *self,
            GError         **error)
{
  const LoomPlan *plan = self->plan;

  if (!declare_arrays (self, error) || !_loom_host_cuda_expect (self, error))
    return FALSE;

  _loom_host_line (self, "host::Timer %s;", _loom_host_get_own (self, "timer"));
  g_string_append_c (self->body, '\n');
  if (plan->steps->len > 0 ? !_loom_host_cuda_steps (self, error)
                           : !_loom_host_cuda_launch (self, self->plan, NULL, error))
    return FALSE;
  _loom_host_line (self, "std::printf (\"%s: %%.3f ms\\n\", %s);",
                   plan->steps->len > 0 ? "all steps" : plan->kernel,
                   _loom_host_get_own (self, "ms"));
  g_string_append_c (self->body, '\n');
  download (self);
  _loom_host_line (self, "bool %s = true;", _loom_host_get_own (self, "ok"));
  _loom_host_cuda_compare (self);
  _loom_host_line (self, "return %s ? 0 : 1;", _loom_host_get_own (self, "ok"));
  return TRUE;
}

/* Options of the document that no text of a program can say. */
static char *
dup_options (LoomHostWriter *self)
{
  const char *options = loom_document_get_value (self->source->document, "launch", "options");
  g_autoptr (GRegex) regex
      = g_regex_new ("--?(device-int128|[dO]fast-compile(=\\S*)?)\\s*", 0, 0, NULL);
  g_autofree char *rest
      = options != NULL ? loom_compile_options_set_defined (options, "", NULL) : NULL;
  g_autofree char *text
      = rest != NULL ? g_regex_replace_literal (regex, rest, -1, 0, "", 0, NULL) : NULL;

  return g_strconcat (text != NULL && *text != '\0' ? " " : "", text, NULL);
}

static void
append_head (LoomHostWriter *self,
             GString        *program)
{
  g_autofree char *options = dup_options (self);
  const char *stem = self->stem != NULL ? self->stem : "program";

  g_string_append_printf (
      program,
      "/* %s as a program of its own: kernel, arguments, launch and checks.\n"
      " * Written by Gridloom.\n *\n"
      " * Build: nvcc -O2 -arch=native%s -o %s %s.cu\n"
      " * Run:   ./%s\n"
      " * It ends with status 0 if all checks hold, 1 if one does not, and 2 after "
      "an error of CUDA.\n */\n\n",
      self->source->name, options, stem, stem, stem);
}

static void
append_includes (const LoomHostWriter *self,
                 GString              *program)
{
  static const char * const always[]
      = { "cmath", "cstdint", "cstdio", "cstdlib", "cstring", "memory", "utility", NULL };
  const struct
  {
    const char *word, *header;
  } of_types[] = {
    { "__nv_bfloat16", "cuda_bf16.h" },
    { "__half", "cuda_fp16.h" },
  };

  for (guint i = 0; always[i] != NULL; i++)
    g_string_append_printf (program, "#include <%s>\n", always[i]);
  g_string_append (program, "\n");
  for (guint i = 0; i < G_N_ELEMENTS (of_types); i++)
    if (strstr (self->body->str, of_types[i].word) != NULL
        || strstr (self->kernels->str, of_types[i].word) != NULL)
      g_string_append_printf (program, "#include <%s>\n", of_types[i].header);
  g_string_append (program, "#include <cuda_runtime.h>\n\n");
}

static void
append_parts (const LoomHostWriter *self,
              GString              *program)
{
  g_string_append (program, "namespace host\n{\n");
  for (guint i = 0; i < LOOM_N_HOST_PARTS; i++)
    if (self->parts & 1u << i)
      {
        g_autofree char *path = g_strdup_printf ("/org/gridloom/report/host-code/%s.cuh", parts[i]);
        g_autoptr (GBytes) text
            = g_resource_lookup_data (loom_report_get_resource (), path, 0, NULL);

        g_string_append_c (program, '\n');
        g_string_append_len (program, g_bytes_get_data (text, NULL),
                             (gssize) g_bytes_get_size (text));
      }
  g_string_append (program, self->kernels->str);
  g_string_append (program, "\n}\n\n");
}

static void
append_source (LoomHostWriter *self,
               GString        *program)
{
  g_autofree char *text = _loom_host_dup_source (self);
  g_autofree char *macros = _loom_host_dup_macros (self);

  g_string_append_printf (program, "/* ---- %s ---- */\n\n", self->source->name);
  if (*macros != '\0')
    g_string_append_printf (program, "/* options of its settings */\n%s\n", macros);
  g_string_append_printf (program, "%s%s\n/* ---- The launch ---- */\n\n", text,
                          g_str_has_suffix (text, "\n") ? "" : "\n");
}

/* The namespace gets another name where the source has one like it. */
static void
rename_namespace (const LoomHostWriter *self,
                  GString              *text)
{
  if (!_loom_host_has_name (self, "host"))
    return;
  g_string_replace (text, "host::", "host_code::", 0);
  g_string_replace (text, "namespace host\n", "namespace host_code\n", 0);
}

/* Writes all of the program. */
gboolean
_loom_host_cuda_write (LoomHostWriter  *self,
                       GString         *program,
                       GError         **error)
{
  g_autoptr (GString) helpers = g_string_new (NULL);

  static const char * const common[] = { "host", "main", "std", "i", "plane", "row", "col", NULL };
  static const char * const own[] = { "timer", "ms", "ok", NULL };

  self->indent = 2;
  _loom_host_take_names (self, common, own);
  self->parts = 1u << LOOM_HOST_PART_ARRAY | 1u << LOOM_HOST_PART_TIMER;
  if (!write_main (self, error))
    return FALSE;

  append_head (self, program);
  append_includes (self, program);
  append_parts (self, helpers);
  rename_namespace (self, helpers);
  rename_namespace (self, self->body);
  g_string_append (program, helpers->str);
  append_source (self, program);
  g_string_append_printf (program, "int\nmain ()\n{\n%s}\n", self->body->str);
  return TRUE;
}
