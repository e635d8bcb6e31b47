-- The log of events is read by transactions: a reader is shown nothing that a running transaction may still precede, and takes no
-- lock for it. Events that are there already count as committed before all others.
ALTER TABLE "booking_events" ADD COLUMN "xid" xid8 NOT NULL DEFAULT '0';
ALTER TABLE "booking_events" ALTER COLUMN "xid" SET DEFAULT pg_current_xact_id();

-- Test events are not in the log.
CREATE INDEX "booking_events_log_idx" ON "booking_events" ("organization_id", "environment", "xid", "position")
  WHERE "type" <> 'webhook.test';
DROP INDEX "booking_events_organization_id_environment_position_idx";
