import { mayBeSoldOver, mostSpecific, type SaleRoute } from '../../domain/connection-scope.ts'
import { fold } from '../../domain/text.ts'
import { named } from '../../hotel-index/catalogue.ts'
import type { Place } from '../../store/hotels.ts'
import { scopeOf } from '../../store/organizations.ts'
import type { StoreParts } from '../../store/store.ts'
import type { Deps } from '../deps.ts'

/** Whether a connection is asked about a place's hotels for guests of a nationality, and if not, why: the first that holds. */
export const SALE_VERDICTS = [
  'DISABLED',
  'MARKET_NOT_SOLD',
  'COUNTRY_NOT_SOLD',
  'OTHER_CONNECTION',
  'CREDENTIALS_REFUSED',
  'NO_HOTELS',
  'ASKED',
] as const
export type SaleVerdict = (typeof SALE_VERDICTS)[number]

export type ExplainedConnection = {
  readonly connectionId: string
  readonly supplierCode: string
  readonly verdict: SaleVerdict
  /** In words, with what the contract says. */
  readonly says: string
  /** Hotels of the place that its supplier has listings of which may be sold. */
  readonly hotels: number
}

export type ExplainedSale = {
  readonly place: { readonly placeId: number; readonly name: string; readonly countryCode: string }
  /** Hotels of the place, and of those below it; at most MOST_HOTELS are counted. */
  readonly hotels: number
  /** Of every connection of the organization; empty: it has none. */
  readonly connections: readonly ExplainedConnection[]
}

/** So many hotels of a place are looked through. */
export const MOST_HOTELS = 20_000

const REFUSED = {
  kinds: ['CREDENTIALS_REFUSED'],
  organizationId: null,
  isOpen: true,
  takenBy: null,
  limit: 500,
  after: null,
} as const

type Asked = {
  readonly organizationId: string
  /** An id, or the beginning of a name. */
  readonly place: string
  /** ISO 3166-1 alpha-2. */
  readonly nationality: string
}

type Link = Awaited<ReturnType<StoreParts['organizations']['listSuppliers']>>[number]

/** Says over which connections a search of a place asks, and why not over the others. Null: there is no such place. */
export async function explainSale(
  { store, catalogue, rankings }: Pick<Deps, 'store' | 'catalogue' | 'rankings'>,
  { organizationId, place: wanted, nationality }: Asked,
): Promise<ExplainedSale | null> {
  const place = await findPlace({ catalogue, rankings }, wanted)
  if (!place) return null
  const [links, listed, refused] = await Promise.all([
    store.organizations.listSuppliers(organizationId),
    store.watchedConnections.listedIn(await catalogue.below(place.placeId), MOST_HOTELS),
    store.cases.list(REFUSED),
  ])
  const sale: Sale = {
    route: { nationality, countryCode: place.countryCode },
    links,
    listed: listed.bySupplier,
    refused: new Set(refused.map(({ subject }) => subject)),
  }
  return {
    place: { placeId: place.placeId, name: named(place.names, 'en'), countryCode: place.countryCode },
    hotels: listed.hotels,
    connections: links.map((link) => explain(link, sale)),
  }
}

async function findPlace(
  { catalogue, rankings }: Pick<Deps, 'catalogue' | 'rankings'>,
  wanted: string,
): Promise<Place | null> {
  if (/^\d{1,9}$/.test(wanted)) return catalogue.place(Number(wanted))
  const found = (await rankings.destinations()).search(fold(wanted), 10)
  return found.flatMap((entry) => (entry.type === 'place' ? [entry.place] : []))[0] ?? null
}

type Sale = {
  readonly route: SaleRoute
  readonly links: readonly Link[]
  /** How many hotels of the place a supplier has listings of. */
  readonly listed: ReadonlyMap<string, number>
  /** The connections whose supplier refuses our credentials. */
  readonly refused: ReadonlySet<string>
}

function explain(link: Link, sale: Sale): ExplainedConnection {
  const { connectionId, supplierCode } = link
  const hotels = sale.listed.get(supplierCode) ?? 0
  return { connectionId, supplierCode, hotels, ...judge(link, hotels, sale) }
}

function judge(
  link: Link,
  hotels: number,
  { route, links, refused }: Sale,
): Pick<ExplainedConnection, 'verdict' | 'says'> {
  const { nationality, countryCode } = route
  const { supplierCode, connectionId, connection } = link
  const scope = scopeOf(connection.settings)
  if (!link.enabled) return { verdict: 'DISABLED', says: 'it is switched off for the organization' }
  if (!mayBeSoldOver({ markets: scope.markets }, route))
    return {
      verdict: 'MARKET_NOT_SOLD',
      says: `its contract sells to ${scope.markets?.join(', ')}, not to ${nationality}`,
    }
  if (!mayBeSoldOver(scope, route))
    return {
      verdict: 'COUNTRY_NOT_SOLD',
      says: `its contract sells hotels in ${scope.countries?.join(', ')}, not in ${countryCode}`,
    }
  const chosen = mostSpecific(connectionsWith(links, supplierCode), route)
  if (chosen && chosen.connectionId !== connectionId)
    return { verdict: 'OTHER_CONNECTION', says: `${supplierCode} is asked over ${chosen.connectionId}` }
  if (refused.has(connectionId))
    return { verdict: 'CREDENTIALS_REFUSED', says: 'the supplier refuses the credentials of the contract' }
  if (hotels === 0)
    return { verdict: 'NO_HOTELS', says: 'no hotel there is mapped to one of the supplier that may be sold' }
  return { verdict: 'ASKED', says: 'it is asked: whether there is a price depends on the stay' }
}

function connectionsWith(links: readonly Link[], supplierCode: string) {
  return links
    .filter((link) => link.enabled && link.supplierCode === supplierCode)
    .map(({ connectionId, connection }) => ({ connectionId, ...scopeOf(connection.settings) }))
}
