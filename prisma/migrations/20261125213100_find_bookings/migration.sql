-- outside a transaction
-- By what people name a booking on the telephone: the supplier's code of it, the hotel's own number, the id of a request. Bookings and
-- attempts go on being written while these are built. Whoever is stopped in the middle begins again, so each is dropped first.
DROP INDEX CONCURRENTLY IF EXISTS "bookings_supplier_booking_code_idx";
CREATE INDEX CONCURRENTLY "bookings_supplier_booking_code_idx" ON "bookings" ("supplier_booking_code")
  WHERE "supplier_booking_code" IS NOT NULL;

DROP INDEX CONCURRENTLY IF EXISTS "bookings_hotel_number_idx";
CREATE INDEX CONCURRENTLY "bookings_hotel_number_idx" ON "bookings" (("hotel_confirmation"->>'number'))
  WHERE "hotel_confirmation"->>'number' IS NOT NULL;

DROP INDEX CONCURRENTLY IF EXISTS "booking_attempts_request_idx";
CREATE INDEX CONCURRENTLY "booking_attempts_request_idx" ON "booking_attempts" ("request_id") WHERE "request_id" IS NOT NULL;
