#pragma once

#include "loom-listing.h"

LoomListing *loom_ptx_listing_new (const char *ptx,
                                   const char *document);
