-- AlterTable
ALTER TABLE "booking_attempts" ADD COLUMN     "request_id" TEXT,
ADD COLUMN     "traceparent" TEXT;

-- AlterTable
ALTER TABLE "booking_events" ADD COLUMN     "request_id" TEXT,
ADD COLUMN     "traceparent" TEXT;
