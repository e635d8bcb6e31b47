-- N-1: the tables keep their names, columns and order of columns; what the version before writes lands in the partition of its id.
-- A moment's work: all that takes long was done by the migration before.
SELECT gateway_lock('{bookings,webhook_deliveries,booking_events,offers}');

-- A partition that is referred to, or refers, cannot be dropped without the other table's locks. The statements that write events write
-- their booking and deliveries with them, and none deletes a booking; an event goes when none of its deliveries is left.
ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_event_id_fkey";
ALTER TABLE "booking_events" DROP CONSTRAINT "booking_events_booking_id_fkey";

-- The sequence outlives the rows of before, and belongs to whoever owns the new table.
ALTER SEQUENCE "booking_events_position_seq" OWNED BY NONE;

SELECT gateway_partition_table('offers', 'off_', 'day', '7 days');
SELECT gateway_partition_table('booking_events', 'evt_', 'month', '2 months');

ALTER SEQUENCE "booking_events_position_seq" OWNED BY "booking_events"."position";
-- Rows that were there before any partition: dropped here when there were none.
DO $$
DECLARE parent text;
BEGIN
  FOREACH parent IN ARRAY ARRAY['offers', 'booking_events'] LOOP
    IF to_regclass(parent || '_before') IS NOT NULL
      AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = to_regclass(parent || '_before'))
    THEN EXECUTE format('DROP TABLE %I', parent || '_before'); END IF;
  END LOOP;
END $$;
