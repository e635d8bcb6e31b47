-- Organizations that leave this database for another cell, or come from one: docs/decisions/0047-cells.md. Empty but for those.
CREATE TABLE "organization_moves" (
  "organization_id" TEXT NOT NULL,
  "move_id" TEXT NOT NULL,
  "state" TEXT NOT NULL,
  "peer" TEXT NOT NULL,
  "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT gateway_now(),
  "state_at" TIMESTAMPTZ(3) NOT NULL DEFAULT gateway_now(),
  "paused_at" TIMESTAMPTZ(3),
  "opened_at" TIMESTAMPTZ(3),
  "report" JSONB NOT NULL DEFAULT '{}',
  CONSTRAINT "organization_moves_pkey" PRIMARY KEY ("organization_id"),
  CONSTRAINT "organization_moves_state_check" CHECK
    ("state" IN ('COPYING', 'DRAINING', 'FENCED', 'SWITCHED', 'ARRIVED', 'CALLED_OFF', 'ARRIVING'))
);

-- Refuses what may not be written of an organization that moves. The transaction has its number before it reads the record: whoever
-- commits a record and then waits for all transactions with lower numbers has waited for every writer that has not seen it.
-- Arguments: how a row names its organization (own, booking, delivery), and `begins` for tables in which whatever is begun has a row first.
CREATE FUNCTION refuse_while_moving() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed jsonb;
  owner text;
  move text;
  opened timestamptz;
  passes boolean;
BEGIN
  PERFORM pg_current_xact_id();
  passes := NOT EXISTS (SELECT FROM organization_moves);
  IF NOT passes THEN
    IF TG_OP = 'DELETE' THEN changed := to_jsonb(OLD); ELSE changed := to_jsonb(NEW); END IF;
    owner := CASE TG_ARGV[0]
      WHEN 'self' THEN changed ->> 'id'
      WHEN 'own' THEN changed ->> 'organization_id'
      WHEN 'booking' THEN (SELECT organization_id FROM bookings WHERE id = changed ->> 'booking_id')
      ELSE (SELECT organization_id FROM webhook_deliveries WHERE id = changed ->> 'delivery_id')
    END;
    SELECT state, opened_at INTO move, opened FROM organization_moves WHERE organization_id = owner;
    passes := move IS NULL OR move IN ('COPYING', 'CALLED_OFF')
      OR coalesce(current_setting('gateway.moving', true), '') = owner
      OR (move = 'DRAINING' AND NOT (TG_OP = 'INSERT' AND TG_ARGV[1] = 'begins'))
      -- Rows that have been left behind may go by their terms.
      OR (move IN ('SWITCHED', 'ARRIVED', 'ARRIVING') AND TG_OP = 'DELETE');
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

CREATE TRIGGER organizations_moving BEFORE UPDATE ON organizations FOR EACH ROW EXECUTE FUNCTION refuse_while_moving('self', 'goes on');
CREATE TRIGGER api_keys_moving BEFORE INSERT OR UPDATE OR DELETE ON api_keys FOR EACH ROW EXECUTE FUNCTION refuse_while_moving('own', 'begins');
CREATE TRIGGER organization_suppliers_moving BEFORE INSERT OR UPDATE OR DELETE ON organization_suppliers
  FOR EACH ROW EXECUTE FUNCTION refuse_while_moving('own', 'begins');
CREATE TRIGGER further_connections_moving BEFORE INSERT OR UPDATE OR DELETE ON further_connections
  FOR EACH ROW EXECUTE FUNCTION refuse_while_moving('own', 'begins');
CREATE TRIGGER terms_acceptances_moving BEFORE INSERT ON terms_acceptances FOR EACH ROW EXECUTE FUNCTION refuse_while_moving('own', 'begins');
CREATE TRIGGER offers_moving BEFORE INSERT OR UPDATE OR DELETE ON offers FOR EACH ROW EXECUTE FUNCTION refuse_while_moving('own', 'begins');
CREATE TRIGGER bookings_moving BEFORE INSERT OR UPDATE OR DELETE ON bookings FOR EACH ROW EXECUTE FUNCTION refuse_while_moving('own', 'begins');
CREATE TRIGGER booking_events_moving BEFORE INSERT OR UPDATE OR DELETE ON booking_events
  FOR EACH ROW EXECUTE FUNCTION refuse_while_moving('own', 'goes on');
CREATE TRIGGER booking_attempts_moving BEFORE INSERT OR UPDATE OR DELETE ON booking_attempts
  FOR EACH ROW EXECUTE FUNCTION refuse_while_moving('booking', 'begins');
CREATE TRIGGER cancellation_quotes_moving BEFORE INSERT OR UPDATE OR DELETE ON cancellation_quotes
  FOR EACH ROW EXECUTE FUNCTION refuse_while_moving('own', 'begins');
CREATE TRIGGER cancellations_moving BEFORE INSERT OR UPDATE OR DELETE ON cancellations
  FOR EACH ROW EXECUTE FUNCTION refuse_while_moving('booking', 'goes on');
CREATE TRIGGER idempotency_keys_moving BEFORE INSERT OR UPDATE OR DELETE ON idempotency_keys
  FOR EACH ROW EXECUTE FUNCTION refuse_while_moving('own', 'begins');
CREATE TRIGGER webhook_endpoints_moving BEFORE INSERT OR UPDATE OR DELETE ON webhook_endpoints
  FOR EACH ROW EXECUTE FUNCTION refuse_while_moving('own', 'begins');
CREATE TRIGGER webhook_deliveries_moving BEFORE INSERT OR UPDATE OR DELETE ON webhook_deliveries
  FOR EACH ROW EXECUTE FUNCTION refuse_while_moving('own', 'goes on');
CREATE TRIGGER webhook_attempts_moving BEFORE INSERT OR UPDATE OR DELETE ON webhook_attempts
  FOR EACH ROW EXECUTE FUNCTION refuse_while_moving('delivery', 'goes on');
CREATE TRIGGER cases_moving BEFORE INSERT OR UPDATE OR DELETE ON cases FOR EACH ROW EXECUTE FUNCTION refuse_while_moving('own', 'goes on');
