/* host-opencl.c: a problem set on an OpenCL platform, PoCL or Oclgrind
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * host-opencl peers|more FILE.cl RUNS SIDE [PLATFORM [KERNEL]]: a line for each kernel: name,
 * median milliseconds from enqueueing until finished, threads, whether the result is right. RUNS of
 * 0: one launch that nothing warmed up. */

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#ifdef HAVE_PEERS
#include "peers.h"
#endif
#include "more.h"

#include <stdio.h>
#include <time.h>

typedef struct
{
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
  cl_program program;
} Host;

static void
demand (cl_int      error,
        const char *what)
{
  if (error == CL_SUCCESS)
    return;
  fprintf (stderr, "%s: OpenCL error %d\n", what, error);
  exit (1);
}

static double
get_milliseconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec * 1e-6;
}

static cl_platform_id
find_platform (const char *part)
{
  cl_platform_id platforms[16];
  cl_uint n = 0;
  char name[256];

  demand (clGetPlatformIDs (16, platforms, &n), "clGetPlatformIDs");
  for (cl_uint i = 0; i < n && i < 16; i++)
    {
      demand (clGetPlatformInfo (platforms[i], CL_PLATFORM_NAME, sizeof name, name, NULL),
              "clGetPlatformInfo");
      if (part == NULL || strstr (name, part) != NULL)
        return platforms[i];
    }
  fprintf (stderr, "No OpenCL platform named %s\n", part);
  exit (1);
}

static char *
read_source (const char *path)
{
  char *text = calloc (1, 1 << 20);
  FILE *file = fopen (path, "r");

  if (file == NULL || fread (text, 1, (1 << 20) - 1, file) == 0)
    {
      perror (path);
      exit (1);
    }
  fclose (file);
  return text;
}

static void
build (Host       *self,
       const char *path)
{
  char *source = read_source (path);
  static char log[1 << 16];
  cl_int error;

  self->program = clCreateProgramWithSource (self->context, 1, (const char *[]) { source }, NULL,
                                             &error);
  demand (error, path);
  error = clBuildProgram (self->program, 1, &self->device, "", NULL, NULL);
  if (error != CL_SUCCESS)
    {
      clGetProgramBuildInfo (self->program, self->device, CL_PROGRAM_BUILD_LOG, sizeof log, log,
                             NULL);
      fputs (log, stderr);
    }
  demand (error, path);
  free (source);
}

static void
open_host (Host       *self,
           const char *platform)
{
  cl_int error;

  demand (clGetDeviceIDs (find_platform (platform), CL_DEVICE_TYPE_ALL, 1, &self->device, NULL),
          "clGetDeviceIDs");
  self->context = clCreateContext (NULL, 1, &self->device, NULL, NULL, &error);
  demand (error, "clCreateContext");
  self->queue = clCreateCommandQueue (self->context, self->device, 0, &error);
  demand (error, "clCreateCommandQueue");
}

static double
launch_once (Host          *self,
             const Problem *problem,
             cl_kernel      kernel,
             const cl_mem  *memory)
{
  size_t global[3], local[3];
  double start;

  for (int i = 0; i < 3; i++)
    {
      local[i] = problem->block[i];
      global[i] = (size_t) problem->grid[i] * problem->block[i];
    }
  for (int i = 0; i < problem->n_buffers; i++)
    if (problem->buffers[i].role != PROBLEM_INPUT)
      demand (clEnqueueWriteBuffer (self->queue, memory[i], CL_TRUE, 0, problem->buffers[i].size,
                                    problem->buffers[i].initial, 0, NULL, NULL),
              "clEnqueueWriteBuffer");
  demand (clFinish (self->queue), "clFinish");
  start = get_milliseconds ();
  demand (clEnqueueNDRangeKernel (self->queue, kernel, 3, NULL, global, local, 0, NULL, NULL),
          problem->kernel);
  demand (clFinish (self->queue), problem->kernel);
  return get_milliseconds () - start;
}

static cl_kernel
make_kernel (Host          *self,
             const Problem *problem,
             cl_mem        *memory)
{
  cl_int error;
  cl_kernel kernel = clCreateKernel (self->program, problem->kernel, &error);

  demand (error, problem->kernel);
  for (int i = 0; i < problem->n_buffers; i++)
    {
      const ProblemBuffer *buffer = &problem->buffers[i];

      memory[i] = clCreateBuffer (self->context,
                                  CL_MEM_COPY_HOST_PTR |
                                      (buffer->role == PROBLEM_INPUT ? CL_MEM_READ_ONLY
                                                                     : CL_MEM_READ_WRITE),
                                  buffer->size, buffer->initial, &error);
      demand (error, buffer->name);
    }
  for (int i = 0; i < problem->n_arguments; i++)
    {
      const ProblemArgument *argument = &problem->arguments[i];
      const void *value = argument->is_buffer ? (const void *) &memory[argument->buffer]
                                              : &argument->value;

      demand (clSetKernelArg (kernel, i, argument->is_buffer ? sizeof (cl_mem) : argument->size,
                              value),
              problem->kernel);
    }
  return kernel;
}

static void
time_problem (Host             *self,
              const ProblemRow *row,
              int               runs,
              int               side)
{
  Problem problem = { 0 };
  cl_mem memory[PROBLEM_MAX_BUFFERS];
  double samples[PROBLEM_MAX_RUNS];
  cl_kernel kernel;

  row->make (&problem, side);
  kernel = make_kernel (self, &problem, memory);
  samples[0] = launch_once (self, &problem, kernel, memory);
  for (int i = 0; i < runs; i++)
    samples[i] = launch_once (self, &problem, kernel, memory);
  for (int i = 0; i < problem.n_buffers; i++)
    {
      demand (clEnqueueReadBuffer (self->queue, memory[i], CL_TRUE, 0, problem.buffers[i].size,
                                   problem.buffers[i].bytes, 0, NULL, NULL), "clEnqueueReadBuffer");
      clReleaseMemObject (memory[i]);
    }
  printf ("%s %.4f %ld %s\n", problem.kernel, problem_median (samples, runs > 0 ? runs : 1),
          problem_get_threads (&problem), problem_is_right (&problem) ? "ok" : "BAD");
  fflush (stdout);
  clReleaseKernel (kernel);
  problem_free (&problem);
}

int
main (int    argc,
      char **argv)
{
  const ProblemRow *set = NULL;
  Host host;
  int runs, side;

#ifdef HAVE_PEERS
  if (argc > 1 && strcmp (argv[1], "peers") == 0)
    set = peers_set;
#endif
  if (argc > 1 && strcmp (argv[1], "more") == 0)
    set = more_set;
  if (set == NULL || argc < 5)
    {
      fprintf (stderr, "Usage: %s peers|more FILE.cl RUNS SIDE [PLATFORM [KERNEL]]\n", argv[0]);
      return 2;
    }
  runs = atoi (argv[3]);
  side = atoi (argv[4]);
  if (runs < 0 || runs > PROBLEM_MAX_RUNS || side < 32)
    {
      fprintf (stderr, "0 to %d runs, a side of 32 or more\n", PROBLEM_MAX_RUNS);
      return 2;
    }
  open_host (&host, argc > 5 ? argv[5] : NULL);
  build (&host, argv[2]);
  for (const ProblemRow *row = set; row->kernel != NULL; row++)
    if (argc < 7 || strcmp (argv[6], row->kernel) == 0)
      time_problem (&host, row, runs, side);
  return 0;
}
