import type { RoomOptionView } from '../src/domain/contract/offer.ts'
import { PLAIN_TERMS } from '../src/domain/selling.ts'
import { sellingView } from '../src/operations/offers/selling-view.ts'
import type { NewRoomStreamEvent } from '../src/operations/rooms/room-stream-log.ts'

export const HOTEL_ID = 7
export const SUPPLIERS = ['expedia_rapid', 'hotelbeds', 'ratehawk', 'liteapi']

/** Around the time of writing, ns on the machine's monotonic clock, so that a reader finds it without parsing. */
export const MARK = '@@'

function usd(amountMinor: number) {
  return { amountMinor, currency: 'USD', currencyExponent: 2 }
}

function zoned(utc: string, local: string) {
  return {
    localDatetime: local,
    timezone: 'Europe/London',
    utcDatetime: utc,
  }
}

function option(writtenAtNs: bigint): RoomOptionView {
  return {
    optionId: 'opt_01kajb5x0q8m2s3v7y9z',
    bookingToken: `${MARK}${writtenAtNs}${MARK}${'t0kEn'.repeat(40)}`,
    bookingTokenExpiresAt: '2026-11-21T15:00:00.000Z',
    supplierCode: 'expedia_rapid',
    mappingStatus: 'MATCHED',
    allocations: [
      {
        allocationId: 'alc_1',
        roomIndex: 0,
        adults: 2,
        childAges: [],
        providerRoom: { code: '201', name: 'Deluxe Double Room', beds: [{ type: 'DOUBLE', count: 1 }] },
        serviceRoom: {
          roomId: 'room_7_1',
          name: 'Deluxe Double Room',
          imageUrls: ['https://images.example.com/7/1.jpg'],
        },
      },
    ],
    board: { code: 'BB', name: 'Bed and breakfast', coversGuests: null, childrenIncluded: null },
    price: {
      total: usd(41_200),
      base: usd(36_000),
      taxesAndFees: [{ description: 'VAT', kind: 'VAT', included: true, due: 'AT_BOOKING', amount: usd(5_200) }],
      dueAtProperty: [],
      nightly: [usd(12_000), usd(12_000), usd(12_000)],
    },
    listPrice: null,
    ...sellingView(PLAIN_TERMS),
    placeHidden: false,
    approximatePoint: null,
    cancellation: {
      refundability: 'REFUNDABLE',
      policyStage: 'INDICATIVE',
      freeCancellationUntil: zoned('2027-03-08T18:00:00.000Z', '2027-03-08T18:00:00'),
      policyText: 'Free until 18:00 on the second day before arrival, then the first night.',
      penalties: [
        {
          from: zoned('2027-03-08T18:00:00.000Z', '2027-03-08T18:00:00'),
          until: null,
          penaltyStatus: 'KNOWN',
          penalty: usd(12_000),
          basis: 'NIGHTS',
          nights: 1,
          percent: null,
          source: 'SUPPLIER',
          deadlineSource: 'SUPPLIER_ZONED',
        },
      ],
      noShow: null,
    },
    availableBookingModes: ['INSTANT'],
    roomsLeft: 4,
    fetchedAt: '2026-11-21T14:30:00.000Z',
    remarks: [],
  }
}

/** What one supplier tells of one room: 2 KB on the wire. */
export function optionsEvent(writtenAtNs: bigint): NewRoomStreamEvent {
  return {
    eventType: 'provider_options',
    supplierCode: 'expedia_rapid',
    options: [option(writtenAtNs)],
    unavailableReason: null,
  }
}

const ZONED = '{ localDatetime timezone utcDatetime }'
const MONEY = '{ amountMinor currency exponent }'
const PENALTY = `{
  from ${ZONED} until ${ZONED} penaltyStatus penalty ${MONEY} basis nights percent source deadlineSource
}`

/** Every field that HTTP sends. */
export const SUBSCRIPTION = `subscription Rooms($streamId: ID!) {
  roomOptions(streamId: $streamId) {
    eventId eventType streamId hotelId timestamp
    ... on RoomStreamReady { suppliers }
    ... on RoomProviderOptions {
      supplierCode
      options {
        optionId bookingToken bookingTokenExpiresAt supplierCode mappingStatus
        allocations {
          allocationId roomIndex adults childAges
          providerRoom { code name beds { type count } }
          serviceRoom { roomId name imageUrls }
        }
        board { code name }
        price {
          total ${MONEY} base ${MONEY} taxesAndFees { description included due amount ${MONEY} }
          dueAtProperty ${MONEY} nightly ${MONEY}
        }
        cancellation {
          refundability policyStage freeCancellationUntil ${ZONED} policyText penalties ${PENALTY} noShow ${PENALTY}
        }
        availableBookingModes roomsLeft fetchedAt remarks
      }
      unavailableReason { code limit allowedNights soldOutDates }
    }
  }
}`
