import type { Cache } from '../cache/cache.ts'
import { type IdKind, newId } from '../domain/ids.ts'
import type { Result } from '../domain/result.ts'
import type { Catalogue } from '../hotel-index/catalogue.ts'
import type { HotelPages } from '../hotel-index/hotel-pages.ts'
import type { Rankings } from '../hotel-index/rankings.ts'
import type { Background } from '../platform/background.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import type { Mac } from '../platform/mac.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Seal } from '../platform/seal.ts'
import type { SingleFlight } from '../platform/single-flight.ts'
import type { TokenSeal } from '../platform/token-seal.ts'
import type { Store } from '../store/store.ts'
import type { OpenFile } from '../suppliers/content-source.ts'
import type { SupplierDirectory } from '../suppliers/supplier.ts'
import type { Tenants } from './access/tenants.ts'
import type { BookingNews } from './bookings/booking-news.ts'
import type { KillPoint } from './bookings/machinery/kill-points.ts'
import type { CredentialsWatch } from './prices/credentials-watch.ts'
import type { ExchangeRates } from './prices/exchange-rates.ts'
import type { PriceMemory } from './prices/price-memory.ts'
import type { PriceObserver } from './prices/price-observer.ts'
import type { UnseenRooms } from './rooms/unseen-rooms.ts'

/** The dependencies of operations, wired once in `core.ts`. */
export type Deps = {
  readonly store: Store
  readonly cache: Cache
  readonly suppliers: SupplierDirectory
  /** A client for files behind signed links, by the way that a connection's calls take; whoever asked for it closes it. */
  readonly openFiles: (connectionId: string) => Promise<OpenFile & { readonly close: () => Promise<void> }>
  readonly catalogue: Catalogue
  readonly hotelPages: HotelPages
  /** Says what rooms are that only prices name. */
  readonly unseenRooms: UnseenRooms
  readonly rankings: Rankings
  readonly priceMemory: PriceMemory
  /** Collects the prices that suppliers have given and writes them to the database. */
  readonly observer: PriceObserver
  readonly tenants: Tenants
  readonly exchangeRates: ExchangeRates
  /** Hears whether suppliers take our credentials. */
  readonly credentials: CredentialsWatch
  readonly bookingNews: BookingNews
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'countDroppedRates' | 'countWithheldRate' | 'countCacheReads'>
  /** Joins equal questions to a supplier that are running in this process. */
  readonly flights: SingleFlight
  readonly randomBytes: (size: number) => Uint8Array
  /** Seals stored guests. */
  readonly guestSeal: Seal
  /** Seals booking tokens, which clients hold. */
  readonly tokenSeal: TokenSeal
  /** Authenticates search ids and cursors. */
  readonly mac: Mac
  /** Tracks work that outlives its request, so that a shutdown can wait for it. */
  readonly background: Background
  readonly webhooks: WebhookSettings
  /** A named point at which a test may kill the process; it does nothing otherwise. */
  readonly killPoint: (point: KillPoint) => void
}

type WebhookSettings = {
  /** False in production: only https is allowed, and no private network. */
  readonly allowPrivateNetworks: boolean
  /** Seals stored signing secrets. */
  readonly seal: Seal
  /** Checks whether webhooks may be delivered to a URL; the error says why not. */
  readonly checkUrl: (url: string, organizationId: string) => Promise<Result<void, string>>
}

export function makeId(deps: Pick<Deps, 'clock' | 'randomBytes'>, kind: IdKind): string {
  return newId(kind, deps.clock.real(), deps.randomBytes)
}
