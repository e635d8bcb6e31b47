import { hash32 } from '../../../catalogue/hash.ts'
import type { DistortedListing, DistortedRoom } from '../../../content/distorted-listing.ts'

/**
 * Facilities are known by group and code together; what the fields of a row mean is told by the flags of its typology. Codes that the
 * public documentation or a published record shows are those; the others are the sandbox's own.
 */
type Kind = { readonly group: number; readonly code: number; readonly typology: number; readonly name: string }

function kind([group, code]: readonly [number, number], typology: number, name: string): Kind {
  return { group, code, typology, name }
}

const KITCHENETTE = kind([60, 110], 3, 'Kitchenette')

/** By the catalogue's facility. */
const HOTEL_FACILITIES: Readonly<Record<number, Kind>> = {
  1: kind([70, 550], 23, 'Wi-fi'),
  2: kind([70, 10], 23, 'Air conditioning in public areas'),
  3: kind([73, 306], 12, 'Outdoor swimming pool'),
  4: kind([90, 400], 12, 'Gym'),
  5: kind([74, 620], 12, 'Spa centre'),
  6: kind([71, 200], 3, 'Restaurant'),
  7: kind([71, 130], 3, 'Bar'),
  8: kind([80, 30], 3, 'Breakfast'),
  9: kind([70, 320], 23, 'Car park'),
  10: kind([70, 340], 23, 'Transfer service'),
  11: kind([70, 30], 3, '24-hour reception'),
  12: kind([70, 50], 3, 'Lift access'),
  13: kind([10, 131], 2, 'Family rooms'),
  14: kind([85, 535], 23, 'Pet friendly'),
  15: kind([85, 240], 3, 'Wheelchair-accessible'),
  16: kind([70, 280], 12, 'Laundry service'),
  17: kind([70, 270], 12, 'Room service'),
  18: kind([70, 125], 3, 'Garden'),
  19: kind([70, 135], 3, 'Terrace'),
  20: kind([72, 170], 8, 'Conference room'),
  21: kind([70, 568], 23, 'Charging station for electric cars'),
  22: KITCHENETTE,
}

const YEAR = kind([10, 20], 2, 'Year of construction')
const ROOMS = kind([10, 70], 2, 'Total number of rooms')
const FLOORS = kind([10, 50], 2, 'Number of floors (main building)')
const CHECK_IN = kind([70, 260], 5, 'Check-in hour')
const CHECK_OUT = kind([70, 390], 5, 'Check-out hour')
const VISA = kind([30, 40], 3, 'Visa')
const MASTERCARD = kind([30, 30], 3, 'MasterCard')
const RESORT_FEE = kind([85, 700], 24, 'Resort fee')
const ROOM_SIZE = kind([60, 295], 2, 'Room size (sqm)')
const BATHROOM = kind([60, 10], 8, 'Bathroom')
const SMOKING = kind([60, 200], 3, 'Smoking rooms')
const ACCESSIBLE = kind([60, 250], 3, 'Wheelchair-accessible')

/** By the catalogue's bed. */
const BEDS: Readonly<Record<string, Kind>> = {
  SINGLE: kind([61, 1], 20, 'Single bed 90-130 width'),
  TWIN: kind([61, 1], 20, 'Single bed 90-130 width'),
  DOUBLE: kind([61, 150], 20, 'Double bed 131-150 width'),
  QUEEN: kind([61, 152], 20, 'Queen-size bed 150-154 width'),
  KING: kind([61, 155], 20, 'King-size bed 150-183 width'),
  SOFA_BED: kind([61, 200], 20, 'Sofa bed'),
}

function row({ group, code }: Kind, more: object): object {
  return { facilityCode: code, facilityGroupCode: group, ...more }
}

/** What is not there is told as well, for some. */
const TOLD_ABSENT: readonly number[] = [3, 9, 14]
const AT_A_CHARGE: ReadonlySet<number> = new Set([5, 9, 10, 14, 16, 21])

export function facilityRows(listing: DistortedListing): readonly object[] {
  const { facilityIds, key, roomsCount, floors, yearBuilt, times, fees } = listing
  const there = facilityIds.flatMap((id, index) => {
    const found = HOTEL_FACILITIES[id]
    if (!found) return []
    const isPaid = AT_A_CHARGE.has(id)
    const isPriced = id === 9 && isPaid
    return [
      row(found, {
        order: index + 1,
        ...(found.typology === 23 || found.typology === 12 ? { indFee: isPaid, indYesOrNo: true } : { indLogic: true }),
        ...(isPriced ? { amount: fees.parking, currency: fees.currency, applicationType: 'NI' } : {}),
        voucher: false,
      }),
    ]
  })
  const absent = TOLD_ABSENT.filter((id) => !facilityIds.includes(id)).flatMap((id) => {
    const found = HOTEL_FACILITIES[id]
    return found ? [row(found, { order: 90, indYesOrNo: false, indFee: false, voucher: false })] : []
  })
  return [
    row(YEAR, { order: 1, number: yearBuilt, voucher: false }),
    row(FLOORS, { order: 1, number: floors, voucher: false }),
    row(ROOMS, { order: 1, number: roomsCount, voucher: false }),
    row(VISA, { order: 1, indLogic: true, voucher: false }),
    ...(hash32('cards', key) % 3 === 0 ? [] : [row(MASTERCARD, { order: 1, indLogic: true, voucher: false })]),
    ...(times.from === null
      ? []
      : [
          row(CHECK_IN, {
            order: 1,
            timeFrom: `${times.from}:00`,
            ...(times.until === null ? {} : { timeTo: `${times.until}:00` }),
            voucher: true,
          }),
        ]),
    ...(times.out === null ? [] : [row(CHECK_OUT, { order: 1, timeTo: `${times.out}:00`, voucher: true })]),
    ...(fees.resort === null
      ? []
      : [
          row(RESORT_FEE, {
            order: 1,
            indFee: true,
            amount: fees.resort,
            currency: fees.currency,
            applicationType: 'RN',
            voucher: true,
          }),
        ]),
    ...there,
    ...absent,
  ]
}

export function roomFacilityRows({
  squareMetres,
  hasKitchenette,
  isSmoking,
  isAccessible,
}: DistortedRoom): readonly object[] {
  return [
    row(ROOM_SIZE, { indYesOrNo: true, number: squareMetres, voucher: false }),
    row(BATHROOM, { indLogic: true, number: 0, voucher: false }),
    row(SMOKING, { indLogic: isSmoking, number: 0, voucher: false }),
    ...(hasKitchenette ? [row(KITCHENETTE, { indLogic: true, number: 0, voucher: false })] : []),
    ...(isAccessible ? [row(ACCESSIBLE, { indLogic: true, number: 0, voucher: false })] : []),
  ]
}

export function bedRows({ beds }: DistortedRoom): readonly object[] {
  return beds.flatMap(({ type, count }) => {
    const found = BEDS[type]
    return found ? [row(found, { number: count })] : []
  })
}

const KINDS: readonly Kind[] = [
  ...Object.values(HOTEL_FACILITIES),
  YEAR,
  ROOMS,
  FLOORS,
  CHECK_IN,
  CHECK_OUT,
  VISA,
  MASTERCARD,
  RESORT_FEE,
  ROOM_SIZE,
  BATHROOM,
  SMOKING,
  ACCESSIBLE,
  ...new Map(Object.values(BEDS).map((bed) => [bed.code, bed])).values(),
]

export function facilityKinds(): readonly object[] {
  return KINDS.map(({ group, code, typology, name }) => ({
    code,
    facilityGroupCode: group,
    facilityTypologyCode: typology,
    description: { languageCode: 'ENG', content: name },
  }))
}

const GROUPS: readonly (readonly [code: number, name: string])[] = [
  [10, 'Location'],
  [30, 'Methods of payment'],
  [60, 'Room facilities (Standard room)'],
  [61, 'Room distribution'],
  [70, 'Facilities'],
  [71, 'Catering'],
  [72, 'Business'],
  [73, 'Entertainment'],
  [74, 'Health'],
  [80, 'Meals'],
  [85, 'Things to keep in mind'],
  [90, 'Sports'],
]

export function facilityGroups(): readonly object[] {
  return GROUPS.map(([code, name]) => ({ code, description: { languageCode: 'ENG', content: name } }))
}

const NO_FLAGS = {
  numberFlag: false,
  logicFlag: false,
  feeFlag: false,
  distanceFlag: false,
  ageFromFlag: false,
  ageToFlag: false,
  dateFromFlag: false,
  dateToFlag: false,
  timeFromFlag: false,
  timeToFlag: false,
  indYesOrNoFlag: false,
  amountFlag: false,
  currencyFlag: false,
  appTypeFlag: false,
  textFlag: false,
}

const TYPOLOGIES: Readonly<Record<number, Partial<typeof NO_FLAGS>>> = {
  2: { numberFlag: true },
  3: { logicFlag: true },
  5: { timeFromFlag: true, timeToFlag: true },
  8: { logicFlag: true, numberFlag: true },
  12: { feeFlag: true, indYesOrNoFlag: true },
  20: { numberFlag: true },
  23: { feeFlag: true, indYesOrNoFlag: true, amountFlag: true, currencyFlag: true, appTypeFlag: true },
  24: { feeFlag: true, amountFlag: true, currencyFlag: true, appTypeFlag: true },
}

export function facilityTypologies(): readonly object[] {
  return Object.entries(TYPOLOGIES).map(([code, flags]) => ({ code: Number(code), ...NO_FLAGS, ...flags }))
}
