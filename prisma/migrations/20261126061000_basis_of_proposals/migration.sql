-- What a proposal is about, as it was when it was proposed: an approval is refused when that has changed since. Proposals of the version before
-- have none, and are approved as before.
ALTER TABLE "console_proposals" ADD COLUMN "basis" JSONB;
