#pragma once

#include "loom-domain.h"
#include "loom-expect.h"

/* The ways to say what is expected of an array, as a person chooses among them, and as settings
 * have them. Both keys have a table of kinds; kind 0 says nothing. */
typedef enum
{
  LOOM_EXPECT_DOMAIN,
  LOOM_EXPECT_REFERENCE,
  LOOM_N_EXPECT_KEYS
} LoomExpectKey;

/* What the rest of a value is. */
typedef enum
{
  LOOM_DETAIL_NONE,
  LOOM_DETAIL_NUMBER,
  LOOM_DETAIL_FILE,
  LOOM_DETAIL_FORMULA,
  LOOM_DETAIL_NAME,
} LoomDetailKind;

/* One way, with titles in the user's language. */
typedef struct
{
  const char     *title;
  LoomDetailKind  detail;
  const char     *detail_title, *hint;
  const char     *start;        /* the detail that is written once it is chosen; NULL: a person has
                                   to give one first */
} LoomExpectKind;

const char     *loom_expect_key_get_name   (LoomExpectKey         key);
guint           loom_expect_key_count      (LoomExpectKey         key);
gboolean        loom_expect_key_offers     (LoomExpectKey         key,
                                            guint                 kind,
                                            guint                 rank);
void            loom_expect_kind_get       (LoomExpectKey         key,
                                            guint                 kind,
                                            LoomExpectKind       *self);
guint           loom_expect_read           (LoomExpectKey         key,
                                            const char           *value,
                                            guint                 rank,
                                            char                **detail);
char           *loom_expect_write          (LoomExpectKey         key,
                                            guint                 kind,
                                            const char           *detail,
                                            guint                 rank,
                                            GError              **error);
