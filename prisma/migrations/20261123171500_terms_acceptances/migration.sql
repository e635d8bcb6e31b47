-- Who accepted which version of a supplier's terms for an organization. Rows are added, never changed.
CREATE TABLE "terms_acceptances" (
    "id" TEXT NOT NULL DEFAULT (gen_random_uuid())::text,
    "organization_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "supplier_code" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "ip" TEXT,
    "accepted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "terms_acceptances_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "terms_acceptances_organization_id_environment_supplier_code_key" ON "terms_acceptances"("organization_id", "environment", "supplier_code", "version");
