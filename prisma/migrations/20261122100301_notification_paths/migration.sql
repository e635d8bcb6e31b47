-- The path of a supplier's own messages: 122 random bits instead of the connection's id, which is no secret.
ALTER TABLE "supplier_connections"
  ADD COLUMN "notification_token" TEXT NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', '');

CREATE UNIQUE INDEX "supplier_connections_notification_token_key" ON "supplier_connections"("notification_token");
