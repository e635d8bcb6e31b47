import type { Values } from '../admin/command.ts'
import { listingOf } from '../admin/listing-argument.ts'
import type { StoreParts } from '../store/store.ts'

/**
 * What a proposal is about, as it is now: plain JSON. Two have agreed on it as it was when the one proposed it; once it is another, the same
 * words mean something else, and nobody has agreed on that.
 */
export type Basis = (store: StoreParts, values: Values) => Promise<Readonly<Record<string, unknown>>>

/** Which question of a booking is settled: `lapsed` ends a hold, and fails a booking whose hold is being confirmed. */
export async function bookingAsked({ bookings }: StoreParts, { id }: Values) {
  const booking = await bookings.findAnywhere(String(id))
  if (!booking) return {}
  const { status, needsOperator, pendingOperation, pendingSince, supplierBookingId } = booking
  return { status, needsOperator, pendingOperation, pendingSince, supplierBookingId }
}

/** What somebody may do before their roles are set. */
export async function personAsIs({ consoleUsers }: StoreParts, { id }: Values) {
  const user = (await consoleUsers.find(String(id))) ?? (await consoleUsers.findBy({ name: String(id) }))
  return user ? { userId: user.userId, roles: [...user.roles].sort(), disabledAt: user.disabledAt } : {}
}

/** What is switched off: without a connection's id it is every contract with the supplier, also one that was made since. */
export async function enabledOf({ organizations }: StoreParts, { organization, supplier, connection }: Values) {
  const links = await organizations.listSuppliers(String(organization))
  const meant = links.filter(
    ({ supplierCode, connectionId, enabled }) =>
      enabled && supplierCode === supplier && (connection === undefined || connectionId === connection),
  )
  return { connections: meant.map(({ connectionId }) => connectionId).sort() }
}

/**
 * What goes with an organization: its contracts, and with `force` bookings that are to come. One that ends meanwhile is nothing new; one that
 * is made is.
 */
export async function goesWith({ organizations, organizationRecords }: StoreParts, { id, force }: Values) {
  const links = await organizations.listSuppliers(String(id))
  const newestBooking = force === true ? await organizationRecords.newestBooking(String(id)) : null
  return { connections: links.map(({ connectionId }) => connectionId).sort(), newestBooking }
}

/** The rate that another one takes the place of. */
export async function rateInForce({ exchangeRates }: StoreParts, { currency }: Values) {
  const code = String(currency).toUpperCase()
  const active = (await exchangeRates.active()).find(({ base, quote }) => base === 'USD' && quote === code)
  return active ? { rate: active.rate } : {}
}

/** The last word about a listing, which `mapping undo` takes back and the others replace. */
export async function lastWord({ mappings }: StoreParts, values: Values) {
  const { listing, supplier, 'supplier-hotel': supplierHotel } = values
  const named = listing === undefined ? `${String(supplier)}/${String(supplierHotel)}` : String(listing)
  const asked = listingOf({ listing: named })
  const mapping = await mappings.find(asked)
  const last = await mappings.lastVersion(asked)
  const rejected = await mappings.lastRejection(asked)
  return {
    hotelId: mapping?.hotelId ?? null,
    verification: mapping?.verification ?? null,
    version: last?.version ?? null,
    rejectedAt: rejected?.at ?? null,
  }
}
