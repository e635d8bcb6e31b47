-- What a mapping was until then, whole, so that `mapping undo` brings all of it back: whose word it was, whether it was sold although it is
-- UNVERIFIED, and why it was so. Versions of before, and those that triggers write, do not say.
ALTER TABLE "mapping_versions" ADD COLUMN     "from_decided_by" TEXT,
ADD COLUMN     "from_reason" TEXT,
ADD COLUMN     "from_sold_unverified" BOOLEAN,
ADD COLUMN     "restored_reason" TEXT;
