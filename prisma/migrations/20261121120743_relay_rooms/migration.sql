-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN     "max_concurrency" INTEGER NOT NULL DEFAULT 16,
ADD COLUMN     "max_per_second" INTEGER,
ADD COLUMN     "next_slot_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "webhook_attempts" ADD COLUMN     "connect_ms" INTEGER,
ADD COLUMN     "dns_ms" INTEGER,
ADD COLUMN     "first_byte_ms" INTEGER,
ADD COLUMN     "tls_ms" INTEGER;

-- What the relay claims from: rows that are still to be sent, by endpoint and time; and what is under way.
DROP INDEX "webhook_deliveries_due_idx";
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries" ("endpoint_id", "due_at", "event_position")
  WHERE "status" IN ('PENDING', 'RETRYING');
CREATE INDEX "webhook_deliveries_leased_idx" ON "webhook_deliveries" ("endpoint_id") WHERE "lease_id" IS NOT NULL;

-- What retention looks for: rows are written in the order of time.
CREATE INDEX "webhook_deliveries_created_brin" ON "webhook_deliveries" USING brin ("created_at");

-- A statement that adds no delivery wakes nobody: notifications of all transactions queue for one lock, commit and all.
DROP TRIGGER webhook_deliveries_due ON webhook_deliveries;
CREATE OR REPLACE FUNCTION notify_webhook_deliveries() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  IF EXISTS (SELECT 1 FROM added WHERE due_at IS NOT NULL) THEN PERFORM pg_notify('webhook_deliveries', ''); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER webhook_deliveries_due AFTER INSERT ON webhook_deliveries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION notify_webhook_deliveries();
