/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** The kinds of meals. */
export type BoardCode =
  /** All inclusive: meals, and drinks at least in part. */
  | 'AI'
  /** Bed and breakfast. */
  | 'BB'
  /** Full board: breakfast, lunch and dinner. */
  | 'FB'
  /** Half board: breakfast and one more meal. */
  | 'HB'
  /** Room only, without meals. */
  | 'RO';

/** A call about a booking that would succeed now. */
export type BookingAction =
  /** Ask for a quote with `quoteCancellation`, and accept it with `cancelBooking`. */
  | 'CANCEL'
  /** Confirm the hold with `confirmHold`. It is gone once the deadline has passed. While the hotel’s listing is being verified the call is refused all the same, with `HOTEL_MAPPING_CHECK_PENDING`. */
  | 'CONFIRM_HOLD'
  /** Ask support, with the booking’s id, when it takes too long: a person may have to settle it. */
  | 'CONTACT_SUPPORT'
  /** Read all of it with `booking`. This is always possible too. */
  | 'GET_DETAILS'
  /** Read how it stands with `booking`. This is always possible. */
  | 'GET_STATUS'
  /** Approve or reject it with `reviewBooking`. That takes a key with the scope `bookings:review`. */
  | 'REVIEW_BOOKING';

/** What made a booking change. */
export type BookingChangeCause =
  /** The supplier has carried out the cancellation. */
  | 'CANCELLATION_CONFIRMED'
  /** The supplier did not cancel. */
  | 'CANCELLATION_NOT_EFFECTIVE'
  /** You asked to cancel. */
  | 'CANCELLATION_SENT'
  /** The hotel or its supplier cancelled. */
  | 'CANCELLED_BY_HOTEL'
  /** A person found out that the supplier no longer has the booking. */
  | 'CANCELLED_BY_OPERATOR'
  /** The supplier has told what it charged for the cancellation, and that is not what was agreed, or was not known. */
  | 'CHARGE_TOLD'
  /** The booking was made, and its supplier is about to be asked, or a reviewer is. */
  | 'CREATED'
  /** The supplier’s record differs from what was agreed. */
  | 'DISCREPANCY_FOUND'
  /** Some or all of the known differences are gone. */
  | 'DISCREPANCY_SETTLED'
  /** The supplier does not have the booking, or was never sent it. */
  | 'FOUND_ABSENT'
  /** The hold was not confirmed, and is still on. */
  | 'HOLD_CONFIRMATION_REFUSED'
  /** You asked to confirm the hold. */
  | 'HOLD_CONFIRMATION_SENT'
  /** The supplier holds the rooms. */
  | 'HOLD_ESTABLISHED'
  /** The supplier released the hold. */
  | 'HOLD_LAPSED'
  /** The hotel’s number is no longer looked for. */
  | 'HOTEL_CONFIRMATION_MISSING'
  /** The hotel’s own number is known. */
  | 'HOTEL_CONFIRMED'
  /** The supplier has told more for the arrival: how guests get in, or whom they call. The details have it. */
  | 'INSTRUCTIONS_TOLD'
  /** The supplier had made a booking after all that was given up for failed. */
  | 'LATE_ACCEPTANCE'
  /** The supplier carried out a cancellation after all that seemed to have had no effect. */
  | 'LATE_CANCELLATION'
  /** The gateway cannot settle it, and a person looks into it. */
  | 'MANUAL_REVIEW_REQUIRED'
  /** The property has written to the guest: `messages` of the booking’s details has the text. */
  | 'PROPERTY_MESSAGE'
  /** A reviewer approved the hold. */
  | 'REVIEW_APPROVED'
  /** Nobody reviewed the hold in time. */
  | 'REVIEW_EXPIRED'
  /** A reviewer rejected the hold. */
  | 'REVIEW_REJECTED'
  /** The supplier has accepted it: the rooms are booked. */
  | 'SUPPLIER_CONFIRMED'
  /** The supplier does not accept it: nothing is booked. */
  | 'SUPPLIER_REFUSED';

/** How to find a booking: by its id, or by the idempotency key that made it. Exactly one of the two. */
export type BookingLookup =
  {   /** The booking that is meant, by the id that `createBooking` gave. */
  bookingId: string | number; idempotencyKey?: never; }
  |  { bookingId?: never;   /** The key that `createBooking` was called with: for a client that lost the answer. HTTP has a path of its own for it. Example: `"order-8812"`. */
  idempotencyKey: string; };

/** How an offer is booked. */
export type BookingMode =
  /** As a hold: the supplier keeps the rooms until a deadline, and books them when you confirm. Only offers that allow it. */
  | 'HOLD'
  /** At once and for good. Every offer can be booked so. */
  | 'INSTANT';

/** Where a booking stands, and so what the guest may be told of it. */
export type BookingStatus =
  /** A hold whose deadline is less than two days away waits for a person to approve it. The supplier was not asked yet, so no room is kept. */
  | 'AWAITING_REVIEW'
  /** A cancellation is under way. The booking is not cancelled yet: it becomes `CANCELLED`, or stands as before when the supplier did not cancel. */
  | 'CANCELLATION_PENDING'
  /** The booking has ended: somebody cancelled it, or its hold lapsed. It never changes its status again. */
  | 'CANCELLED'
  /** The supplier has confirmed the booking. Only now may the guest be told that it is booked. */
  | 'CONFIRMED'
  /** As far as the supplier’s answers show, nothing was booked. `failure` says why, and whether to try again. */
  | 'FAILED'
  /** The supplier keeps the rooms until `holdDeadlineAt`, and nothing is booked. Confirm or cancel it before then, and never show it to the guest as confirmed. */
  | 'ON_HOLD'
  /** The supplier was asked to book, or to confirm a hold, and its answer is not certain yet. Wait for a webhook or poll, and do not book again. */
  | 'PROCESSING';

/** Which booking to cancel, and at which quote. */
export type CancelBookingInput = {
  /** The booking to cancel, by its id. The quote must be for this one. Example: `"ubk_01JQ8Z3V9MH6T4W2XEKB7C5DNR"`. */
  bookingId: string | number;
  /** The quote that is accepted: the `quoteId` that `quoteCancellation` gave, unchanged. With one whose cost is `UNKNOWN` you accept whatever the supplier charges. Example: `"cq_01JQ9A7T5RC3Y8K2VDN6XG4WBM"`. */
  cancellationQuoteId: string | number;
  /** Names this attempt to cancel: 1 to 255 printable ASCII characters, unique among your cancellations. After a result that never arrived, send the same key and input again within 30 days. HTTP has it as the header `Idempotency-Key`. Example: `"order-8812-cancel"`. */
  idempotencyKey: string;
};

/** What became of a cancellation that was asked for. */
export type CancellationOutcome =
  /** The supplier has cancelled. */
  | 'CANCELLED'
  /** It had no effect: the booking stands as before, and can be cancelled with a new quote. Or its hotel had cancelled it before: then it is `CANCELLED`, by the cause `CANCELLED_BY_HOTEL`. */
  | 'NOT_EFFECTIVE'
  /** The supplier has not settled it yet. Wait for a webhook or poll the booking; do not ask for it again. */
  | 'PENDING';

/** Whether a change needs the guest’s consent. */
export type ChangeSeverity =
  /** It concerns price, cancellation, meals or the room. The offer is booked only with `acceptedPrice`. */
  | 'MATERIAL'
  /** It concerns only remarks. Show the new ones; the offer can be booked as it is. */
  | 'MINOR';

/** The address to put on an invoice. */
export type CompanyAddressInput = {
  /** Street, number and what else is needed, as 1 to 3 lines of at most 100 characters. Example: `["12 St James’s Square"]`. */
  addressLines: Array<string>;
  /** The city, 1 to 100 characters. Example: `"London"`. */
  city: string;
  /** The country as its ISO 3166-1 alpha-2 code. Example: `"GB"`. */
  countryCode: string;
  /** The postal code, where addresses have one. Absent: none. Example: `"SW1Y 4JH"`. */
  postalCode?: string | null | undefined;
  /** The state or province by its code, where addresses have one. Absent: none. Example: `"WA"`. */
  stateProvinceCode?: string | null | undefined;
};

/** Which hold to confirm. */
export type ConfirmHoldInput = {
  /** The `acceptedOfferId` of the booking, as a check that you confirm what you mean. Another one is refused with `ACCEPTED_OFFER_MISMATCH`. Example: `"off_06GZX10YY40BR9HC531HF0NA3W"`. */
  acceptedOfferId: string | number;
  /** The booking that is `ON_HOLD`, by its id. Example: `"ubk_01JQ8Z3V9MH6T4W2XEKB7C5DNR"`. */
  bookingId: string | number;
};

/** An offer to book, and for whom. */
export type CreateBookingInput = {
  /** The total that the customer has agreed to, in the currency of the offer or of its `listPrice`. When it is neither of the two, the booking is refused with `PRICE_MISMATCH` and no supplier is asked. Required for an offer whose price or terms differ from the room option; send it always. */
  acceptedPrice?: MoneyInput | null | undefined;
  /** When the guests will arrive on the day of `checkIn`, as HH:MM at the hotel’s place. Who comes after midnight writes so in `specialRequests`. Absent: not told. Example: `"22:30"`. */
  arrivalTime?: string | null | undefined;
  /** Whether to book at once or to hold; `availableBookingModes` of the offer lists what it allows. Example: `INSTANT`. */
  bookingMode: BookingMode;
  /** Your own reference of the booking, to find it by with `bookings`: 1 to 64 printable ASCII characters. It need not be unique. Absent: none. Example: `"ORDER-8812"`. */
  clientReference?: string | null | undefined;
  /** Everybody who stays, in any order: in each room as many adults, and children of the same ages, as it was searched for. */
  guests: Array<GuestInput>;
  /** In whose name to book. */
  holder: HolderInput;
  /** Names this attempt to book: 1 to 255 printable ASCII characters, unique in your organization; a random UUID does. After a result that never arrived, send the same key and input again. A new key is a new booking. HTTP has it as the header `Idempotency-Key`, and both share their keys. Example: `"order-8812"`. */
  idempotencyKey: string;
  /** To whom an invoice is made out. Absent: not told. */
  invoicing?: InvoicingInput | null | undefined;
  /** The membership of the guest of the first room. Absent: not told. */
  loyalty?: LoyaltyInput | null | undefined;
  /** Your own entries, returned with the booking’s details and not read by anybody: at most 20, with names of 1 to 40 and texts of at most 500 characters. They are deleted along with the guests’ data. Absent: none. */
  metadata?: unknown;
  /** The offer to book, by the `offerId` that `prebook` gave. An offer can have one booking that has not failed. Example: `"off_06GZX10YY40BR9HC531HF0NA3W"`. */
  offerId: string | number;
  /** What the guests ask of the hotel, at most 500 characters. It is passed on as it is, and nothing in it is promised. Absent: nothing. Example: `"High floor, if possible."`. */
  specialRequests?: string | null | undefined;
  /** The customer’s number at the tax office, which some countries’ suppliers have to know: of Brazilian guests a CPF or CNPJ. At most 32 letters, digits, spaces, dots, hyphens and slashes. Absent: not told. Example: `"111.444.777-35"`. */
  taxRegistrationNumber?: string | null | undefined;
  /** Why the guests travel. Absent: not told. Example: `BUSINESS`. */
  travelPurpose?: TravelPurpose | null | undefined;
  /** Who shops, for suppliers that demand the guest’s address and one session. All of it may be left out. */
  traveller?: TravellerInput | null | undefined;
};

/** A search for the rooms of one hotel. With a `searchId`, its dates and rooms must be those of that search. */
export type CreateRoomSearchInput = {
  /** The day on which the guests arrive, as YYYY-MM-DD: today at the destination or later, and at most 500 days ahead. Example: `"2027-03-10"`. */
  checkIn: string;
  /** The day on which the guests leave, as YYYY-MM-DD: 1 to 30 nights after `checkIn`. Example: `"2027-03-12"`. */
  checkOut: string;
  /** The currency of `listPrice`, as its ISO 4217 code. Absent: that of your organization’s lists. Example: `"EUR"`. */
  currency?: string | null | undefined;
  /** The id of the hotel, as searches return it; a number is accepted as well as text. Example: `565`. */
  hotelId: string | number;
  /** The language of room names and of what suppliers write: `en`, `fr`, `de`, `ja` or `ar`. When it is left out, the headers `language` and then `Accept-Language` decide; what is not available in it comes in English. Example: `"en"`. */
  language?: string | null | undefined;
  /** How long to collect room options into this answer, in milliseconds, 0 to 15000, for clients that do not stream. 0 or left out: the answer comes at once, without options, and the stream has them. Example: `8000`. */
  maxWaitMs?: number | null | undefined;
  /** The nationality of the guests, as a code of `nationalities`. Suppliers’ prices depend on it, and some sell to certain nationalities only. Example: `"GB"`. */
  nationality: string;
  /** The rooms that are wanted, 1 to 8, each with its guests. Each room option covers all of them. */
  rooms: Array<RoomOccupancyInput>;
  /** The id of the search in which the customer found the hotel. Other dates or rooms than its own are refused with `OCCUPANCY_MISMATCH`, so that nobody books for other guests than were priced; a search that has expired is not compared. Leave it out when there was none. Example: `"srch_06GZX10JD96DM61D2BZPPR0Q4CpLqSzWnQgkw5l"`. */
  searchId?: string | number | null | undefined;
  /** Who shops, for suppliers that demand the guest’s address and one session. All of it may be left out. */
  traveller?: TravellerInput | null | undefined;
};

/** What is searched: a place, or one hotel. Send exactly one of the fields, with the `id` that `destinations` returned. */
export type DestinationInput =
  {   /** The hotel to find, with its neighbours: the `id` of a destination of the type `HOTEL`. */
  hotelId: string | number; placeId?: never; }
  |  { hotelId?: never;   /** The place whose hotels to find: the `id` of a destination of the type `PLACE`. */
  placeId: string | number; };

/** A guest’s gender, for hotels that have to register it. */
export type Gender =
  /** Female, as the guest’s document says. */
  | 'FEMALE'
  /** Male, as the guest’s document says. */
  | 'MALE'
  /** The guest did not say. */
  | 'UNKNOWN';

/** A person who stays. Every adult and child that the room was searched for is sent, or of each room only the one adult whose name is known, where the offer’s `guestRequirements` do not want all guests named. */
export type GuestInput = {
  /** Age in whole years. Required for a child, and there equal to an age of the search; not needed for adults. Example: `7`. */
  age?: number | null | undefined;
  /** The room of the guest: the `allocationId` of one of the offer’s `allocations`. Example: `"alc_06GZX10YY69H4HAYH0YVE1GHTG"`. */
  allocationId: string | number;
  /** Last name, by the same rules as `givenName`. Example: `"Lovelace"`. */
  familyName?: string | null | undefined;
  /** The guest’s gender, which hotels of suppliers with `gender` in their `guestRequirements` can ask for. Absent: `UNKNOWN`. Example: `FEMALE`. */
  gender?: Gender | null | undefined;
  /** First name in letters of any script, 1 to 50 characters, without digits. At least one adult of each room needs both names; all guests do where the offer’s `guestRequirements` say so. Example: `"Ada"`. */
  givenName?: string | null | undefined;
  /** Whether the guest is a child. There can be no more of each than was searched for. Example: `ADULT`. */
  type: GuestType;
};

/** Whether a guest counts as an adult or as a child. */
export type GuestType =
  /** One of the adults that the room was searched for. */
  | 'ADULT'
  /** One of the children that the room was searched for. A child has an age. */
  | 'CHILD';

/** The person in whose name the booking is, whom supplier and hotel contact. */
export type HolderInput = {
  /** An e-mail address that the holder reads, at most 254 characters. Some suppliers write to it. Example: `"ada@example.com"`. */
  email: string;
  /** Last name of the holder, in letters of any script, 1 to 50 characters, without digits. Example: `"Lovelace"`. */
  familyName: string;
  /** First name of the holder, in letters of any script, 1 to 50 characters, without digits. Example: `"Ada"`. */
  givenName: string;
  /** A telephone number in the E.164 format: a plus, the country code and the number, without spaces. It may be left out where the offer’s `guestRequirements` say that none is required. Example: `"+442071234567"`. */
  phone?: string | null | undefined;
};

/** The order of a list. It is computed beforehand, once an hour at the most, and never depends on what suppliers answer, so that pages neither repeat nor skip hotels. */
export type HotelSort =
  /** The nearest to the centre of the searched place first, or to the `center` that was sent. */
  | 'DISTANCE_FROM_CENTER'
  /** The dearest first, by what a night for two has recently cost, or by an estimate. */
  | 'PRICE_HIGH_TO_LOW'
  /** The cheapest first, by what a night for two has recently cost, or by an estimate. */
  | 'PRICE_LOW_TO_HIGH'
  /** The best first, by the hotel’s standing and class, then by how much cheaper than usual it is. */
  | 'RECOMMENDED'
  /** The most stars first; hotels without stars come last. */
  | 'STARS'
  /** The highest `valuePct` first; hotels of which it is not known come last. */
  | 'VALUE';

/** The company that asks for an invoice. */
export type InvoicingInput = {
  /** The company’s address as the invoice has to show it. */
  companyAddress: CompanyAddressInput;
  /** The company’s name as the invoice has to show it, 1 to 200 characters. Example: `"Analytical Engines Ltd"`. */
  companyName: string;
  /** The e-mail address that the invoice is sent to. Example: `"invoices@example.com"`. */
  email: string;
};

/** A membership that the guest wants to be counted. */
export type LoyaltyInput = {
  /** The member’s number in it: 1 to 64 characters. Example: `"ABC123"`. */
  memberId: string;
  /** The programme, by the id that the supplier has for it: 1 to 64 characters. Example: `"SN"`. */
  programId: string;
};

/** An amount of money that a client accepts, or does not want to exceed; its number of decimals follows from its currency. */
export type MoneyInput = {
  /** The amount in minor units (cents, yen, fils): 17700 with an exponent of 2 is 177.00. Example: `17700`. */
  amountMinor: number;
  /** The currency of the amount, as its ISO 4217 code. Example: `"GBP"`. */
  currency: string;
  /** The decimals of the currency, if you send on what an answer had. It is not needed: the currency decides, and a number that is not the currency’s is refused. Example: `2`. */
  currencyExponent?: number | null | undefined;
};

/** Whether it is known what cancelling costs. */
export type PenaltyStatus =
  /** Cancelling costs the amount. */
  | 'KNOWN'
  /** Cancelling is free: the amount is zero. */
  | 'NO_CHARGE'
  /** The supplier gives no reliable amount, so there is none. Never show it as zero or as free. */
  | 'UNKNOWN';

/** How binding cancellation terms are. */
export type PolicyStage =
  /** Those of a booking, frozen when it was made. They never change again. */
  | 'FINAL'
  /** Those of a room option, as the supplier lists it; the check by `prebook` may change them. */
  | 'INDICATIVE'
  /** Those of an offer, as the supplier has just confirmed them. */
  | 'OFFER';

/** A room option to check with its supplier. */
export type PrebookInput = {
  /** The `bookingToken` of the room option, unchanged. It can be several kilobytes long, and expires after 20 minutes or sooner. Example: `"bkt_AaxT70zLv1iuWEyWoGrhMN1SqOCj4wqINv6QcvL67VW"`. */
  bookingToken: string;
  /** The currency of `listPrice`, as its ISO 4217 code. Absent: the one in which the rooms were asked for. Example: `"EUR"`. */
  currency?: string | null | undefined;
  /** The language of the offer’s texts, as a BCP 47 tag: en, fr, de, ja or ar. Absent: the headers `language` and then `Accept-Language` decide, and English without either. Example: `"en"`. */
  language?: string | null | undefined;
  /** The highest total at which you would book, in the currency of the option or of its `listPrice`; any other currency is refused. An offer above it comes with `bookable` false. Absent: any price. */
  maxPrice?: MoneyInput | null | undefined;
  /** Who shops, for suppliers that demand the guest’s address and one session. All of it may be left out. */
  traveller?: TravellerInput | null | undefined;
};

/** How to go on after a prebook. */
export type PrebookNextAction =
  /** Show `changes` to the guest. If the guest agrees, book with `acceptedPrice` equal to the offer’s `total`: without it, `createBooking` refuses with `PRICE_MISMATCH`. */
  | 'ACCEPT_CHANGES'
  /** Book the offer with `createBooking`. */
  | 'BOOK'
  /** Search for rooms again with `createRoomSearch`: this option is gone. */
  | 'REFRESH_ROOMS';

/** What the supplier’s check of a room option came to. */
export type PrebookStatus =
  /** It can be booked as it was shown. Only changes that need no consent can have happened, of remarks for example. */
  | 'AVAILABLE'
  /** It can be booked, but at another price, in another currency, or with another amount due at the hotel; terms may have changed too. Ask the guest again. */
  | 'PRICE_CHANGED'
  /** The supplier no longer sells it. There is no offer: let the guest choose again. */
  | 'SOLD_OUT'
  /** The price is the same, but the cancellation terms, the meals, the kind of room or another term are not, or the supplier says that something has changed. Ask the guest again. */
  | 'TERMS_CHANGED';

/** An order by price. */
export type PriceSort =
  /** The dearest hotel comes first. */
  | 'HIGH_TO_LOW'
  /** The cheapest hotel comes first. */
  | 'LOW_TO_HIGH';

/** Whether a search waits for the suppliers. */
export type PricingMode =
  /** It answers at once from known and estimated prices, and asks the suppliers afterwards: poll `searchPrices`. For pages that a customer waits for. */
  | 'INSTANT'
  /** It asks the suppliers and waits for them, up to 15 seconds, then answers with every price that arrived. Hotels for which every supplier has answered that it has nothing are left out. */
  | 'LIVE';

/** What an unfinished booking waits for. */
export type ProcessingReason =
  /** The supplier was asked to cancel, and its record does not show what came of it yet. */
  | 'CANCELLATION_PENDING'
  /** The rooms are held, and it is your turn: confirm the hold, or cancel it. */
  | 'HOLD_CONFIRMATION_REQUIRED'
  /** Reserved, and not given yet: a number that the hotel still owes does not keep a booking from being `CONFIRMED`. */
  | 'HOTEL_CONFIRMATION_PENDING'
  /** A person has to decide: a reviewer whether a hold may be booked, or the gateway’s operator what became of a call that the supplier’s answers do not settle. */
  | 'MANUAL_REVIEW_REQUIRED'
  /** For a minute or more the supplier has not given a certain answer. The gateway looks the booking up there until it knows, and never sends it twice. */
  | 'RECONCILIATION_REQUIRED'
  /** The supplier was asked less than a minute ago, and has not given a certain answer. */
  | 'SUPPLIER_CONFIRMATION_PENDING';

/** Which booking is meant. */
export type QuoteCancellationInput = {
  /** The booking that is meant, by the id that `createBooking` gave. Example: `"ubk_01JQ8Z3V9MH6T4W2XEKB7C5DNR"`. */
  bookingId: string | number;
};

/** How a price is known, and so how far it can be relied on. */
export type RateType =
  /** The supplier answered it at most 15 minutes ago for the same stay, nationality and rooms, so an instant search does not ask for it again. */
  | 'CACHED'
  /** No supplier’s price is known: it derives from earlier prices of the hotel or, without any, from a guess by its class, and is only for orientation. */
  | 'ESTIMATED'
  /** The supplier answered it for this search, or for the refresh behind it. */
  | 'LIVE';

/** A reviewer’s decision about a hold. */
export type ReviewBookingInput = {
  /** The booking that is `AWAITING_REVIEW`, by its id. Example: `"ubk_01JQ8Z3V9MH6T4W2XEKB7C5DNR"`. */
  bookingId: string | number;
  /** What is to become of it. Example: `APPROVE`. */
  decision: ReviewDecision;
  /** Names this decision: 1 to 255 printable ASCII characters. With one, a decision that is sent again gets what became of the first; without, it is refused, because a booking is decided once. HTTP has it as the header `Idempotency-Key`. Example: `"review-8812"`. */
  idempotencyKey?: string | null | undefined;
  /** Why it was decided so, at most 1,000 characters. It is kept in the audit log, and neither supplier nor guest sees it. Absent: no reason is kept. Example: `"The guest was called, and will confirm tomorrow."`. */
  note?: string | null | undefined;
};

/** What a reviewer decides about a hold. */
export type ReviewDecision =
  /** The supplier is asked to hold the rooms, now and not before. */
  | 'APPROVE'
  /** The booking becomes `FAILED`, with the reason `REVIEW_REJECTED`, and no supplier is asked. */
  | 'REJECT';

/** Who sleeps in one room: one to five people, at least one of them an adult. */
export type RoomOccupancyInput = {
  /** How many adults sleep in the room, at least 1. Example: `2`. */
  adults: number;
  /** The age of each child that sleeps in the room, in whole years, 0 to 17. Leave it out, or empty, when there are none. Example: `[7]`. */
  childAges?: Array<number> | null | undefined;
};

/** A circle on the map. It may lie over the date line or a pole. */
export type SearchCenterInput = {
  /** The latitude of its centre in degrees, −90 to 90, WGS 84. Example: `51.5033`. */
  latitude: number;
  /** The longitude of its centre in degrees, −180 to 180, WGS 84. Example: `-0.1196`. */
  longitude: number;
  /** How far hotels may be from its centre, in kilometres as the crow flies: above 0, at most 50. Example: `2.5`. */
  radiusKm: number;
};

/** A search for the hotels of a place, for one hotel with its neighbours, or for hotels by their ids. Filters narrow it together: a hotel must pass all of them. */
export type SearchInput = {
  /** Only hotels with a rate with one of these meals for all guests, by the codes of a room option’s board, and only the prices of such rates. A rate whose meals its supplier does not tell has none of them. What it does in an instant search is the same as for `refundableOnly`; a warning names each supplier of which a search cannot find all such hotels. Example: `[BB, HB]`. */
  boardCodes?: Array<BoardCode> | null | undefined;
  /** Only hotels of the searched place within this circle. Distances in the answer, and the order `DISTANCE_FROM_CENTER`, are then from its centre. Not with a hotel as the `destination`. */
  center?: SearchCenterInput | null | undefined;
  /** Only hotels of one of these chains, by their ids in `hotelFilters`. Leave it out for any; an empty list matches no hotel. Example: `[12]`. */
  chainIds?: Array<string | number> | null | undefined;
  /** The day on which the guests arrive, as YYYY-MM-DD: today at the destination or later, and at most 500 days ahead. Example: `"2027-03-10"`. */
  checkIn: string;
  /** The day on which the guests leave, as YYYY-MM-DD: 1 to 30 nights after `checkIn`. Example: `"2027-03-12"`. */
  checkOut: string;
  /** The currency in which a `LIVE` search lists its prices, as its ISO 4217 code, in place of your organization’s. An instant search refuses it. Example: `"EUR"`. */
  currency?: string | null | undefined;
  /** Where to go on: the `nextCursor` of the page before, unchanged. Destination, stay, rooms, filters and order must be as they were. Leave it out, or null, for the first page. Example: `"p12.17766.20.7W41Ha9S2X_820"`. */
  cursor?: string | null | undefined;
  /** Where to search: a place or a hotel that `destinations` returned. It may only be left out when `hotelIds` are sent in its place. */
  destination?: DestinationInput | null | undefined;
  /** Only hotels that have all of these facilities, by their ids in `hotelFilters`. Example: `[3,9]`. */
  facilityIds?: Array<string | number> | null | undefined;
  /** True: only hotels with a rate that costs nothing to cancel now, and only the prices of such rates. That is less than `refundableOnly`, of which a part may be kept. What it does in an instant search is the same. */
  freeCancellation?: boolean | null | undefined;
  /** With a `destination`: only these hotels, at most 1000, as far as they lie in it; leave it out for any, an empty list matches no hotel. Without one: these hotels, 1 to 500, each once and in this order, all on one page, whatever places they lie in. Such a search takes the other filters, but no `center`, `sort`, `priceSort` or `cursor`; warnings tell which of the hotels cannot be searched, and why. Example: `[565,820]`. */
  hotelIds?: Array<string | number> | null | undefined;
  /** Only hotels with this text in their name, in any language; case, accents and punctuation do not matter. An empty text does not filter. Example: `"lotus"`. */
  hotelName?: string | null | undefined;
  /** The language of names in the answer: `en`, `fr`, `de`, `ja` or `ar`, also with a region (`fr-CA`). When it is absent or another, the headers `language` and then `Accept-Language` decide; what has no name in it comes in English. Example: `"en"`. */
  language?: string | null | undefined;
  /** How many hotels a page may have, 1 to 100; 20 when it is left out. A search by `hotelIds` alone has one page with all of them: a lower number is refused. Example: `20`. */
  limit?: number | null | undefined;
  /** Only hotels that cost at most this much for the whole stay and all rooms, in US cents, compared like `minTotalPriceUsdCents`: a price that is shown may be higher. Example: `90000`. */
  maxTotalPriceUsdCents?: number | null | undefined;
  /** How long a `LIVE` search may take, in milliseconds, 0 to 15000; 15000 when it is left out. Suppliers that have not answered by then are reported as `TIMEOUT`. An instant search ignores it. Example: `8000`. */
  maxWaitMs?: number | null | undefined;
  /** Only hotels that cost at least this much for the whole stay and all rooms, in US cents. It is divided by nights and rooms, and compared with the price of a night for two by which lists are sorted, so a price that is shown may be lower. Example: `20000`. */
  minTotalPriceUsdCents?: number | null | undefined;
  /** The nationality of the guests, as a code of `nationalities`. Suppliers’ prices depend on it, and some sell to certain nationalities only. Example: `"GB"`. */
  nationality: string;
  /** The order by price, for clients that do not use `sort`. Sent together, it is ignored with a warning. Example: `LOW_TO_HIGH`. */
  priceSort?: PriceSort | null | undefined;
  /** Whether to answer at once, or to wait for the suppliers; `INSTANT` when it is left out. Example: `INSTANT`. */
  pricingMode?: PricingMode | null | undefined;
  /** Only these kinds of accommodation, by their ids in `hotelFilters`. Leave it out for any; an empty list matches no hotel. Example: `["hotel","aparthotel"]`. */
  propertyTypes?: Array<string> | null | undefined;
  /** True: only hotels with a rate of which something is paid back when it is cancelled, and only the prices of such rates. An instant search keeps hotels about which no supplier has answered yet; polling tells which have no such rate. */
  refundableOnly?: boolean | null | undefined;
  /** The rooms that are wanted, 1 to 8, each with its guests. Send the same rooms to `createRoomSearch` afterwards. */
  rooms: Array<RoomOccupancyInput>;
  /** The order of the list, `RECOMMENDED` when it is left out. It wins over `priceSort`. Example: `PRICE_LOW_TO_HIGH`. */
  sort?: HotelSort | null | undefined;
  /** Only hotels with one of these numbers of stars, 1 to 5; half a star more is found with the whole: 4 finds 4.5. Leave it out for any; an empty list matches no hotel. Example: `[4,5]`. */
  starRatings?: Array<number> | null | undefined;
  /** Who shops, for suppliers that demand the guest’s address and one session. All of it may be left out. */
  traveller?: TravellerInput | null | undefined;
};

/** Why a room stream ended. */
export type StreamDoneReason =
  /** Every supplier has answered, failed or been skipped: the options are all there are. */
  | 'ALL_SETTLED'
  /** Twenty seconds have passed. Suppliers that had not answered by then count as failed, with `TIMEOUT`. */
  | 'DEADLINE'
  /** Before every supplier had answered, the stream’s reader had been gone for some seconds, or the request that began the search was cut off. The others are no longer waited for: search again for their options. */
  | 'EXPIRED';

/** Why the guests travel. */
export type TravelPurpose =
  /** For their work. */
  | 'BUSINESS'
  /** For themselves. */
  | 'LEISURE';

/** Who shops. Some suppliers demand the guest’s own address, and one session from the first search to the booking; a part that is told in one step holds in the next ones. It is stored sealed, and erased with the guests. */
export type TravellerInput = {
  /** The IP address of the guest’s device, IPv4 or IPv6; not your server’s. Over HTTP the header `X-Traveller-IP` does the same. Absent: suppliers get the address that called. Example: `"203.0.113.9"`. */
  ip?: string | null | undefined;
  /** Your session of the guest: 8 to 64 of letters, digits, `.`, `-` and `_`, the same from the first search to the booking, and new for the next guest. Over HTTP also as the header `X-Traveller-Session`. Absent: the gateway makes one for each search, and carries it through its tokens. Example: `"web-7f3a91c04d"`. */
  sessionId?: string | null | undefined;
  /** What the guest’s browser or app calls itself, at most 512 characters. Example: `"Mozilla/5.0 (iPhone)"`. */
  userAgent?: string | null | undefined;
};

export type ExampleFindQueryVariables = Exact<{
  q: string;
}>;


export type ExampleFindQuery = { destinations:
    | { __typename: 'DestinationList', destinations: Array<{ id: number, name: string }> }
    | { __typename: 'NotFoundProblem', code: string, message: string }
    | { __typename: 'RefusedProblem', code: string, message: string }
    | { __typename: 'ValidationProblem', code: string, message: string }
   | null };

export type ExampleRoomsMutationVariables = Exact<{
  input: CreateRoomSearchInput;
}>;


export type ExampleRoomsMutation = { createRoomSearch:
    | { __typename: 'NotFoundProblem', code: string, message: string }
    | { __typename: 'RefusedProblem', code: string, message: string }
    | { __typename: 'RoomSearch', streamId: string, options: Array<{ bookingToken: string, supplierCode: string, board: { name: string } }> }
    | { __typename: 'ValidationProblem', code: string, message: string }
   | null };

export type ExampleCheckMutationVariables = Exact<{
  input: PrebookInput;
}>;


export type ExampleCheckMutation = { prebook:
    | { __typename: 'NotFoundProblem', code: string, message: string }
    | { __typename: 'Prebook', status: PrebookStatus, offer: { offerId: string, price: { total: { decimal: string, currency: string } }, allocations: Array<{ allocationId: string }> } | null }
    | { __typename: 'RefusedProblem', code: string, message: string }
    | { __typename: 'ValidationProblem', code: string, message: string }
   | null };

export type ExampleBookMutationVariables = Exact<{
  input: CreateBookingInput;
}>;


export type ExampleBookMutation = { createBooking:
    | { __typename: 'CreatedBooking', booking: { bookingId: string, status: BookingStatus } }
    | { __typename: 'IdempotencyKeyReusedProblem', code: string, message: string }
    | { __typename: 'NotFoundProblem', code: string, message: string }
    | { __typename: 'OfferAlreadyBookedProblem', code: string, message: string }
    | { __typename: 'PriceMismatchProblem', code: string, message: string }
    | { __typename: 'RefusedProblem', code: string, message: string }
    | { __typename: 'SupplierTermsNotAcceptedProblem', code: string, message: string }
    | { __typename: 'ValidationProblem', code: string, message: string, issues: Array<{ path: string, message: string }> }
   | null };

export type ExampleRoomEventsSubscriptionVariables = Exact<{
  streamId: string | number;
  afterEventId?: number | null | undefined;
}>;


export type ExampleRoomEventsSubscription = { roomOptions:
    | { eventId: number, eventType: string }
    | { supplierCode: string, eventId: number, eventType: string, options: Array<{ optionId: string }> }
    | { eventId: number, eventType: string }
    | { optionsCount: number, eventId: number, eventType: string }
    | { eventId: number, eventType: string }
   };

export type ExampleBookingEventsSubscriptionVariables = Exact<{
  bookingId: string | number;
  afterSequence?: number | null | undefined;
}>;


export type ExampleBookingEventsSubscription = { bookingUpdated: { type: string, sequence: number | null, bookingData: { status: BookingStatus, change: { cause: BookingChangeCause | null } } | null } };

export type SearchQueryVariables = Exact<{
  input: SearchInput;
}>;


export type SearchQuery = { search:
    | { __typename: 'NotFoundProblem', code: string, message: string, retryable: boolean, requestId: string }
    | { __typename: 'RefusedProblem', code: string, message: string, retryable: boolean, requestId: string }
    | { __typename: 'Search', totalResults: number, nextCursor: string | null, searchId: string, hotels: Array<{ hotelId: string, hotelName: string, price: { amount: number, currency: string, rateType: RateType } | null }> }
    | { __typename: 'ValidationProblem', code: string, message: string, retryable: boolean, requestId: string, issues: Array<{ path: string, code: string, message: string }> }
   | null };

export type CreateRoomSearchMutationVariables = Exact<{
  input: CreateRoomSearchInput;
}>;


export type CreateRoomSearchMutation = { createRoomSearch:
    | { __typename: 'NotFoundProblem', code: string, message: string }
    | { __typename: 'RefusedProblem', code: string, message: string }
    | { __typename: 'RoomSearch', streamId: string, sseStreamUrl: string }
    | { __typename: 'ValidationProblem', code: string, message: string }
   | null };

export type RoomOptionsSubscriptionVariables = Exact<{
  streamId: string | number;
  afterEventId?: number | null | undefined;
}>;


export type RoomOptionsSubscription = { roomOptions:
    | { eventId: number, eventType: string }
    | { supplierCode: string, eventId: number, eventType: string, options: Array<{ optionId: string, bookingToken: string, availableBookingModes: Array<BookingMode>, price: { total: { amountMinor: number, currency: string } } }> }
    | { eventId: number, eventType: string }
    | { reason: StreamDoneReason, optionsCount: number, eventId: number, eventType: string }
    | { eventId: number, eventType: string }
   };

export type PrebookMutationVariables = Exact<{
  input: PrebookInput;
}>;


export type PrebookMutation = { prebook:
    | { __typename: 'NotFoundProblem', code: string, message: string }
    | { __typename: 'Prebook', status: PrebookStatus, nextAction: PrebookNextAction, changes: Array<{ path: string, before: unknown, after: unknown, severity: ChangeSeverity }>, offer: { offerId: string, price: { total: { amountMinor: number, currency: string, exponent: number, decimal: string } }, allocations: Array<{ allocationId: string, adults: number, childAges: Array<number> }>, lifecycle: { availableBookingModes: Array<BookingMode>, holdAllowed: boolean, holdDeadline: string | null } } | null }
    | { __typename: 'RefusedProblem', code: string, message: string }
    | { __typename: 'ValidationProblem', code: string, message: string }
   | null };

export type CreateBookingMutationVariables = Exact<{
  input: CreateBookingInput;
}>;


export type CreateBookingMutation = { createBooking:
    | { __typename: 'CreatedBooking', replayed: boolean, booking: { bookingId: string, acceptedOfferId: string, status: BookingStatus, isTerminal: boolean, actionRequired: boolean, processingReason: ProcessingReason | null, availableActions: Array<BookingAction>, holdDeadlineAt: string | null, failure: { code: string, message: string, retryable: boolean, supplierCode: string } | null } }
    | { __typename: 'IdempotencyKeyReusedProblem', code: string, message: string, retryable: boolean, bookingId: string, differingPaths: Array<string> }
    | { __typename: 'NotFoundProblem', code: string, message: string, retryable: boolean }
    | { __typename: 'OfferAlreadyBookedProblem', code: string, message: string, retryable: boolean, bookingId: string }
    | { __typename: 'PriceMismatchProblem', code: string, message: string, retryable: boolean, offerPrice: { amountMinor: number, currency: string }, optionPrice: { amountMinor: number, currency: string } | null }
    | { __typename: 'RefusedProblem', code: string, message: string, retryable: boolean }
    | { __typename: 'SupplierTermsNotAcceptedProblem', code: string, message: string, retryable: boolean, supplierCode: string, version: string, acceptAt: string }
    | { __typename: 'ValidationProblem', code: string, message: string, retryable: boolean, issues: Array<{ path: string, code: string, message: string }> }
   | null };

export type BookingQueryVariables = Exact<{
  by: BookingLookup;
}>;


export type BookingQuery = { booking:
    | { __typename: 'Booking', bookingId: string, acceptedOfferId: string, status: BookingStatus, isTerminal: boolean, nextPollAfterMs: number | null, processingReason: ProcessingReason | null, availableActions: Array<BookingAction>, provider: { code: string, bookingId: string | null } }
    | { __typename: 'NotFoundProblem', code: string, message: string }
    | { __typename: 'RefusedProblem', code: string, message: string }
    | { __typename: 'ValidationProblem', code: string, message: string }
   | null };

export type ConfirmHoldMutationVariables = Exact<{
  input: ConfirmHoldInput;
}>;


export type ConfirmHoldMutation = { confirmHold:
    | { __typename: 'BookingStatusData', bookingId: string, status: BookingStatus, processingReason: ProcessingReason | null }
    | { __typename: 'HoldConfirmationRejectedProblem', code: string, message: string, retryable: boolean, bookingId: string, status: BookingStatus, supplier: string, supplierHttpStatus: number, supplierErrorCode: string | null }
    | { __typename: 'NotFoundProblem', code: string, message: string, retryable: boolean }
    | { __typename: 'RefusedProblem', code: string, message: string, retryable: boolean }
    | { __typename: 'ValidationProblem', code: string, message: string, retryable: boolean }
   | null };

export type QuoteCancellationMutationVariables = Exact<{
  input: QuoteCancellationInput;
}>;


export type QuoteCancellationMutation = { quoteCancellation:
    | { __typename: 'CancellationQuote', quoteId: string, bookingId: string, cancellable: boolean, penaltyStatus: PenaltyStatus, expiresAt: string, penalty: { amountMinor: number, currency: string } | null }
    | { __typename: 'NotFoundProblem', code: string, message: string }
    | { __typename: 'RefusedProblem', code: string, message: string }
    | { __typename: 'ValidationProblem', code: string, message: string }
   | null };

export type CancelBookingMutationVariables = Exact<{
  input: CancelBookingInput;
}>;


export type CancelBookingMutation = { cancelBooking:
    | { __typename: 'CancellationQuoteInvalidProblem', code: string, message: string, reason: string, replacementQuote: { quoteId: string } | null }
    | { __typename: 'CancelledBooking', replayed: boolean, booking: { bookingId: string, status: BookingStatus, cancellation: { outcome: CancellationOutcome, penaltyStatus: PenaltyStatus } } }
    | { __typename: 'IdempotencyKeyReusedProblem', code: string, message: string }
    | { __typename: 'NotFoundProblem', code: string, message: string }
    | { __typename: 'RefusedProblem', code: string, message: string }
    | { __typename: 'ValidationProblem', code: string, message: string }
   | null };

export type PenaltiesQueryVariables = Exact<{
  bookingId: string | number;
}>;


export type PenaltiesQuery = { penalties:
    | { __typename: 'NotFoundProblem', code: string, message: string }
    | { __typename: 'PenaltyTimeline', bookingId: string, acceptedOfferId: string, status: BookingStatus, asOf: string, cancellable: boolean, total: { amountMinor: number, currency: string }, current: { penaltyStatus: string, basis: string, nights: number | null, percent: number | null, source: string, deadlineSource: string, from: { localDatetime: string, timezone: string, utcDatetime: string }, until: { localDatetime: string, timezone: string, utcDatetime: string } | null, penalty: { amountMinor: number, currency: string } | null } | null, cancellation: { refundability: string, policyStage: PolicyStage, policyText: string, freeCancellationUntil: { localDatetime: string, timezone: string, utcDatetime: string } | null, penalties: Array<{ penaltyStatus: string, basis: string, nights: number | null, percent: number | null, source: string, deadlineSource: string, from: { localDatetime: string, timezone: string, utcDatetime: string }, until: { localDatetime: string, timezone: string, utcDatetime: string } | null, penalty: { amountMinor: number, currency: string } | null }>, noShow: { penaltyStatus: string, basis: string, nights: number | null, percent: number | null, source: string, deadlineSource: string, from: { localDatetime: string, timezone: string, utcDatetime: string }, until: { localDatetime: string, timezone: string, utcDatetime: string } | null, penalty: { amountMinor: number, currency: string } | null } | null } }
    | { __typename: 'RefusedProblem', code: string, message: string }
    | { __typename: 'ValidationProblem', code: string, message: string }
   | null };

export type PenaltyFragment = { penaltyStatus: string, basis: string, nights: number | null, percent: number | null, source: string, deadlineSource: string, from: { localDatetime: string, timezone: string, utcDatetime: string }, until: { localDatetime: string, timezone: string, utcDatetime: string } | null, penalty: { amountMinor: number, currency: string } | null };

export type ReviewBookingMutationVariables = Exact<{
  input: ReviewBookingInput;
}>;


export type ReviewBookingMutation = { reviewBooking:
    | { __typename: 'IdempotencyKeyReusedProblem', code: string, message: string, bookingId: string, differingPaths: Array<string> }
    | { __typename: 'NotFoundProblem', code: string, message: string }
    | { __typename: 'RefusedProblem', code: string, message: string }
    | { __typename: 'ReviewedBooking', replayed: boolean, booking: { bookingId: string, status: BookingStatus } }
    | { __typename: 'ValidationProblem', code: string, message: string }
   | null };

export const PenaltyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Penalty"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CancellationPenalty"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"localDatetime"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}},{"kind":"Field","name":{"kind":"Name","value":"utcDatetime"}}]}},{"kind":"Field","name":{"kind":"Name","value":"until"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"localDatetime"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}},{"kind":"Field","name":{"kind":"Name","value":"utcDatetime"}}]}},{"kind":"Field","name":{"kind":"Name","value":"penaltyStatus"}},{"kind":"Field","name":{"kind":"Name","value":"penalty"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amountMinor"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"Field","name":{"kind":"Name","value":"basis"}},{"kind":"Field","name":{"kind":"Name","value":"nights"}},{"kind":"Field","name":{"kind":"Name","value":"percent"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"deadlineSource"}}]}}]} as unknown as DocumentNode<PenaltyFragment, unknown>;
export const ExampleFindDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ExampleFind"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"q"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"destinations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"q"},"value":{"kind":"Variable","name":{"kind":"Name","value":"q"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DestinationList"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"destinations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ExampleFindQuery, ExampleFindQueryVariables>;
export const ExampleRoomsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ExampleRooms"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateRoomSearchInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createRoomSearch"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RoomSearch"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"streamId"}},{"kind":"Field","name":{"kind":"Name","value":"options"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookingToken"}},{"kind":"Field","name":{"kind":"Name","value":"supplierCode"}},{"kind":"Field","name":{"kind":"Name","value":"board"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ExampleRoomsMutation, ExampleRoomsMutationVariables>;
export const ExampleCheckDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ExampleCheck"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PrebookInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"prebook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Prebook"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"offer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"offerId"}},{"kind":"Field","name":{"kind":"Name","value":"price"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"decimal"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"allocations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allocationId"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ExampleCheckMutation, ExampleCheckMutationVariables>;
export const ExampleBookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ExampleBook"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateBookingInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createBooking"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreatedBooking"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"booking"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookingId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationProblem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ExampleBookMutation, ExampleBookMutationVariables>;
export const ExampleRoomEventsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"ExampleRoomEvents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"streamId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"afterEventId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"roomOptions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"streamId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"streamId"}}},{"kind":"Argument","name":{"kind":"Name","value":"afterEventId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"afterEventId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"eventType"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RoomProviderOptions"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"supplierCode"}},{"kind":"Field","name":{"kind":"Name","value":"options"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"optionId"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RoomStreamDone"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"optionsCount"}}]}}]}}]}}]} as unknown as DocumentNode<ExampleRoomEventsSubscription, ExampleRoomEventsSubscriptionVariables>;
export const ExampleBookingEventsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"ExampleBookingEvents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookingId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"afterSequence"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookingUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookingId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookingId"}}},{"kind":"Argument","name":{"kind":"Name","value":"afterSequence"},"value":{"kind":"Variable","name":{"kind":"Name","value":"afterSequence"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"sequence"}},{"kind":"Field","name":{"kind":"Name","value":"bookingData"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"change"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cause"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ExampleBookingEventsSubscription, ExampleBookingEventsSubscriptionVariables>;
export const SearchDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Search"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SearchInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"search"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Search"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalResults"}},{"kind":"Field","name":{"kind":"Name","value":"nextCursor"}},{"kind":"Field","name":{"kind":"Name","value":"searchId"}},{"kind":"Field","name":{"kind":"Name","value":"hotels"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hotelId"}},{"kind":"Field","name":{"kind":"Name","value":"hotelName"}},{"kind":"Field","name":{"kind":"Name","value":"price"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"rateType"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"retryable"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationProblem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]}}]} as unknown as DocumentNode<SearchQuery, SearchQueryVariables>;
export const CreateRoomSearchDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateRoomSearch"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateRoomSearchInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createRoomSearch"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RoomSearch"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"streamId"}},{"kind":"Field","name":{"kind":"Name","value":"sseStreamUrl"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateRoomSearchMutation, CreateRoomSearchMutationVariables>;
export const RoomOptionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"RoomOptions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"streamId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"afterEventId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"roomOptions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"streamId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"streamId"}}},{"kind":"Argument","name":{"kind":"Name","value":"afterEventId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"afterEventId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"eventType"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RoomProviderOptions"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"supplierCode"}},{"kind":"Field","name":{"kind":"Name","value":"options"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"optionId"}},{"kind":"Field","name":{"kind":"Name","value":"bookingToken"}},{"kind":"Field","name":{"kind":"Name","value":"availableBookingModes"}},{"kind":"Field","name":{"kind":"Name","value":"price"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amountMinor"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RoomStreamDone"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"optionsCount"}}]}}]}}]}}]} as unknown as DocumentNode<RoomOptionsSubscription, RoomOptionsSubscriptionVariables>;
export const PrebookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Prebook"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PrebookInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"prebook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Prebook"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"nextAction"}},{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}},{"kind":"Field","name":{"kind":"Name","value":"severity"}}]}},{"kind":"Field","name":{"kind":"Name","value":"offer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"offerId"}},{"kind":"Field","name":{"kind":"Name","value":"price"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amountMinor"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"exponent"}},{"kind":"Field","name":{"kind":"Name","value":"decimal"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"allocations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allocationId"}},{"kind":"Field","name":{"kind":"Name","value":"adults"}},{"kind":"Field","name":{"kind":"Name","value":"childAges"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lifecycle"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"availableBookingModes"}},{"kind":"Field","name":{"kind":"Name","value":"holdAllowed"}},{"kind":"Field","name":{"kind":"Name","value":"holdDeadline"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<PrebookMutation, PrebookMutationVariables>;
export const CreateBookingDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateBooking"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateBookingInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createBooking"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreatedBooking"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"booking"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookingId"}},{"kind":"Field","name":{"kind":"Name","value":"acceptedOfferId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"isTerminal"}},{"kind":"Field","name":{"kind":"Name","value":"actionRequired"}},{"kind":"Field","name":{"kind":"Name","value":"processingReason"}},{"kind":"Field","name":{"kind":"Name","value":"availableActions"}},{"kind":"Field","name":{"kind":"Name","value":"holdDeadlineAt"}},{"kind":"Field","name":{"kind":"Name","value":"failure"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"retryable"}},{"kind":"Field","name":{"kind":"Name","value":"supplierCode"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"retryable"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationProblem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"IdempotencyKeyReusedProblem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookingId"}},{"kind":"Field","name":{"kind":"Name","value":"differingPaths"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OfferAlreadyBookedProblem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookingId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SupplierTermsNotAcceptedProblem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"supplierCode"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"acceptAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PriceMismatchProblem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"offerPrice"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amountMinor"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"Field","name":{"kind":"Name","value":"optionPrice"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amountMinor"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}}]}}]}}]}}]} as unknown as DocumentNode<CreateBookingMutation, CreateBookingMutationVariables>;
export const BookingDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Booking"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"by"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"BookingLookup"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"booking"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"Variable","name":{"kind":"Name","value":"by"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Booking"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookingId"}},{"kind":"Field","name":{"kind":"Name","value":"acceptedOfferId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"isTerminal"}},{"kind":"Field","name":{"kind":"Name","value":"nextPollAfterMs"}},{"kind":"Field","name":{"kind":"Name","value":"processingReason"}},{"kind":"Field","name":{"kind":"Name","value":"availableActions"}},{"kind":"Field","name":{"kind":"Name","value":"provider"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"bookingId"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<BookingQuery, BookingQueryVariables>;
export const ConfirmHoldDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConfirmHold"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ConfirmHoldInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"confirmHold"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BookingStatusData"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookingId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"processingReason"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"retryable"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HoldConfirmationRejectedProblem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookingId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"supplier"}},{"kind":"Field","name":{"kind":"Name","value":"supplierHttpStatus"}},{"kind":"Field","name":{"kind":"Name","value":"supplierErrorCode"}}]}}]}}]}}]} as unknown as DocumentNode<ConfirmHoldMutation, ConfirmHoldMutationVariables>;
export const QuoteCancellationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"QuoteCancellation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"QuoteCancellationInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"quoteCancellation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CancellationQuote"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"quoteId"}},{"kind":"Field","name":{"kind":"Name","value":"bookingId"}},{"kind":"Field","name":{"kind":"Name","value":"cancellable"}},{"kind":"Field","name":{"kind":"Name","value":"penaltyStatus"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"penalty"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amountMinor"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<QuoteCancellationMutation, QuoteCancellationMutationVariables>;
export const CancelBookingDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CancelBooking"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CancelBookingInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cancelBooking"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CancelledBooking"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"booking"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookingId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"cancellation"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"penaltyStatus"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CancellationQuoteInvalidProblem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"replacementQuote"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"quoteId"}}]}}]}}]}}]}}]} as unknown as DocumentNode<CancelBookingMutation, CancelBookingMutationVariables>;
export const PenaltiesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Penalties"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookingId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"penalties"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookingId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookingId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PenaltyTimeline"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookingId"}},{"kind":"Field","name":{"kind":"Name","value":"acceptedOfferId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"asOf"}},{"kind":"Field","name":{"kind":"Name","value":"cancellable"}},{"kind":"Field","name":{"kind":"Name","value":"total"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amountMinor"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"Field","name":{"kind":"Name","value":"current"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Penalty"}}]}},{"kind":"Field","name":{"kind":"Name","value":"cancellation"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"refundability"}},{"kind":"Field","name":{"kind":"Name","value":"policyStage"}},{"kind":"Field","name":{"kind":"Name","value":"freeCancellationUntil"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"localDatetime"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}},{"kind":"Field","name":{"kind":"Name","value":"utcDatetime"}}]}},{"kind":"Field","name":{"kind":"Name","value":"policyText"}},{"kind":"Field","name":{"kind":"Name","value":"penalties"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Penalty"}}]}},{"kind":"Field","name":{"kind":"Name","value":"noShow"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Penalty"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Penalty"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CancellationPenalty"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"localDatetime"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}},{"kind":"Field","name":{"kind":"Name","value":"utcDatetime"}}]}},{"kind":"Field","name":{"kind":"Name","value":"until"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"localDatetime"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}},{"kind":"Field","name":{"kind":"Name","value":"utcDatetime"}}]}},{"kind":"Field","name":{"kind":"Name","value":"penaltyStatus"}},{"kind":"Field","name":{"kind":"Name","value":"penalty"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amountMinor"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"Field","name":{"kind":"Name","value":"basis"}},{"kind":"Field","name":{"kind":"Name","value":"nights"}},{"kind":"Field","name":{"kind":"Name","value":"percent"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"deadlineSource"}}]}}]} as unknown as DocumentNode<PenaltiesQuery, PenaltiesQueryVariables>;
export const ReviewBookingDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ReviewBooking"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ReviewBookingInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reviewBooking"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ReviewedBooking"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"booking"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookingId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"IdempotencyKeyReusedProblem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookingId"}},{"kind":"Field","name":{"kind":"Name","value":"differingPaths"}}]}}]}}]}}]} as unknown as DocumentNode<ReviewBookingMutation, ReviewBookingMutationVariables>;