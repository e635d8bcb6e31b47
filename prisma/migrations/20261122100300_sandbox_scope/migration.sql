-- The sandbox's clock and faults ask for a scope of their own. Keys that were made with every scope of the default keep
-- them; a key that was narrowed on purpose had them only because nobody asked.
UPDATE "api_keys" SET "scopes" = array_append("scopes", 'sandbox')
WHERE "environment" = 'sandbox' AND NOT 'sandbox' = ANY("scopes")
  AND "scopes" @> ARRAY['search', 'bookings:read', 'bookings:write', 'webhooks'];
