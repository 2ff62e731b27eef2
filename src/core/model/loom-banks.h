#pragma once

#include "loom-dim3.h"

#define LOOM_BANKS 32
#define LOOM_BANK_BYTES 4

/* What one warp asks of shared memory with one instruction. Plain value. */
typedef struct
{
  guint    n;                   /* lanes that take part */
  guint    size;                /* bytes that each of them accesses */
  gboolean is_load;
  gboolean is_atomic;
  guint8   lane[LOOM_WARP_LANES];       /* ascending */
  guint64  address[LOOM_WARP_LANES];    /* bank 0 begins at multiples of 128 */
} LoomBankRequest;

/* What one bank does in one pass: it gives or takes a word, for any number of lanes at once. */
typedef struct
{
  guint64 word;                 /* the address, divided by LOOM_BANK_BYTES */
  guint32 lanes;                /* bits */
  guint8  bank;
  guint8  phase;                /* of the request, from 0 */
  guint16 pass;                 /* of the request, from 0 */
} LoomBankWord;

guint   loom_bank_request_count_passes (const LoomBankRequest *self,
                                        guint                 *conflicts);
GArray *loom_bank_request_list_words   (const LoomBankRequest *self);
