-- Forgetting a booking deletes what operators have written about it in their own words: entries that name the booking besides their subject,
-- and proposals. The version before writes neither of these differently.
CREATE INDEX "audit_log_booking_idx" ON "audit_log" (("details" ->> 'bookingId')) WHERE "details" ->> 'bookingId' IS NOT NULL;
CREATE INDEX "console_proposals_subject_idx" ON "console_proposals"("subject");
