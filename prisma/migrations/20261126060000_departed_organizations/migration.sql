-- Organizations that have left this database for another cell, and whose move is finished. Its record was the fence; without one, a process that
-- stood still over the whole move and woke after its end could make a booking here, at the supplier too, of an organization that another cell serves.
CREATE TABLE "departed_organizations" (
  "organization_id" TEXT NOT NULL,
  "move_id" TEXT NOT NULL,
  "left_at" TIMESTAMPTZ(3) NOT NULL DEFAULT gateway_now(),
  CONSTRAINT "departed_organizations_pkey" PRIMARY KEY ("organization_id")
);

-- As before, and nothing new is written of an organization that has left for good. The row is turned to JSON only where its owner is no column
-- of it, because a cell that somebody has left looks further at each row from then on.
CREATE OR REPLACE FUNCTION refuse_while_moving() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed jsonb;
  owner text;
  move text;
  opened timestamptz;
  passes boolean;
BEGIN
  PERFORM pg_current_xact_id();
  passes := NOT EXISTS (SELECT FROM organization_moves UNION ALL SELECT FROM departed_organizations);
  IF NOT passes THEN
    IF TG_ARGV[0] = 'own' THEN
      IF TG_OP = 'DELETE' THEN owner := OLD.organization_id; ELSE owner := NEW.organization_id; END IF;
    ELSE
      IF TG_OP = 'DELETE' THEN changed := to_jsonb(OLD); ELSE changed := to_jsonb(NEW); END IF;
      owner := CASE TG_ARGV[0]
        WHEN 'self' THEN changed ->> 'id'
        WHEN 'booking' THEN (SELECT organization_id FROM bookings WHERE id = changed ->> 'booking_id')
        ELSE (SELECT organization_id FROM webhook_deliveries WHERE id = changed ->> 'delivery_id')
      END;
    END IF;
    -- In one look: the record goes in the moment in which the organization has left, and in which it is back.
    SELECT state, opened_at INTO move, opened FROM (
      SELECT 1 AS place, state, opened_at FROM organization_moves WHERE organization_id = owner
      UNION ALL SELECT 2, 'LEFT', NULL FROM departed_organizations WHERE organization_id = owner
    ) AS known ORDER BY place LIMIT 1;
    passes := move IS NULL OR move IN ('COPYING', 'CALLED_OFF')
      OR coalesce(current_setting('gateway.moving', true), '') = owner
      OR (move = 'DRAINING' AND NOT (TG_OP = 'INSERT' AND TG_ARGV[1] = 'begins'))
      -- Rows that have been left behind may go by their terms.
      OR (move IN ('SWITCHED', 'ARRIVED', 'ARRIVING', 'LEFT') AND TG_OP = 'DELETE');
  END IF;
  IF passes THEN
    IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    RETURN NEW;
  END IF;
  -- As if another process had written it since it was read. Not at once: a request that still takes itself for served here has to hear
  -- that it is not, and processes know that of their keys within two seconds.
  IF move = 'ARRIVED' AND TG_OP = 'UPDATE' AND gateway_now() > opened + interval '10 seconds' THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'organization % moves to another cell (%)', owner, move USING ERRCODE = 'HD001';
END $$;
