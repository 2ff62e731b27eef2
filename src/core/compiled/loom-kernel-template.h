#pragma once

#include "loom-wire.h"

typedef enum
{
  LOOM_TEMPLATE_TYPE,           /* typename T */
  LOOM_TEMPLATE_VALUE,          /* int N */
  LOOM_TEMPLATE_TEMPLATE,       /* template <typename> class C */
} LoomTemplateParamKind;

typedef struct
{
  LoomTemplateParamKind  kind;
  char                  *name;      /* "" where there is none */
  char                  *type;      /* of a value: "unsigned int"; or NULL */
  char                  *fallback;  /* what holds where no argument is given; or NULL */
  gboolean               is_pack;   /* any number of arguments */
} LoomTemplateParam;

/* A kernel that is a template: there is nothing to run before its arguments are chosen. Plain value
 * behind a pointer. */
typedef struct
{
  char      *name;              /* with its namespaces */
  char      *file;              /* in which it stands; NULL: the document */
  guint      line;              /* of its declaration */
  char      *declared;          /* "typename T, int N = 4" */
  GPtrArray *params;            /* (element-type LoomTemplateParam) */
} LoomKernelTemplate;

LoomKernelTemplate *loom_kernel_template_new             (const char                *name,
                                                          guint                      line,
                                                          const char                *declared);
void                loom_kernel_template_free            (LoomKernelTemplate        *self);
char               *loom_kernel_template_dup_title       (const LoomKernelTemplate  *self);

/* What is chosen for the parameters: a text for each, "" for what the template says itself. */
char               *loom_kernel_template_dup_guess       (const LoomKernelTemplate  *self,
                                                          guint                      index);
char               *loom_kernel_template_dup_example     (const LoomKernelTemplate  *self);
GStrv               loom_kernel_template_read_instance   (const LoomKernelTemplate  *self,
                                                          const char                *instance);
gboolean            loom_kernel_template_check_argument  (const LoomKernelTemplate  *self,
                                                          const char * const        *arguments,
                                                          guint                      index,
                                                          GError                   **error);
char               *loom_kernel_template_dup_instance    (const LoomKernelTemplate  *self,
                                                          const char * const        *arguments,
                                                          GError                   **error);
LoomKernelTemplate *loom_kernel_template_find            (GPtrArray                 *templates,
                                                          const char                *name);
extern const LoomWire _loom_kernel_template_wire;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomKernelTemplate, loom_kernel_template_free)
