import { createApiKeyStore } from './api-keys.ts'
import { createAuditStore } from './audit.ts'
import { createBookingAttemptStore } from './booking-attempts.ts'
import { createBookingLookStore } from './booking-looks.ts'
import { createBookingStore } from './bookings.ts'
import { createCancellationStore } from './cancellations.ts'
import { createCaseStore } from './cases.ts'
import { createCatalogueImportStore } from './catalogue-import.ts'
import { createColumnStore } from './columns.ts'
import type { Database, RootDatabase } from './database.ts'
import { createEventStore } from './events.ts'
import { createExchangeRateStore } from './exchange-rates.ts'
import { createForgettingStore } from './forgetting.ts'
import { createHotelStore } from './hotels.ts'
import { createIdempotencyKeyStore } from './idempotency-keys.ts'
import { createOfferStore } from './offers.ts'
import { createOrganizationRecordStore } from './organization-records.ts'
import { createOrganizationStore } from './organizations.ts'
import { createPriceObservationStore } from './price-observations.ts'
import { createRankingStore } from './rankings.ts'
import { createRetentionStore } from './retention.ts'
import { createSupplierCallCountStore } from './supplier-call-counts.ts'
import { createSupplierComparisonStore } from './supplier-comparisons.ts'
import { createSupplierConnectionStore } from './supplier-connections.ts'
import { createSupplierMessageStore } from './supplier-messages.ts'
import { createTermsAcceptanceStore } from './terms-acceptances.ts'
import { createWebhookBatchStore } from './webhook-batches.ts'
import { createWebhookDeliveryStore } from './webhook-deliveries.ts'
import { createWebhookEndpointStore } from './webhook-endpoints.ts'

function storeParts(db: Database) {
  return {
    apiKeys: createApiKeyStore(db),
    audit: createAuditStore(db),
    attempts: createBookingAttemptStore(db),
    bookings: createBookingStore(db),
    looks: createBookingLookStore(db),
    cancellations: createCancellationStore(db),
    cases: createCaseStore(db),
    catalogue: createCatalogueImportStore(db),
    columns: createColumnStore(db),
    events: createEventStore(db),
    exchangeRates: createExchangeRateStore(db),
    forgetting: createForgettingStore(db),
    hotels: createHotelStore(db),
    idempotencyKeys: createIdempotencyKeyStore(db),
    offers: createOfferStore(db),
    organizationRecords: createOrganizationRecordStore(db),
    organizations: createOrganizationStore(db),
    priceObservations: createPriceObservationStore(db),
    rankings: createRankingStore(db),
    retention: createRetentionStore(db),
    connections: createSupplierConnectionStore(db),
    callCounts: createSupplierCallCountStore(db),
    termsAcceptances: createTermsAcceptanceStore(db),
    comparisons: createSupplierComparisonStore(db),
    supplierMessages: createSupplierMessageStore(db),
    webhookBatches: createWebhookBatchStore(db),
    webhookDeliveries: createWebhookDeliveryStore(db),
    webhookEndpoints: createWebhookEndpointStore(db),
  }
}

/** The stores of all tables, over one connection or transaction. */
export type StoreParts = ReturnType<typeof storeParts>

export type Store = StoreParts & {
  /** Runs `work` in one transaction. What it throws is rethrown after the rollback. */
  readonly transaction: <T>(work: (tx: StoreParts) => Promise<T>) => Promise<T>
  /** Works like `transaction`, but rolls back as well when `work` returns null, which means that it has lost a race. */
  readonly transactionOrNull: <T>(work: (tx: StoreParts) => Promise<T | null>) => Promise<T | null>
}

/** Thrown to roll back a transaction whose work returned null. */
class Lost extends Error {}

export function createStore(db: RootDatabase): Store {
  const transaction: Store['transaction'] = (work) =>
    db.$transaction((tx) => work(storeParts(tx)), { maxWait: 5_000, timeout: 15_000 })
  return {
    ...storeParts(db),
    transaction,
    transactionOrNull: async (work) => {
      try {
        return await transaction(async (tx) => {
          const outcome = await work(tx)
          if (outcome === null) throw new Lost()
          return outcome
        })
      } catch (error) {
        if (error instanceof Lost) return null
        throw error
      }
    },
  }
}
