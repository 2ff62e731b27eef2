#pragma once

#include <json-glib/json-glib.h>

void loom_report_chain_add (JsonBuilder *builder,
                            GPtrArray   *outcomes);
