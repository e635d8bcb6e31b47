import type { Warning, WarningCode } from '../../domain/contract/warning.ts'
import { type Problem, problem } from '../../domain/errors.ts'
import { type Issue, issue } from '../../domain/issue.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { type Instant, toRfc3339 } from '../../domain/time.ts'
import type { CatalogueHotel } from '../../hotel-index/catalogue.ts'
import { type Edition, rowOf, supplierMask } from '../../hotel-index/edition.ts'
import type { ConnectedOrganization, Tenant } from '../access/tenants.ts'
import { tenantFor } from '../access/tenants.ts'
import type { Deps } from '../deps.ts'
import { noSuchHotel } from './no-such-hotel.ts'

/** The hotels that a search asks for by their ids, in place of a destination. */
export type HotelsById = {
  /** In the order of their ids, each once. */
  readonly hotels: readonly CatalogueHotel[]
  /** Where each id stands in the input; an id that is sent twice counts where it comes first. */
  readonly indexOf: ReadonlyMap<number, number>
  /** The ids that the catalogue does not have, with the time at which it had them last; null for those that it never had. */
  readonly unknown: ReadonlyMap<number, Instant | null>
}

/** Returns DESTINATION_NOT_FOUND when the catalogue has none of them. */
export async function findHotelsById(
  { catalogue, store }: Pick<Deps, 'catalogue' | 'store'>,
  hotelIds: readonly number[],
): Promise<Result<HotelsById, Problem>> {
  const indexOf = new Map<number, number>()
  for (const [index, hotelId] of hotelIds.entries()) if (!indexOf.has(hotelId)) indexOf.set(hotelId, index)
  const hotels = await catalogue.hotels([...indexOf.keys()])
  const found = new Set(hotels.map(({ hotelId }) => hotelId))
  const missing = [...indexOf.keys()].filter((hotelId) => !found.has(hotelId))
  const [first, ...others] = missing
  if (hotels.length === 0 && first !== undefined)
    return err(
      others.length === 0
        ? await noSuchHotel({ store }, 'DESTINATION_NOT_FOUND', first)
        : problem('DESTINATION_NOT_FOUND', 'None of the hotel_ids is a hotel of the catalogue'),
    )
  const left = missing.length === 0 ? new Map<number, Instant>() : await store.hotels.leftAtOf(missing)
  const unknown = new Map(missing.map((hotelId) => [hotelId, left.get(hotelId) ?? null]))
  return ok({ hotels, indexOf, unknown })
}

/**
 * Hotels of one search are asked for over the same connections. Those of a country that the organization sells over others than
 * that of the first hotel are refused: a price over a connection that may not sell there could not be booked.
 */
export async function checkOneContract(
  { catalogue }: Pick<Deps, 'catalogue'>,
  { hotels, indexOf }: HotelsById,
  { connected, nationality }: { readonly connected: ConnectedOrganization; readonly nationality: string },
): Promise<Issue[]> {
  const places = await catalogue.places()
  function countryOf({ placeId }: CatalogueHotel): string {
    return places.get(placeId)?.countryCode ?? ''
  }
  const countries = new Set(hotels.map(countryOf))
  const [home = ''] = countries
  const tenants = [...countries].map(
    (code) => [code, tenantFor(connected, { nationality, countryCode: code })] as const,
  )
  const others = new Set(tenants.flatMap(([code, tenant]) => (areSame(tenant, tenants[0]?.[1]) ? [] : [code])))
  return hotels.flatMap((hotel) => {
    const country = countryOf(hotel)
    if (!others.has(country)) return []
    const path = `hotel_ids[${indexOf.get(hotel.hotelId)}]`
    const message = `${path} is in ${country}, which is sold over other contracts than ${home}: search for the hotels of each in a search of their own`
    return [issue(path, 'OTHER_CONTRACT', message)]
  })
}

function areSame(one: Tenant, other: Tenant | undefined): boolean {
  if (one.suppliers === other?.suppliers) return true
  const [ours, theirs] = [one, other].map((tenant) =>
    tenant?.suppliers.map(({ connectionId, notSold }) => `${connectionId}${notSold ? '-' : ''}`).join(),
  )
  return ours === theirs
}

/** One warning for each hotel that was asked for and cannot be a result, whatever the filters are. */
export function absentHotels(
  { hotels, indexOf, unknown }: HotelsById,
  { edition, isLeftOut }: { readonly edition: Edition; readonly isLeftOut: (hotelId: number) => boolean },
  { suppliers }: Pick<Tenant, 'suppliers'>,
): (Warning & { readonly code: WarningCode })[] {
  const mask = supplierMask(
    edition,
    suppliers.map(({ supplierCode }) => supplierCode),
  )
  function warningOf(hotelId: number, code: WarningCode, says: string) {
    const path = `hotel_ids[${indexOf.get(hotelId)}]`
    return { code, message: `${path} ${says}`, path, supplierCode: null }
  }
  const known = hotels.flatMap(({ hotelId }) => {
    const row = rowOf(edition, hotelId)
    if (row < 0) return [warningOf(hotelId, 'HOTEL_NOT_FOUND', 'is new in the catalogue, and cannot be searched yet')]
    if (((edition.columns.suppliers[row] ?? 0) & mask) === 0)
      return [warningOf(hotelId, 'HOTEL_NOT_SOLD', 'is sold by none of your suppliers')]
    return isLeftOut(hotelId)
      ? [warningOf(hotelId, 'HOTEL_LEFT_OUT', 'is left out, because no supplier recently had a price for it')]
      : []
  })
  return [
    ...[...unknown].map(([hotelId, leftAt]) =>
      warningOf(
        hotelId,
        'HOTEL_NOT_FOUND',
        leftAt === null ? 'is no hotel of the catalogue' : `left the catalogue on ${toRfc3339(leftAt).slice(0, 10)}`,
      ),
    ),
    ...known,
  ]
}
