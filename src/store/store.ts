import { createApiKeyStore } from './api-keys.ts'
import { createAuditStore } from './audit.ts'
import { createBookingAttemptStore } from './booking-attempts.ts'
import { createBookingLookStore } from './booking-looks.ts'
import { createBookingLookup } from './booking-lookup.ts'
import { createBookingRecordStore } from './booking-records.ts'
import { createBookingStore } from './bookings.ts'
import { createCancellationStore } from './cancellations.ts'
import { createCaseStore } from './cases.ts'
import { createCatalogueHealthStore } from './catalogue-health.ts'
import { createCatalogueImportStore } from './catalogue-import.ts'
import { createCatalogueReadStore } from './catalogue-reads.ts'
import { createCatalogueRunStore } from './catalogue-runs.ts'
import { createColumnStore } from './columns.ts'
import { createConsoleLinkStore } from './console-links.ts'
import { createConsoleProposalStore } from './console-proposals.ts'
import { createConsoleSessionStore } from './console-sessions.ts'
import { createConsoleUserStore } from './console-users.ts'
import { createContentDueStore } from './content-due.ts'
import { createContentPassStore } from './content-passes.ts'
import { createContentPullStore } from './content-pulls.ts'
import { createContentTrustStore } from './content-trust.ts'
import type { Database, RootDatabase } from './database.ts'
import { createEventListStore } from './event-list.ts'
import { createEventStore } from './events.ts'
import { createExchangeRateStore } from './exchange-rates.ts'
import { createForgettingStore } from './forgetting.ts'
import { createHomeFigureStore } from './home-figures.ts'
import { createHotelContentStore } from './hotel-contents.ts'
import { createHotelFactsStore } from './hotel-facts.ts'
import { createHotelStore } from './hotels.ts'
import { createIdempotencyKeyStore } from './idempotency-keys.ts'
import { createListingStore } from './listings.ts'
import { createMappingQueueStore } from './mapping-queue.ts'
import { createMappingStore } from './mappings.ts'
import { createOfferStore } from './offers.ts'
import { createOrganizationRecordStore } from './organization-records.ts'
import { createOrganizationStepStore } from './organization-steps.ts'
import { createOrganizationStore } from './organizations.ts'
import { createPartitionStore } from './partitions.ts'
import { createPriceObservationStore } from './price-observations.ts'
import { createProposalStore } from './proposals.ts'
import { createPulledListingStore } from './pulled-listings.ts'
import { createRankingStore } from './rankings.ts'
import { type ReplicaReads, readPrimary } from './replica-reads.ts'
import { createRetentionStore } from './retention.ts'
import { routedLists } from './routed-lists.ts'
import { createServiceRoomStore } from './service-rooms.ts'
import { createSupplierCallCountStore } from './supplier-call-counts.ts'
import { createSupplierCallHourStore } from './supplier-call-hours.ts'
import { createSupplierComparisonStore } from './supplier-comparisons.ts'
import { createSupplierConnectionStore } from './supplier-connections.ts'
import { createSupplierMessageStore } from './supplier-messages.ts'
import { createSupplierTrafficStore } from './supplier-traffic.ts'
import { createSystemFactStore } from './system-facts.ts'
import { createTermsAcceptanceStore } from './terms-acceptances.ts'
import { createWatchedConnectionStore } from './watched-connections.ts'
import { createWebhookBatchStore } from './webhook-batches.ts'
import { createWebhookDeliveryStore } from './webhook-deliveries.ts'
import { createWebhookEndpointStore } from './webhook-endpoints.ts'
import { createWebhookHealthStore } from './webhook-health.ts'

/** What the console and the portal keep of people. */
function consoleParts(db: Database) {
  return {
    consoleLinks: createConsoleLinkStore(db),
    consoleProposals: createConsoleProposalStore(db),
    consoleSessions: createConsoleSessionStore(db),
    consoleUsers: createConsoleUserStore(db),
  }
}

function storeParts(db: Database) {
  return {
    apiKeys: createApiKeyStore(db),
    audit: createAuditStore(db),
    attempts: createBookingAttemptStore(db),
    bookings: createBookingStore(db),
    bookingLookup: createBookingLookup(db),
    bookingRecords: createBookingRecordStore(db),
    looks: createBookingLookStore(db),
    cancellations: createCancellationStore(db),
    cases: createCaseStore(db),
    catalogue: createCatalogueImportStore(db),
    catalogueHealth: createCatalogueHealthStore(db),
    catalogueReads: createCatalogueReadStore(db),
    catalogueRuns: createCatalogueRunStore(db),
    columns: createColumnStore(db),
    ...consoleParts(db),
    contentDue: createContentDueStore(db),
    contentPasses: createContentPassStore(db),
    contentPulls: createContentPullStore(db),
    contentTrust: createContentTrustStore(db),
    events: { ...createEventStore(db), ...createEventListStore(db) },
    exchangeRates: createExchangeRateStore(db),
    forgetting: createForgettingStore(db),
    homeFigures: createHomeFigureStore(db),
    hotelFacts: createHotelFactsStore(db),
    hotelContents: createHotelContentStore(db),
    hotels: createHotelStore(db),
    idempotencyKeys: createIdempotencyKeyStore(db),
    listings: createListingStore(db),
    mappingQueue: createMappingQueueStore(db),
    mappings: createMappingStore(db),
    offers: createOfferStore(db),
    organizationRecords: createOrganizationRecordStore(db),
    organizations: createOrganizationStore(db),
    organizationSteps: createOrganizationStepStore(db),
    partitions: createPartitionStore(db),
    priceObservations: createPriceObservationStore(db),
    proposals: createProposalStore(db),
    pulledListings: createPulledListingStore(db),
    rankings: createRankingStore(db),
    retention: createRetentionStore(db),
    serviceRooms: createServiceRoomStore(db),
    connections: createSupplierConnectionStore(db),
    callCounts: createSupplierCallCountStore(db),
    callHours: createSupplierCallHourStore(db),
    systemFacts: createSystemFactStore(db),
    traffic: createSupplierTrafficStore(db),
    termsAcceptances: createTermsAcceptanceStore(db),
    comparisons: createSupplierComparisonStore(db),
    supplierMessages: createSupplierMessageStore(db),
    watchedConnections: createWatchedConnectionStore(db),
    webhookBatches: createWebhookBatchStore(db),
    webhookDeliveries: createWebhookDeliveryStore(db),
    webhookEndpoints: createWebhookEndpointStore(db),
    webhookHealth: createWebhookHealthStore(db),
  }
}

/** The stores of all tables, over one connection or transaction. */
export type StoreParts = ReturnType<typeof storeParts>

export type Store = StoreParts & {
  /** Runs `work` in one transaction, of at most `withinMs` (15 s). What it throws is rethrown after the rollback. */
  readonly transaction: <T>(work: (tx: StoreParts) => Promise<T>, withinMs?: number) => Promise<T>
  /** Works like `transaction`, but rolls back as well when `work` returns null, which means that it has lost a race. */
  readonly transactionOrNull: <T>(work: (tx: StoreParts) => Promise<T | null>) => Promise<T | null>
}

/** Thrown to roll back a transaction whose work returned null. */
class Lost extends Error {}

/** `lists`: where lists are read; of the primary by default. */
export function createStore(db: RootDatabase, lists: ReplicaReads = readPrimary(db)): Store {
  const parts = storeParts(db)
  const routed = routedLists(lists)
  const transaction: Store['transaction'] = (work, withinMs = 15_000) =>
    db.$transaction((tx) => work(storeParts(tx)), { maxWait: 5_000, timeout: withinMs })
  return {
    ...parts,
    bookings: { ...parts.bookings, ...routed.bookings },
    events: { ...parts.events, ...routed.events },
    partitions: { ...parts.partitions, ...routed.partitions },
    webhookDeliveries: { ...parts.webhookDeliveries, ...routed.webhookDeliveries },
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
