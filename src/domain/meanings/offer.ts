import type { OfferChange, OfferView, PrebookStatus, PrebookView } from '../contract/offer.ts'
import { means, typeMeaning, valuesMeaning } from './meaning.ts'
import { ALLOCATIONS, INCLUDED_BOARD, REMARKS, SUPPLIER_CODE } from './room-option.ts'
import { SELLING } from './selling.ts'

export const PREBOOK_STATUS = valuesMeaning<PrebookStatus>('What the supplier’s check of a room option came to.', {
  AVAILABLE:
    'It can be booked as it was shown. Only changes that need no consent can have happened, of remarks for example.',
  PRICE_CHANGED:
    'It can be booked, but at another price, in another currency, or with another amount due at the hotel; terms may have changed too. Ask the guest again.',
  TERMS_CHANGED:
    'The price is the same, but the cancellation terms, the meals, the kind of room or another term are not, or the supplier says that something has changed. Ask the guest again.',
  SOLD_OUT: 'The supplier no longer sells it. There is no offer: let the guest choose again.',
})

export const PREBOOK_NEXT_ACTION = valuesMeaning<PrebookView['nextAction']>('How to go on after a prebook.', {
  BOOK: 'Book the offer with {@createBooking}.',
  ACCEPT_CHANGES:
    'Show {changes} to the guest. If the guest agrees, book with {acceptedPrice} equal to the offer’s {total}: without it, {@createBooking} refuses with `PRICE_MISMATCH`.',
  REFRESH_ROOMS: 'Search for rooms again with {@createRoomSearch}: this option is gone.',
})

export const CHANGE_SEVERITY = valuesMeaning<OfferChange['severity']>('Whether a change needs the guest’s consent.', {
  MATERIAL: 'It concerns price, cancellation, meals or the room. The offer is booked only with {acceptedPrice}.',
  MINOR: 'It concerns only remarks. Show the new ones; the offer can be booked as it is.',
})

export const OFFER_LIFECYCLE = typeMeaning<OfferView['lifecycle']>(
  'In which ways an offer can be booked, and until when it can be held.',
  {
    availableBookingModes: means('The values that {bookingMode} of {@createBooking} may have for this offer.', [
      'INSTANT',
      'HOLD',
    ]),
    holdAllowed: means('True when the offer can be booked as a hold, so that {availableBookingModes} has `HOLD`.'),
    holdDeadline: means(
      'Until when the supplier keeps the rooms of a hold that is not confirmed, in RFC 3339 UTC. A hold whose deadline is less than two days away waits for a review first. Null when no hold is allowed.',
      '2027-01-21T14:00:00.000Z',
    ),
  },
)

export const GUEST_REQUIREMENTS = typeMeaning<OfferView['guestRequirements']>(
  'What the supplier has to know of the guests, for the form that they fill in.',
  {
    allGuestsNamed: means(
      'True when every guest needs a given and a family name. False when one named adult in each room is enough, and the others may be left out.',
    ),
    emailRequired: means(
      'Whether the supplier itself demands an e-mail address. {@createBooking} takes one for the {holder} in any case.',
    ),
    phoneRequired: means('True when {@createBooking} needs a telephone number of the {holder}.'),
    nameRule: means(
      'Which names the supplier takes: others are refused by {@createBooking} with `GUEST_NAME_NOT_ACCEPTED`. Null when it takes every name that this service takes.',
    ),
    gender: means(
      'True when hotels of this supplier can ask for the gender of the guests: send the {gender} of {guests} then. Without it they are told that it is not known.',
    ),
    takes: means(
      'Which optional fields of {@createBooking} the supplier has a place for. Others are accepted and kept with the booking, whose {unsentFields} name them; a time of arrival reaches every supplier, if only in words. Values can be added.',
      ['LOYALTY', 'TAX_REGISTRATION_NUMBER', 'INVOICING'],
    ),
  },
)

export const NAME_RULE = typeMeaning<NonNullable<OfferView['guestRequirements']['nameRule']>>(
  'Which names a supplier takes, for the form that guests fill in.',
  {
    pattern: means(
      'A regular expression (with Unicode classes) that the whole name has to match.',
      "[\\p{L}\\p{M} '.,-]+",
    ),
    maxLength: means('How many characters a name may have at the most.', 50),
    says: means('The rule as an English sentence.', 'Letters, spaces, apostrophes, hyphens, commas and full stops.'),
  },
)

export const OFFER = typeMeaning<OfferView>(
  'A room option that was checked with its supplier: the price and the terms that a booking of it has. Nothing is reserved by it.',
  {
    offerId: means(
      'Send it to {@createBooking} to book the offer, or to {@getOffer} to read it again. The booking shows it as {acceptedOfferId}.',
      'off_06GZX10YY40BR9HC531HF0NA3W',
    ),
    hotelId: means('The hotel of the offer, by its id in the gateway’s catalogue.', '565'),
    supplierCode: SUPPLIER_CODE,
    expiresAt: means(
      'Until when the offer can be booked, in RFC 3339 UTC: 15 minutes, or less when the supplier’s own token ends sooner. Then search for rooms again.',
      '2027-01-14T09:43:20.969Z',
    ),
    bookable: means(
      'False when {total} is above the {maxPrice} of the prebook: booking is then refused with `PRICE_MISMATCH`. Prebook again with a higher limit or none.',
    ),
    price: means('What the offer costs; a booking of it has exactly this price.'),
    listPrice: means(
      'The total in the currency of your lists, or in the {currency} of the prebook, frozen with the offer: {acceptedPrice} may be this one too. Null without a stored exchange rate.',
    ),
    ...SELLING,
    cancellation: means('The cancellation terms as the supplier has just confirmed them. A booking freezes them.'),
    allocations: ALLOCATIONS,
    board: INCLUDED_BOARD,
    lifecycle: means('Whether it is booked at once or may be held, and until when.'),
    guestRequirements: means('Which data of the guests {@createBooking} will need.'),
    remarks: REMARKS,
    trader: means('Who sells the stay, to be shown to guests in the EU. Null when the supplier does not say.'),
    supplierTerms: means('What the guest accepts of the supplier. Null when it has nothing to accept.'),
  },
)

export const OFFER_CHANGE = typeMeaning<OfferChange>(
  'A difference between the room option that was prebooked and what the supplier sells now.',
  {
    path: means(
      'What has changed, always in HTTP’s spelling: `price.total.amount_minor`, `price.total.currency`, `price.due_at_property`, `cancellation.refundability`, `cancellation.penalties`, `cancellation.no_show`, `selling_price`, `rate_conditions`, `payment`, `board.code`, `board.name`, `board.covers_guests`, `board.children_included`, `allocations`, `allocations.provider_room.name`, `lifecycle.available_booking_modes`, `promotions` or `remarks`. Names are compared only in one language. There can be others.',
      'price.total.amount_minor',
    ),
    before: means(
      'The value in the room option, in HTTP’s spelling where it has fields. For `allocations` it is a list of the supplier’s room codes, and of names for `allocations.provider_room.name`; for `cancellation.penalties` each item has only its end, status and amount, or nights and percent where there is no amount. It can equal {after}: then the supplier says that it has changed, and does not show how.',
      45900,
    ),
    after: means('The value in the offer, in the same form as {before}.', 46800),
    severity: means('Whether the guest has to agree to the change before the offer is booked.', 'MATERIAL'),
  },
)

/** The result of a prebook as the HTTP envelope has it in `data`: its `status` is beside it. */
export const PREBOOK_DATA = typeMeaning<Omit<PrebookView, 'status'>>(
  'What the supplier said when a room option was checked with it.',
  {
    offer: means('The offer to book. Null when the option is sold out.'),
    changes: means('What differs from the room option. Empty when nothing does, and when it is sold out.'),
    nextAction: means('What to do now.', 'BOOK'),
  },
)

export const PREBOOK = typeMeaning<PrebookView>(PREBOOK_DATA.says, {
  ...PREBOOK_DATA.fields,
  status: means('Whether the option can still be booked, and as it was shown.', 'AVAILABLE'),
})
