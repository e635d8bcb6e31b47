-- One offer, one booking. Bookings that are there already claim nothing: their offers end within 15 minutes.
ALTER TABLE "bookings" ADD COLUMN "claimed_offer_id" TEXT;

CREATE UNIQUE INDEX "bookings_claimed_offer_id_key" ON "bookings"("claimed_offer_id");
