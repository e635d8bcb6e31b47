-- Networks that a key may be used from (none: from anywhere), and the key that it was rolled from.
ALTER TABLE "api_keys" ADD COLUMN "addresses" TEXT[] NOT NULL DEFAULT '{}', ADD COLUMN "rolled_from" TEXT;
CREATE INDEX "api_keys_rolled_from_idx" ON "api_keys"("rolled_from");
