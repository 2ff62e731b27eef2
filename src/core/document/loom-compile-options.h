#pragma once

#include <gio/gio.h>

/* `options=` of a document goes to a compiler that can read and write files by its options; only
 * these pass: -D -U -std -fmad -ftz -prec-div -prec-sqrt -use_fast_math -maxrregcount
 * -device-int128 -Ofast-compile -diag-error -diag-suppress -diag-warn, with one or two dashes, and
 * -I with a relative folder that does not lead out of those that may be read. */
gboolean  loom_compile_options_check         (const char * const  *options,
                                              GError             **error);
char     *loom_compile_options_find_outside  (const char * const  *options,
                                              const char          *folder,
                                              const char          *root);
GStrv     loom_compile_options_list_folders  (const char * const  *options);
char     *loom_compile_options_dup_macros    (const char * const  *options);

/* One option in the text of `options=`, whatever else stands there. */
char     *loom_compile_options_get           (const char          *text,
                                              const char          *name);
char     *loom_compile_options_set           (const char          *text,
                                              const char          *name,
                                              const char          *value,
                                              GError             **error);
char     *loom_compile_options_get_defined   (const char          *text);
char     *loom_compile_options_set_defined   (const char          *text,
                                              const char          *macros,
                                              GError             **error);
char     *loom_compile_options_set_fast_math (const char          *text,
                                              gboolean             is_fast);

/* What `arch=` may be; LOOM_ARCH_DEFAULT stands for `native` where no GPU takes part. */
#define LOOM_ARCH_DEFAULT "compute_75"
#define LOOM_ARCH_NATIVE "native"

gboolean  loom_compile_arch_check     (const char          *arch,
                                       GError             **error);
