-- CreateTable
CREATE TABLE "booking_followers" (
    "organization_id" TEXT NOT NULL,
    "followed_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "booking_followers_pkey" PRIMARY KEY ("organization_id")
);

-- Tells every process of each new event, by its booking's id. Only for organizations that have a subscription open somewhere:
-- notifications of all transactions queue for one lock, commit and all. In real time, whatever the sandbox's clock says.
CREATE FUNCTION notify_booking_events() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  PERFORM pg_notify('booking_events', added.booking_id)
  FROM added JOIN booking_followers USING (organization_id)
  WHERE added.booking_id IS NOT NULL AND followed_until > clock_timestamp();
  RETURN NULL;
END $$;
CREATE TRIGGER booking_event_written AFTER INSERT ON booking_events
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION notify_booking_events();
