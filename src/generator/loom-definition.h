#pragma once

#include <glib.h>

/* Ways to say what a kernel computes. */
typedef enum
{
  LOOM_FORM_ELEMENTWISE,
  LOOM_FORM_REDUCTION,
  LOOM_FORM_STENCIL,
  LOOM_FORM_RAW,
  LOOM_N_FORMS
} LoomForm;

/* What a form asks for. */
typedef enum
{
#define LOOM_FORM_PART(id, ...) LOOM_PART_##id,
#include "loom-form-parts.def"
  LOOM_N_PARTS
} LoomPart;

/* What a person fills in to get a kernel, as typed. Parts that a form does not ask for are left
 * alone; an empty one has its default. Owns its texts. */
typedef struct
{
  LoomForm  form;
  char     *parts[LOOM_N_PARTS];
} LoomDefinition;

/* Where something in a definition is wrong: bytes of a part, from 0. */
typedef struct
{
  LoomPart  part;
  gsize     start, length;
} LoomPartPlace;

const char         *loom_form_get_name       (LoomForm               form);
gboolean            loom_form_from_name      (const char            *name,
                                              LoomForm              *form);
gboolean            loom_form_has_part       (LoomForm               form,
                                              LoomPart               part);
const char         *loom_part_get_key        (LoomPart               part);
const char         *loom_part_get_label      (LoomPart               part);
const char         *loom_part_get_help       (LoomPart               part);
const char * const *loom_part_get_choices    (LoomPart               part);
const char          *loom_part_get_choice_title (LoomPart            part,
                                                 guint               index);
gboolean            loom_part_has_lines      (LoomPart               part);

void                loom_definition_clear    (LoomDefinition        *self);
void                loom_definition_copy     (const LoomDefinition  *self,
                                              LoomDefinition        *copy);
void                loom_definition_set_part (LoomDefinition        *self,
                                              LoomPart               part,
                                              const char            *text);
const char         *loom_definition_get_part (const LoomDefinition  *self,
                                              LoomPart               part);
gboolean            loom_definition_parse    (const char            *text,
                                              LoomDefinition        *definition,
                                              GError               **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LoomDefinition, loom_definition_clear)
