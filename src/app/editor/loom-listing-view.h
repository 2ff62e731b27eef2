#pragma once

#include "loom-listing.h"
#include "loom-pane.h"

/* What was made of the source, linked with it: what the line under the one cursor was made into, or
 * from, is marked at the other.
 *
 * Property: "label" (string), what it is called for a screen reader.
 *
 * ## Actions
 * listing.go: to the line of the source. */
#define LOOM_TYPE_LISTING_VIEW (loom_listing_view_get_type ())
G_DECLARE_FINAL_TYPE (LoomListingView, loom_listing_view, LOOM, LISTING_VIEW, LoomPane)

void               loom_listing_view_take       (LoomListingView *self,
                                                 LoomListing     *listing);
const LoomListing *loom_listing_view_get        (LoomListingView *self);
void               loom_listing_view_go_to      (LoomListingView *self,
                                                 const char      *entry);
void               loom_listing_view_copy       (LoomListingView *self);
