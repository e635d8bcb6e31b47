-- What waited for a person before there were cases has one.
INSERT INTO "cases" ("id", "kind", "subject", "organization_id", "booking_id", "connection_id", "at_stake_minor", "currency",
  "due_at", "detail", "opened_at", "seen_at")
SELECT 'case_' || upper(left(md5(gen_random_uuid()::text), 20)),
  CASE WHEN "status" = 'AWAITING_REVIEW' THEN 'REVIEW' ELSE 'UNSETTLED_' ||
    CASE "pending_operation" WHEN 'CREATE' THEN 'CREATE' WHEN 'CONFIRM_HOLD' THEN 'CONFIRMATION' WHEN 'CANCEL' THEN 'CANCELLATION'
      ELSE 'HOLD' END END,
  "id", "organization_id", "id", "connection_id", ("terms" #>> '{price,total,amountMinor}')::bigint,
  "terms" #>> '{price,total,currency}', CASE WHEN "status" = 'AWAITING_REVIEW' THEN "review_expires_at" END,
  jsonb_build_object('since', 'before there were cases'), gateway_now(), gateway_now()
FROM "bookings" WHERE "status" = 'AWAITING_REVIEW' OR "needs_operator"
ON CONFLICT ("kind", "subject") WHERE "closed_at" IS NULL DO NOTHING;

-- The bookings that wait for a person: few among millions.
CREATE INDEX "bookings_for_operator_idx" ON "bookings" ("created_at") WHERE "status" = 'AWAITING_REVIEW' OR "needs_operator";

-- Webhooks that failed for good: an operator's list over all organizations.
CREATE INDEX "webhook_deliveries_dead_idx" ON "webhook_deliveries" ("created_at") WHERE "status" = 'FAILED';
CREATE INDEX "webhook_deliveries_dead_endpoint_idx" ON "webhook_deliveries" ("endpoint_id") WHERE "status" = 'FAILED';
