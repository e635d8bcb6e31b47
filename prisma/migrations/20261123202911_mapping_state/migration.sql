-- Staged listings, what the judge reads of hotels and listings, the mapping's versions, a person's rejections, and what is proposed.
-- AlterTable
ALTER TABLE "supplier_hotels" ADD COLUMN     "decided_by" TEXT NOT NULL DEFAULT 'IMPORT',
ADD COLUMN     "on_sale" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "sold_unverified" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "version" INTEGER;

-- AlterTable
ALTER TABLE "price_observations" ADD COLUMN     "listings" INTEGER[] DEFAULT ARRAY[]::INTEGER[];

-- CreateTable
CREATE TABLE "listings" (
    "id" SERIAL NOT NULL,
    "supplier_code" TEXT NOT NULL,
    "supplier_hotel_id" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "content_hash" BYTEA NOT NULL,
    "raw" BYTEA,
    "previous_raw" BYTEA,
    "facts" JSONB NOT NULL,
    "facts_hash" BYTEA NOT NULL,
    "cell" INTEGER,
    "keys" INTEGER[],
    "status" TEXT NOT NULL,
    "judged_facts" JSONB,
    "judged_engine" TEXT,
    "due" BOOLEAN NOT NULL DEFAULT true,
    "run_id" INTEGER,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT gateway_now(),
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT gateway_now(),

    CONSTRAINT "listings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "hotel_facts" (
    "hotel_id" INTEGER NOT NULL,
    "facts" JSONB NOT NULL,
    "facts_hash" BYTEA NOT NULL,
    "cell" INTEGER,
    "keys" INTEGER[],

    CONSTRAINT "hotel_facts_pkey" PRIMARY KEY ("hotel_id")
);

-- CreateTable
CREATE TABLE "catalogue_marks" (
    "name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "catalogue_marks_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "mapping_proposals" (
    "listing_id" INTEGER NOT NULL,
    "outcome" TEXT NOT NULL,
    "why" TEXT,
    "hotel_id" INTEGER,
    "verdict" TEXT,
    "score" DOUBLE PRECISION,
    "weight" DOUBLE PRECISION,
    "candidates" JSONB NOT NULL,
    "changes" JSONB,
    "group_key" TEXT,
    "near_group_key" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT gateway_now(),

    CONSTRAINT "mapping_proposals_pkey" PRIMARY KEY ("listing_id")
);

-- CreateTable
CREATE TABLE "mapping_versions" (
    "id" SERIAL NOT NULL,
    "supplier_code" TEXT NOT NULL,
    "supplier_hotel_id" TEXT NOT NULL,
    "from_hotel_id" INTEGER,
    "from_status" TEXT,
    "hotel_id" INTEGER,
    "status" TEXT,
    "actor" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "note" TEXT,
    "score" DOUBLE PRECISION,
    "evidence" JSONB,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT gateway_now(),

    CONSTRAINT "mapping_versions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mapping_rejections" (
    "supplier_code" TEXT NOT NULL,
    "supplier_hotel_id" TEXT NOT NULL,
    "hotel_id" INTEGER NOT NULL,
    "actor" TEXT NOT NULL,
    "note" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT gateway_now(),

    CONSTRAINT "mapping_rejections_pkey" PRIMARY KEY ("supplier_code","supplier_hotel_id","hotel_id")
);

-- CreateTable
CREATE TABLE "catalogue_runs" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "supplier_code" TEXT,
    "actor" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT gateway_now(),
    "ended_at" TIMESTAMPTZ(3),
    "counts" JSONB NOT NULL DEFAULT '{}',
    "faults" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "catalogue_runs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "listings_cell_idx" ON "listings"("cell");

-- CreateIndex
CREATE INDEX "listings_keys_idx" ON "listings" USING GIN ("keys");

-- CreateIndex
CREATE UNIQUE INDEX "listings_supplier_code_supplier_hotel_id_key" ON "listings"("supplier_code", "supplier_hotel_id");

-- CreateIndex
CREATE INDEX "hotel_facts_cell_idx" ON "hotel_facts"("cell");

-- CreateIndex
CREATE INDEX "hotel_facts_keys_idx" ON "hotel_facts" USING GIN ("keys");

-- CreateIndex
CREATE INDEX "mapping_proposals_outcome_hotel_id_idx" ON "mapping_proposals"("outcome", "hotel_id");

-- CreateIndex
CREATE INDEX "mapping_proposals_hotel_id_idx" ON "mapping_proposals"("hotel_id");

-- CreateIndex
CREATE INDEX "mapping_proposals_group_key_idx" ON "mapping_proposals"("group_key");

-- CreateIndex
CREATE INDEX "mapping_versions_supplier_code_supplier_hotel_id_id_idx" ON "mapping_versions"("supplier_code", "supplier_hotel_id", "id");

-- CreateIndex
CREATE INDEX "mapping_versions_hotel_id_idx" ON "mapping_versions"("hotel_id");

-- CreateIndex
CREATE INDEX "mapping_versions_from_hotel_id_idx" ON "mapping_versions"("from_hotel_id");

-- CreateIndex
CREATE INDEX "mapping_versions_at_idx" ON "mapping_versions"("at");

-- CreateIndex
CREATE INDEX "catalogue_runs_started_at_idx" ON "catalogue_runs"("started_at");

-- CreateIndex
CREATE INDEX "bookings_hotel_id_check_out_date_idx" ON "bookings"("hotel_id", "check_out_date");

-- AddForeignKey
ALTER TABLE "hotel_facts" ADD CONSTRAINT "hotel_facts_hotel_id_fkey" FOREIGN KEY ("hotel_id") REFERENCES "hotels"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mapping_proposals" ADD CONSTRAINT "mapping_proposals_listing_id_fkey" FOREIGN KEY ("listing_id") REFERENCES "listings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A mapping that is changed has another version: cached prices, tokens and offers are of one. Who changes single mappings writes the row
-- of mapping_versions and names it in the mapping; for whoever does not, this does. An import says who it is by gateway.actor.
CREATE FUNCTION version_mapping() RETURNS trigger LANGUAGE plpgsql AS
$$ DECLARE
  who text := coalesce(nullif(current_setting('gateway.actor', true), ''), 'sql');
BEGIN
  INSERT INTO mapping_versions (supplier_code, supplier_hotel_id, from_hotel_id, from_status, hotel_id, status, actor, reason)
  VALUES (NEW.supplier_code, NEW.supplier_hotel_id, OLD.hotel_id, OLD.verification, NEW.hotel_id, NEW.verification, who,
    CASE who WHEN 'import' THEN 'IMPORTED' ELSE 'WRITTEN' END)
  RETURNING id INTO NEW.version;
  RETURN NEW;
END $$;
CREATE TRIGGER supplier_hotels_versioned BEFORE UPDATE ON supplier_hotels FOR EACH ROW
  WHEN ((OLD.hotel_id, OLD.verification) IS DISTINCT FROM (NEW.hotel_id, NEW.verification)
    AND OLD.version IS NOT DISTINCT FROM NEW.version)
  EXECUTE FUNCTION version_mapping();

-- Processes that search follow hotels by updated_at. A hotel that was written in this transaction is told of already.
CREATE FUNCTION tell_mapped_hotels() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  UPDATE hotels SET updated_at = gateway_now()
  WHERE id IN (SELECT hotel_id FROM changed) AND updated_at < gateway_now();
  RETURN NULL;
END $$;
CREATE TRIGGER supplier_hotels_inserted AFTER INSERT ON supplier_hotels
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_mapped_hotels();
CREATE TRIGGER supplier_hotels_deleted AFTER DELETE ON supplier_hotels
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_mapped_hotels();

CREATE FUNCTION tell_remapped_hotels() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  UPDATE hotels SET updated_at = gateway_now()
  WHERE id IN (
      SELECT unnest(ARRAY[before.hotel_id, after.hotel_id])
      FROM before JOIN after USING (supplier_code, supplier_hotel_id)
      WHERE (before.hotel_id, before.verification, before.sold_unverified, before.on_sale, before.version)
        IS DISTINCT FROM (after.hotel_id, after.verification, after.sold_unverified, after.on_sale, after.version))
    AND updated_at < gateway_now();
  RETURN NULL;
END $$;
CREATE TRIGGER supplier_hotels_updated AFTER UPDATE ON supplier_hotels
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_remapped_hotels();

-- History is appended, never changed.
CREATE FUNCTION keep_mapping_versions() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'mapping_versions is append-only'; END $$;
CREATE TRIGGER mapping_versions_kept BEFORE UPDATE OR DELETE ON mapping_versions
  FOR EACH ROW EXECUTE FUNCTION keep_mapping_versions();

-- A listing in few bytes, for price_observations.listings.
CREATE FUNCTION listing_hash(supplier_code text, supplier_hotel_id text) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT ('x' || left(md5(supplier_code || '/' || supplier_hotel_id), 8))::bit(32)::int $$;

-- The order in which `mapping propose` reads what is due: neighbours together, those without a point last.
CREATE INDEX listings_due_idx ON listings (coalesce(cell, 2147483647), id) WHERE due;

-- Hotels that are made of listings have ids that no catalogue file uses.
CREATE SEQUENCE created_hotel_ids AS int START 1000000000;
