-- What a pull has read of a listing, by language: a row that is equal is not looked at again. Empty for what came as a line of a file.
ALTER TABLE "listings" ADD COLUMN "source_hashes" JSONB NOT NULL DEFAULT '{}';
-- How many whole passes, one after the other, did not have it.
ALTER TABLE "listings" ADD COLUMN "missed_passes" SMALLINT NOT NULL DEFAULT 0;

-- Test content and production content of a supplier are different worlds.
ALTER TABLE "catalogue_runs" ADD COLUMN "environment" TEXT;

-- Who pulls the content of a connection, and when it is pulled next.
CREATE TABLE "content_pulls" (
    "connection_id" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "lease_id" TEXT,
    "leased_until" TIMESTAMPTZ(3),

    CONSTRAINT "content_pulls_pkey" PRIMARY KEY ("connection_id")
);
CREATE INDEX "content_pulls_due_at_idx" ON "content_pulls"("due_at");

-- Each reading of a connection's content in one language: how far it has come, what it counted, what its reader remembers.
CREATE TABLE "content_passes" (
    "id" SERIAL NOT NULL,
    "connection_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "since" TEXT,
    "state" TEXT NOT NULL,
    "began_date" TEXT NOT NULL,
    "mark" JSONB,
    "memory" JSONB NOT NULL DEFAULT '{}',
    "counts" JSONB NOT NULL DEFAULT '{}',
    "fruitless" SMALLINT NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT gateway_now(),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "content_passes_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "content_passes_connection_id_language_id_idx" ON "content_passes"("connection_id", "language", "id");

-- What a pass has had so far, so that it knows what was missing, and what came twice. Emptied when the pass is over.
CREATE TABLE "content_seen" (
    "pass_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "line" INTEGER NOT NULL,
    "hash" TEXT,

    CONSTRAINT "content_seen_pkey" PRIMARY KEY ("pass_id", "key")
);
ALTER TABLE "content_seen" ADD CONSTRAINT "content_seen_pass_id_fkey" FOREIGN KEY ("pass_id") REFERENCES "content_passes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Suppliers' dictionaries, which are read once a week.
CREATE TABLE "content_dictionaries" (
    "connection_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "loaded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT gateway_now(),

    CONSTRAINT "content_dictionaries_pkey" PRIMARY KEY ("connection_id", "name")
);
