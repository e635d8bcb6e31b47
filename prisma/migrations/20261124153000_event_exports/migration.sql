-- outside a transaction
-- How far the log has been exported, and who exports it. Bookings go on being written while the index is built.
CREATE TABLE IF NOT EXISTS "event_exports" (
  "target" TEXT NOT NULL,
  "xid" xid8 NOT NULL DEFAULT '0',
  "position" BIGINT NOT NULL DEFAULT 0,
  "exported" BIGINT NOT NULL DEFAULT 0,
  "lease_id" TEXT,
  "leased_until" TIMESTAMPTZ(3),
  "advanced_at" TIMESTAMPTZ(3),
  CONSTRAINT "event_exports_pkey" PRIMARY KEY ("target")
);

-- The log of all organizations in its order.
DROP INDEX CONCURRENTLY IF EXISTS "booking_events_export_idx";
CREATE INDEX CONCURRENTLY "booking_events_export_idx" ON "booking_events" ("xid", "position") WHERE "type" <> 'webhook.test';
