import { between, chance, hash32, pick, scatter } from '../../catalogue/hash.ts'
import { nationalForm, phoneOf, spacedForm } from '../../catalogue/phones.ts'
import { CHAINS } from '../../catalogue/terms.ts'
import type { SandboxSupplierCode } from '../../catalogue/types.ts'
import type { DistortedChain, DistortedListing, Fees, Times } from '../distorted-listing.ts'
import type { Edits } from '../life.ts'
import type { Oddities } from '../oddities.ts'
import type { TrueHotel } from '../true-hotel.ts'

type Told = {
  readonly supplierCode: SandboxSupplierCode
  readonly truth: TrueHotel
  readonly oddities: Oddities
  readonly edits: Edits
  readonly key: number
}

/** Each supplier sends about thirty hotels of chains to each of two call centres. */
const CALL_CENTRES = 2

export function distortedPhone({ supplierCode, truth, oddities, edits, key }: Told): string | null {
  const { countryCode } = truth.hotel
  if (oddities.phone === 'CALL_CENTRE')
    return spacedForm('GB', phoneOf('GB', hash32('call-centre', supplierCode, key % CALL_CENTRES)))
  const now =
    edits.phone > 0 ? phoneOf(countryCode, hash32('new-phone', truth.hotel.hotelId, edits.phone)) : truth.phone
  if (now === null) return null
  if (oddities.phone === 'OLDER') return spacedForm(countryCode, phoneOf(countryCode, hash32('old-phone', key)))
  if (oddities.phone === 'NATIONAL') return nationalForm(countryCode, now)
  const spaced = spacedForm(countryCode, now)
  return oddities.phone === 'EXTENSION' ? `${spaced} ext. ${between(key, 1, 99)}` : spaced
}

export function distortedStars({ truth, oddities, key }: Told): Pick<DistortedListing, 'stars' | 'isOfficial'> {
  const { stars } = truth.hotel
  if (stars === null || oddities.stars === 'NONE') return { stars: null, isOfficial: false }
  if (oddities.stars === 'ZERO') return { stars: 0, isOfficial: false }
  if (oddities.stars === 'HALF')
    return { stars: stars + (stars === 5 || (stars > 1 && key % 2 === 0) ? -0.5 : 0.5), isOfficial: key % 3 === 0 }
  if (oddities.stars === 'OWN') return { stars: Math.max(1, stars - 1), isOfficial: false }
  return { stars, isOfficial: true }
}

export function distortedChain({ truth: { chain }, oddities, key }: Told): DistortedChain {
  if (oddities.chain === 'NOT_AVAILABLE') return { kind: 'NOT_AVAILABLE' }
  if (oddities.chain === 'WRONG') {
    const wrong = pick(
      key,
      CHAINS.filter(({ id }) => id !== chain?.id),
    )
    return { kind: 'TOLD', id: wrong.id, name: wrong.names.en }
  }
  return chain ? { kind: 'TOLD', ...chain } : { kind: 'NONE' }
}

/** A fifth of each supplier's listings leaves out some of the facilities; a change adds or takes one. */
export function distortedFacilities({ truth, edits, key }: Told): readonly number[] {
  const told = truth.hotel.facilityIds.filter((id) => !chance(hash32('untold', key, id), 80))
  if (edits.facilities === 0) return told
  const toggled = 1 + (hash32('facility', key, edits.facilities) % 22)
  return told.includes(toggled) ? told.filter((id) => id !== toggled) : [...told, toggled].sort((a, b) => a - b)
}

const LATER: readonly string[] = ['13:00', '14:00', '15:00', '16:00', '17:00']

export function distortedTimes({ truth, oddities, edits, key }: Told): Times {
  const from = edits.times > 0 ? pick(hash32('times', key, edits.times), LATER) : truth.checkIn
  const until = chance(hash32('until', key), 300) ? '23:00' : null
  const isUnmanned = chance(hash32('unmanned', key), 30)
  return {
    from,
    until,
    out: truth.checkOut,
    isAllDay: chance(hash32('all-day', key), 250),
    ...ODD_TIMES[oddities.checkIn],
    minAge: chance(hash32('age', key), 100) ? 21 : 18,
    instructions:
      'Extra-person charges may apply and vary depending on hotel policy. <br />Government-issued photo identification and a credit card or cash deposit are required at check-in. <br />',
    special: isUnmanned ? 'There is no front desk. The host sends a code for the key box on the day of arrival.' : null,
    knowBeforeYouGo:
      'Children 11 years old and younger stay free in their parents’ room. </li><li>Only registered guests are allowed in the rooms. </li>',
  }
}

/** In words, as each supplier's own form has them; the forms are the protocols' affair. */
const ODD_TIMES: Readonly<Partial<Record<Oddities['checkIn'], Partial<Times>>>> = {
  NOON: { from: 'noon' },
  ANYTIME: { from: 'anytime', until: null, isAllDay: true },
  PAST_MIDNIGHT: { from: '18:00', until: '02:00', isAllDay: false },
  EMPTY: { from: null, until: null, out: null, isAllDay: false },
}

/** What money is asked for at the desk: whole units of the hotel's currency. */
export function distortedFees({ truth, edits, key }: Told): Fees {
  const { currency, stars } = truth.hotel
  const units = PER_DOLLAR[currency] ?? 1
  const later = 1 + (edits.fees % 5) * 0.1
  function amount(dollars: number): number {
    return Math.max(1, Math.round(dollars * units * later))
  }
  return {
    resort: chance(hash32('resort', truth.hotel.hotelId), 120) ? amount(10 + 5 * (stars ?? 1)) : null,
    parking: amount(between(hash32('parking', truth.hotel.hotelId), 8, 40)),
    pets: chance(hash32('pets', key), 300) ? amount(25) : null,
    deposit: chance(hash32('deposit', key), 200) ? amount(100) : null,
    currency,
  }
}

/** Roughly: fees are round sums. */
const PER_DOLLAR: Readonly<Record<string, number>> = {
  JPY: 150,
  THB: 35,
  AED: 3.7,
  EGP: 48,
  KWD: 0.3,
  KZT: 480,
  KRW: 1_370,
  ISK: 138,
}

/** Of a thousand listings, so many tell the hotel's GIATA number, and so many of these another hotel's. */
const GIATA_PERMILLE: Readonly<Partial<Record<SandboxSupplierCode, number>>> = { hotelbeds: 700, ratehawk: 500 }
const WRONG_GIATA_PERMILLE = 5

export function distortedGiata({ supplierCode, truth, key }: Told): string | null {
  if (!chance(hash32('giata', key), GIATA_PERMILLE[supplierCode] ?? 0)) return null
  const isWrong = chance(hash32('wrong-giata', key), WRONG_GIATA_PERMILLE)
  return String(10_000 + scatter(truth.hotel.hotelId + (isWrong ? 1 : 0), 31_337))
}
