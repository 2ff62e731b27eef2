/* loom-generator-prologue.c: what stands before a kernel
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-generator-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Columns of a line of a comment, without what closes it. */
#define MAX_COMMENT 95

/* A complex number; $C is its name, $R its parts' type, $A its bytes. */
static const char complex_text[]
    = "struct __align__ ($A) $C\n"
      "{\n"
      "  $R re, im;\n"
      "\n"
      "  $C () = default;\n"
      "  __host__ __device__ constexpr $C ($R re, $R im = 0) : re (re), im (im) {}\n"
      "  __device__ $R real () const { return re; }\n"
      "  __device__ $R imag () const { return im; }\n"
      "  __device__ $C &operator+= ($C b) { return *this = $C (re + b.re, im + b.im); }\n"
      "  __device__ $C &operator-= ($C b) { return *this = $C (re - b.re, im - b.im); }\n"
      "  __device__ $C &operator*= ($C b)\n"
      "  {\n"
      "    return *this = $C (re * b.re - im * b.im, re * b.im + im * b.re);\n"
      "  }\n"
      "  __device__ $C &operator/= ($C b)\n"
      "  {\n"
      "    const $R norm = b.re * b.re + b.im * b.im;\n"
      "\n"
      "    return *this = $C ((re * b.re + im * b.im) / norm, (im * b.re - re * b.im) / norm);\n"
      "  }\n"
      "};\n"
      "\n"
      "__device__ inline $C operator- ($C a) { return $C (-a.re, -a.im); }\n"
      "__device__ inline $C operator+ ($C a, $C b) { return a += b; }\n"
      "__device__ inline $C operator- ($C a, $C b) { return a -= b; }\n"
      "__device__ inline $C operator* ($C a, $C b) { return a *= b; }\n"
      "__device__ inline $C operator/ ($C a, $C b) { return a /= b; }\n"
      "__device__ inline bool operator== ($C a, $C b) { return a.re == b.re && a.im == b.im; }\n"
      "__device__ inline bool operator!= ($C a, $C b) { return !(a == b); }\n"
      "__device__ inline $R real ($C a) { return a.re; }\n"
      "__device__ inline $R imag ($C a) { return a.im; }\n"
      "__device__ inline $R norm ($C a) { return a.re * a.re + a.im * a.im; }\n"
      "__device__ inline $R abs ($C a) { return $H (a.re, a.im); }\n"
      "__device__ inline $R arg ($C a) { return $T (a.im, a.re); }\n"
      "__device__ inline $C conj ($C a) { return $C (a.re, -a.im); }\n\n";

/* @text with what follows each $ put in. */
static void
write_template (GString            *to,
                const char         *text,
                const char *const   values[256])
{
  for (; *text != '\0'; text++)
    if (*text == '$' && values[(guchar) text[1]] != NULL)
      g_string_append (to, values[(guchar) *++text]);
    else
      g_string_append_c (to, *text);
}

static void
write_complex (LoomGenerator *self,
               guint          bytes)
{
  const gboolean is_double = bytes == 16;
  const char *const values[256] = {
    ['A'] = is_double ? "16" : "8", ['C'] = is_double ? "complex128" : "complex64",
    ['R'] = is_double ? "double" : "float", ['H'] = is_double ? "hypot" : "hypotf",
    ['T'] = is_double ? "atan2" : "atan2f",
  };

  g_string_append (self->text, _("/* A complex number, as NumPy stores it. */\n"));
  write_template (self->text, complex_text, values);
}

static const LoomCell *
find_cell (LoomGenerator *self,
           guint          index)
{
  if (index < G_N_ELEMENTS (self->letters))
    return self->letters[index];
  index -= G_N_ELEMENTS (self->letters);
  return index < self->parameters->len
           ? &((LoomParameter *) g_ptr_array_index (self->parameters, index))->cell : NULL;
}

static void
write_headers (LoomGenerator *self)
{
  static const char *const headers[] = { "cuda_fp16.h", "cuda_bf16.h" };
  const guint n = G_N_ELEMENTS (self->letters) + self->parameters->len;
  gboolean has_header = FALSE;

  for (guint h = 0; h < G_N_ELEMENTS (headers); h++)
    for (guint i = 0; i < n; i++)
      {
        const LoomCell *cell = find_cell (self, i);

        if (cell != NULL && g_strcmp0 (cell->header, headers[h]) == 0)
          {
            g_string_append_printf (self->text, "#include <%s>\n", headers[h]);
            has_header = TRUE;
            break;
          }
      }
  if (has_header)
    g_string_append_c (self->text, '\n');
  for (guint bytes = 8; bytes <= 16; bytes += 8)
    for (guint i = 0; i < n; i++)
      if (find_cell (self, i) != NULL && find_cell (self, i)->complex_bytes == bytes)
        {
          write_complex (self, bytes);
          break;
        }
}

/* What letters stand for. */
static void
write_letters (LoomGenerator *self)
{
  gboolean has_letter = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (self->letters); i++)
    if (self->letters[i] != NULL)
      {
        g_string_append_printf (self->text, "using %c = %s;", 'A' + i, self->letters[i]->value);
        if (self->letters[i]->load != NULL)
          g_string_append_printf (self->text, _("  /* stored as %s */"), self->letters[i]->name);
        g_string_append_c (self->text, '\n');
        has_letter = TRUE;
      }
  if (has_letter)
    g_string_append_c (self->text, '\n');
}

/* In lines that fit, however long the words of a language are. */
void
_loom_generator_write_comment (LoomGenerator *self,
                               guint          indent,
                               const char    *comment)
{
  g_auto (GStrv) words = g_strsplit (comment, " ", -1);
  glong column = indent + strlen ("/*");

  g_string_append_printf (self->text, "%*s/*", (int) indent, "");
  for (guint i = 0; words[i] != NULL; i++)
    {
      const glong length = 1 + g_utf8_strlen (words[i], -1);

      if (column + length > MAX_COMMENT)
        {
          g_string_append_printf (self->text, "\n%*s *", (int) indent, "");
          column = indent + strlen (" *");
        }
      g_string_append_printf (self->text, " %s", words[i]);
      column += length;
    }
  g_string_append (self->text, " */\n");
}

/* A comment, then what the kernel needs before it. */
void
_loom_generator_write_prologue (LoomGenerator *self,
                                const char    *comment)
{
  g_autofree char *preamble = _loom_generator_dup_code (self, LOOM_PART_PREAMBLE);
  gsize before;

  _loom_generator_write_comment (self, 0, comment);
  before = self->text->len;
  write_headers (self);
  write_letters (self);
  if (*preamble != '\0')
    g_string_append_printf (self->text, "%s\n\n", preamble);
  /* The comment is the document's, not that of what happens to follow. */
  if (self->text->len > before || self->definition->form == LOOM_FORM_REDUCTION)
    g_string_insert_c (self->text, before, '\n');
}
