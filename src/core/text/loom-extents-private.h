#pragma once

#include "loom-error.h"

/* The most bytes of a user's text that a message quotes. */
#define LOOM_MAX_QUOTED 60

char     *_loom_abbreviate    (const char   *text);
gboolean  _loom_fail_missing   (GError      **error);
gboolean  _loom_fail_too_small (const char   *shown,
                                gint64        least,
                                GError      **error);
gboolean  _loom_fail_too_large (const char   *shown,
                                guint64       most,
                                GError      **error);
gboolean  _loom_check_base    (const char   *text,
                               GError      **error);
gboolean  _loom_parse_extents (const char   *text,
                               guint64       most,
                               const guint64 told[3],
                               guint64       values[3],
                               guint        *n_values,
                               GError      **error);
