import type { Instant } from '../domain/time.ts'
import type { StoredTrace } from '../platform/request-trace.ts'
import { createApiKeyStore } from './api-keys.ts'
import { createAuditStore } from './audit.ts'
import { createBookingAttemptStore } from './booking-attempts.ts'
import { createBookingStore } from './bookings.ts'
import { createCancellationStore } from './cancellations.ts'
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
import { createSupplierConnectionStore } from './supplier-connections.ts'
import { createWebhookDeliveryStore } from './webhook-deliveries.ts'
import { createWebhookEndpointStore } from './webhook-endpoints.ts'

/** Deferred work that must survive this process. `rung` counts the earlier runs for the booking. */
export type BookingJob = {
  readonly name: 'reconcile-booking' | 'watch-hold' | 'expire-review' | 'watch-hotel-confirmation' | 'verify-mapping'
  readonly bookingId: string
  readonly rung: number
  readonly startAt: Instant
  /** The request that the job continues; absent: the request that is being processed now. */
  readonly trail?: StoredTrace
}

/** Puts a job on the queue inside the caller's transaction, so that both take effect or neither does. */
export type EnqueueJob = (db: Database, job: BookingJob) => Promise<void>

function storeParts(db: Database, enqueue: EnqueueJob) {
  return {
    apiKeys: createApiKeyStore(db),
    audit: createAuditStore(db),
    attempts: createBookingAttemptStore(db),
    bookings: createBookingStore(db),
    cancellations: createCancellationStore(db),
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
    connections: createSupplierConnectionStore(db),
    webhookDeliveries: createWebhookDeliveryStore(db),
    webhookEndpoints: createWebhookEndpointStore(db),
    jobs: { enqueue: (job: BookingJob) => enqueue(db, job) },
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

export function createStore(db: RootDatabase, enqueue: EnqueueJob): Store {
  const transaction: Store['transaction'] = (work) =>
    db.$transaction((tx) => work(storeParts(tx, enqueue)), { maxWait: 5_000, timeout: 15_000 })
  return {
    ...storeParts(db, enqueue),
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
