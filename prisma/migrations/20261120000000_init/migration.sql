-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "organizations" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "list_currency" TEXT,
    "rate_limit_factor" INTEGER NOT NULL DEFAULT 1,
    "rate_limits" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "prefix" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "supplier_connections" (
    "id" TEXT NOT NULL,
    "supplier_code" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "base_url" TEXT,
    "credentials" BYTEA NOT NULL,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "supplier_connections_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organization_suppliers" (
    "organization_id" TEXT NOT NULL,
    "supplier_code" TEXT NOT NULL,
    "connection_id" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "organization_suppliers_pkey" PRIMARY KEY ("organization_id","supplier_code")
);

-- CreateTable
CREATE TABLE "places" (
    "id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "parent_id" INTEGER,
    "country_code" TEXT NOT NULL,
    "time_zone" TEXT,
    "latitude" DOUBLE PRECISION NOT NULL,
    "longitude" DOUBLE PRECISION NOT NULL,
    "names" JSONB NOT NULL,
    "weight" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "places_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "hotels" (
    "id" INTEGER NOT NULL,
    "place_id" INTEGER NOT NULL,
    "names" JSONB NOT NULL,
    "address" TEXT NOT NULL,
    "latitude" DOUBLE PRECISION NOT NULL,
    "longitude" DOUBLE PRECISION NOT NULL,
    "stars" INTEGER,
    "chain_id" INTEGER,
    "property_type" TEXT NOT NULL,
    "facility_ids" INTEGER[],
    "main_image_url" TEXT,
    "time_zone" TEXT,
    "nightly_usd_cents" INTEGER NOT NULL,
    "weight" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "hotels_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "catalogue_terms" (
    "kind" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "names" JSONB NOT NULL,

    CONSTRAINT "catalogue_terms_pkey" PRIMARY KEY ("kind","id")
);

-- CreateTable
CREATE TABLE "supplier_hotels" (
    "supplier_code" TEXT NOT NULL,
    "supplier_hotel_id" TEXT NOT NULL,
    "hotel_id" INTEGER NOT NULL,
    "verification" TEXT NOT NULL DEFAULT 'VERIFIED',

    CONSTRAINT "supplier_hotels_pkey" PRIMARY KEY ("supplier_code","supplier_hotel_id")
);

-- CreateTable
CREATE TABLE "supplier_rooms" (
    "supplier_code" TEXT NOT NULL,
    "supplier_hotel_id" TEXT NOT NULL,
    "supplier_room_id" TEXT NOT NULL,
    "mapping_status" TEXT NOT NULL,
    "room_id" TEXT,
    "names" JSONB,
    "image_urls" TEXT[],

    CONSTRAINT "supplier_rooms_pkey" PRIMARY KEY ("supplier_code","supplier_hotel_id","supplier_room_id")
);

-- CreateTable
CREATE TABLE "exchange_rates" (
    "base" TEXT NOT NULL,
    "quote" TEXT NOT NULL,
    "rate" DECIMAL(20,10) NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "exchange_rates_pkey" PRIMARY KEY ("base","quote")
);

-- CreateTable
CREATE TABLE "offers" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "hotel_id" INTEGER NOT NULL,
    "supplier_code" TEXT NOT NULL,
    "connection_id" TEXT NOT NULL,
    "terms" JSONB NOT NULL,
    "supplier_payload" JSONB NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "offers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bookings" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "sequence" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "accepted_offer_id" TEXT NOT NULL,
    "hotel_id" INTEGER NOT NULL,
    "supplier_code" TEXT NOT NULL,
    "connection_id" TEXT NOT NULL,
    "supplier_reference" TEXT NOT NULL,
    "supplier_booking_id" TEXT,
    "supplier_booking_code" TEXT,
    "supplier_payload" JSONB NOT NULL DEFAULT '{}',
    "hotel_confirmation" JSONB NOT NULL,
    "pending_operation" TEXT,
    "pending_since" TIMESTAMPTZ(3),
    "needs_operator" BOOLEAN NOT NULL DEFAULT false,
    "status_before_cancel" TEXT,
    "hold_deadline_at" TIMESTAMPTZ(3),
    "review_expires_at" TIMESTAMPTZ(3),
    "failure" JSONB,
    "client_reference" TEXT,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "check_in_date" TEXT NOT NULL,
    "check_out_date" TEXT NOT NULL,
    "terms" JSONB NOT NULL,
    "guests_sealed" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "bookings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "booking_attempts" (
    "id" TEXT NOT NULL,
    "booking_id" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "supplier_http_status" INTEGER,
    "supplier_error_code" TEXT,
    "detail" TEXT,

    CONSTRAINT "booking_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "booking_events" (
    "position" BIGSERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "booking_id" TEXT,
    "sequence" INTEGER,
    "type" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "booking_events_pkey" PRIMARY KEY ("position")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "organization_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "path_hashes" JSONB NOT NULL,
    "booking_id" TEXT NOT NULL,
    "cancellation_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("organization_id","environment","operation","key")
);

-- CreateTable
CREATE TABLE "cancellation_quotes" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "booking_id" TEXT NOT NULL,
    "penalty_status" TEXT NOT NULL,
    "penalty_minor" BIGINT,
    "currency" TEXT NOT NULL,
    "issued_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "cancellation_quotes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cancellations" (
    "id" TEXT NOT NULL,
    "booking_id" TEXT NOT NULL,
    "quote_id" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),
    "outcome" TEXT NOT NULL,
    "penalty_status" TEXT NOT NULL,
    "penalty_minor" BIGINT,
    "charged_penalty_minor" BIGINT,
    "currency" TEXT NOT NULL,
    "supplier_cancellation_reference" TEXT,

    CONSTRAINT "cancellations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT,
    "event_types" TEXT[],
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "disabled_reason" TEXT,
    "secrets" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),
    "paused_until" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "event_type" TEXT NOT NULL,
    "booking_id" TEXT,
    "event_position" BIGINT NOT NULL,
    "status" TEXT NOT NULL,
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "lease_id" TEXT,
    "leased_until" TIMESTAMPTZ(3),
    "trigger" TEXT NOT NULL DEFAULT 'SCHEDULED',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "id" BIGSERIAL NOT NULL,
    "delivery_id" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "trigger" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "response_status" INTEGER,
    "error" TEXT,
    "response_body_excerpt" TEXT,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_log" (
    "id" BIGSERIAL NOT NULL,
    "organization_id" TEXT,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "details" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sandbox_clock" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "offset_ms" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "sandbox_clock_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sandbox_faults" (
    "id" BIGSERIAL NOT NULL,
    "supplier_code" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "fault" TEXT NOT NULL,
    "remaining" INTEGER NOT NULL,

    CONSTRAINT "sandbox_faults_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sandbox_records" (
    "supplier_code" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "body" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sandbox_records_pkey" PRIMARY KEY ("supplier_code","kind","key")
);

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_key_hash_key" ON "api_keys"("key_hash");

-- CreateIndex
CREATE INDEX "api_keys_organization_id_idx" ON "api_keys"("organization_id");

-- CreateIndex
CREATE INDEX "hotels_place_id_idx" ON "hotels"("place_id");

-- CreateIndex
CREATE INDEX "supplier_hotels_hotel_id_supplier_code_idx" ON "supplier_hotels"("hotel_id", "supplier_code");

-- CreateIndex
CREATE INDEX "offers_organization_id_created_at_idx" ON "offers"("organization_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "bookings_supplier_reference_key" ON "bookings"("supplier_reference");

-- CreateIndex
CREATE INDEX "bookings_organization_id_environment_created_at_id_idx" ON "bookings"("organization_id", "environment", "created_at", "id");

-- CreateIndex
CREATE INDEX "bookings_organization_id_client_reference_idx" ON "bookings"("organization_id", "client_reference");

-- CreateIndex
CREATE INDEX "bookings_supplier_code_supplier_booking_id_idx" ON "bookings"("supplier_code", "supplier_booking_id");

-- CreateIndex
CREATE INDEX "booking_attempts_booking_id_started_at_idx" ON "booking_attempts"("booking_id", "started_at");

-- CreateIndex
CREATE UNIQUE INDEX "booking_events_id_key" ON "booking_events"("id");

-- CreateIndex
CREATE INDEX "booking_events_organization_id_environment_position_idx" ON "booking_events"("organization_id", "environment", "position");

-- CreateIndex
CREATE UNIQUE INDEX "booking_events_booking_id_sequence_key" ON "booking_events"("booking_id", "sequence");

-- CreateIndex
CREATE INDEX "cancellation_quotes_booking_id_idx" ON "cancellation_quotes"("booking_id");

-- CreateIndex
CREATE INDEX "cancellations_booking_id_idx" ON "cancellations"("booking_id");

-- CreateIndex
CREATE INDEX "webhook_endpoints_organization_id_environment_idx" ON "webhook_endpoints"("organization_id", "environment");

-- CreateIndex
CREATE INDEX "webhook_deliveries_organization_id_created_at_idx" ON "webhook_deliveries"("organization_id", "created_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_endpoint_id_booking_id_event_position_idx" ON "webhook_deliveries"("endpoint_id", "booking_id", "event_position");

-- CreateIndex
CREATE INDEX "webhook_attempts_delivery_id_idx" ON "webhook_attempts"("delivery_id");

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_suppliers" ADD CONSTRAINT "organization_suppliers_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_suppliers" ADD CONSTRAINT "organization_suppliers_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "supplier_connections"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "hotels" ADD CONSTRAINT "hotels_place_id_fkey" FOREIGN KEY ("place_id") REFERENCES "places"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "supplier_hotels" ADD CONSTRAINT "supplier_hotels_hotel_id_fkey" FOREIGN KEY ("hotel_id") REFERENCES "hotels"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking_attempts" ADD CONSTRAINT "booking_attempts_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking_events" ADD CONSTRAINT "booking_events_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cancellation_quotes" ADD CONSTRAINT "cancellation_quotes_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cancellations" ADD CONSTRAINT "cancellations_quote_id_fkey" FOREIGN KEY ("quote_id") REFERENCES "cancellation_quotes"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "booking_events"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_deliveries"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
