-- Stars come in halves. The table is written anew, which takes some seconds for a million hotels.
ALTER TABLE "hotels" ALTER COLUMN "stars" SET DATA TYPE DOUBLE PRECISION;

-- What a page about a hotel shows beyond its row. It goes with the hotel.
CREATE TABLE "hotel_contents" (
    "hotel_id" INTEGER NOT NULL,
    "own" JSONB,
    "merged" JSONB,
    "instructions" JSONB,
    "cleaning" INTEGER,

    CONSTRAINT "hotel_contents_pkey" PRIMARY KEY ("hotel_id")
);
ALTER TABLE "hotel_contents" ADD CONSTRAINT "hotel_contents_hotel_id_fkey" FOREIGN KEY ("hotel_id") REFERENCES "hotels"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Which suppliers the operator trusts in each part of it.
CREATE TABLE "content_trust" (
    "field" TEXT NOT NULL,
    "supplier_codes" TEXT[],

    CONSTRAINT "content_trust_pkey" PRIMARY KEY ("field")
);
