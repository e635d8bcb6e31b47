-- The one clock of SQL: real time plus the stored sandbox offset (0 in production). Nothing else reads the time.
INSERT INTO sandbox_clock (id, offset_ms) VALUES (1, 0);

CREATE FUNCTION gateway_now() RETURNS timestamptz LANGUAGE sql STABLE AS
$$ SELECT now() + make_interval(secs => (SELECT offset_ms FROM public.sandbox_clock WHERE id = 1) / 1000.0) $$;

-- Tells every process that the clock was moved.
CREATE FUNCTION notify_sandbox_clock() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN PERFORM pg_notify('sandbox_clock', NEW.offset_ms::text); RETURN NEW; END $$;
CREATE TRIGGER sandbox_clock_moved AFTER UPDATE ON sandbox_clock FOR EACH ROW EXECUTE FUNCTION notify_sandbox_clock();

CREATE FUNCTION notify_sandbox_faults() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN PERFORM pg_notify('sandbox_faults', ''); RETURN NULL; END $$;
CREATE TRIGGER sandbox_faults_changed AFTER INSERT OR DELETE OR UPDATE ON sandbox_faults
  FOR EACH STATEMENT EXECUTE FUNCTION notify_sandbox_faults();

-- Wakes a relay worker in milliseconds when deliveries are committed.
CREATE FUNCTION notify_webhook_deliveries() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN PERFORM pg_notify('webhook_deliveries', ''); RETURN NULL; END $$;
CREATE TRIGGER webhook_deliveries_due AFTER INSERT ON webhook_deliveries
  FOR EACH STATEMENT EXECUTE FUNCTION notify_webhook_deliveries();

-- What the relay claims from: rows that are still to be sent, by endpoint and time.
CREATE INDEX webhook_deliveries_due_idx ON webhook_deliveries (endpoint_id, due_at) WHERE status IN ('PENDING', 'RETRYING');
