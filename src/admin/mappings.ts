import type { HotelVerification } from '../domain/mapping.ts'
import type { SupplierHotel } from '../store/hotels.ts'
import { SUPPLIERS } from '../suppliers/registry.ts'
import { type Command, type Trace, text, UsageError } from './command.ts'

const VERIFICATIONS: readonly HotelVerification[] = ['VERIFIED', 'PENDING', 'UNVERIFIED']

function verificationOf(given: string): HotelVerification {
  const found = VERIFICATIONS.find((one) => one === given)
  if (!found) throw new UsageError(`--verification is one of ${VERIFICATIONS.join(', ')}`)
  return found
}

function supplierOf(code: string): string {
  if (!SUPPLIERS.some((supplier) => supplier.code === code))
    throw new UsageError(`--supplier is one of ${SUPPLIERS.map((supplier) => supplier.code).join(', ')}`)
  return code
}

function traceOf(action: string, before: SupplierHotel | null, after: SupplierHotel): Trace {
  const subject = `${after.supplierCode}/${after.supplierHotelId}`
  return { action, subject, organizationId: null, before, after }
}

const set: Command = {
  noun: 'mapping',
  verb: 'set',
  summary: 'maps a supplier’s listing to a hotel; searches use it within a minute',
  usage: '--hotel 551 --supplier hotelbeds --supplier-hotel 1533 [--verification VERIFIED]',
  options: {
    hotel: { type: 'string' },
    supplier: { type: 'string' },
    'supplier-hotel': { type: 'string' },
    verification: { type: 'string', default: 'VERIFIED' },
  },
  required: ['hotel', 'supplier', 'supplier-hotel'],
  change: async ({ tx }, values) => {
    const hotelId = Number(text(values, 'hotel'))
    if (!Number.isInteger(hotelId) || !(await tx.hotels.find(hotelId)))
      throw new UsageError(`no hotel ${text(values, 'hotel')}`)
    const listing = {
      supplierCode: supplierOf(text(values, 'supplier')),
      supplierHotelId: text(values, 'supplier-hotel'),
      hotelId,
      verification: verificationOf(text(values, 'verification')),
    }
    const before = await tx.hotels.listing(listing)
    await tx.hotels.setListing(listing)
    return { rows: [listing], trace: traceOf('mapping.set', before, listing) }
  },
}

const verify: Command = {
  noun: 'mapping',
  verb: 'verify',
  summary: 'decides whether a supplier’s listing is the hotel that it is mapped to',
  usage: '--supplier hotelbeds --supplier-hotel 1533 [--verification VERIFIED|PENDING|UNVERIFIED]',
  options: {
    supplier: { type: 'string' },
    'supplier-hotel': { type: 'string' },
    verification: { type: 'string', default: 'VERIFIED' },
  },
  required: ['supplier', 'supplier-hotel'],
  change: async ({ tx }, values) => {
    const listing = {
      supplierCode: supplierOf(text(values, 'supplier')),
      supplierHotelId: text(values, 'supplier-hotel'),
    }
    const verification = verificationOf(text(values, 'verification'))
    const before = await tx.hotels.listing(listing)
    if (!before || !(await tx.hotels.setVerification(listing, verification)))
      throw new UsageError(`${listing.supplierCode} has no listing ${listing.supplierHotelId}`)
    const after = { ...before, verification }
    return { rows: [{ ...listing, verification }], trace: traceOf('mapping.verify', before, after) }
  },
}

const list: Command = {
  noun: 'mapping',
  verb: 'list',
  summary: 'lists the suppliers’ listings of a hotel',
  usage: '--hotel 551',
  options: { hotel: { type: 'string' } },
  required: ['hotel'],
  run: ({ store }, values) => store.hotels.suppliersOf(Number(text(values, 'hotel'))),
}

export const MAPPING_COMMANDS: readonly Command[] = [set, verify, list]
