-- Supplier calls that nobody has told the outcome of: workers look for the old ones.
CREATE INDEX "booking_attempts_open" ON "booking_attempts" ("started_at") WHERE "outcome" IS NULL;
