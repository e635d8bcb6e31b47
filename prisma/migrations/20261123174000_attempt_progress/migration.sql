-- What a look-up has to know of the last request of an attempt that left, in the supplier adapter's own form.
ALTER TABLE "booking_attempts" ADD COLUMN "progress" JSONB;
