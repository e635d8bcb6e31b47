-- Which rates an organization sells besides those that are sold alone and openly.
ALTER TABLE "organizations" ADD COLUMN "rate_conditions" TEXT[] DEFAULT ARRAY[]::TEXT[];
