-- outside a transaction
-- Revoked keys stay for the audit log, and a partner may roll a key any number of times. Whoever is stopped in the middle begins again, so each
-- index is dropped first.
DROP INDEX CONCURRENTLY IF EXISTS "api_keys_usable_idx";
CREATE INDEX CONCURRENTLY "api_keys_usable_idx" ON "api_keys" ("organization_id") WHERE "revoked_at" IS NULL;

-- The newest follower of a key without reading all.
DROP INDEX CONCURRENTLY IF EXISTS "api_keys_rolled_from_created_at_idx";
CREATE INDEX CONCURRENTLY "api_keys_rolled_from_created_at_idx" ON "api_keys" ("rolled_from", "created_at");
DROP INDEX CONCURRENTLY IF EXISTS "api_keys_rolled_from_idx";
