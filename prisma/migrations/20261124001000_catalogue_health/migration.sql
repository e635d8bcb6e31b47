-- `catalogue report` counts listings by supplier and country, and what they lack, without reading what they tell: that is 20 KB each. So
-- both stand in columns that Postgres keeps by itself, and in the indexes that the report reads instead of the tables.
-- AlterTable: writes the table anew.
ALTER TABLE "listings"
  ADD COLUMN "country_code" TEXT GENERATED ALWAYS AS (upper(content->>'countryCode')) STORED,
  ADD COLUMN "lacks" SMALLINT GENERATED ALWAYS AS ((
    CASE WHEN coalesce(content->'images', '[]') IN ('[]', 'null') THEN 1 ELSE 0 END
    + CASE WHEN content->>'latitude' IS NULL OR content->>'longitude' IS NULL OR content->>'pointQuality' = 'NONE' THEN 2 ELSE 0 END
    + CASE WHEN coalesce(content->'rooms', '[]') IN ('[]', 'null') THEN 4 ELSE 0 END
    + CASE WHEN coalesce(content->'phones', '[]') IN ('[]', 'null') THEN 8 ELSE 0 END)::smallint) STORED;

-- The same indexes as before, with what the report reads.
DROP INDEX "listings_supplier_code_supplier_hotel_id_key";
CREATE UNIQUE INDEX "listings_supplier_code_supplier_hotel_id_key" ON "listings"("supplier_code", "supplier_hotel_id")
  INCLUDE ("id", "country_code", "status", "lacks", "changed_at");
ALTER TABLE "supplier_hotels" DROP CONSTRAINT "supplier_hotels_pkey",
  ADD CONSTRAINT "supplier_hotels_pkey" PRIMARY KEY ("supplier_code", "supplier_hotel_id")
  INCLUDE ("hotel_id", "verification", "on_sale", "sold_unverified");
DROP INDEX "supplier_hotels_hotel_id_supplier_code_idx";
CREATE INDEX "supplier_hotels_hotel_id_supplier_code_idx" ON "supplier_hotels"("hotel_id", "supplier_code")
  INCLUDE ("verification", "on_sale", "sold_unverified");

-- CreateIndex
CREATE INDEX "hotels_id_place_id_idx" ON "hotels"("id", "place_id");

-- Of what was closed lately, the bookings that stand are looked for.
CREATE INDEX "listings_ended_idx" ON "listings"("changed_at") WHERE "status" IN ('CLOSED', 'GONE');

-- CreateTable
CREATE TABLE "catalogue_health" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "begun_at" TIMESTAMPTZ(3) NOT NULL,
    "gauges" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "catalogue_health_pkey" PRIMARY KEY ("id")
);

-- Who takes a listing out with SQL leaves a version, too: what was sold from it is followed up as after a command. Those who change
-- mappings by the gateway have written theirs in the same transaction.
CREATE FUNCTION version_deleted_mappings() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  INSERT INTO mapping_versions (supplier_code, supplier_hotel_id, from_hotel_id, from_status, actor, reason)
  SELECT supplier_code, supplier_hotel_id, hotel_id, verification, 'sql', 'WRITTEN' FROM gone
  WHERE NOT EXISTS (
    SELECT FROM mapping_versions told
    WHERE (told.supplier_code, told.supplier_hotel_id) = (gone.supplier_code, gone.supplier_hotel_id)
      AND told.hotel_id IS NULL AND told.xmin = pg_current_xact_id()::xid);
  RETURN NULL;
END $$;
CREATE TRIGGER supplier_hotels_deleted_versioned AFTER DELETE ON supplier_hotels
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION version_deleted_mappings();
