/* resources.c: what machine code says of itself, and what CUDA says once it has loaded it
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 *   gpu-resources FILE.cu…
 *
 * Each document is compiled for the GPU here. Prints a line for each kernel: registers, shared and
 * local memory by the CUBIN, by CUDA, equal or DIFFERENT.
 */

#include "config.h"

#include "loom-compiler.h"
#include "loom-cuda-context.h"
#include "loom-document.h"

#include <string.h>
#include <unistd.h>

typedef struct
{
  const LoomCuda *cuda;
  LoomNvrtc      *nvrtc;
  char           *arch;
  guint           kernels, equal;
} Job;

static LoomCompiled *
compile (Job        *self,
         const char *path,
         GError    **error)
{
  g_autofree char *text = NULL, *name = g_path_get_basename (path);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (LoomDocument) document = NULL;
  g_auto (GStrv) options = NULL, instances = NULL;
  const char *kernel, *words;
  LoomCompileRequest request = { .name = name, .folder = folder, .arch = self->arch,
                                 .machine_code = TRUE };

  if (!g_file_get_contents (path, &text, NULL, error) || chdir (folder) != 0)
    return NULL;
  document = loom_document_parse (text, -1);
  kernel = loom_document_get_value (document, "launch", "kernel");
  words = loom_document_get_value (document, "launch", "options");
  if (words != NULL && !g_shell_parse_argv (words, NULL, &options, error))
    return NULL;
  instances = loom_document_list_instances (document);
  request.source = loom_document_get_source (document, &request.length);
  request.options = (const char * const *) options;
  request.instances = (const char * const *) instances;
  request.kernel = kernel != NULL && strchr (kernel, '<') != NULL ? kernel : NULL;
  return loom_compiler_compile (self->nvrtc, &request, TRUE, error);
}

static void
compare_kernel (Job              *self,
                const char       *name,
                cudaLibrary_t     library,
                const LoomKernel *kernel)
{
  const LoomKernelResources *said = &kernel->resources;
  struct cudaFuncAttributes is = { 0 };
  cudaKernel_t function;
  gboolean equal;

  if (self->cuda->cudaLibraryGetKernel (&function, library, kernel->entry) != cudaSuccess ||
      self->cuda->cudaFuncGetAttributes (&is, function) != cudaSuccess)
    {
      g_print ("%s %s: CUDA does not know it\n", name, kernel->name);
      return;
    }
  equal = said->is_told && (int) said->registers == is.numRegs &&
          said->shared == is.sharedSizeBytes && said->stack == is.localSizeBytes;
  self->kernels++;
  self->equal += equal;
  g_print ("%-28s %-28s %3u %6" G_GUINT64_FORMAT " %6" G_GUINT64_FORMAT " (frame %" G_GUINT64_FORMAT
           ")   %3d %6zu %6zu %s\n", name, kernel->name, said->registers, said->shared, said->stack,
           said->frame, is.numRegs, is.sharedSizeBytes, is.localSizeBytes,
           equal ? "equal" : "DIFFERENT");
}

static void
compare (Job        *self,
         const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (LoomCompiled) compiled = compile (self, path, &error);
  cudaLibrary_t library;

  if (compiled == NULL || compiled->cubin->len == 0)
    {
      const LoomDiagnostic *why = loom_compiled_find_error (compiled);

      g_print ("%s: %s\n", name, error != NULL ? error->message : why != NULL ? why->text : "?");
      return;
    }
  if (!LOOM_CUDA_CALL (self, &error, cudaLibraryLoadData, &library, compiled->cubin->data, NULL,
                       NULL, 0, NULL, NULL, 0))
    {
      g_print ("%s: %s\n", name, error->message);
      return;
    }
  for (guint i = 0; i < compiled->kernels->len; i++)
    compare_kernel (self, name, library, compiled->kernels->pdata[i]);
  self->cuda->cudaLibraryUnload (library);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GError) error = NULL;
  LoomCudaContext *context = loom_cuda_context_get (0, &error);
  Job job = { .nvrtc = loom_nvrtc_open () };

  if (context == NULL || !loom_cuda_context_open (context, &error))
    {
      g_print ("SKIP: %s\n", error->message);
      return 77;
    }
  job.cuda = context->cuda;
  job.arch = g_strdup_printf (
      "compute_%d%d", loom_cuda_get_attribute (job.cuda, cudaDevAttrComputeCapabilityMajor, 0),
      loom_cuda_get_attribute (job.cuda, cudaDevAttrComputeCapabilityMinor, 0));
  for (int i = 1; i < argc; i++)
    argv[i] = g_canonicalize_filename (argv[i], NULL);
  for (int i = 1; i < argc; i++)
    compare (&job, argv[i]);
  g_print ("%u of %u kernels take what CUDA says, compiled for %s\n", job.equal, job.kernels,
           job.arch);
  loom_nvrtc_free (job.nvrtc);
  g_free (job.arch);
  return job.equal == job.kernels && job.kernels > 0 ? 0 : 1;
}
