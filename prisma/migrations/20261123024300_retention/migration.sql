-- What is due to be deleted is found without reading the tables, and what refers to it without reading theirs. The large tables, which
-- are written in the order of time, have an index of ranges, which costs their writers next to nothing.
CREATE INDEX "offers_expires_at_idx" ON "offers"("expires_at");
CREATE INDEX "cancellation_quotes_expires_at_idx" ON "cancellation_quotes"("expires_at");
CREATE INDEX "cancellations_quote_id_idx" ON "cancellations"("quote_id");
CREATE INDEX "webhook_deliveries_event_id_idx" ON "webhook_deliveries"("event_id");
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at") WHERE "expires_at" IS NOT NULL;
CREATE INDEX "booking_attempts_started_brin" ON "booking_attempts" USING brin ("started_at");
CREATE INDEX "booking_events_created_brin" ON "booking_events" USING brin ("created_at");
CREATE INDEX "booking_events_tests_idx" ON "booking_events"("created_at") WHERE "type" = 'webhook.test';
