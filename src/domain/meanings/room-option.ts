import type {
  BoardView,
  OfferAllocationView,
  PriceView,
  ProviderRoomView,
  RoomOptionView,
  ServiceRoomView,
} from '../contract/offer.ts'
import type { BoardCode } from '../rate.ts'
import { means, typeMeaning, valuesMeaning } from './meaning.ts'
import { LISTED_PRICE, SELLING } from './selling.ts'
import { withValues } from './values-text.ts'

export const SUPPLIER_CODE = means(
  'The supplier that sells the rooms, by its code. It is for your records; guests need not see it.',
  'expedia_rapid',
)

export const MAPPING_STATUS = valuesMeaning<RoomOptionView['mappingStatus']>(
  'How certainly the rooms of an option are known in the gateway’s own catalogue. It decides only which texts and pictures there are: options of every status can be booked.',
  {
    MATCHED: 'Every room is known. Show {serviceRoom}, which looks the same for all suppliers.',
    AMBIGUOUS:
      'A room could be any of several rooms of the catalogue, so it has no {serviceRoom}: show {providerRoom} for it.',
    UNMAPPED: 'The catalogue knows no room for one of the supplier’s. Show {providerRoom} for it.',
    CONFLICT: 'The catalogue’s sources disagree on which room it is, so none is shown for it. Show {providerRoom}.',
  },
)

export const CHARGE_DUE = valuesMeaning<PriceView['taxesAndFees'][number]['due']>('When a tax or fee is paid.', {
  AT_BOOKING: 'With the booking: it is part of what you pay for it.',
  AT_PROPERTY: 'At the hotel, by the guest. Tell the guest so before booking.',
})

export const TAX_OR_FEE = typeMeaning<PriceView['taxesAndFees'][number]>(
  'A tax or fee that the supplier tells apart from the price of the rooms.',
  {
    description: means('What the tax or fee is called, to show beside its amount.', 'Taxes and fees'),
    kind: means('What it is for, as far as the supplier tells it.', 'TAXES_AND_FEES'),
    included: means('True when {total} contains the amount, so that it must not be added again.'),
    due: means('Who collects it, and so when it has to be paid.', 'AT_BOOKING'),
    amount: means('How much it is for the whole stay. With several rooms there can be a line for each of them.'),
  },
)

export const PRICE = typeMeaning<PriceView>(
  'What a stay costs, always for all of its nights and rooms together. Amounts due at the hotel can be in another currency than the rest.',
  {
    total: means(
      'What you pay for the whole stay, with the taxes and fees that are included. What the guest pays at the hotel ({dueAtProperty}) comes on top of it.',
    ),
    base: means(
      'The part of {total} without taxes and fees. Null when the supplier does not tell them apart; then show only {total}.',
    ),
    taxesAndFees: means(
      'The taxes and fees that the supplier names, inside and outside {total}. An empty list does not promise that there are none.',
    ),
    dueAtProperty: means(
      'What the guest pays at the hotel beyond {total}: the charges of {taxesAndFees} that are due there, each with what it is for. Empty when the supplier names none.',
    ),
    nightly: means(
      'The price of each night in the order of the nights, all rooms together, adding up to {total}. Null when the supplier gives no breakdown.',
    ),
  },
)

export const BED = typeMeaning<ProviderRoomView['beds'][number]>('Beds of one kind in a room.', {
  type: means(
    'The kind of bed in upper snake case, in the supplier’s words: suppliers can bring new ones, so show an unknown kind as it is.',
    'KING',
  ),
  count: means('How many beds of this kind a room has.', 1),
})

export const PROVIDER_ROOM = typeMeaning<ProviderRoomView>(
  'The room as the supplier describes it. It is always there, also where the catalogue does not know the room.',
  {
    code: means('The supplier’s own name or number for the kind of room. Compare it, but never parse it.', '200258321'),
    name: means('The room’s title to show to guests; empty when the supplier gives none.', 'Standard Room, 1 King Bed'),
    beds: means('The beds in the room. Empty when the supplier does not list them; the name may then tell.'),
  },
)

export const SERVICE_ROOM = typeMeaning<ServiceRoomView>(
  'The room as the gateway’s own catalogue describes it, the same for every supplier that sells it.',
  {
    roomId: means(
      'The catalogue’s id of the room: options of several suppliers with the same id are the same room.',
      '1001711',
    ),
    name: means(
      'The catalogue’s title of the room, in the requested language or else in English; empty when it has none.',
      'Standard King Room',
    ),
    imageUrls: means('Pictures of the room, as absolute URLs. Empty when the catalogue has none.', [
      'https://images.example.com/rooms/1001711.jpg',
    ]),
  },
)

export const ALLOCATION = typeMeaning<OfferAllocationView>(
  'One room of an option, an offer or a booking, with the guests that it is for.',
  {
    allocationId: means(
      'Names the room: each guest of a booking is put into one by this id. {@prebook} gives new ids, so use those of the offer, not those of the room option.',
      'alc_06GZX10YY69H4HAYH0YVE1GHTG',
    ),
    roomIndex: means('Which of the requested {rooms} it serves, counted from 0.', 0),
    adults: means('How many adults the room is for, as it was requested.', 2),
    childAges: means(
      'The age of each child in the room in whole years, as it was requested. Empty without children.',
      [7],
    ),
    providerRoom: means('The room in the supplier’s words. Show it when there is no {serviceRoom}.'),
    serviceRoom: means(
      'The room in the catalogue’s words, with pictures. Null when it is not certain which room of the catalogue it is; it can be booked all the same.',
    ),
  },
)

export const BOARD_CODE = valuesMeaning<BoardCode>('The kinds of meals.', {
  RO: 'Room only, without meals.',
  BB: 'Bed and breakfast.',
  HB: 'Half board: breakfast and one more meal.',
  FB: 'Full board: breakfast, lunch and dinner.',
  AI: 'All inclusive: meals, and drinks at least in part.',
})

export const BOARD = typeMeaning<BoardView>('The meals that are included in the price.', {
  code: means(
    withValues('The kind of meals.', BOARD_CODE, 'Null when the supplier’s meals are none of these, or are not told.'),
    'BB',
  ),
  name: means(
    'The meals in English for showing; in the supplier’s words when there is no {code}.',
    'Bed and breakfast',
  ),
  coversGuests: means(
    'For how many guests of a room the meals are. Null when they are for all of them, and when the supplier does not say.',
    1,
  ),
  childrenIncluded: means(
    'False when children pay for their meals at the hotel. Null when the supplier does not say, and without children.',
  ),
})

/** Fields that room options and offers share. */
export const ALLOCATIONS = means('The rooms that are booked together, one for each requested room and in that order.')
export const INCLUDED_BOARD = means('The meals that the price includes.')
export const REMARKS = means(
  'What the supplier or the hotel wants guests to know, as texts. Show them before booking. Empty when there is nothing.',
  ['Check-in from 15:00. A deposit of 50 GBP is taken at the desk and returned at check-out.'],
)

export const APPROXIMATE_POINT = typeMeaning<NonNullable<RoomOptionView['approximatePoint']>>(
  'A point that may be shown in the place of a hidden one.',
  {
    latitude: means('How far north of the equator it is, in degrees (WGS 84); south is negative.', 51.51),
    longitude: means('How far east of Greenwich it is, in degrees (WGS 84); west is negative.', -0.14),
  },
)

export const ROOM_OPTION = typeMeaning<RoomOptionView>(
  'One way to book all requested rooms with one supplier: rooms, meals, price and terms. It tells what the supplier said last; {@prebook} checks it before it is booked.',
  {
    optionId: means(
      'Names the option in your lists and logs. It is new with each search, and nothing can be booked with it: that takes {bookingToken}.',
      'opt_06GZX10YJXK9D60QN7ADJ615KR',
    ),
    bookingToken: means(
      'Send it back unchanged to {@prebook} to get an offer. It can be several kilobytes long, works until {bookingTokenExpiresAt} and only for your organization, and must not be parsed.',
      'bkt_AZBe8q7a502HeHZL4U1Nz0ZZB1Q88OvcvMcsFGsZRiZl',
    ),
    bookingTokenExpiresAt: means(
      'When {bookingToken} stops working, in RFC 3339 UTC: after 20 minutes, or sooner when the supplier’s own token ends. Then search for rooms again.',
      '2027-01-14T09:40:03.879Z',
    ),
    supplierCode: SUPPLIER_CODE,
    mappingStatus: means(
      'How certainly the catalogue knows the rooms; with several rooms, that of the least certain one.',
      'MATCHED',
    ),
    allocations: ALLOCATIONS,
    board: INCLUDED_BOARD,
    price: means('What the option costs. It can still change until {@prebook} has checked it.'),
    listPrice: LISTED_PRICE,
    ...SELLING,
    placeHidden: means('True when the hotel’s exact place may be told only after booking. The voucher has it then.'),
    approximatePoint: means(
      'Where to show the hotel on a map while its place is hidden, some hundred metres from it. Null when the place is not hidden.',
    ),
    cancellation: means(
      'The cancellation terms as the supplier gives them with its list; {@prebook} gives the binding ones.',
    ),
    availableBookingModes: means(
      'In which ways it can be booked: at once, or as a hold that is confirmed later. Few options allow a hold.',
      ['INSTANT', 'HOLD'],
    ),
    roomsLeft: means(
      'How many rooms the supplier still has for the option, for telling guests that few are left. Null when it does not say, which does not mean many.',
      3,
    ),
    fetchedAt: means('When the supplier’s answer was taken over, in RFC 3339 UTC.', '2027-01-14T09:20:03.879Z'),
    remarks: REMARKS,
  },
)
