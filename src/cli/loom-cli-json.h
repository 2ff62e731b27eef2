#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

char *loom_cli_json_format (JsonNode *root);

G_END_DECLS
