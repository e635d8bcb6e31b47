-- An endpoint is disabled after five days of failing, not after two failures that are five days apart: its occasions are counted.
ALTER TABLE "webhook_endpoints" ADD COLUMN "failures_counted" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "failure_counted_at" TIMESTAMPTZ(3);
