-- Drops a partition. The rows that are still needed go to the default partition first, and exchanges that somebody has pinned since they were
-- looked for, which only a look under the lock can tell; returns how many, null when it was gone. All that
-- comes after the wait for the table waits for this: a quarter of a second for the table, none for the partitions, which only a vacuum or
-- a dump can have once nobody has the table.
CREATE OR REPLACE FUNCTION gateway_drop_partition(parent text, part text, needed text[], since timestamptz) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '250ms' AS $$
DECLARE moved int;
BEGIN
  IF parent NOT IN ('offers', 'booking_events', 'supplier_exchanges') OR NOT has_table_privilege(session_user, quote_ident(parent), 'DELETE') THEN
    RAISE insufficient_privilege USING MESSAGE = format('%s may not change the partitions of %s', session_user, parent);
  END IF;
  PERFORM pg_advisory_xact_lock(4711003);
  IF NOT EXISTS (
    SELECT FROM pg_inherits WHERE inhparent = quote_ident(parent)::regclass AND inhrelid = to_regclass(quote_ident(part))
  ) THEN RETURN NULL; END IF;
  EXECUTE format('LOCK TABLE ONLY %I IN ACCESS EXCLUSIVE MODE', parent);
  EXECUTE format('LOCK TABLE %I, %I IN ACCESS EXCLUSIVE MODE NOWAIT', part, parent || '_default');
  EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', parent, part);
  -- A row that only changes its place is not written: triggers that judge or tell what is written have nothing to do with it.
  EXECUTE format('ALTER TABLE %I DISABLE TRIGGER USER', parent || '_default');
  EXECUTE format('INSERT INTO %I SELECT * FROM %I WHERE id = ANY ($1)' || CASE parent
    WHEN 'supplier_exchanges' THEN ' OR pinned_at IS NOT NULL' ELSE '' END, parent || '_default', part) USING needed;
  GET DIAGNOSTICS moved = ROW_COUNT;
  EXECUTE format('ALTER TABLE %I ENABLE TRIGGER USER', parent || '_default');
  EXECUTE format('DROP TABLE %I', part);
  INSERT INTO row_floors AS known (table_name, whole_since) VALUES (parent, since)
  ON CONFLICT (table_name) DO UPDATE SET whole_since = greatest(known.whole_since, excluded.whole_since);
  RETURN moved;
END $$;
