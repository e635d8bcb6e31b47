import { MINUTE_MS } from '../../domain/time.ts'
import type { MappingEnd } from '../../store/bookings.ts'
import type { MappingVersion } from '../../store/mappings.ts'
import type { StoreParts } from '../../store/store.ts'
import { openCase } from '../bookings/machinery/booking-cases.ts'
import type { Deps } from '../deps.ts'

/**
 * What a change of mappings means for what was sold and learned before: a case for each booking whose guests have not left yet, and what
 * was observed of the listing's prices is forgotten. Nothing that is booked moves. It can be done again: it opens no case twice.
 */
export async function followMappings(tx: StoreParts, versions: readonly MappingVersion[]): Promise<void> {
  const left = versions.flatMap(endOf)
  if (left.length === 0) return
  await tx.priceObservations.forget(left.filter(({ isGone }) => isGone))
  for (const { bookingId, version } of await tx.bookings.soldFrom(left)) {
    const booking = await tx.bookings.findAnywhere(bookingId)
    const change = versions.find((one) => one.version === version)
    if (!booking || !change) continue
    const { hotelId, status, reason } = change
    await openCase(tx, booking, {
      kind: 'LISTING_LEFT',
      detail: {
        supplierHotelId: change.supplierHotelId,
        mappingVersion: version,
        soldAs: booking.hotelId,
        nowMappedTo: hotelId,
        verification: status,
        reason,
      },
    })
  }
}

type End = MappingEnd & { readonly isGone: boolean }

/** Null of what it was before it was mapped at all, and of a change that leaves it where it was. */
function endOf({ supplierCode, supplierHotelId, fromHotelId, hotelId, status, version }: MappingVersion): End[] {
  if (fromHotelId === null) return []
  const isGone = hotelId !== fromHotelId
  return isGone || status === 'UNVERIFIED'
    ? [{ supplierCode, supplierHotelId, hotelId: fromHotelId, version, isGone }]
    : []
}

const MARK = 'mapping-versions-followed'
/** By then every transaction that had read the mapping before has ended. */
const SETTLES_WITHIN_MS = MINUTE_MS
const BATCH = 1_000

/**
 * Follows what nobody has followed: imports and SQL, and what was booked at the moment of a change. Each change is followed once more when
 * a minute has passed.
 */
export async function followOlderMappings({ store, clock }: Pick<Deps, 'store' | 'clock'>): Promise<void> {
  const until = clock.real() - SETTLES_WITHIN_MS
  const since = await store.hotelFacts.mark(MARK)
  for (let after = 0; ; ) {
    const versions = await store.mappings.endsBetween(since ?? 0, until, { after, limit: BATCH })
    await store.transaction((tx) => followMappings(tx, versions))
    const last = versions.at(-1)
    if (!last || versions.length < BATCH) break
    after = last.version
  }
  await store.hotelFacts.setMark(MARK, until)
}
