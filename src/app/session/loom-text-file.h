#pragma once

#include "loom-error.h"
#include "loom-text-encoding.h"

/* More is no source that a person wrote, and no editor shows it well. */
#define LOOM_TEXT_FILE_MAX_BYTES (16 * 1024 * 1024)

/* What loom_text_file_dup_etag() needs to know of a file. */
#define LOOM_TEXT_FILE_ETAG \
  G_FILE_ATTRIBUTE_ETAG_VALUE "," G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_UNIX_INODE

/* What was read from a file, and what it takes to write it back as it was. Plain value behind a
 * pointer. */
typedef struct
{
  char   *text;         /* UTF-8, no byte order mark; lines end in \n, unless they are mixed */
  gsize   length;
  char   *etag;         /* of the file as it was read */
  GFile  *target;       /* the file behind all links: what is replaced and watched */
  LoomTextEncoding encoding;
  guint   crlf : 1;     /* every line ends in \r\n */
} LoomTextFile;

LoomTextFile *loom_text_file_new         (void);
void          loom_text_file_free        (LoomTextFile         *self);
char         *loom_text_file_dup_etag    (GFileInfo            *info);
void          loom_text_file_load_async  (GFile                *file,
                                          GCancellable         *cancellable,
                                          GAsyncReadyCallback   callback,
                                          gpointer              user_data);
void          loom_text_file_save_async  (GFile                *file,
                                          const LoomTextFile   *contents,
                                          GCancellable         *cancellable,
                                          GAsyncReadyCallback   callback,
                                          gpointer              user_data);
LoomTextFile *loom_text_file_finish     (GFile                *file,
                                          GAsyncResult         *result,
                                          GError              **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomTextFile, loom_text_file_free)
