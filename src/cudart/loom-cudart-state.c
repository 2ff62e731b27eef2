/* loom-cudart-state.c: the lock and the errors of the CUDA runtime over the simulator
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cudart-private.h"

#include <stdio.h>
#include <string.h>

static GRecMutex mutex;
static cudaError_t lost;        /* that ended the context, or cudaSuccess */
static _Thread_local cudaError_t last;  /* each thread of a program has its own */

void
_loom_cudart_lock (void)
{
  g_rec_mutex_lock (&mutex);
}

void
_loom_cudart_unlock (void)
{
  g_rec_mutex_unlock (&mutex);
}

/* The error that ended the context, which every call returns from then on, or cudaSuccess. */
cudaError_t
_loom_cudart_enter (void)
{
  return lost;
}

/* What an entry point returns; cudaGetLastError() finds it, unless it is only an answer. */
cudaError_t
_loom_cudart_leave (cudaError_t error)
{
  if (error != cudaSuccess && error != cudaErrorNotReady)
    last = error;
  return error;
}

/* Ends the context, as an access of a kernel to what is not there does. */
void
_loom_cudart_lose (cudaError_t error)
{
  lost = error;
  last = error;
}

/* A line on the program's standard error, beside what the program itself prints. */
void
_loom_cudart_warn (const char *format,
                   ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  fflush (stdout);
  fprintf (stderr, "gridloom: %s\n", text);
}

/* What a function that does nothing returns; its name, or that of what it was asked for, is told
 * once. */
cudaError_t
gridloom_refuse (const char *name)
{
  static GHashTable *told;

  LOOM_CUDART_BEGIN;
  if (told == NULL)
    told = g_hash_table_new (g_str_hash, g_str_equal);
  if (g_hash_table_add (told, (gpointer) name))
    {
      _loom_cudart_warn ("%s%s is not supported on the simulator", name,
                         strchr (name, '(') == NULL ? "()" : "");
      _loom_cudart_record_refusal (name);
    }
  return _loom_cudart_leave (cudaErrorNotSupported);
}

cudaError_t
cudaGetLastError (void)
{
  const cudaError_t error = lost != cudaSuccess ? lost : last;

  last = cudaSuccess;
  return error;
}

cudaError_t
cudaPeekAtLastError (void)
{
  return lost != cudaSuccess ? lost : last;
}

static const struct
{
  cudaError_t error;
  const char *name, *text;
} errors[] = {
#define GRIDLOOM_ERROR(name, value, text) { name, #name, text },
#include "gridloom_errors.h"
#undef GRIDLOOM_ERROR
};

const char *
cudaGetErrorName (cudaError_t error)
{
  for (guint i = 0; i < G_N_ELEMENTS (errors); i++)
    if (errors[i].error == error)
      return errors[i].name;
  return "unrecognized error code";
}

const char *
cudaGetErrorString (cudaError_t error)
{
  for (guint i = 0; i < G_N_ELEMENTS (errors); i++)
    if (errors[i].error == error)
      return errors[i].text;
  return "unrecognized error code";
}

#define IGNORED(name, parameters) \
  cudaError_t name parameters \
  { \
    LOOM_CUDART_BEGIN; \
    return cudaSuccess; \
  }
#define DONE(name, parameters)
#define GRIDLOOM_ENTRY(state, name, parameters) state (name, parameters)
#include "gridloom_entries.h"
