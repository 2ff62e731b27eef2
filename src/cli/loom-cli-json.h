#pragma once

#include "loom-dim3.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

char *loom_cli_json_format       (JsonNode       *root);
void  loom_cli_json_add_text     (JsonBuilder    *builder,
                                  const char     *key,
                                  const char     *value);
void  loom_cli_json_add_truth    (JsonBuilder    *builder,
                                  const char     *key,
                                  gboolean        value);
void  loom_cli_json_add_int      (JsonBuilder    *builder,
                                  const char     *key,
                                  gint64          value);
void  loom_cli_json_add_count    (JsonBuilder    *builder,
                                  const char     *key,
                                  guint64         value);
void  loom_cli_json_add_optional (JsonBuilder    *builder,
                                  const char     *key,
                                  gint64          value);
void  loom_cli_json_add_measure  (JsonBuilder    *builder,
                                  const char     *key,
                                  double          value);
void  loom_cli_json_add_dim3     (JsonBuilder    *builder,
                                  const char     *key,
                                  const LoomDim3 *value);

G_END_DECLS
