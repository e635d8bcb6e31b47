-- What the supplier's record adds to a booking after it was made: domain/supplier-told.ts.
ALTER TABLE "bookings" ADD COLUMN "supplier_told" JSONB NOT NULL DEFAULT '{}';
