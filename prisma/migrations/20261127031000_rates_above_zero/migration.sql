-- A rate of 0 converts nothing, and stood in lists as an active one.
DELETE FROM "exchange_rates" WHERE "rate" <= 0;

-- N-1: code of before wrote such a rate only for one of less than half of the tenth decimal, which it refuses now with the database's words.
ALTER TABLE "exchange_rates" ADD CONSTRAINT "exchange_rates_rate_check" CHECK ("rate" > 0);
