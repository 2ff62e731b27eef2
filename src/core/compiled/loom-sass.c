/* loom-sass.c: a GPU's machine code as a disassembler has it, and which lines it was made from
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-sass.h"

#include "loom-error.h"
#include "loom-wire-private.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>

static void
line_free (gpointer data)
{
  LoomSassLine *self = data;

  g_free (self->text);
  g_free (self);
}

static gpointer
function_new (void)
{
  LoomSassFunction *self = g_new0 (LoomSassFunction, 1);

  self->lines = g_ptr_array_new_with_free_func (line_free);
  return self;
}

static void
function_free (gpointer data)
{
  LoomSassFunction *self = data;

  g_free (self->name);
  g_ptr_array_unref (self->lines);
  g_free (self);
}

/**
 * loom_sass_new:
 *
 * Returns: (transfer full): one without functions; whoever makes it fills it in before sharing it
 */
LoomSass *
loom_sass_new (void)
{
  LoomSass *self = g_new0 (LoomSass, 1);

  self->functions = g_ptr_array_new_with_free_func (function_free);
  return self;
}

void
loom_sass_free (LoomSass *self)
{
  if (self == NULL)
    return;

  g_free (self->architecture);
  g_free (self->compiler);
  g_free (self->disassembler);
  g_ptr_array_unref (self->functions);
  g_free (self);
}

/**
 * loom_sass_add_function:
 * @name: lowered, as in PTX
 *
 * Returns: (transfer none): a function without lines, the last of @self
 */
LoomSassFunction *
loom_sass_add_function (LoomSass   *self,
                        const char *name)
{
  LoomSassFunction *function;

  g_return_val_if_fail (self != NULL && name != NULL, NULL);

  function = function_new ();
  function->name = g_strdup (name);
  g_ptr_array_add (self->functions, function);
  return function;
}

/**
 * loom_sass_function_add:
 * @line: an instruction or a label; copied
 *
 * Adds a line at the end.
 */
void
loom_sass_function_add (LoomSassFunction   *self,
                        const LoomSassLine *line)
{
  LoomSassLine *copy;

  g_return_if_fail (self != NULL && line != NULL);

  copy = g_memdup2 (line, sizeof *line);
  copy->text = g_strdup (line->text);
  g_ptr_array_add (self->lines, copy);
}

/**
 * loom_sass_function_count:
 *
 * Returns: how many instructions it has
 */
guint
loom_sass_function_count (const LoomSassFunction *self)
{
  guint n = 0;

  g_return_val_if_fail (self != NULL, 0);

  for (guint i = 0; i < self->lines->len; i++)
    n += !((const LoomSassLine *) self->lines->pdata[i])->is_label;
  return n;
}

static void
list_function (LoomListing            *listing,
               const LoomSassFunction *function)
{
  g_autofree char *head = g_strdup_printf ("%s:", function->name);

  loom_listing_begin (listing, function->name);
  loom_listing_add (listing, head, 0);
  for (guint i = 0; i < function->lines->len; i++)
    {
      const LoomSassLine *line = function->lines->pdata[i];
      g_autofree char *address = g_strdup_printf ("\t/*%04" PRIx64 "*/\t", line->address);
      g_autofree char *text = g_strconcat (line->is_label ? "" : address, line->text,
                                           line->is_label ? ":" : ";", NULL);

      loom_listing_add (listing, text, line->is_label ? 0 : line->line);
    }
  loom_listing_add (listing, "", 0);
}

/**
 * loom_sass_list:
 *
 * Returns: (transfer full): it as text, each function under its name
 */
LoomListing *
loom_sass_list (const LoomSass *self)
{
  LoomListing *listing;
  g_autofree char *head = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  listing = loom_listing_new ();
  head = g_strdup_printf ("// %s, %s", self->architecture, self->compiler);
  loom_listing_add (listing, head, 0);
  loom_listing_add (listing, "", 0);
  for (guint i = 0; i < self->functions->len; i++)
    list_function (listing, self->functions->pdata[i]);
  return listing;
}

static gboolean
is_one_line (const char *text)
{
  for (const char *at = text; *at != '\0'; at++)
    if (g_ascii_iscntrl (*at))
      return FALSE;

  return *text != '\0';
}

static gboolean
check_line (gpointer data)
{
  const LoomSassLine *self = data;

  return is_one_line (self->text);
}

static const LoomWireMember line_members[] = {
  LOOM_WIRE (UINT64, LoomSassLine, address),
  LOOM_WIRE_UP_TO (LoomSassLine, line, G_MAXINT),
  LOOM_WIRE (BOOLEAN, LoomSassLine, is_label),
  LOOM_WIRE (STRING, LoomSassLine, text),
};
static const LoomWire line_wire = {
  LOOM_WIRE_MEMBERS (line_members, LoomSassLine), .destroy = line_free, .check = check_line,
};

static gboolean
check_function (gpointer data)
{
  const LoomSassFunction *self = data;

  return is_one_line (self->name);
}

static const LoomWireMember function_members[] = {
  LOOM_WIRE (STRING, LoomSassFunction, name),
  LOOM_WIRE_OF (POINTERS, LoomSassFunction, lines, &line_wire),
};
static const LoomWire function_wire = {
  LOOM_WIRE_MEMBERS (function_members, LoomSassFunction), .create = function_new,
  .destroy = function_free, .check = check_function,
};

static gboolean
check_sass (gpointer data)
{
  const LoomSass *self = data;

  return is_one_line (self->architecture) && is_one_line (self->compiler);
}

static const LoomWireMember sass_members[] = {
  LOOM_WIRE (STRING, LoomSass, architecture),
  LOOM_WIRE (STRING, LoomSass, compiler),
  LOOM_WIRE (STRING, LoomSass, disassembler),
  LOOM_WIRE_OF (POINTERS, LoomSass, functions, &function_wire),
};
static const LoomWire sass_wire = {
  LOOM_WIRE_MEMBERS (sass_members, LoomSass), .create = (LoomWireCreate) loom_sass_new,
  .destroy = (GDestroyNotify) loom_sass_free, .check = check_sass,
};

GVariant *
loom_sass_to_variant (const LoomSass *self)
{
  return _loom_wire_pack (&sass_wire, self);
}

/**
 * loom_sass_from_variant:
 * @variant: from loom_sass_to_variant(), perhaps in a hostile process
 * @error: return location; %LOOM_ERROR_PROTOCOL
 *
 * Returns: (transfer full): what is checked, or %NULL with @error set
 */
LoomSass *
loom_sass_from_variant (GVariant  *variant,
                        GError   **error)
{
  LoomSass *self;

  g_return_val_if_fail (variant != NULL, NULL);

  self = _loom_wire_create (&sass_wire, variant);
  return self != NULL ? self
                      : loom_fail_null (error, LOOM_ERROR_PROTOCOL,
                                        _("the disassembler’s answer holds a line that cannot be"));
}
