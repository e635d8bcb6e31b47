-- What needs a person.
CREATE TABLE "cases" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "organization_id" TEXT,
    "booking_id" TEXT,
    "connection_id" TEXT,
    "at_stake_minor" BIGINT,
    "currency" TEXT,
    "due_at" TIMESTAMPTZ(3),
    "detail" JSONB NOT NULL,
    "seen" INTEGER NOT NULL DEFAULT 1,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "taken_by" TEXT,
    "taken_at" TIMESTAMPTZ(3),
    "closed_by" TEXT,
    "closed_at" TIMESTAMPTZ(3),
    "settled_how" TEXT,
    "note" TEXT,

    CONSTRAINT "cases_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "cases_organization_id_id_idx" ON "cases"("organization_id", "id");

CREATE INDEX "cases_booking_id_idx" ON "cases"("booking_id");

-- One open case for each kind and subject: opening it again updates it.
CREATE UNIQUE INDEX "cases_open_key" ON "cases"("kind", "subject") WHERE "closed_at" IS NULL;

-- The operators' list of open cases, and what metrics count.
CREATE INDEX "cases_open_due_idx" ON "cases"("due_at") WHERE "closed_at" IS NULL;
