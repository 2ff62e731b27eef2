/* loom-sim-runtime.c: what the device's malloc(), free(), assert() and printf() do, for
 * one thread
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-runtime-private.h"
#include "loom-sim-watcher-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_STRING 65536u       /* bytes of a string that the device's code hands over */

/* Bytes at a generic address, at most `most`; how many there are in *length. */
const guint8 *
loom_sim_find_bytes (const LoomSimVector *v,
                     guint                n,
                     guint64              address,
                     gsize                most,
                     gsize               *length)
{
  const guint64 slot = address >> LOOM_SIM_SLOT_BITS;
  guint64 offset = address - LOOM_SIM_SLOT_ADDRESS (slot), size = 0;
  const guint8 *bytes = NULL;

  if (slot == LOOM_SIM_LOCAL_SLOT)
    {
      offset = address - LOOM_SIM_LOCAL_WINDOW;
      bytes = v->local + (gsize) n * v->local_size;
      size = v->local_size;
    }
  else if (slot == LOOM_SIM_SHARED_SLOT)
    {
      offset = address - LOOM_SIM_SHARED_WINDOW;
      bytes = v->shared;
      size = v->shared_size;
    }
  else if (slot < v->n_slots)
    {
      bytes = v->slots[slot].bytes;
      size = v->slots[slot].size;
    }
  if (bytes == NULL || offset >= size)
    return NULL;
  *length = MIN (most, size - offset);
  return bytes + offset;
}

static char *
dup_string (const LoomSimVector *v,
            guint                n,
            guint64              address)
{
  gsize length;
  const guint8 *bytes = loom_sim_find_bytes (v, n, address, MAX_STRING, &length);

  return bytes != NULL ? g_strndup ((const char *) bytes, length) : NULL;
}

/* Argument i of the call, in the lane's local memory. */
static guint64
get_argument (const LoomSimVector *v,
              const LoomSimOp     *op,
              guint                n,
              guint                i)
{
  guint64 value = 0;

  if (i < op->detail->n_arguments)
    memcpy (&value,
            v->local + (gsize) n * v->local_size + v->local_frame + op->detail->arguments[i].from,
            MIN (op->detail->arguments[i].size, sizeof value));
  return value;
}

/* __assertfail (message, file, line, function, size of a character) */
guint32
loom_sim_fail_assertion (LoomSimVector   *v,
                         const LoomSimOp *op,
                         guint            n)
{
  g_autofree char *message = dup_string (v, n, get_argument (v, op, n, 0));
  g_autofree char *function = dup_string (v, n, get_argument (v, op, n, 3));

  loom_sim_trap (v, op, LOOM_ERROR_ASSERT, n);
  if (v->block->trap.text == NULL)
    /* Translators: 1 an expression in C, 2 a function's name */
    v->block->trap.text = g_strdup_printf (_("“%1$s” in %2$s"), message != NULL ? message : "?",
                                           function != NULL ? function : "?");
  return 0;
}

/* malloc(): a slot of its own for each block, which free() never gives to another. Only one worker
 * runs such kernels. */
guint64
loom_sim_heap_take (LoomSimVector   *v,
                    const LoomSimOp *op,
                    guint            n)
{
  LoomSimHeap *heap = v->block->launch->heap;
  const guint64 size = get_argument (v, op, n, 0);
  LoomSimSlot *slot;

  if (size == 0 || size > LOOM_SIM_HEAP_SIZE - heap->taken || heap->next >= v->n_slots)
    return 0;
  slot = heap->slots + heap->next;
  slot->bytes = g_malloc0 (size);
  slot->size = size;
  slot->is_owned = TRUE;
  slot->is_heap = TRUE;
  heap->taken += size;
  LOOM_SIM_TELL (v->block, heap_taken, heap->next);
  return LOOM_SIM_SLOT_ADDRESS (heap->next++);
}

guint32
loom_sim_heap_give_back (LoomSimVector   *v,
                         const LoomSimOp *op,
                         guint            n)
{
  LoomSimHeap *heap = v->block->launch->heap;
  const guint64 address = get_argument (v, op, n, 0);
  const guint64 slot = address >> LOOM_SIM_SLOT_BITS;

  if (address == 0)
    return 0;
  if (slot >= heap->next || !heap->slots[slot].is_heap || heap->slots[slot].bytes == NULL ||
      address != LOOM_SIM_SLOT_ADDRESS (slot))
    {
      loom_sim_trap (v, op, LOOM_ERROR_HEAP, n);
      v->block->trap.address = address;
      return 0;
    }
  heap->taken -= heap->slots[slot].size;
  g_clear_pointer (&heap->slots[slot].bytes, g_free);
  g_clear_pointer (&heap->slots[slot].undefined, g_free);
  return 0;
}

/* printf(), as the driver of an H200 was seen to format. */

#define MAX_FIELD 4096          /* characters that one conversion prints */

/* The arguments after the format, one after the other, each at a multiple of its size. */
typedef struct
{
  const LoomSimVector *v;
  const LoomSimOp     *op;
  guint                n;
  guint64              at;
  guint                taken;
  const char          *format;
  guint                n_bytes; /* conversions of a byte (%hhd) so far */
} Arguments;

static guint64
take_argument (Arguments *self,
               guint      size)
{
  guint64 value = 0;
  gsize length;
  const guint8 *bytes;

  self->at = (self->at + size - 1) / size * size;
  bytes = loom_sim_find_bytes (self->v, self->n, self->at, size, &length);
  if (bytes != NULL && length == size)
    {
      memcpy (&value, bytes, size);
      LOOM_SIM_TELL (self->v->block, look, self->v, self->op, self->n, self->at, size);
    }
  self->at += size;
  self->taken++;
  return value;
}

/* How large a conversion says that its argument is. */
typedef enum
{
  LENGTH_INT,
  LENGTH_BYTE,                  /* hh */
  LENGTH_SHORT,                 /* h */
  LENGTH_LONG,                  /* l, ll, L */
} Length;

/* A conversion as written, taken apart. */
typedef struct
{
  char   flags[8];
  gint   width, precision;      /* -1: none */
  Length length;
  char   letter;
} Conversion;

static Length
parse_length (const char **text)
{
  const char *p = *text;
  Length length = LENGTH_INT;

  if (*p == 'h')
    length = p[1] == 'h' ? LENGTH_BYTE : LENGTH_SHORT;
  else if (*p == 'l' || *p == 'L')
    length = LENGTH_LONG;
  if (length != LENGTH_INT)
    *text += length == LENGTH_BYTE || (p[0] == 'l' && p[1] == 'l') ? 2 : 1;
  return length;
}

/* FALSE if it is none that the device knows (z, j, t, a precision of *): it is printed as it
 * stands, takes no argument and *text stays behind the per cent sign. */
static gboolean
parse_conversion (const char **text,
                  Conversion  *self,
                  Arguments   *arguments)
{
  const Arguments before = *arguments;
  const char *p = *text;
  guint n_flags = 0;

  *self = (Conversion) { .width = -1, .precision = -1 };
  for (; *p != '\0' && strchr ("-+ #0", *p) != NULL; p++)
    if (n_flags < sizeof self->flags - 1)
      self->flags[n_flags++] = *p;
  if (*p == '*')
    {
      const gint32 width = (gint32) take_argument (arguments, 4);

      if (width < 0 && n_flags < sizeof self->flags - 1)
        self->flags[n_flags++] = '-';
      self->width = (gint) MIN (ABS ((gint64) width), MAX_FIELD);
      p++;
    }
  for (; g_ascii_isdigit (*p); p++)
    self->width = MIN (MAX (self->width, 0) * 10 + (*p - '0'), MAX_FIELD);
  if (*p == '.')
    for (p++, self->precision = 0; g_ascii_isdigit (*p); p++)
      self->precision = MIN (self->precision * 10 + (*p - '0'), MAX_FIELD);
  self->length = parse_length (&p);
  if (*p == '\0' || strchr ("diouxXcsfFeEgGaAp%", *p) == NULL)
    {
      *arguments = before;
      return FALSE;
    }
  self->letter = *p;
  *text = p + 1;
  return TRUE;
}

/* The conversion for the C library; length: of its argument there. */
static char *
dup_format (const Conversion *self,
            const char       *length)
{
  GString *format = g_string_new ("%");

  g_string_append (format, self->flags);
  if (self->width >= 0)
    g_string_append_printf (format, "%d", self->width);
  if (self->precision >= 0)
    g_string_append_printf (format, ".%d", self->precision);
  g_string_append_printf (format, "%s%c", length, self->letter);
  return g_string_free (format, FALSE);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static void
format_float (char             *buffer,
              gsize             size,
              const Conversion *self,
              gdouble           value)
{
  g_autofree char *format = dup_format (self, "");

  if (self->letter != 'a' && self->letter != 'A')
    {
      g_ascii_formatd (buffer, (gint) size, format, value);
      return;
    }
  g_snprintf (buffer, size, format, value);
  g_strdelimit (buffer, ",", '.');
}

static void
format_integer (char             *buffer,
                gsize             size,
                const Conversion *self,
                gint64            value)
{
  g_autofree char *format = dup_format (self, G_GINT64_MODIFIER);

  g_snprintf (buffer, size, format, value);
}
#pragma GCC diagnostic pop

static void
append_padded (GString          *output,
               const Conversion *self,
               const char       *text,
               gsize             length)
{
  const gsize pad = self->width > 0 && (gsize) self->width > length ? (gsize) self->width - length
                                                                    : 0;
  const gboolean left = strchr (self->flags, '-') != NULL;

  for (gsize i = 0; i < pad && !left; i++)
    g_string_append_c (output, ' ');
  g_string_append_len (output, text, (gssize) length);
  for (gsize i = 0; i < pad && left; i++)
    g_string_append_c (output, ' ');
}

static void
append_string (GString          *output,
               const Conversion *self,
               const Arguments  *arguments,
               guint64           address)
{
  g_autofree char *text = address != 0 ? dup_string (arguments->v, arguments->n, address)
                                       : g_strdup ("(null)");
  gsize length = text != NULL ? strlen (text) : 0;

  if (self->precision >= 0)
    length = MIN (length, (gsize) self->precision);
  append_padded (output, self, text != NULL ? text : "", length);
}

/* The driver takes a byte not from the argument but from the format: eight characters further for
 * each conversion of a byte. Seen in driver 580: "hhd %hhd %hhd" prints 104 32. Its printf() does
 * not count these arguments, either. */
static gint64
take_byte (Arguments *self)
{
  const gsize at = 8 * (gsize) self->n_bytes++;

  take_argument (self, 4);
  self->taken--;
  return at < strlen (self->format) ? (gint8) self->format[at] : 0;
}

static gint64
take_signed (Arguments *self,
             Length     length)
{
  switch (length)
    {
    case LENGTH_BYTE:
      return take_byte (self);
    case LENGTH_SHORT:
      return (gint16) take_argument (self, 4);
    case LENGTH_LONG:
      return (gint64) take_argument (self, 8);
    default:
      return (gint32) take_argument (self, 4);
    }
}

static guint64
take_unsigned (Arguments *self,
               Length     length)
{
  static const guint bits[] = { 32, 8, 16, 64 };        /* by Length */
  const guint unused = 64 - bits[length];

  return (guint64) take_signed (self, length) << unused >> unused;
}

static gdouble
take_double (Arguments *self)
{
  const guint64 bits = take_argument (self, 8);
  gdouble number;

  memcpy (&number, &bits, sizeof number);
  return number;
}

static void
append_pointer (GString          *output,
                const Conversion *self,
                guint64           address)
{
  char buffer[32];

  g_snprintf (buffer, sizeof buffer, address != 0 ? "0x%" G_GINT64_MODIFIER "x" : "(nil)", address);
  append_padded (output, self, buffer, strlen (buffer));
}

static void
append_conversion (GString          *output,
                   const Conversion *self,
                   Arguments        *arguments)
{
  char buffer[2 * MAX_FIELD + 512] = "";

  switch (self->letter)
    {
    case '%':
      g_string_append_c (output, '%');
      return;
    case 's':
      append_string (output, self, arguments, take_argument (arguments, 8));
      return;
    case 'c':
      buffer[0] = (char) take_argument (arguments, 4);
      append_padded (output, self, buffer, 1);
      return;
    case 'p':
      append_pointer (output, self, take_argument (arguments, 8));
      return;
    case 'd':
    case 'i':
      format_integer (buffer, sizeof buffer, self, take_signed (arguments, self->length));
      break;
    case 'o':
    case 'u':
    case 'x':
    case 'X':
      format_integer (buffer, sizeof buffer, self,
                      (gint64) take_unsigned (arguments, self->length));
      break;
    default:
      format_float (buffer, sizeof buffer, self, take_double (arguments));
      break;
    }
  g_string_append (output, buffer);
}

/* vprintf (format, arguments): returns how many arguments were taken, as the device does. */
guint32
loom_sim_print (LoomSimVector   *v,
                const LoomSimOp *op,
                guint            n)
{
  g_autofree char *format = dup_string (v, n, get_argument (v, op, n, 0));
  Arguments arguments = {
    .v = v, .op = op, .n = n, .at = get_argument (v, op, n, 1), .format = format
  };
  GString *output = v->block->output;

  if (output == NULL)
    output = v->block->output = g_string_new (NULL);
  for (const char *p = format; p != NULL && *p != '\0' && output->len < LOOM_SIM_MAX_OUTPUT; )
    {
      Conversion conversion;

      if (*p++ != '%')
        g_string_append_c (output, p[-1]);
      else if (parse_conversion (&p, &conversion, &arguments))
        append_conversion (output, &conversion, &arguments);
      else
        g_string_append_c (output, '%');
    }
  return arguments.taken;
}
