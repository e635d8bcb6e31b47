-- The nightly comparison reads the bookings of a day, and the stays ahead, without passing over all that were ever made.
DROP INDEX "bookings_connection_id_id_idx";
CREATE INDEX "bookings_connection_id_created_at_id_idx" ON "bookings" ("connection_id", "created_at", "id");
CREATE INDEX "bookings_connection_id_check_out_date_id_idx" ON "bookings" ("connection_id", "check_out_date", "id");
