-- Messages of suppliers that nothing proves, or that are told once: they are kept before anything is done about them.
CREATE TABLE "supplier_messages" (
  "connection_id" TEXT NOT NULL,
  "message_id" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "supplier_reference" TEXT,
  "supplier_booking_id" TEXT,
  "email" TEXT,
  "text" TEXT,
  "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT gateway_now(),
  "due_at" TIMESTAMPTZ(3) DEFAULT gateway_now(),
  "tries" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "supplier_messages_pkey" PRIMARY KEY ("connection_id", "message_id")
);
CREATE INDEX "supplier_messages_due_at_idx" ON "supplier_messages" ("due_at");
CREATE INDEX "supplier_messages_received_at_idx" ON "supplier_messages" ("received_at");

-- The nightly comparison of each connection with its supplier's books.
CREATE TABLE "supplier_comparisons" (
  "connection_id" TEXT NOT NULL,
  "due_at" TIMESTAMPTZ(3) NOT NULL,
  "lease_id" TEXT,
  "progress" JSONB,
  "finished_at" TIMESTAMPTZ(3),
  "summary" JSONB,
  CONSTRAINT "supplier_comparisons_pkey" PRIMARY KEY ("connection_id")
);
CREATE INDEX "supplier_comparisons_due_at_idx" ON "supplier_comparisons" ("due_at");
CREATE INDEX "bookings_connection_id_id_idx" ON "bookings" ("connection_id", "id");
