#pragma once

#include "loom-cudart-private.h"

#include "cuda.h"

CUresult  _loom_cudriver_check  (void);
CUresult  _loom_cudriver_answer (cudaError_t error);

/* Does what a function of the runtime does, where the driver is ready and the thread has a
 * context. */
#define LOOM_CUDRIVER_CALL(call) \
  (_loom_cudriver_check () != CUDA_SUCCESS ? _loom_cudriver_check () \
                                           : _loom_cudriver_answer (call))

/* Begins a function that does more: it holds the runtime's lock until it returns, and returns at
 * once where the driver is not ready or an error has ended the context. */
#define LOOM_CUDRIVER_BEGIN \
  __attribute__ ((cleanup (_loom_cudart_unlock_cleanup))) int locked G_GNUC_UNUSED = \
    (_loom_cudart_lock (), 0); \
  if (_loom_cudriver_check () != CUDA_SUCCESS) \
    return _loom_cudriver_check (); \
  if (_loom_cudart_enter () != cudaSuccess) \
    return _loom_cudriver_answer (_loom_cudart_enter ())

/* A function that is one of the runtime's by another name. */
#define FORWARD(name, parameters, call) \
  CUresult name parameters { return LOOM_CUDRIVER_CALL (call); }

/* The same for one that frees: what it frees knows its context, so that the thread needs none. */
#define FREE(name, parameters, call) \
  CUresult name parameters { return _loom_cudriver_answer (call); }
