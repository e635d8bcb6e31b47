-- AlterTable
ALTER TABLE "listings" ADD COLUMN "connection_ids" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- What was pulled before is of the connection that changed it last.
UPDATE "listings" SET "connection_ids" = ARRAY["run"."source"] FROM "catalogue_runs" "run"
  WHERE "run"."id" = "run_id" AND "run"."kind" = 'PULL';
