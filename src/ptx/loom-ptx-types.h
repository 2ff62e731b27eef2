#pragma once

#include <glib-object.h>

typedef enum
{
  LOOM_PTX_TYPE_NONE,
  LOOM_PTX_TYPE_PRED,
  LOOM_PTX_TYPE_B8, LOOM_PTX_TYPE_B16, LOOM_PTX_TYPE_B32, LOOM_PTX_TYPE_B64, LOOM_PTX_TYPE_B128,
  LOOM_PTX_TYPE_U8, LOOM_PTX_TYPE_U16, LOOM_PTX_TYPE_U32, LOOM_PTX_TYPE_U64,
  LOOM_PTX_TYPE_S8, LOOM_PTX_TYPE_S16, LOOM_PTX_TYPE_S32, LOOM_PTX_TYPE_S64,
  LOOM_PTX_TYPE_F16, LOOM_PTX_TYPE_F16X2, LOOM_PTX_TYPE_BF16, LOOM_PTX_TYPE_BF16X2,
  LOOM_PTX_TYPE_TF32, LOOM_PTX_TYPE_F32, LOOM_PTX_TYPE_F64,
  LOOM_PTX_TYPE_U16X2, LOOM_PTX_TYPE_S16X2,
  LOOM_PTX_TYPE_S4, LOOM_PTX_TYPE_U4, LOOM_PTX_TYPE_B1,
  LOOM_PTX_TYPE_S2, LOOM_PTX_TYPE_U2,
  LOOM_PTX_TYPE_E4M3X2, LOOM_PTX_TYPE_E5M2X2,
  LOOM_PTX_N_TYPES
} LoomPtxType;

typedef enum
{
  LOOM_PTX_SPACE_GENERIC,
  LOOM_PTX_SPACE_GLOBAL,
  LOOM_PTX_SPACE_SHARED,
  LOOM_PTX_SPACE_LOCAL,
  LOOM_PTX_SPACE_CONST,
  LOOM_PTX_SPACE_PARAM,
  LOOM_PTX_SPACE_REG,
} LoomPtxSpace;

guint       loom_ptx_type_bits      (LoomPtxType type);
gboolean    loom_ptx_type_is_float  (LoomPtxType type);
gboolean    loom_ptx_type_is_signed (LoomPtxType type);
gboolean    loom_ptx_type_is_bits   (LoomPtxType type);
const char *loom_ptx_type_get_name  (LoomPtxType type);
LoomPtxType loom_ptx_type_from_name (const char *name);
gboolean    loom_ptx_type_accepts   (LoomPtxType type,
                                     LoomPtxType held,
                                     gboolean    relaxed);
const char *loom_ptx_space_get_name (LoomPtxSpace space);
