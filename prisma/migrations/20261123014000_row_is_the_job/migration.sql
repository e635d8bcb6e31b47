-- The row is the job: a booking that waits for something says when it is looked at next, and who is looking.
ALTER TABLE "bookings"
  ADD COLUMN "look_at" TIMESTAMPTZ(3),
  ADD COLUMN "look_kind" TEXT,
  ADD COLUMN "looks" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "lease_id" TEXT,
  ADD COLUMN "verifies_listing" BOOLEAN NOT NULL DEFAULT false;

-- What the workers claim from: a booking at rest for good is not in it.
CREATE INDEX "bookings_look_due" ON "bookings" ("look_at") WHERE "look_at" IS NOT NULL;

-- What moved until now by a job in the queue is looked at once, soon; from then on the row says when.
UPDATE "bookings" SET "look_at" = CASE
    WHEN "status" = 'AWAITING_REVIEW' THEN "review_expires_at"
    WHEN "status" = 'ON_HOLD' THEN coalesce("hold_deadline_at", gateway_now())
    -- Over a day: their suppliers count how often they are asked.
    WHEN "status" = 'CONFIRMED' THEN gateway_now() + random() * interval '1 day'
    ELSE gateway_now() + make_interval(secs => 12)
  END,
  "look_kind" = CASE "status"
    WHEN 'AWAITING_REVIEW' THEN 'REVIEW' WHEN 'ON_HOLD' THEN 'HOLD' WHEN 'CONFIRMED' THEN 'STANDING' ELSE 'CALL'
  END
WHERE "status" IN ('AWAITING_REVIEW', 'ON_HOLD', 'PROCESSING', 'CANCELLATION_PENDING')
  OR ("status" = 'CONFIRMED' AND "check_out_date" >= to_char(gateway_now(), 'YYYY-MM-DD'));

UPDATE "bookings" b SET "verifies_listing" = true, "look_at" = gateway_now()
FROM "supplier_hotels" l
WHERE b."mode" = 'HOLD' AND b."status" IN ('AWAITING_REVIEW', 'PROCESSING', 'ON_HOLD')
  AND l."supplier_code" = b."supplier_code" AND l."supplier_hotel_id" = b."terms" ->> 'supplierHotelId'
  AND l."verification" = 'PENDING';

-- The fence: by the database's clock, when the first bytes of the call were about to leave. Without it they never left.
ALTER TABLE "booking_attempts" ADD COLUMN "sent_at" TIMESTAMPTZ(3);
UPDATE "booking_attempts" SET "sent_at" = "started_at";

-- The version before this one says nothing of it, and sends at once.
ALTER TABLE "booking_attempts" ALTER COLUMN "sent_at" SET DEFAULT gateway_now();

-- What a process of the version before this one writes while both run: it knows nothing of looks, so they are planned for it.
CREATE FUNCTION plan_look_of_older_version() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  NEW.look_at := gateway_now() + interval '15 seconds';
  NEW.look_kind := CASE NEW.status WHEN 'AWAITING_REVIEW' THEN 'REVIEW' WHEN 'ON_HOLD' THEN 'HOLD' WHEN 'CONFIRMED' THEN 'STANDING'
    ELSE 'CALL' END;
  RETURN NEW;
END $$;
CREATE TRIGGER booking_inserted_by_older_version BEFORE INSERT ON "bookings" FOR EACH ROW
  WHEN (NEW.look_at IS NULL AND NEW.status IN ('AWAITING_REVIEW', 'PROCESSING'))
  EXECUTE FUNCTION plan_look_of_older_version();
CREATE TRIGGER booking_moved_by_older_version BEFORE UPDATE ON "bookings" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NEW.status <> 'CANCELLED' AND NEW.look_at IS NOT DISTINCT FROM OLD.look_at)
  EXECUTE FUNCTION plan_look_of_older_version();

-- The queue looked for open attempts; now the booking's own row does.
DROP INDEX "booking_attempts_open";
