-- Who signs in to the console (organization_id null) or to an organization's portal, and what two people have to agree on. Tokens of
-- links and sessions are kept as their SHA-256.
CREATE TABLE "console_users" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "organization_id" TEXT REFERENCES "organizations" ("id") ON DELETE CASCADE,
  "name" TEXT NOT NULL,
  "email" TEXT,
  "subject" TEXT,
  "roles" TEXT[] NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "disabled_at" TIMESTAMPTZ(3)
);
-- N-1: the table is new, and no process of before knows it
CREATE UNIQUE INDEX "console_users_name_key" ON "console_users" ("name");
-- N-1: the table is new, and no process of before knows it
CREATE UNIQUE INDEX "console_users_email_key" ON "console_users" ("email");
-- N-1: the table is new, and no process of before knows it
CREATE UNIQUE INDEX "console_users_subject_key" ON "console_users" ("subject");
CREATE INDEX "console_users_organization_id_idx" ON "console_users" ("organization_id");

CREATE TABLE "console_links" (
  "token_hash" BYTEA NOT NULL PRIMARY KEY,
  "user_id" TEXT NOT NULL REFERENCES "console_users" ("id") ON DELETE CASCADE,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX "console_links_user_id_idx" ON "console_links" ("user_id");

CREATE TABLE "console_sessions" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "token_hash" BYTEA NOT NULL,
  "user_id" TEXT NOT NULL REFERENCES "console_users" ("id") ON DELETE CASCADE,
  "signed_in_by" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "seen_at" TIMESTAMPTZ(3) NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "ended_at" TIMESTAMPTZ(3)
);
-- N-1: the table is new, and no process of before knows it
CREATE UNIQUE INDEX "console_sessions_token_hash_key" ON "console_sessions" ("token_hash");
CREATE INDEX "console_sessions_user_id_idx" ON "console_sessions" ("user_id");

CREATE TABLE "console_proposals" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "action" TEXT NOT NULL,
  "subject" TEXT NOT NULL,
  "arguments" JSONB NOT NULL,
  "reason" TEXT NOT NULL,
  "proposed_by" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "decided_by" TEXT,
  "decided_at" TIMESTAMPTZ(3),
  "decision" TEXT CHECK ("decision" IN ('APPROVED', 'REJECTED')),
  "note" TEXT,
  CHECK (("decided_at" IS NULL) = ("decision" IS NULL) AND ("decided_at" IS NULL) = ("decided_by" IS NULL))
);
CREATE INDEX "console_proposals_open_idx" ON "console_proposals" ("created_at") WHERE "decided_at" IS NULL;
