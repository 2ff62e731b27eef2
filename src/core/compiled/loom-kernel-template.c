/* loom-kernel-template.c: a kernel that is a template, and its parameters by their tokens
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-kernel-template.h"

#include "loom-source-reader-private.h"
#include "loom-wire-private.h"

#include <string.h>

/* More parameters than anybody chooses. */
#define MAX_PARAMS 64

static void
param_free (gpointer data)
{
  LoomTemplateParam *self = data;

  g_free (self->name);
  g_free (self->type);
  g_free (self->fallback);
  g_free (self);
}

/* Of the = that begins what holds without an argument, or `end`. */
static guint
find_equals (const LoomSourceReader *source,
             guint                   first,
             guint                   end)
{
  for (guint i = first; i < end; i++)
    {
      char c = get_punctuation (source, i);

      if (c == '=')
        return i;
      if (c == '(' || c == '[' || c == '{')
        i = _loom_source_skip_brackets (source, i) - 1;
      else if (c == '<')
        i = _loom_source_step_over_angles (source, i) - 1;
    }

  return end;
}

/* `typename T`, `class... Ts`, `class`; not `typename T::type N`, which is a value. */
static gboolean
is_type (const LoomSourceReader *source,
         guint                   first,
         guint                   end)
{
  if (!is_word (source, first, "typename") && !is_word (source, first, "class"))
    return FALSE;
  for (first++; first < end && get_punctuation (source, first) == '.'; first++)
    ;
  return first + is_identifier (source, first) >= end;
}

static gboolean
has_dots (const LoomSourceReader *source,
          guint                   first,
          guint                   end)
{
  while (first < end && get_punctuation (source, first) != '.')
    first++;
  return first < end;
}

/* The text of some tokens but one: the type of a value without its name. */
static char *
dup_type (const LoomSourceReader *source,
          guint                   first,
          guint                   end,
          const char             *name)
{
  GString *type = g_string_new (NULL);

  for (guint i = first; i < end; i++)
    {
      g_autofree char *word = _loom_source_dup_text (source, i, i + 1);
      const gboolean spaced
        = is_identifier (source, i) && i > first && is_identifier (source, i - 1);

      if (get_punctuation (source, i) == '.' || (*name != '\0' && strcmp (word, name) == 0))
        continue;
      g_string_append_printf (type, "%s%s", spaced && type->len > 0 ? " " : "", word);
    }

  return g_string_free (type, FALSE);
}

static char *
dup_last_word (const LoomSourceReader *source,
               guint                   first,
               guint                   end)
{
  return end > first + 1 && is_identifier (source, end - 1) &&
         !is_word (source, end - 1, "class") && !is_word (source, end - 1, "typename")
         ? _loom_source_dup_text (source, end - 1, end) : g_strdup ("");
}

static LoomTemplateParam *
read_param (const LoomSourceReader *source,
            guint                   first,
            guint                   end)
{
  LoomTemplateParam *param = g_new0 (LoomTemplateParam, 1);
  guint equals = find_equals (source, first, end);

  param->kind = is_word (source, first, "template") ? LOOM_TEMPLATE_TEMPLATE
                : is_type (source, first, equals) ? LOOM_TEMPLATE_TYPE : LOOM_TEMPLATE_VALUE;
  param->is_pack = param->kind != LOOM_TEMPLATE_TEMPLATE && has_dots (source, first, equals);
  if (param->kind == LOOM_TEMPLATE_VALUE)
    {
      param->name = _loom_source_dup_param_name (source, first, equals);
      param->type = dup_type (source, first, equals, param->name);
    }
  else
    {
      param->name = dup_last_word (source, first, equals);
    }
  if (equals + 1 < end)
    param->fallback = _loom_source_dup_text (source, equals + 1, end);

  return param;
}

static void
read_params (LoomKernelTemplate *self)
{
  g_autoptr (GArray) tokens = _loom_source_tokens_new (self->declared, strlen (self->declared));
  const LoomSourceReader source = { self->declared, tokens, tokens->len };
  guint first = 0;

  while (first < source.n && self->params->len < MAX_PARAMS)
    {
      guint comma = _loom_source_find_comma (&source, first, source.n);

      g_ptr_array_add (self->params, read_param (&source, first, comma));
      first = comma + 1;
    }
}

/**
 * loom_kernel_template_new:
 * @declared: its parameters as the source has them, "typename T, int N = 4"; any text
 *
 * Makes a template. What is no parameter becomes one that takes whatever is typed.
 *
 * Returns: (transfer full): a template
 */
LoomKernelTemplate *
loom_kernel_template_new (const char *name,
                          guint       line,
                          const char *declared)
{
  LoomKernelTemplate *self;

  g_return_val_if_fail (name != NULL && declared != NULL, NULL);

  self = g_new0 (LoomKernelTemplate, 1);
  self->name = g_strdup (name);
  self->line = line;
  self->declared = g_strdup (declared);
  self->params = g_ptr_array_new_with_free_func (param_free);
  read_params (self);
  return self;
}

void
loom_kernel_template_free (LoomKernelTemplate *self)
{
  if (self == NULL)
    return;

  g_free (self->name);
  g_free (self->declared);
  g_free (self->file);
  g_ptr_array_unref (self->params);
  g_free (self);
}

/**
 * loom_kernel_template_dup_title:
 *
 * Returns: (transfer full): its name with those of its parameters, "scale<T, N>"
 */
char *
loom_kernel_template_dup_title (const LoomKernelTemplate *self)
{
  g_autoptr (GString) title = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  title = g_string_new (self->name);
  for (guint i = 0; i < self->params->len; i++)
    {
      const LoomTemplateParam *param = g_ptr_array_index (self->params, i);

      if (*param->name != '\0')
        g_string_append_printf (title, "%s%s%s", title->len > strlen (self->name) ? ", " : "<",
                                param->name, param->is_pack ? "…" : "");
    }
  g_string_append (title, title->len > strlen (self->name) ? ">" : "<>");
  return g_string_free (g_steal_pointer (&title), FALSE);
}

/**
 * loom_kernel_template_find:
 * @templates: (element-type LoomKernelTemplate): where to look
 * @name: of a template, or of an instance: what follows a < does not count
 *
 * Returns: (transfer none) (nullable): the first template of that name
 */
LoomKernelTemplate *
loom_kernel_template_find (GPtrArray  *templates,
                           const char *name)
{
  g_autofree char *base = NULL;

  g_return_val_if_fail (templates != NULL && name != NULL, NULL);

  base = g_strstrip (g_strndup (name, strcspn (name, "<")));
  for (guint i = 0; i < templates->len; i++)
    {
      LoomKernelTemplate *template = g_ptr_array_index (templates, i);

      if (strcmp (template->name, base) == 0)
        return template;
    }

  return NULL;
}

static gpointer
create_empty (void)
{
  LoomKernelTemplate *self = g_new0 (LoomKernelTemplate, 1);

  self->params = g_ptr_array_new_with_free_func (param_free);
  return self;
}

/* Any text reads as parameters. */
static gboolean
check (gpointer self)
{
  read_params (self);
  return TRUE;
}

static const LoomWireMember wire_members[] = {
  LOOM_WIRE (STRING, LoomKernelTemplate, name),
  LOOM_WIRE (UINT32, LoomKernelTemplate, line),
  LOOM_WIRE (STRING, LoomKernelTemplate, declared),
  LOOM_WIRE (NULLABLE, LoomKernelTemplate, file),
};

const LoomWire _loom_kernel_template_wire = {
  LOOM_WIRE_MEMBERS (wire_members, LoomKernelTemplate),
  .create = create_empty, .destroy = (GDestroyNotify) loom_kernel_template_free, .check = check,
};
