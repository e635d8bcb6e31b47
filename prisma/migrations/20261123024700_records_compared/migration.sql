-- What a cancellation cost and who caused it stands on the booking, and in what its supplier's record differs.
ALTER TABLE "bookings" ADD COLUMN "cancellation" JSONB,
ADD COLUMN "discrepancies" JSONB NOT NULL DEFAULT '[]';

ALTER TABLE "cancellations" ADD COLUMN "charged_currency" TEXT;

-- Bookings that were cancelled, or are being cancelled, through an accepted quote: its last cancellation.
WITH last AS (
  SELECT DISTINCT ON (booking_id) *
  FROM "cancellations"
  WHERE outcome <> 'NOT_EFFECTIVE'
  ORDER BY booking_id, requested_at DESC
)
UPDATE "bookings" b SET cancellation = jsonb_build_object(
  'cancellationId', last.id,
  'requestedAt', (extract(epoch FROM last.requested_at) * 1000)::bigint,
  'cancelledAt', CASE WHEN b.status = 'CANCELLED' THEN (extract(epoch FROM coalesce(last.completed_at, b.updated_at)) * 1000)::bigint END,
  'cause', 'CLIENT',
  'penaltyStatus', last.penalty_status,
  'penalty', CASE WHEN last.penalty_minor IS NOT NULL
    THEN jsonb_build_object('amountMinor', last.penalty_minor, 'currency', last.currency) END,
  'chargedPenalty', CASE WHEN last.charged_penalty_minor IS NOT NULL
    THEN jsonb_build_object('amountMinor', last.charged_penalty_minor, 'currency', last.currency) END,
  'supplierCancellationReference', last.supplier_cancellation_reference)
FROM last
WHERE last.booking_id = b.id AND b.status IN ('CANCELLED', 'CANCELLATION_PENDING');

-- Until now, only a hold that lapsed could end without one.
UPDATE "bookings" SET cancellation = jsonb_build_object(
  'cancellationId', 'cxl_' || substr(id, 5),
  'requestedAt', NULL,
  'cancelledAt', (extract(epoch FROM updated_at) * 1000)::bigint,
  'cause', 'HOLD_LAPSED',
  'penaltyStatus', 'NO_CHARGE',
  'penalty', NULL,
  'chargedPenalty', NULL,
  'supplierCancellationReference', NULL)
WHERE status = 'CANCELLED' AND cancellation IS NULL;

-- Nobody waits for the hotel's number of a booking that has ended.
UPDATE "bookings" SET hotel_confirmation = jsonb_set(hotel_confirmation, '{status}', '"NOT_REQUESTED"')
WHERE status IN ('CANCELLED', 'FAILED') AND hotel_confirmation->>'status' <> 'NOT_REQUESTED';
