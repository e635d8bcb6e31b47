-- Connections of an organization beside the one that it has of each supplier: one for each market or point of sale.
-- CreateTable
CREATE TABLE "further_connections" (
    "organization_id" TEXT NOT NULL,
    "connection_id" TEXT NOT NULL,
    "supplier_code" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "connected_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "further_connections_pkey" PRIMARY KEY ("organization_id","connection_id")
);

-- CreateIndex
CREATE INDEX "further_connections_connection_id_idx" ON "further_connections"("connection_id");

-- AddForeignKey
ALTER TABLE "further_connections" ADD CONSTRAINT "further_connections_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "further_connections" ADD CONSTRAINT "further_connections_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "supplier_connections"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
