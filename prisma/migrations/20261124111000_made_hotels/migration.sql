-- Which hotels follow what suppliers tell of their listings: those that were made of them, and that no catalogue file has told.
-- AlterTable
ALTER TABLE "hotels" ADD COLUMN     "of_listings" BOOLEAN NOT NULL DEFAULT false;
