-- The attempt under which the supplier was called for a cancellation: of several, it tells which one was carried out. Cancellations of before,
-- and of code of before, have none; theirs is found by its place.
ALTER TABLE "cancellations" ADD COLUMN "attempt_id" TEXT;

-- A hold without a deadline is looked at daily now; of those that there are, nobody looks.
UPDATE "bookings" SET "look_at" = gateway_now("organization_id"), "look_kind" = 'HOLD' WHERE "status" = 'ON_HOLD' AND "look_at" IS NULL;
