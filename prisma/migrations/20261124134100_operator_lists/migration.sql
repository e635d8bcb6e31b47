-- The operator's lists in their order. These tables are small and seldom written.
CREATE INDEX "cases_open_order_idx" ON "cases" (coalesce("due_at", 'infinity'), (-coalesce("at_stake_minor", 0)), "id")
  WHERE "closed_at" IS NULL;
CREATE INDEX "cases_closed_order_idx" ON "cases" (coalesce("due_at", 'infinity'), (-coalesce("at_stake_minor", 0)), "id")
  WHERE "closed_at" IS NOT NULL;
CREATE INDEX "cases_closed_organization_idx" ON "cases"
  ("organization_id", coalesce("due_at", 'infinity'), (-coalesce("at_stake_minor", 0)), "id") WHERE "closed_at" IS NOT NULL;
CREATE INDEX "cases_closed_kind_idx" ON "cases"
  ("kind", coalesce("due_at", 'infinity'), (-coalesce("at_stake_minor", 0)), "id") WHERE "closed_at" IS NOT NULL;
CREATE INDEX "cases_closed_taken_idx" ON "cases"
  ("taken_by", coalesce("due_at", 'infinity'), (-coalesce("at_stake_minor", 0)), "id")
  WHERE "closed_at" IS NOT NULL AND "taken_by" IS NOT NULL;

CREATE INDEX "audit_log_actor_idx" ON "audit_log" ("actor" text_pattern_ops, "id");
CREATE INDEX "audit_log_action_idx" ON "audit_log" ("action" text_pattern_ops, "id");

CREATE INDEX "webhook_endpoints_states_idx" ON "webhook_endpoints" ("failing_since", "organization_id", "created_at")
  WHERE "deleted_at" IS NULL;
-- Few of many endpoints: what workers have to finish every few seconds, and what a scrape counts.
CREATE INDEX "webhook_endpoints_unfinished_idx" ON "webhook_endpoints" ("updated_at") WHERE "closing" OR "recovering_until" IS NOT NULL;
CREATE INDEX "webhook_endpoints_disabled_idx" ON "webhook_endpoints" ("disabled_reason") WHERE NOT "enabled" AND "deleted_at" IS NULL;

-- How many deliveries wait, as one process has counted them: every scrape of every process reads this row.
CREATE TABLE "webhook_depth" (
    "id" INTEGER NOT NULL DEFAULT 1,
    -- Whoever finds this past counts anew.
    "next_at" TIMESTAMPTZ(3) NOT NULL DEFAULT '-infinity',
    "counted_at" TIMESTAMPTZ(3),
    "waiting" INTEGER NOT NULL DEFAULT 0,
    "oldest_ms" DOUBLE PRECISION NOT NULL DEFAULT 0,

    CONSTRAINT "webhook_depth_pkey" PRIMARY KEY ("id")
);
INSERT INTO "webhook_depth" ("id") VALUES (1);
