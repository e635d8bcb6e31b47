-- What a guest who arrives needs: address lines, telephone, instructions of the hotel and of each listing; places that are hidden until
-- they are booked; and whom vouchers name for questions.
ALTER TABLE "hotels" ADD COLUMN "address_lines" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "phone" TEXT,
ADD COLUMN "place_hidden" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "exact_place" JSONB,
ADD COLUMN "instructions" JSONB;
ALTER TABLE "supplier_hotels" ADD COLUMN "instructions" JSONB;
ALTER TABLE "organizations" ADD COLUMN "voucher_contact" JSONB;
