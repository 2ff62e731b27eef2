/* loom-sweep-axis.c: what a sweep changes: its grammar
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 *   block.x=8,16,32; block.y=1..16*2; -DTILE=8,16; n=100..1000+100
 *
 * A range goes from its first number to its last: by adding (+1 where nothing is said) or, with *,
 * by multiplying.
 */

#include "config.h"

#include "loom-sweep-axis.h"

#include "loom-error.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

/* Words of the axes that have three parts. */
static const struct
{
  const char    *word;
  LoomSweepKind  kind;
  guint          part;
} words[] = {
  { "block.x", LOOM_SWEEP_BLOCK, 0 },
  { "block.y", LOOM_SWEEP_BLOCK, 1 },
  { "block.z", LOOM_SWEEP_BLOCK, 2 },
  { "grid.x", LOOM_SWEEP_GRID, 0 },
  { "grid.y", LOOM_SWEEP_GRID, 1 },
  { "grid.z", LOOM_SWEEP_GRID, 2 },
  { "shape.cols", LOOM_SWEEP_SHAPE, 0 },
  { "shape.rows", LOOM_SWEEP_SHAPE, 1 },
  { "shape.planes", LOOM_SWEEP_SHAPE, 2 },
  { "shared", LOOM_SWEEP_SHARED, 0 },
};

#define MACRO "-D"

static void
sweep_axis_free (LoomSweepAxis *self)
{
  g_clear_pointer (&self->values, g_ptr_array_unref);
  g_free (self->name);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomSweepAxis, sweep_axis_free)

static gboolean
is_name (const char *text)
{
  if (!g_ascii_isalpha (*text) && *text != '_')
    return FALSE;
  return text[strspn (text, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_.")] == '\0';
}

static gboolean
set_name (LoomSweepAxis  *self,
          GError        **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (words[i].word, self->name))
      {
        self->kind = words[i].kind;
        self->part = words[i].part;
        return TRUE;
      }
  self->kind = g_str_has_prefix (self->name, MACRO) ? LOOM_SWEEP_MACRO : LOOM_SWEEP_NUMBER;
  if (is_name (self->kind == LOOM_SWEEP_MACRO ? self->name + strlen (MACRO) : self->name))
    return TRUE;
  return loom_fail (error, LOOM_ERROR_USAGE,
                    _("“%s” is not an axis of a sweep: write block.x, grid.y, shared, shape.cols, "
                      "-D with a macro’s name, or the name of a number among the parameters"),
                    self->name);
}

static gboolean
add_value (LoomSweepAxis  *self,
           char           *value,
           GError        **error)
{
  if (g_ptr_array_find_with_equal_func (self->values, value, g_str_equal, NULL))
    {
      g_autofree char *twice = value;

      return loom_fail (error, LOOM_ERROR_USAGE, _("%1$s has the value %2$s twice"), self->name,
                        twice);
    }
  if (self->values->len == LOOM_SWEEP_MAX_TILES)
    {
      g_free (value);
      return loom_fail (error, LOOM_ERROR_USAGE,
                        _("%1$s has more values than the %2$d configurations that a sweep can "
                          "have; make the list shorter or the steps longer"), self->name,
                        LOOM_SWEEP_MAX_TILES);
    }
  g_ptr_array_add (self->values, value);
  return TRUE;
}

/* FIRST..LAST, and behind it perhaps +STEP or *FACTOR. */
static gboolean
read_range (const char *text,
            guint64     numbers[3],
            gboolean   *multiplies)
{
  const char *dots = strstr (text, "..");
  g_autofree char *first = g_strndup (text, (gsize) (dots - text));
  g_autofree char *last = g_strdup (dots + 2);
  char *by = strpbrk (last, "+*");

  *multiplies = by != NULL && *by == '*';
  numbers[2] = 1;
  if (by != NULL)
    {
      *by = '\0';
      if (!g_ascii_string_to_unsigned (g_strstrip (by + 1), 10, *multiplies ? 2 : 1, G_MAXUINT32,
                                       &numbers[2], NULL))
        return FALSE;
    }
  return g_ascii_string_to_unsigned (g_strstrip (first), 10, 0, G_MAXINT64, &numbers[0], NULL) &&
         g_ascii_string_to_unsigned (g_strstrip (last), 10, numbers[0], G_MAXINT64, &numbers[1],
                                     NULL) &&
         (!*multiplies || numbers[0] > 0);
}

static gboolean
add_range (LoomSweepAxis  *self,
           const char     *text,
           GError        **error)
{
  guint64 numbers[3], at;
  gboolean multiplies;

  if (!read_range (text, numbers, &multiplies))
    return loom_fail (error, LOOM_ERROR_USAGE,
                      _("%1$s: “%2$s” is not a range; one is written 8..64, 8..64+8 or 8..64*2, "
                        "its first number not above its last"), self->name, text);
  at = numbers[0];
  while (at <= numbers[1])
    {
      if (!add_value (self, g_strdup_printf ("%" G_GUINT64_FORMAT, at), error))
        return FALSE;
      /* the last is at most 2⁶³ - 1: what goes beyond 2⁶⁴ is past it */
      if (!(multiplies ? g_uint64_checked_mul (&at, at, numbers[2])
                       : g_uint64_checked_add (&at, at, numbers[2])))
        break;
    }
  return TRUE;
}

/* Extents are whole numbers from 1 on; what a macro or a parameter can be, the compiler and the
 * plan know. */
static gboolean
check_value (const LoomSweepAxis  *self,
             const char           *text,
             GError              **error)
{
  const gboolean is_free = self->kind == LOOM_SWEEP_MACRO || self->kind == LOOM_SWEEP_NUMBER;
  const guint64 least = self->kind == LOOM_SWEEP_SHARED ? 0 : 1;

  if (*text == '\0')
    return loom_fail (error, LOOM_ERROR_USAGE,
                      _("%s: a value is missing; write them with commas between them, as 8,16,32"),
                      self->name);
  if (is_free || g_ascii_string_to_unsigned (text, 10, least, G_MAXINT64, NULL, NULL))
    return TRUE;
  return loom_fail (error, LOOM_ERROR_USAGE,
                    _("%1$s is “%2$s”, but must be a whole number from %3$" PRIu64 " on"),
                    self->name, text, least);
}

static gboolean
add_values (LoomSweepAxis  *self,
            const char     *text,
            GError        **error)
{
  g_auto (GStrv) items = g_strsplit (text, ",", -1);

  for (guint i = 0; items[i] != NULL; i++)
    {
      const char *item = g_strstrip (items[i]);

      if (!(strstr (item, "..") != NULL ? add_range (self, item, error)
                                        : check_value (self, item, error) &&
                                          add_value (self, g_strdup (item), error)))
        return FALSE;
    }
  return self->values->len > 0 || check_value (self, "", error);
}

static LoomSweepAxis *
parse_axis (const char  *text,
            GError     **error)
{
  g_autoptr (LoomSweepAxis) self = g_new0 (LoomSweepAxis, 1);
  g_auto (GStrv) sides = g_strsplit (text, "=", 2);

  self->values = g_ptr_array_new_with_free_func (g_free);
  self->name = g_strdup (sides[0] != NULL ? g_strstrip (sides[0]) : "");
  if (!set_name (self, error))
    return NULL;
  if (sides[1] == NULL)
    return loom_fail_null (error, LOOM_ERROR_USAGE,
                           _("%1$s has no values: write %1$s=8,16,32 or %1$s=8..64*2"), self->name);
  return add_values (self, sides[1], error) ? g_steal_pointer (&self) : NULL;
}

static gboolean
add_axis (GPtrArray      *axes,
          LoomSweepAxis  *axis,
          GError        **error)
{
  for (guint i = 0; i < axes->len; i++)
    if (g_str_equal (((LoomSweepAxis *) axes->pdata[i])->name, axis->name))
      {
        g_autoptr (LoomSweepAxis) twice = axis;

        return loom_fail (error, LOOM_ERROR_USAGE,
                          _("%s is an axis twice; put all its values into one list"), twice->name);
      }
  g_ptr_array_add (axes, axis);
  if (axes->len <= LOOM_SWEEP_MAX_AXES)
    return TRUE;
  return loom_fail (error, LOOM_ERROR_USAGE, _("%1$u axes are more than the %2$d that a sweep has"),
                    axes->len, LOOM_SWEEP_MAX_AXES);
}

static gboolean
check_volume (const GPtrArray  *axes,
              GError          **error)
{
  guint64 n = 1;

  for (guint i = 0; i < axes->len; i++)
    n *= ((LoomSweepAxis *) axes->pdata[i])->values->len;
  if (n <= LOOM_SWEEP_MAX_TILES)
    return TRUE;
  return loom_fail (error, LOOM_ERROR_USAGE,
                    _("%1$llu configurations are more than the %2$d that a sweep can have; make a "
                      "list shorter"), (unsigned long long) n, LOOM_SWEEP_MAX_TILES);
}

/**
 * loom_sweep_axes_parse:
 * @text: axes with semicolons between them
 * @error: return location; %LOOM_ERROR_USAGE names the axis and what would do
 *
 * Reads the axes of a sweep. There is at least one, none is there twice, and they come to no more
 * than %LOOM_SWEEP_MAX_TILES configurations.
 *
 * Returns: (transfer full) (element-type LoomSweepAxis): the axes
 */
GPtrArray *
loom_sweep_axes_parse (const char  *text,
                       GError     **error)
{
  g_autoptr (GPtrArray) axes
      = g_ptr_array_new_with_free_func ((GDestroyNotify) sweep_axis_free);
  g_auto (GStrv) parts = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  parts = g_strsplit (text, ";", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      LoomSweepAxis *axis;

      if (*g_strstrip (parts[i]) == '\0')
        continue;
      axis = parse_axis (parts[i], error);
      if (axis == NULL || !add_axis (axes, axis, error))
        return NULL;
    }
  if (axes->len == 0)
    return loom_fail_null (error, LOOM_ERROR_USAGE,
                           _("a sweep needs an axis, as block.x=8,16,32"));
  return check_volume (axes, error) ? g_steal_pointer (&axes) : NULL;
}

/**
 * loom_sweep_axes_format:
 *
 * Returns: (transfer full): text that loom_sweep_axes_parse() reads back; ranges are lists
 */
char *
loom_sweep_axes_format (const GPtrArray *axes)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < axes->len; i++)
    {
      const LoomSweepAxis *axis = axes->pdata[i];

      g_string_append_printf (text, "%s%s=", i > 0 ? "; " : "", axis->name);
      for (guint j = 0; j < axis->values->len; j++)
        g_string_append_printf (text, "%s%s", j > 0 ? "," : "", (char *) axis->values->pdata[j]);
    }
  return g_string_free (text, FALSE);
}
