import { randomUUID } from 'node:crypto'
import { behaviourOf } from '../../scenarios.ts'
import type { SandboxDeps, SandboxReply } from '../exchange.ts'
import { fieldsOf, listOf, textOf } from '../json-body.ts'
import type { Json } from '../state.ts'
import { bookPastUs, writtenDown } from '../stock/alter.ts'
import { BOOKING, newBooking, numberOf, type StoredBooking, toRecord } from '../stock/booking.ts'
import { commentsOf, operatingCompanyOf } from './awkward.ts'
import { bookingView } from './booking-view.ts'
import { readRates } from './check-rates.ts'
import { languageOf } from './language.ts'
import { HOTELBEDS, type KeyedRate } from './rate-key.ts'
import { invalidData, paymentRequired, productError, reply } from './reply.ts'

const MAX_REFERENCE = 20
const MAX_REMARK = 2_000

/** `POST /bookings`. References need not be unique: each call makes a new booking. */
export async function createBooking(deps: SandboxDeps, body: unknown): Promise<SandboxReply> {
  const rates = readRates(deps, body)
  const [first] = rates ?? []
  if (!rates || !first) return invalidData(deps, 'The rateKey is not valid')
  if (rates.some(({ needsCheck }) => needsCheck))
    return invalidData(deps, 'The rate is RECHECK: CheckRates comes first')
  if (rates.some(({ variant }) => variant === 'AT_HOTEL')) return paymentRequired(deps)
  const fault = faultOf(fieldsOf(body), rates)
  if (fault) return invalidData(deps, fault)
  const { book, priceCheck } = behaviourOf(HOTELBEDS, first.offer.property.listing.supplierHotelId)
  if (book === 'REFUSED' || priceCheck === 'SOLD_OUT') return productError(deps, 'Insufficient allotment')
  if (book === 'REQUEST_LOST') return { ...reply(deps, {}), lost: true }
  const booking = await writtenDown(deps, HOTELBEDS, toStored(deps, fieldsOf(body), [first, ...rates.slice(1)]))
  await deps.state.put(BOOKING, booking.id, toRecord(booking))
  await bookPastUs(deps, HOTELBEDS, { booking, id: (reference) => `1-${numberOf(reference, 7)}` })
  return { ...reply(deps, { booking: bookingView(booking, deps.clock.now(), null) }), lost: book === 'ANSWER_LOST' }
}

function toStored(
  deps: SandboxDeps,
  body: Readonly<Record<string, unknown>>,
  [first, ...others]: readonly [KeyedRate, ...KeyedRate[]],
): StoredBooking {
  const nowAt = deps.clock.now()
  const rates = [first, ...others]
  const { supplierHotelId } = first.offer.property.listing
  return newBooking({
    id: `1-${numberOf(randomUUID(), 7)}`,
    reference: textOf(body['clientReference']).toUpperCase(),
    lines: rates.map(({ offer, request: { parties } }) => ({ offer, parties })),
    stay: first.request,
    // The values came out of JSON.parse.
    people: {
      holder: body['holder'],
      rooms: body['rooms'],
      remark: body['remark'] ?? '',
      comments: rates.map(({ offer }) => commentsOf(deps, offer, languageOf(body))),
      supplier: operatingCompanyOf(deps, supplierHotelId),
      described: describedOf(deps, supplierHotelId),
    } as unknown as Json,
    nowAt,
    confirmsAt: nowAt,
  })
}

function isName(value: unknown): boolean {
  return /\S/.test(textOf(value)) && textOf(value).length <= 50
}

function faultOf(body: Readonly<Record<string, unknown>>, rates: readonly KeyedRate[]): string | null {
  const holder = fieldsOf(body['holder'])
  const reference = textOf(body['clientReference'])
  if (!isName(holder['name']) || !isName(holder['surname'])) return 'The holder name and surname are required'
  if (reference === '' || reference.length > MAX_REFERENCE) return 'The clientReference has 1 to 20 characters'
  if (textOf(body['remark']).length > MAX_REMARK) return 'The remark is too long'
  const rooms = listOf(body['rooms'])
  const isWrong = rates.some(({ request }, index) => !fits(listOf(fieldsOf(rooms[index])['paxes']), request.parties))
  return isWrong ? 'The paxes do not match the occupancy of the rate' : null
}

/** True when the guests match the rate: the same number of adults, children of the same ages, and at least one name. */
function fits(paxes: readonly unknown[], parties: KeyedRate['request']['parties']): boolean {
  const people = paxes.map(fieldsOf)
  const adults = people.filter(({ type }) => type === 'AD')
  const ages = people.filter(({ type }) => type === 'CH').map(({ age }) => Number(age))
  const wantedAges = parties.flatMap(({ childAges }) => childAges)
  function sorted(list: readonly number[]): string {
    return [...list].sort((a, b) => a - b).join()
  }
  return (
    adults.length === parties.reduce((sum, party) => sum + party.adults, 0) &&
    sorted(ages) === sorted(wantedAges) &&
    adults.some(({ name, surname }) => isName(name) && isName(surname))
  )
}

/** The hotel as confirmations and details have it for the voucher; its telephone and address are in the content only. */
function describedOf({ catalogue }: Pick<SandboxDeps, 'catalogue'>, supplierHotelId: string): object {
  const hotel = catalogue.findHotel(catalogue.findSupplierHotel(HOTELBEDS, supplierHotelId)?.hotelId ?? 0)
  if (!hotel) return {}
  return {
    ...(hotel.stars === null
      ? {}
      : { categoryCode: `${hotel.stars}EST`, categoryName: `${hotel.stars} ${hotel.stars === 1 ? 'STAR' : 'STARS'}` }),
    latitude: String(hotel.latitude),
    longitude: String(hotel.longitude),
  }
}
