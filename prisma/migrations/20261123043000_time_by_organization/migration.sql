-- Time belongs to an organization: in the sandbox each moves its own clock. Production has no row here, so its time is real.
CREATE TABLE "sandbox_clocks" (
    "organization_id" TEXT NOT NULL,
    "offset_ms" BIGINT NOT NULL DEFAULT 0,
    "resets" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "sandbox_clocks_pkey" PRIMARY KEY ("organization_id")
);

-- The time of everything that belongs to an organization. Null, and an organization without a row: real time.
CREATE FUNCTION gateway_now(organization_id text) RETURNS timestamptz LANGUAGE sql STABLE AS
$$ SELECT now() + make_interval(secs =>
  coalesce((SELECT c.offset_ms FROM public.sandbox_clocks c WHERE c.organization_id = $1), 0) / 1000.0) $$;

-- The time of a booking's organization.
CREATE FUNCTION booking_now(booking_id text) RETURNS timestamptz LANGUAGE sql STABLE AS
$$ SELECT public.gateway_now((SELECT b.organization_id FROM public.bookings b WHERE b.id = $1)) $$;

-- Tells every process whose clock stands where.
CREATE FUNCTION notify_sandbox_clocks() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  PERFORM pg_notify('sandbox_clocks', json_build_object('organizationId', NEW.organization_id, 'offsetMs', NEW.offset_ms,
    'resets', NEW.resets)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER sandbox_clocks_moved AFTER INSERT OR UPDATE ON sandbox_clocks
  FOR EACH ROW EXECUTE FUNCTION notify_sandbox_clocks();

-- What waits stays where it was: every organization takes over what the one clock of all was ahead.
INSERT INTO sandbox_clocks (organization_id, offset_ms)
  SELECT o.id, c.offset_ms FROM organizations o, sandbox_clock c WHERE c.id = 1 AND c.offset_ms > 0;

-- The machinery lives in real time. Processes of the release before learn through their old row that the shared clock is back; what
-- they are told to advance from now on moves nothing in SQL, and ends with them. The old table goes with the next release.
CREATE OR REPLACE FUNCTION gateway_now() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT now() $$;
UPDATE sandbox_clock SET offset_ms = 0 WHERE offset_ms <> 0;

-- What the machinery wrote by the shared clock while that was ahead: editions of the catalogue and rankings are compared with later
-- changes, and the queue does nothing before the times at which it did something last.
UPDATE catalogue_editions SET created_at = now() WHERE created_at > now();
UPDATE ranking_versions SET created_at = now() WHERE created_at > now();
UPDATE hotels SET updated_at = now() WHERE updated_at > now();
DO $$
DECLARE one record;
BEGIN
  FOR one IN
    SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = 'pgboss' AND data_type = 'timestamp with time zone'
      AND table_name IN (SELECT table_name FROM information_schema.tables WHERE table_schema = 'pgboss' AND table_type = 'BASE TABLE')
      AND (table_name = 'version' AND column_name LIKE '%\_on' OR table_name = 'queue' AND column_name LIKE '%\_on'
        OR table_name = 'job' AND column_name IN ('start_after', 'started_on', 'created_on'))
  LOOP
    EXECUTE format('UPDATE pgboss.%I SET %I = now() WHERE %I > now()', one.table_name, one.column_name, one.column_name);
  END LOOP;
END $$;

-- Faults wait for calls of one organization. Those of before belong to nobody.
DELETE FROM sandbox_faults;
ALTER TABLE "sandbox_faults" ADD COLUMN "organization_id" TEXT;
CREATE INDEX "sandbox_faults_waiting" ON "sandbox_faults" ("organization_id", "supplier_code", "operation", "id");

-- What waits in the worlds that are ahead: claims look there for each of them. In production it stays empty.
CREATE INDEX "bookings_look_ahead" ON "bookings" ("organization_id", "look_at")
  WHERE "look_at" IS NOT NULL AND "environment" = 'sandbox';
