#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* For each integer type of cvt: r… what its register holds, v… its value. An 8-bit operand is the low byte of a 16-bit
 * register; as a destination it fills the register by its sign. */
typedef guint16 ru8;
typedef gint16 rs8;
typedef guint16 ru16;
typedef gint16 rs16;
typedef guint32 ru32;
typedef gint32 rs32;
typedef guint64 ru64;
typedef gint64 rs64;
typedef guint8 vu8;
typedef gint8 vs8;
typedef guint16 vu16;
typedef gint16 vs16;
typedef guint32 vu32;
typedef gint32 vs32;
typedef guint64 vu64;
typedef gint64 vs64;

/* Their letters in a row's signature. */
#define WIDTH_u8 "2"
#define WIDTH_s8 "2"
#define WIDTH_u16 "2"
#define WIDTH_s16 "2"
#define WIDTH_u32 "4"
#define WIDTH_s32 "4"
#define WIDTH_u64 "8"
#define WIDTH_s64 "8"

G_END_DECLS
