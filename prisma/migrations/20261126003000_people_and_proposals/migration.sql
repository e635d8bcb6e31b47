-- An address was one person's over the console and all portals: a partner who invited an operator's address shut that operator out. Now it
-- is one person's among the operators, and within each organization.
DROP INDEX "console_users_email_key";
-- N-1: forbids less than the index before, which no row offends
CREATE UNIQUE INDEX "console_users_email_key" ON "console_users" ("email", COALESCE("organization_id", ''));

-- An account at the identity provider is one operator at most, and one person of a portal: the one does not stand in the other's way.
DROP INDEX "console_users_subject_key";
-- N-1: forbids less than the index before, which no row offends
CREATE UNIQUE INDEX "console_users_subject_key" ON "console_users" ("subject", ("organization_id" IS NULL));

-- When what was approved was done; null: nobody knows that it was. Of what was approved before, it is taken to be done.
ALTER TABLE "console_proposals" ADD COLUMN "executed_at" TIMESTAMPTZ(3);
UPDATE "console_proposals" SET "executed_at" = "decided_at" WHERE "decision" = 'APPROVED';
