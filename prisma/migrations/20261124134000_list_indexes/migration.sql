-- outside a transaction
-- Each filter of a list has its order: no list passes over what the filter leaves out. Bookings and deliveries go on being written
-- while these are built. Whoever is stopped in the middle begins again, so each is dropped first.
DROP INDEX CONCURRENTLY IF EXISTS "bookings_listed_idx";
CREATE INDEX CONCURRENTLY "bookings_listed_idx"
  ON "bookings" ("organization_id", "environment", "created_at", "id") INCLUDE ("check_in_date");
-- In place of this one, which lacks the date of arrival: to look for that among the newest bookings took reading the bookings.
DROP INDEX CONCURRENTLY IF EXISTS "bookings_organization_id_environment_created_at_id_idx";

DROP INDEX CONCURRENTLY IF EXISTS "bookings_listed_by_status_idx";
CREATE INDEX CONCURRENTLY "bookings_listed_by_status_idx"
  ON "bookings" ("organization_id", "environment", "status", "created_at", "id") INCLUDE ("check_in_date");

DROP INDEX CONCURRENTLY IF EXISTS "bookings_listed_by_check_in_idx";
CREATE INDEX CONCURRENTLY "bookings_listed_by_check_in_idx"
  ON "bookings" ("organization_id", "environment", "check_in_date", "created_at", "id") INCLUDE ("status");

-- In place of bookings_organization_id_client_reference_idx, also for the version before.
DROP INDEX CONCURRENTLY IF EXISTS "bookings_listed_by_reference_idx";
CREATE INDEX CONCURRENTLY "bookings_listed_by_reference_idx"
  ON "bookings" ("organization_id", "environment", "client_reference", "created_at", "id") WHERE "client_reference" IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS "bookings_organization_id_client_reference_idx";

DROP INDEX CONCURRENTLY IF EXISTS "webhook_deliveries_listed_idx";
CREATE INDEX CONCURRENTLY "webhook_deliveries_listed_idx" ON "webhook_deliveries" ("endpoint_id", "status", "created_at", "id");

-- What the relay begins with: what is due, and when something will be, whichever endpoints there are.
DROP INDEX CONCURRENTLY IF EXISTS "webhook_deliveries_due_first_idx";
CREATE INDEX CONCURRENTLY "webhook_deliveries_due_first_idx" ON "webhook_deliveries" ("due_at", "endpoint_id")
  WHERE "status" IN ('PENDING', 'RETRYING');
