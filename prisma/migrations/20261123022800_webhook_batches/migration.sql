-- What concerns all deliveries of an endpoint is written down in its row and done in batches.
ALTER TABLE "webhook_endpoints" ADD COLUMN "closing" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "recovering_since" TIMESTAMPTZ(3),
  ADD COLUMN "recovering_until" TIMESTAMPTZ(3),
  ADD COLUMN "recovering_from" TIMESTAMPTZ(3),
  ADD COLUMN "recovered" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "recovering_after" BIGINT NOT NULL DEFAULT 0;

CREATE INDEX "webhook_deliveries_recoverable_idx" ON "webhook_deliveries" ("endpoint_id", "event_position")
  WHERE "status" IN ('FAILED', 'SKIPPED');
