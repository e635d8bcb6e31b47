-- Samples of what went to suppliers and came from them, without people and secrets (docs/decisions/0056-supplier-traffic.md). The version
-- before does not know the tables, and writes nothing.
CREATE TABLE "supplier_exchanges" (
    "id" TEXT NOT NULL,
    "connection_id" TEXT NOT NULL,
    "supplier_code" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "why" TEXT NOT NULL,
    "share" DOUBLE PRECISION NOT NULL,
    "request_id" TEXT NOT NULL,
    "booking_id" TEXT,
    "hotels" TEXT[] NOT NULL,
    "number" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "connected_ms" DOUBLE PRECISION,
    "first_byte_ms" DOUBLE PRECISION,
    "total_ms" DOUBLE PRECISION NOT NULL,
    "request_bytes" INTEGER NOT NULL,
    "answer_bytes" INTEGER,
    "packed_bytes" INTEGER,
    "failure" TEXT,
    "request" JSONB NOT NULL,
    "answer" JSONB,
    "pinned_at" TIMESTAMPTZ(3),
    "pinned_by" TEXT,
    "pin_note" TEXT,

    CONSTRAINT "supplier_exchanges_pkey" PRIMARY KEY ("id")
) PARTITION BY RANGE ("id");
CREATE TABLE "supplier_exchanges_default" PARTITION OF "supplier_exchanges" DEFAULT;

CREATE INDEX "supplier_exchanges_connection_id_id_idx" ON "supplier_exchanges"("connection_id", "id");
CREATE INDEX "supplier_exchanges_request_id_idx" ON "supplier_exchanges"("request_id");
CREATE INDEX "supplier_exchanges_booking_id_idx" ON "supplier_exchanges"("booking_id") WHERE "booking_id" IS NOT NULL;
CREATE INDEX "supplier_exchanges_pinned_idx" ON "supplier_exchanges"("id") WHERE "pinned_at" IS NOT NULL;

-- Connections of which more is kept for a while.
CREATE TABLE "traffic_raises" (
    "connection_id" TEXT NOT NULL,
    "share" DOUBLE PRECISION NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "raised_by" TEXT NOT NULL,

    CONSTRAINT "traffic_raises_pkey" PRIMARY KEY ("connection_id")
);

-- Adds the partition of a time. Rows that had come before there was one are moved to it from the default partition; when they are too many
-- for a moment, they stay there until their term. False: it is there, or cannot be.
CREATE OR REPLACE FUNCTION gateway_add_partition(parent text, prefix text, from_at timestamptz, to_at timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '250ms' AS $$
DECLARE
  part text := parent || '_p' || to_char(from_at AT TIME ZONE 'UTC', 'YYYYMMDD');
  first_id text := gateway_first_id(prefix, from_at);
  end_id text := gateway_first_id(prefix, to_at);
  late int;
BEGIN
  IF parent NOT IN ('offers', 'booking_events', 'supplier_exchanges') OR NOT has_table_privilege(session_user, quote_ident(parent), 'DELETE') THEN
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
  EXECUTE format('INSERT INTO %I SELECT * FROM %I WHERE id = ANY ($1)', parent || '_default', part) USING needed;
  GET DIAGNOSTICS moved = ROW_COUNT;
  EXECUTE format('ALTER TABLE %I ENABLE TRIGGER USER', parent || '_default');
  EXECUTE format('DROP TABLE %I', part);
  INSERT INTO row_floors AS known (table_name, whole_since) VALUES (parent, since)
  ON CONFLICT (table_name) DO UPDATE SET whole_since = greatest(known.whole_since, excluded.whole_since);
  RETURN moved;
END $$;

-- The days from today on; workers add the others.
DO $$
DECLARE day timestamptz := date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC';
BEGIN
  FOR ahead IN 0..7 LOOP
    PERFORM gateway_add_partition('supplier_exchanges', 'sxg_', day + ahead * interval '24 hours', day + (ahead + 1) * interval '24 hours');
  END LOOP;
END $$;
