-- AlterTable
ALTER TABLE "bookings" ADD COLUMN     "cancellable" BOOLEAN NOT NULL DEFAULT true;
