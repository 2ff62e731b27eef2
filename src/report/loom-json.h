#pragma once

#include "loom-deviation.h"
#include "loom-dim3.h"

#include <json-glib/json-glib.h>

char *loom_json_format       (JsonNode       *root);
char *loom_json_finish       (JsonBuilder    *builder);

/* Members of an object. Null is a text of NULL; and what is below 0, since that was not counted or
 * measured, which is never zero. A count above what signed numbers hold is the largest of them. */
void  loom_json_begin_object (JsonBuilder    *builder,
                              const char     *key);
void  loom_json_begin_array  (JsonBuilder    *builder,
                              const char     *key);
void  loom_json_add_null     (JsonBuilder    *builder,
                              const char     *key);
void  loom_json_add_text     (JsonBuilder    *builder,
                              const char     *key,
                              const char     *value);
void  loom_json_add_truth    (JsonBuilder    *builder,
                              const char     *key,
                              gboolean        value);
void  loom_json_add_int      (JsonBuilder    *builder,
                              const char     *key,
                              gint64          value);
void  loom_json_add_count    (JsonBuilder    *builder,
                              const char     *key,
                              guint64         value);
void  loom_json_add_optional (JsonBuilder    *builder,
                              const char     *key,
                              gint64          value);
void  loom_json_add_measure  (JsonBuilder    *builder,
                              const char     *key,
                              double          value);
void  loom_json_add_rounded  (JsonBuilder    *builder,
                              double          value);
void  loom_json_add_dim3     (JsonBuilder    *builder,
                              const char     *key,
                              const LoomDim3 *value);
/* Null where a number stands beside none. */
void  loom_json_add_deviation (JsonBuilder         *builder,
                               const char          *key,
                               const LoomDeviation *value);
