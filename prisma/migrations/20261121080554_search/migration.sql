-- AlterTable
ALTER TABLE "hotels" ADD COLUMN     "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT gateway_now();

-- CreateTable
CREATE TABLE "catalogue_imports" (
    "file" TEXT NOT NULL,
    "lines" INTEGER NOT NULL,
    "bad_lines" INTEGER NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "catalogue_imports_pkey" PRIMARY KEY ("file")
);

-- CreateTable
CREATE TABLE "catalogue_editions" (
    "edition" SERIAL NOT NULL,
    "hotels" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "catalogue_editions_pkey" PRIMARY KEY ("edition")
);

-- CreateTable
CREATE TABLE "ranking_versions" (
    "version" SERIAL NOT NULL,
    "edition" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ranking_versions_pkey" PRIMARY KEY ("version")
);

-- CreateTable
CREATE TABLE "column_chunks" (
    "owner" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "chunk" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "column_chunks_pkey" PRIMARY KEY ("owner","name","chunk")
);

-- CreateTable
CREATE TABLE "price_observations" (
    "hotel_id" INTEGER NOT NULL,
    "party" INTEGER NOT NULL,
    "weekday_class" TEXT NOT NULL,
    "days" INTEGER[],
    "nightly_usd_cents" INTEGER[],

    CONSTRAINT "price_observations_pkey" PRIMARY KEY ("hotel_id","party","weekday_class")
);

-- CreateIndex
CREATE INDEX "ranking_versions_edition_idx" ON "ranking_versions"("edition");

-- CreateIndex
CREATE INDEX "hotels_updated_at_idx" ON "hotels"("updated_at");

-- AddForeignKey
ALTER TABLE "ranking_versions" ADD CONSTRAINT "ranking_versions_edition_fkey" FOREIGN KEY ("edition") REFERENCES "catalogue_editions"("edition") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Columns are dense numbers: compressing them takes long and saves little.
ALTER TABLE "column_chunks" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
