-- What metrics read of bookings: those that are not at rest, without touching the table.
CREATE INDEX "bookings_open_idx" ON "bookings" ("status", "supplier_code")
  INCLUDE ("pending_since", "created_at", "review_expires_at", "hold_deadline_at")
  WHERE "status" IN ('AWAITING_REVIEW', 'PROCESSING', 'ON_HOLD', 'CANCELLATION_PENDING');

-- Cases of the last day, by kind.
CREATE INDEX "cases_opened_idx" ON "cases" ("opened_at", "kind");
