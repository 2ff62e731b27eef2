#pragma once

#include <glib.h>

/* The same variant but for one thing somewhere in it, as a peer could have it that lies: a number, a
 * text, or how many elements there are, and which. */
GVariant *fixture_mutate (GVariant *variant,
                          GRand    *rand);
