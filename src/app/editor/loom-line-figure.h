#pragma once

#include "loom-profile.h"

/* One kind of figure that a profile has for a line of the source. */
typedef struct
{
  const char *name;             /* of the setting */
  const char *title;            /* in a menu, for gettext */
  const char *shade;            /* what its shade says, for gettext */
  char     *(*dup_short) (const LoomLineProfile *line);  /* beside the line; NULL: it has none */
  char     *(*dup_words) (const LoomLineProfile *line);  /* where it has one */
  double    (*cost)      (const LoomLineProfile *line);
  double      full;             /* cost of the full shade; 0: that of the line with the most */
} LoomLineFigure;

const LoomLineFigure *loom_line_figure_get       (guint                  index);
const LoomLineFigure *loom_line_figure_find      (const char            *name);
double                loom_line_figure_get_most  (const LoomLineFigure  *self,
                                                  const LoomProfile     *profile);
char                 *loom_line_figure_dup_all   (const LoomLineProfile *line,
                                                  const char            *separator);
