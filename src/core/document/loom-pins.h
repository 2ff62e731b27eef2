#pragma once

#include <gio/gio.h>

/* Each takes the memory of a moment from those that are kept evenly. */
#define LOOM_MAX_PINS 64

/* Moments of steps that are kept whatever becomes of the others: ascending, each once. Plain
 * value; zeros are none. */
typedef struct
{
  guint    n;
  guint64  moments[LOOM_MAX_PINS];
} LoomPins;

gboolean  loom_pins_parse        (const char      *text,
                                  LoomPins        *pins,
                                  GError         **error);
char     *loom_pins_format       (const LoomPins  *self);
gboolean  loom_pins_contain      (const LoomPins  *self,
                                  guint64          moment);
gboolean  loom_pins_equal        (const LoomPins  *a,
                                  const LoomPins  *b);
guint     loom_pins_count_behind (const LoomPins *self,
                                  guint64          moment);
gboolean  loom_pins_toggle       (LoomPins        *self,
                                  guint64          moment,
                                  GError         **error);
GVariant *loom_pins_to_variant   (const LoomPins  *self);
gboolean  loom_pins_from_variant (GVariant        *variant,
                                  LoomPins        *pins);
