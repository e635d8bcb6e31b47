-- Finding what is to be forgotten must not read every booking that ever was: each index holds only what is still kept.
CREATE INDEX "bookings_guests_kept_idx" ON "bookings" ("check_out_date") WHERE "guests_sealed" IS NOT NULL;
CREATE INDEX "booking_events_people_kept_idx" ON "booking_events" ("created_at")
  WHERE "body" ~ '"hotel_(confirmation_note|contact_phone|contact_name)":"';
CREATE INDEX "booking_attempts_words_kept_idx" ON "booking_attempts" ("started_at") WHERE "detail" IS NOT NULL;
-- The keys that a booking was made and changed with are forgotten with its guests.
CREATE INDEX "idempotency_keys_booking_id_idx" ON "idempotency_keys" ("booking_id");
