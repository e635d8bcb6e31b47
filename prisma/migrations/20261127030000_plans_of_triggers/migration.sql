-- A statement of a trigger is planned once for a session, for as many rows as its first call has changed, and that plan stays: whoever
-- changed one listing first compared each of the next 8,000 with each, which is 64 million comparisons and longer than a statement may
-- take. Where rows that were changed are joined, the statement is therefore planned anew at each call, for as many rows as that has.
CREATE OR REPLACE FUNCTION mark_listed_hotels() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  EXECUTE '
    INSERT INTO content_due (hotel_id)
    SELECT DISTINCT hotel_id FROM changed JOIN supplier_hotels USING (supplier_code, supplier_hotel_id)';
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION mark_hotels_of_changed_listings() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  EXECUTE '
    INSERT INTO content_due (hotel_id)
    SELECT DISTINCT hotel_id FROM before JOIN after USING (id)
    JOIN supplier_hotels mapped
      ON (mapped.supplier_code, mapped.supplier_hotel_id) = (after.supplier_code, after.supplier_hotel_id)
    WHERE (before.content_hash, before.status) IS DISTINCT FROM (after.content_hash, after.status)';
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION mark_mapped_hotels() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  EXECUTE '
    INSERT INTO content_due (hotel_id)
    SELECT DISTINCT hotel_id FROM changed JOIN listings USING (supplier_code, supplier_hotel_id)';
  IF TG_OP = 'DELETE' THEN
    EXECUTE '
      DELETE FROM supplier_rooms room USING changed
      WHERE (room.supplier_code, room.supplier_hotel_id) = (changed.supplier_code, changed.supplier_hotel_id)
        AND room.decided_by <> ''IMPORT''';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION mark_remapped_hotels() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  EXECUTE '
    INSERT INTO content_due (hotel_id)
    SELECT DISTINCT unnest(ARRAY[before.hotel_id, after.hotel_id])
    FROM before JOIN after USING (supplier_code, supplier_hotel_id) JOIN listings USING (supplier_code, supplier_hotel_id)
    WHERE (before.hotel_id, before.verification) IS DISTINCT FROM (after.hotel_id, after.verification)';
  EXECUTE '
    DELETE FROM supplier_rooms room USING before, after
    WHERE (before.supplier_code, before.supplier_hotel_id) = (after.supplier_code, after.supplier_hotel_id)
      AND (room.supplier_code, room.supplier_hotel_id) = (after.supplier_code, after.supplier_hotel_id)
      AND (before.hotel_id <> after.hotel_id OR after.verification <> ''VERIFIED'')
      AND room.decided_by <> ''IMPORT''';
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION mark_hotels_of_imported_rooms() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  EXECUTE '
    INSERT INTO content_due (hotel_id)
    SELECT DISTINCT hotel_id FROM changed JOIN supplier_hotels USING (supplier_code, supplier_hotel_id)
    JOIN listings USING (supplier_code, supplier_hotel_id)
    WHERE changed.decided_by = ''IMPORT''';
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION tell_mapped_hotels() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  EXECUTE '
    UPDATE hotels SET updated_at = gateway_now()
    WHERE id IN (SELECT hotel_id FROM changed) AND updated_at < gateway_now()';
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION tell_remapped_hotels() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  EXECUTE '
    UPDATE hotels SET updated_at = gateway_now()
    WHERE id IN (
        SELECT unnest(ARRAY[before.hotel_id, after.hotel_id])
        FROM before JOIN after USING (supplier_code, supplier_hotel_id)
        WHERE (before.hotel_id, before.verification, before.sold_unverified, before.on_sale, before.version)
          IS DISTINCT FROM (after.hotel_id, after.verification, after.sold_unverified, after.on_sale, after.version))
      AND updated_at < gateway_now()';
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION version_deleted_mappings() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  EXECUTE '
    INSERT INTO mapping_versions (supplier_code, supplier_hotel_id, from_hotel_id, from_status, actor, reason)
    SELECT supplier_code, supplier_hotel_id, hotel_id, verification, ''sql'', ''WRITTEN'' FROM gone
    WHERE NOT EXISTS (
      SELECT FROM mapping_versions told
      WHERE (told.supplier_code, told.supplier_hotel_id) = (gone.supplier_code, gone.supplier_hotel_id)
        AND told.hotel_id IS NULL AND told.xmin = pg_current_xact_id()::xid)';
  RETURN NULL;
END $$;
