-- Tables whose rows are kept by the time of their ids (docs/decisions/0049-partitions-by-id.md). A partition has the ids of one day or
-- month in UTC, so a row is found by its id alone, and ids are unique in the whole table.

-- The lowest id that can be made at a time: domain/ids.ts, `firstIdAt`.
CREATE FUNCTION gateway_first_id(prefix text, at timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT prefix || string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ',
    (((floor(extract(epoch FROM at) * 1000)::bigint << 2) >> (45 - 5 * place)) & 31)::int + 1, 1), '' ORDER BY place)
  FROM generate_series(0, 9) AS place
$$;

-- From when on a table has every row that it ever had; no row: it has lost none.
CREATE TABLE "row_floors" (
    "table_name" TEXT NOT NULL,
    "whole_since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "row_floors_pkey" PRIMARY KEY ("table_name")
);

-- Takes tables for itself without letting others queue behind it for longer than half a second: it gives up, and tries again.
CREATE FUNCTION gateway_lock(tables text[]) RETURNS void LANGUAGE plpgsql SET lock_timeout = '500ms' AS $$
DECLARE wanted text;
BEGIN
  FOR attempt IN 1..250 LOOP
    BEGIN
      FOREACH wanted IN ARRAY tables LOOP EXECUTE format('LOCK TABLE ONLY %I IN ACCESS EXCLUSIVE MODE', wanted); END LOOP;
      RETURN;
    EXCEPTION WHEN lock_not_available THEN PERFORM pg_sleep(1);
    END;
  END LOOP;
  RAISE EXCEPTION 'other transactions hold % for minutes: end them, then start again', array_to_string(tables, ', ');
END $$;

-- The next two act with the rights of who owns the tables, for a gateway that does not. They let nobody do more than the right to delete
-- rows of the table does.

-- Adds the partition of a time. Rows that had come before there was one are moved to it from the default partition; when they are too many
-- for a moment, they stay there until their term. False: it is there, or cannot be.
CREATE FUNCTION gateway_add_partition(parent text, prefix text, from_at timestamptz, to_at timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '250ms' AS $$
DECLARE
  part text := parent || '_p' || to_char(from_at AT TIME ZONE 'UTC', 'YYYYMMDD');
  first_id text := gateway_first_id(prefix, from_at);
  end_id text := gateway_first_id(prefix, to_at);
  late int;
BEGIN
  IF parent NOT IN ('offers', 'booking_events') OR NOT has_table_privilege(session_user, quote_ident(parent), 'DELETE') THEN
    RAISE insufficient_privilege USING MESSAGE = format('%s may not change the partitions of %s', session_user, parent);
  END IF;
  PERFORM pg_advisory_xact_lock(4711003);
  IF to_regclass(quote_ident(part)) IS NOT NULL THEN RETURN false; END IF;
  EXECUTE format('SELECT count(*) FROM (SELECT FROM %I WHERE id >= $1 AND id < $2 LIMIT 5001) AS late', parent || '_default')
  INTO late USING first_id, end_id;
  IF late > 5000 THEN RETURN false; END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING INDEXES INCLUDING STORAGE)', part, parent);
  -- Whoever has already found that a row belongs to the default partition would be refused there afterwards: writers wait before that.
  EXECUTE format('LOCK TABLE ONLY %I IN SHARE ROW EXCLUSIVE MODE', parent);
  EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', parent || '_default');
  EXECUTE format('ALTER TABLE %I DISABLE TRIGGER USER', parent || '_default');
  EXECUTE format('WITH late AS (DELETE FROM %I WHERE id >= $1 AND id < $2 RETURNING *) INSERT INTO %I SELECT * FROM late',
    parent || '_default', part) USING first_id, end_id;
  EXECUTE format('ALTER TABLE %I ENABLE TRIGGER USER', parent || '_default');
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, part, first_id, end_id);
  RETURN true;
END $$;

-- Drops a partition. The rows that are still needed go to the default partition first; returns how many, null when it was gone. All that
-- comes after the wait for the table waits for this: a quarter of a second for the table, none for the partitions, which only a vacuum or
-- a dump can have once nobody has the table.
CREATE FUNCTION gateway_drop_partition(parent text, part text, needed text[], since timestamptz) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '250ms' AS $$
DECLARE moved int;
BEGIN
  IF parent NOT IN ('offers', 'booking_events') OR NOT has_table_privilege(session_user, quote_ident(parent), 'DELETE') THEN
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
  EXECUTE format('INSERT INTO %I SELECT * FROM %I WHERE id = ANY ($1)', parent || '_default', part) USING needed;
  GET DIAGNOSTICS moved = ROW_COUNT;
  EXECUTE format('ALTER TABLE %I ENABLE TRIGGER USER', parent || '_default');
  EXECUTE format('DROP TABLE %I', part);
  INSERT INTO row_floors AS known (table_name, whole_since) VALUES (parent, since)
  ON CONFLICT (table_name) DO UPDATE SET whole_since = greatest(known.whole_since, excluded.whole_since);
  RETURN moved;
END $$;

-- What follows is for the change of a table that is there already. Its rows become the first partition, which ends with the month after
-- the next, or after its highest id: until then everything is written as before, also by processes of the version before.
CREATE FUNCTION gateway_bound_before(parent text, prefix text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  highest text;
  end_at timestamptz := (date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months') AT TIME ZONE 'UTC';
BEGIN
  EXECUTE format('SELECT max(id) FROM %I', parent) INTO highest;
  IF highest IS NULL OR EXISTS (
    SELECT FROM pg_constraint WHERE conrelid = quote_ident(parent)::regclass AND conname = 'before_partitions'
  ) THEN RETURN; END IF;
  FOR month IN 1..600 LOOP
    EXIT WHEN gateway_first_id(prefix, end_at) > highest;
    end_at := ((end_at AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC';
  END LOOP;
  IF gateway_first_id(prefix, end_at) <= highest THEN
    RAISE EXCEPTION '% has an id that the gateway never made, %: rename it, then start again', parent, highest;
  END IF;
  PERFORM gateway_lock(ARRAY[parent]);
  EXECUTE format('ALTER TABLE %I ADD CONSTRAINT before_partitions CHECK (id < %L) NOT VALID', parent,
    gateway_first_id(prefix, end_at));
END $$;

-- Reads the whole table once; nobody waits for it.
CREATE FUNCTION gateway_check_before(parent text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM pg_constraint
    WHERE conrelid = quote_ident(parent)::regclass AND conname = 'before_partitions' AND NOT convalidated)
  THEN EXECUTE format('ALTER TABLE %I VALIDATE CONSTRAINT before_partitions', parent); END IF;
END $$;

-- Puts a partitioned table of the same name, columns, rights, indexes and triggers in the table's place. `unit`: day or month. An index that
-- makes something other than ids unique stays with the rows of before only: a partitioned table cannot have it.
CREATE FUNCTION gateway_partition_table(parent text, prefix text, unit text, ahead interval) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  before text := parent || '_before';
  end_id text;
  from_at timestamptz := date_trunc(unit, now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC';
  to_at timestamptz;
  index_names text[];
  index_texts text[];
  triggers jsonb;
  made record;
  granted record;
BEGIN
  PERFORM gateway_bound_before(parent, prefix);
  PERFORM gateway_check_before(parent);
  SELECT (regexp_match(pg_get_constraintdef(oid), '''([^'']+)'''))[1] INTO end_id FROM pg_constraint
  WHERE conrelid = quote_ident(parent)::regclass AND conname = 'before_partitions';
  SELECT array_agg(relname::text ORDER BY relname),
    array_agg(CASE WHEN indisprimary THEN format('ALTER TABLE %I ADD CONSTRAINT %I PRIMARY KEY (id)', parent, relname)
      ELSE pg_get_indexdef(indexrelid) END ORDER BY relname)
  INTO index_names, index_texts
  FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
  WHERE indrelid = quote_ident(parent)::regclass
    AND (NOT indisunique OR pg_get_indexdef(indexrelid, 1, false) = 'id' AND indnkeyatts = 1);

  SELECT jsonb_agg(jsonb_build_object('name', tgname, 'text', pg_get_triggerdef(oid))) INTO triggers
  FROM pg_trigger WHERE tgrelid = quote_ident(parent)::regclass AND NOT tgisinternal;
  FOR made IN SELECT * FROM jsonb_to_recordset(triggers) AS known(name text, text text)
  LOOP EXECUTE format('DROP TRIGGER %I ON %I', made.name, parent); END LOOP;

  EXECUTE format('ALTER TABLE %I RENAME TO %I', parent, before);
  FOR place IN 1..cardinality(index_names) LOOP
    EXECUTE format('ALTER INDEX %I RENAME TO %I', index_names[place], left(index_names[place], 56) || '_before');
  END LOOP;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING STORAGE) PARTITION BY RANGE (id)', parent, before);
  IF end_id IS NOT NULL THEN
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', parent, before, end_id);
  END IF;
  FOR place IN 1..cardinality(index_texts) LOOP EXECUTE index_texts[place]; END LOOP;
  EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', parent || '_default', parent);
  FOR made IN SELECT * FROM jsonb_to_recordset(triggers) AS known(name text, text text) LOOP EXECUTE made.text; END LOOP;
  FOR granted IN SELECT privilege_type, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END AS grantee
    FROM pg_class, aclexplode(relacl) WHERE oid = quote_ident(before)::regclass
  LOOP EXECUTE format('GRANT %s ON %I, %I TO %s', granted.privilege_type, parent, parent || '_default', granted.grantee); END LOOP;
  LOOP
    to_at := ((from_at AT TIME ZONE 'UTC') + ('1 ' || unit)::interval) AT TIME ZONE 'UTC';
    IF end_id IS NULL OR gateway_first_id(prefix, from_at) >= end_id
    THEN PERFORM gateway_add_partition(parent, prefix, from_at, to_at); END IF;
    EXIT WHEN to_at > now() + ahead;
    from_at := to_at;
  END LOOP;
END $$;
