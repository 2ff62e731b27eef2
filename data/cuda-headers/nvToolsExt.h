/* nvToolsExt.h: marks for a profiler, which nothing takes
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdint.h>
#include <stddef.h>

#define NVTX_VERSION 2
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t) sizeof (nvtxEventAttributes_t))
#define NVTX_COLOR_ARGB 1
#define NVTX_MESSAGE_TYPE_ASCII 1

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxEventAttributes_v2
{
  uint16_t version, size;
  uint32_t category;
  int32_t  colorType;
  uint32_t color;
  int32_t  payloadType, reserved0;
  union
  {
    uint64_t ullValue;
    int64_t  llValue;
    double   dValue;
  } payload;
  int32_t  messageType;
  union
  {
    const char *ascii;
  } message;
} nvtxEventAttributes_t;

static inline int nvtxRangePushA (const char *text) { return 0; }
static inline int nvtxRangePushEx (const nvtxEventAttributes_t *event) { return 0; }
static inline int nvtxRangePop (void) { return 0; }
static inline void nvtxMarkA (const char *text) { }
static inline nvtxRangeId_t nvtxRangeStartA (const char *text) { return 0; }
static inline nvtxRangeId_t nvtxRangeStartEx (const nvtxEventAttributes_t *event) { return 0; }
static inline void nvtxRangeEnd (nvtxRangeId_t range) { }
static inline void nvtxNameOsThreadA (uint32_t thread, const char *name) { }
#define nvtxRangePush nvtxRangePushA
#define nvtxMark nvtxMarkA
#define nvtxRangeStart nvtxRangeStartA
