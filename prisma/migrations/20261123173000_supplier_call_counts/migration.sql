-- CreateTable
CREATE TABLE "supplier_call_counts" (
    "connection_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "operation" TEXT NOT NULL,
    "calls" BIGINT NOT NULL,

    CONSTRAINT "supplier_call_counts_pkey" PRIMARY KEY ("connection_id","day","operation")
);
