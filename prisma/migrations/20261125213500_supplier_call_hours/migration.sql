-- How the calls over a connection ended, by hour: what the console shows of it. The version before does not know it, and writes nothing.
CREATE TABLE "supplier_call_hours" (
    "connection_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "operation" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "calls" BIGINT NOT NULL,
    "total_ms" DOUBLE PRECISION NOT NULL,
    "within" BIGINT[] NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "supplier_call_hours_pkey" PRIMARY KEY ("connection_id","hour","operation","outcome")
);
