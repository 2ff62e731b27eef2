/* loom-sim-printf.c: the device's printf(), malloc(), free() and assert(), for one thread
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-runtime-private.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>

#define MAX_STRING 65536u       /* bytes of a string that the device's code hands over */
#define MAX_FIELD 4096          /* characters that one conversion prints */

/* Bytes at a generic address, at most `most`; how many there are in *length. */
static const guint8 *
find_bytes (const LoomSimVector *v,
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
  const guint8 *bytes = find_bytes (v, n, address, MAX_STRING, &length);

  return bytes != NULL ? g_strndup ((const char *) bytes, length) : NULL;
}

static guint64
get_argument (const LoomSimVector *v,
              const LoomSimOp     *op,
              guint                n,
              guint                i)
{
  guint64 value = 0;

  if (i < op->detail->n_arguments)
    memcpy (&value, v->local + (gsize) n * v->local_size + v->local_frame + op->detail->arguments[i].from,
            MIN (op->detail->arguments[i].size, sizeof value));
  return value;
}

/* The arguments after the format, one after the other, each at a multiple of its size. */
typedef struct
{
  const LoomSimVector *v;
  guint                n;
  guint64              at;
  guint                taken;
} Arguments;

static guint64
take_argument (Arguments *self,
               guint      size)
{
  guint64 value = 0;
  gsize length;
  const guint8 *bytes;

  self->at = (self->at + size - 1) / size * size;
  bytes = find_bytes (self->v, self->n, self->at, size, &length);
  if (bytes != NULL && length == size)
    memcpy (&value, bytes, size);
  self->at += size;
  self->taken++;
  return value;
}

/* A conversion as written, taken apart. */
typedef struct
{
  char     flags[8];
  gint     width, precision;    /* -1: none */
  gboolean is_long;
  char     letter;
} Conversion;

/* FALSE if it is none that the device knows; *text then stays behind the per cent sign. */
static gboolean
parse_conversion (const char **text,
                  Conversion  *self,
                  Arguments   *arguments)
{
  const char *p = *text;
  guint n_flags = 0;

  *self = (Conversion) { .width = -1, .precision = -1 };
  for (; *p != '\0' && strchr ("-+ #0", *p) != NULL; p++)
    if (n_flags < sizeof self->flags - 1)
      self->flags[n_flags++] = *p;
  if (*p == '*')
    {
      self->width = (gint32) take_argument (arguments, 4);
      p++;
    }
  for (; g_ascii_isdigit (*p); p++)
    self->width = MIN (MAX (self->width, 0) * 10 + (*p - '0'), MAX_FIELD);
  if (*p == '.')
    for (p++, self->precision = 0; g_ascii_isdigit (*p); p++)
      self->precision = MIN (self->precision * 10 + (*p - '0'), MAX_FIELD);
  for (; *p != '\0' && strchr ("hlLjzt", *p) != NULL; p++)
    self->is_long |= *p != 'h';
  if (*p == '\0' || strchr ("diouxXcsfFeEgGaAp", *p) == NULL)
    return FALSE;
  self->letter = *p;
  *text = p + 1;
  return TRUE;
}

static void
format_float (char             *buffer,
              gsize             size,
              const Conversion *self,
              gdouble           value)
{
  g_autofree char *width = self->width >= 0 ? g_strdup_printf ("%d", self->width) : g_strdup ("");
  g_autofree char *precision = self->precision >= 0 ? g_strdup_printf (".%d", self->precision) : g_strdup ("");
  g_autofree char *format = g_strdup_printf ("%%%s%s%s%c", self->flags, width, precision, self->letter);

  if (self->letter != 'a' && self->letter != 'A')
    {
      g_ascii_formatd (buffer, (gint) size, format, value);
      return;
    }
G_GNUC_BEGIN_IGNORE_DEPRECATIONS
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_snprintf (buffer, size, format, value);
#pragma GCC diagnostic pop
G_GNUC_END_IGNORE_DEPRECATIONS
  for (char *p = buffer; *p != '\0'; p++)
    if (*p == ',')
      *p = '.';
}

static void
format_integer (char             *buffer,
                gsize             size,
                const Conversion *self,
                gint64            value)
{
  g_autofree char *width = self->width >= 0 ? g_strdup_printf ("%d", self->width) : g_strdup ("");
  g_autofree char *precision = self->precision >= 0 ? g_strdup_printf (".%d", self->precision) : g_strdup ("");
  g_autofree char *format = g_strdup_printf ("%%%s%s%s%s%c", self->flags, width, precision, G_GINT64_MODIFIER, self->letter);

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_snprintf (buffer, size, format, value);
#pragma GCC diagnostic pop
}

static void
append_padded (GString          *output,
               const Conversion *self,
               const char       *text,
               gsize             length)
{
  const gsize pad = self->width > 0 && (gsize) self->width > length ? (gsize) self->width - length : 0;
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
  g_autofree char *text = address != 0 ? dup_string (arguments->v, arguments->n, address) : g_strdup ("(null)");
  gsize length = text != NULL ? strlen (text) : 0;

  if (self->precision >= 0)
    length = MIN (length, (gsize) self->precision);
  append_padded (output, self, text != NULL ? text : "", length);
}

static void
append_conversion (GString          *output,
                   const Conversion *self,
                   Arguments        *arguments)
{
  char buffer[2 * MAX_FIELD + 512];
  guint64 bits;
  gdouble number;

  switch (self->letter)
    {
    case 's':
      append_string (output, self, arguments, take_argument (arguments, 8));
      return;
    case 'c':
      buffer[0] = (char) take_argument (arguments, 4);
      append_padded (output, self, buffer, 1);
      return;
    case 'p':
      bits = take_argument (arguments, 8);
      g_snprintf (buffer, sizeof buffer, bits != 0 ? "0x%" G_GINT64_MODIFIER "x" : "(nil)", bits);
      append_padded (output, self, buffer, strlen (buffer));
      return;
    case 'd':
    case 'i':
      format_integer (buffer, sizeof buffer, self,
                      self->is_long ? (gint64) take_argument (arguments, 8) : (gint32) take_argument (arguments, 4));
      break;
    case 'o':
    case 'u':
    case 'x':
    case 'X':
      format_integer (buffer, sizeof buffer, self, (gint64) take_argument (arguments, self->is_long ? 8 : 4));
      break;
    default:
      bits = take_argument (arguments, 8);
      memcpy (&number, &bits, sizeof number);
      format_float (buffer, sizeof buffer, self, number);
      break;
    }
  g_string_append (output, buffer);
}

/* vprintf (format, arguments): returns the number of arguments, as the device does. */
guint32
loom_sim_print (LoomSimVector   *v,
                const LoomSimOp *op,
                guint            n)
{
  Arguments arguments = { .v = v, .n = n, .at = get_argument (v, op, n, 1) };
  g_autofree char *format = dup_string (v, n, get_argument (v, op, n, 0));
  GString *output = v->block->output;

  if (output == NULL)
    output = v->block->output = g_string_new (NULL);
  for (const char *p = format; p != NULL && *p != '\0' && output->len < LOOM_SIM_MAX_OUTPUT; )
    {
      Conversion conversion;

      if (*p != '%')
        g_string_append_c (output, *p++);
      else if (p[1] == '%')
        {
          g_string_append_c (output, '%');
          p += 2;
        }
      else
        {
          p++;
          if (parse_conversion (&p, &conversion, &arguments))
            append_conversion (output, &conversion, &arguments);
          else
            g_string_append_c (output, '%');
        }
    }
  return arguments.taken;
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

/* malloc(): a slot of its own for each block, which free() never gives to another. Only one worker runs such kernels. */
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
  return 0;
}
