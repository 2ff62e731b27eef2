/* loom-host-python.c: a document as a program in Python
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What differs between packages stands in a part of the program of its own, host-code/PACKAGE.py.
 */

#include "config.h"

#include "loom-host-python-private.h"

#include "loom-report-resources.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Names that Python or the parts of the program have. */
static const char * const common[] = {
  "False",      "None",         "True",       "and",      "as",          "assert",      "async",
  "await",      "break",        "class",      "continue", "def",         "del",         "elif",
  "else",       "except",       "finally",    "for",      "from",        "global",      "if",
  "import",     "in",           "is",         "lambda",   "nonlocal",    "not",         "or",
  "pass",       "raise",        "return",     "try",      "while",       "with",        "yield",
  "np",         "os",           "sys",        "pathlib",  "tempfile",    "cuda",        "cupy",
  "pycuda",     "SourceModule", "main",       "range",    "print",       "i",           "_",
  "Cells",      "Array",        "Program",    "Timer",    "SOURCE",      "EXPRESSIONS", "OPTIONS",
  "iota",       "random",       "splitmix64", "evaluate", "launch",      "as_argument", "are_near",
  "count_ulps", "report",       "record",     "wait",     "make_stream", "make_event",  NULL
};
static const char * const own[] = { "program", "expressions", "timer", "ok", NULL };

/* A package that launches kernels. */
typedef struct
{
  const char *name;             /* as it is called */
  const char *imports;          /* lines of the program */
  const char *part;             /* of it, which has what differs between packages */
  gboolean    by_nvcc;          /* its compiler has the host's headers, and instantiates no template
                                   by name */
  gboolean    passes_structs;
} Package;

static const Package cupy = {
  "CuPy", "import pathlib\nimport sys\n\nimport cupy\nimport numpy as np\n", "cupy", FALSE, TRUE
};
static const Package pycuda = {
  "PyCUDA",
  "import pathlib\nimport sys\n\nimport numpy as np\nimport pycuda.autoinit\n"
  "import pycuda.driver as cuda\nfrom pycuda.compiler import SourceModule\n", "pycuda", TRUE, FALSE
};
static const Package numba = {
  "Numba",
  "import os\nimport pathlib\nimport sys\nimport tempfile\n\nimport numpy as np\n"
  "from numba import cuda\n", "numba", FALSE, FALSE
};

/* Only what NVRTC has by itself: other headers are the host's. */
static char *
dup_device_source (LoomHostWriter *self)
{
  g_autofree char *text = _loom_host_dup_source (self);
  g_autoptr (GRegex) header = g_regex_new (
      "^[ \\t]*#[ \\t]*include[ \\t]*<(?!cuda|cooperative_groups|mma|cub/|curand|nv/|"
      "vector_types|math_constants)[^>]*>",
      G_REGEX_MULTILINE, 0, NULL);

  return g_regex_replace_literal (header, text, -1, 0, "", 0, NULL);
}

/* NVRTC has none of <cstdint>. */
static const char *
get_prologue (const char *source)
{
  return g_regex_match_simple ("\\bu?int(8|16|32|64)_t\\b", source, 0, 0)
             ? "typedef signed char int8_t;\ntypedef short int16_t;\ntypedef int int32_t;\n"
               "typedef long long int64_t;\ntypedef unsigned char uint8_t;\n"
               "typedef unsigned short uint16_t;\ntypedef unsigned int uint32_t;\n"
               "typedef unsigned long long uint64_t;\n"
             : "";
}

/* A text as Python reads it, line for line. */
static void
append_text (GString    *program,
             const char *name,
             const char *text)
{
  g_autofree char *escaped = NULL;

  if (strstr (text, "'''") == NULL && !g_str_has_suffix (text, "\\"))
    {
      g_string_append_printf (program, "%s = r'''\n%s'''\n\n", name, text);
      return;
    }
  escaped = g_strescape (text, NULL);
  g_string_append_printf (program, "%s = b\"%s\".decode()\n\n", name, escaped);
}

static char *
dup_options (LoomHostWriter *self)
{
  const char *options = loom_document_get_value (self->source->document, "launch", "options");
  g_autoptr (GString) list = g_string_new (NULL);
  g_auto (GStrv) words = NULL;

  if (options != NULL && g_shell_parse_argv (options, NULL, &words, NULL))
    for (guint i = 0; words[i] != NULL; i++)
      {
        g_autofree char *escaped = g_strescape (words[i], NULL);

        g_string_append_printf (list, "\"%s\", ", escaped);
      }
  return g_strdup (list->str);
}

/* Each kernel by its name in the source, and that in the module. */
static char *
dup_kernels (LoomHostWriter *self)
{
  g_autoptr (GList) names = g_hash_table_get_keys (self->kernel_names);
  GString *list = g_string_new (NULL);

  names = g_list_sort (names, (GCompareFunc)strcmp);
  for (GList *name = names; name != NULL; name = name->next)
    {
      const LoomKernel *kernel = loom_compiled_find_kernel (self->source->compiled, name->data);

      g_string_append_printf (list, "%s'%s': '%s'", list->len > 0 ? ", " : "",
                              (const char *) name->data,
                              kernel != NULL ? kernel->entry : (const char *) name->data);
    }
  return g_string_free (list, FALSE);
}

/* A compiler without NVRTC's names makes an instance of a template only where the source asks. */
static void
append_instances (LoomHostWriter *self,
                  GString        *source)
{
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, self->kernel_names);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    {
      const LoomKernel *kernel = loom_compiled_find_kernel (self->source->compiled, name);

      if (kernel == NULL || strchr (name, '<') == NULL)
        continue;
      g_string_append_printf (source, "\ntemplate __global__ void %s (", (const char *) name);
      for (guint i = 0; i < kernel->params->len; i++)
        g_string_append_printf (source, "%s%s", i > 0 ? ", " : "",
                                ((LoomParam *)kernel->params->pdata[i])->type_name);
      g_string_append (source, ");\n");
    }
}

static gboolean
declare_arrays (LoomHostWriter  *self,
                GError         **error)
{
  g_autoptr (GPtrArray) arrays = loom_plan_list_arrays (self->plan);

  for (guint i = 0; i < arrays->len; i++)
    {
      const LoomPlanArg *arg = arrays->pdata[i];

      if (arg->texture.kind != LOOM_TEXTURE_NONE)
        return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                          _("%s is a texture or a surface, which is exported to CUDA C++ only"),
                          arg->name);
      if (!_loom_host_python_declare (self, arg, arg->symbol != NULL ? "Cells" : "Array", error))
        return FALSE;
      if (arg->symbol == NULL)
        _loom_host_line (self, "%s.upload()", _loom_host_get_name (self, arg));
      else if (!loom_plan_arg_is_kept (arg))
        _loom_host_line (self, "%s.write('%s', %s.before)", _loom_host_get_own (self, "program"),
                         arg->symbol, _loom_host_get_name (self, arg));
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

      if (arg->symbol == NULL)
        _loom_host_line (self, "%s.download()", name);
      else
        _loom_host_line (self, "%s.after = %s.read('%s', %s.before)", name,
                         _loom_host_get_own (self, "program"), arg->symbol, name);
    }
}

static gboolean
write_main (LoomHostWriter  *self,
            GError         **error)
{
  const char *ok = _loom_host_get_own (self, "ok");
  GString *body = self->body;
  g_autoptr (GString) rest = g_string_new (NULL);
  g_autofree char *kernels = NULL;

  self->body = rest;
  if (!_loom_host_python_add_kernels (self, error) || !declare_arrays (self, error)
      || !_loom_host_python_expect (self, error))
    return FALSE;
  _loom_host_line (self, "%s = Timer()", _loom_host_get_own (self, "timer"));
  if (!_loom_host_python_run (self, error))
    return FALSE;
  download (self);
  _loom_host_line (self, "%s = True", ok);
  _loom_host_python_compare (self);
  _loom_host_line (self, "return 0 if %s else 1", ok);

  self->body = body;
  kernels = dup_kernels (self);
  _loom_host_line (self, "%s = Program(SOURCE, OPTIONS, {%s})",
                   _loom_host_get_own (self, "program"), kernels);
  if (self->kernels->len > 0)
    _loom_host_line (self, "%s = Program(EXPRESSIONS, ('-fmad=false',))",
                     _loom_host_get_own (self, "expressions"));
  g_string_append (body, rest->str);
  return TRUE;
}

/* PyCUDA aligns no bytes that it passes, and Numba has none. */
static gboolean
check_structs (const LoomHostWriter  *self,
               const Package         *package,
               GError               **error)
{
  for (guint i = 0; !package->passes_structs && i < self->source->compiled->kernels->len; i++)
    {
      const LoomKernel *kernel = self->source->compiled->kernels->pdata[i];

      for (guint j = 0; j < kernel->params->len; j++)
        if (((LoomParam *)kernel->params->pdata[j])->kind == LOOM_PARAM_STRUCT
            && g_hash_table_contains (self->kernel_names, kernel->name))
          return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                            _("%1$s gets a struct by value, which %2$s does not pass"),
                            kernel->name, package->name);
    }
  return TRUE;
}

static char *
dup_source (LoomHostWriter *self,
            const Package  *package)
{
  g_autofree char *source
      = package->by_nvcc ? _loom_host_dup_source (self) : dup_device_source (self);
  g_autoptr (GString) text = g_string_new (package->by_nvcc ? "" : get_prologue (source));

  g_string_append (text, source);
  if (package->by_nvcc)
    append_instances (self, text);
  return self->is_linked ? _loom_host_numba_dup_source (self, text->str) : g_strdup (text->str);
}

static char *
dup_expressions (const LoomHostWriter *self)
{
  const gboolean has_half = strstr (self->kernels->str, "__half") != NULL;
  g_autofree char *text = g_strdup_printf (
      "%sextern \"C\" {\n%s}\n", has_half ? "#include <cuda_fp16.h>\n" : "", self->kernels->str);

  return self->is_linked ? _loom_host_numba_dup_expressions (text) : g_steal_pointer (&text);
}

static gboolean
write_program (LoomHostWriter  *self,
               const Package   *package,
               GString         *program,
               GError         **error)
{
  g_autofree char *source = NULL, *options = dup_options (self), *expressions = NULL;
  const char * const parts[] = { "cells", package->part, "values", "evaluate", "compare" };

  self->indent = 4;
  _loom_host_take_names (self, common, own);
  if (!write_main (self, error) || !check_structs (self, package, error))
    return FALSE;

  source = dup_source (self, package);
  expressions = dup_expressions (self);
  g_string_append_printf (
      program,
      "#!/usr/bin/env python3\n"
      "\"\"\"%s with %s: kernel, arguments, launch and checks. Written by "
      "Gridloom.\n\nIt ends with status 0 if all checks hold, and 1 if one does "
      "not, or an error is raised.\n\"\"\"\n%s\n",
      self->source->name, package->name, package->imports);
  append_text (program, "SOURCE", source);
  g_string_append_printf (program, "OPTIONS = (%s)\n\n", options);
  if (self->kernels->len > 0)
    append_text (program, "# what expressions of the settings come to\nEXPRESSIONS", expressions);
  g_string_append_c (program, '\n');
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autofree char *path = g_strdup_printf ("/org/gridloom/report/host-code/%s.py", parts[i]);
      g_autoptr (GBytes) text = g_resource_lookup_data (loom_report_get_resource (), path, 0, NULL);

      g_string_append_len (program, g_bytes_get_data (text, NULL),
                           (gssize) g_bytes_get_size (text));
      g_string_append (program, "\n\n");
    }
  g_string_append_printf (program, "def main():\n%s\n\nsys.exit(main())\n", self->body->str);
  return TRUE;
}

/* Writes all of the program for CuPy. */
gboolean
_loom_host_cupy_write (LoomHostWriter  *self,
                       GString         *program,
                       GError         **error)
{
  return write_program (self, &cupy, program, error);
}

/* Writes all of the program for PyCUDA. */
gboolean
_loom_host_pycuda_write (LoomHostWriter  *self,
                         GString         *program,
                         GError         **error)
{
  return write_program (self, &pycuda, program, error);
}

/* Writes all of the program for Numba. */
gboolean
_loom_host_numba_write (LoomHostWriter  *self,
                        GString         *program,
                        GError         **error)
{
  self->is_linked = TRUE;
  return _loom_host_numba_check_options (self, error)
         && write_program (self, &numba, program, error);
}
