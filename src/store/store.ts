import type { Instant } from '../domain/time.ts'
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
import { createHotelStore } from './hotels.ts'
import { createIdempotencyKeyStore } from './idempotency-keys.ts'
import { createOfferStore } from './offers.ts'
import { createOrganizationStore } from './organizations.ts'
import { createPriceObservationStore } from './price-observations.ts'
import { createRankingStore } from './rankings.ts'
import { createSupplierConnectionStore } from './supplier-connections.ts'
import { createWebhookDeliveryStore } from './webhook-deliveries.ts'
import { createWebhookEndpointStore } from './webhook-endpoints.ts'

/** Work for later that must outlive this process. `rung` counts how often a booking was looked after already. */
export type BookingJob = {
  readonly name: 'reconcile-booking' | 'watch-hold' | 'expire-review' | 'watch-hotel-confirmation'
  readonly bookingId: string
  readonly rung: number
  readonly startAt: Instant
}

/** Puts a job on the queue inside the caller's transaction: both or neither. */
export type EnqueueJob = (db: Database, job: BookingJob) => Promise<void>

const storeParts = (db: Database, enqueue: EnqueueJob) => ({
  apiKeys: createApiKeyStore(db),
  audit: createAuditStore(db),
  attempts: createBookingAttemptStore(db),
  bookings: createBookingStore(db),
  cancellations: createCancellationStore(db),
  catalogue: createCatalogueImportStore(db),
  columns: createColumnStore(db),
  events: createEventStore(db),
  exchangeRates: createExchangeRateStore(db),
  hotels: createHotelStore(db),
  idempotencyKeys: createIdempotencyKeyStore(db),
  offers: createOfferStore(db),
  organizations: createOrganizationStore(db),
  priceObservations: createPriceObservationStore(db),
  rankings: createRankingStore(db),
  connections: createSupplierConnectionStore(db),
  webhookDeliveries: createWebhookDeliveryStore(db),
  webhookEndpoints: createWebhookEndpointStore(db),
  jobs: { enqueue: (job: BookingJob) => enqueue(db, job) },
})

/** Every noun's store over one connection or transaction. */
export type StoreParts = ReturnType<typeof storeParts>

export type Store = StoreParts & {
  /** All of `work` or nothing of it. What it throws is thrown on, after the rollback. */
  readonly transaction: <T>(work: (tx: StoreParts) => Promise<T>) => Promise<T>
}

export const createStore = (db: RootDatabase, enqueue: EnqueueJob): Store => ({
  ...storeParts(db, enqueue),
  transaction: (work) => db.$transaction((tx) => work(storeParts(tx, enqueue)), { maxWait: 5_000, timeout: 15_000 }),
})
