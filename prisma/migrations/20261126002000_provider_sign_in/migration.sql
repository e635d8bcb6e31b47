-- When the person of a session last proved to the identity provider who they are; null: it has not told, or a version before wrote the row.
ALTER TABLE "console_sessions" ADD COLUMN "authenticated_at" TIMESTAMPTZ(3);

-- Sign-ins that have come back from the identity provider: none does so twice. A row goes when its sign-in would be too old.
CREATE TABLE "console_spent_sign_ins" (
  "state_hash" BYTEA NOT NULL PRIMARY KEY,
  "expires_at" TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX "console_spent_sign_ins_expires_at_idx" ON "console_spent_sign_ins" ("expires_at");
