-- Whose price stands for a hotel in a list: the first of these suppliers that has one, then the others as they were connected.
ALTER TABLE "organizations" ADD COLUMN "supplier_order" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

-- Those that are there already were all connected at once: they stay in the order of their codes.
ALTER TABLE "organization_suppliers" ADD COLUMN "connected_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
