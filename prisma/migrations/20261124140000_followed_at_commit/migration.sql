-- Processes that search follow hotels by updated_at, and look again at what was written up to twenty seconds before: our own transactions
-- are shorter. An operator's may be open for minutes, and what it has written becomes visible when nobody looks there any more. So at its
-- end, whatever has been open for that long says once more which hotels it has changed, and has the workers look for cases of bookings from
-- its beginning on: versions of mappings have that time, too, and are never changed.
CREATE FUNCTION tell_late_hotels() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  IF clock_timestamp() > gateway_now() + interval '10 seconds' THEN
    UPDATE hotels SET updated_at = clock_timestamp() WHERE id IN (OLD.hotel_id, NEW.hotel_id);
    UPDATE catalogue_marks SET at = gateway_now() - interval '1 second'
    WHERE name = 'mapping-versions-followed' AND at >= gateway_now() - interval '1 second';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER supplier_hotels_late AFTER INSERT OR UPDATE OR DELETE ON supplier_hotels
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tell_late_hotels();

-- A hotel that has left is followed by its row here, for the same reason written once more.
CREATE FUNCTION tell_late_former_hotels() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  IF clock_timestamp() > gateway_now() + interval '10 seconds' THEN
    UPDATE former_hotels SET left_at = clock_timestamp() WHERE id = OLD.id;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER hotels_late AFTER DELETE ON hotels
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tell_late_former_hotels();

CREATE INDEX former_hotels_left_at_idx ON former_hotels (left_at, id);
