-- outside a transaction
-- Whatever takes long for large tables, while they go on being written. It can be begun again at any place.
-- A partitioned table can have only unique indexes that contain the id, so these two get plain ones beside them.
DROP INDEX CONCURRENTLY IF EXISTS "booking_events_position_idx";
CREATE INDEX CONCURRENTLY "booking_events_position_idx" ON "booking_events" ("position");

DROP INDEX CONCURRENTLY IF EXISTS "booking_events_booking_id_sequence_idx";
CREATE INDEX CONCURRENTLY "booking_events_booking_id_sequence_idx" ON "booking_events" ("booking_id", "sequence");

SELECT gateway_bound_before('offers', 'off_');
SELECT gateway_check_before('offers');
SELECT gateway_bound_before('booking_events', 'evt_');
SELECT gateway_check_before('booking_events');
