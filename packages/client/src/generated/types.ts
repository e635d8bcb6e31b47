// Made by scripts/generated/client.ts: npm run generate.
/* oxlint-disable */

/** An amount of money, exact: a whole number of the currency’s minor units. Divide by 10 to the power of `currency_exponent` only to show it, and never compute with the quotient. */
export interface Money {
  /** The amount in minor units (cents, yen, fils): 17700 with an exponent of 2 is 177.00. */
  amount_minor: number
  /** The currency of the amount, as its ISO 4217 code. */
  currency: string
  /** How many decimals the currency has: 2 for most, 0 for JPY, 3 for KWD, 4 for CLF. It never differs for one currency. */
  currency_exponent: number
}

/** What a stay costs, always for all of its nights and rooms together. Amounts due at the hotel can be in another currency than the rest. */
export interface Price {
  /** What you pay for the whole stay, with the taxes and fees that are included. What the guest pays at the hotel (`due_at_property`) comes on top of it. */
  total: Money
  /** The part of `total` without taxes and fees. Null when the supplier does not tell them apart; then show only `total`. */
  base: Money | null
  /** The taxes and fees that the supplier names, inside and outside `total`. An empty list does not promise that there are none. */
  taxes_and_fees: ({
    /** What the tax or fee is called, to show beside its amount. */
    description: string
    /**
     * What it is for, as far as the supplier tells it.
     *
     * - `TAX`: A tax that is not told further.
     * - `SALES_TAX`: A sales tax, which is shown apart in some countries.
     * - `CITY_TAX`: A tax of the town on each night or guest.
     * - `VAT`: Value-added tax.
     * - `TAXES_AND_FEES`: Taxes and service fees in one sum, which the supplier does not tell apart.
     * - `SERVICE_FEE`: A fee for a service that comes with the room.
     * - `PROPERTY_FEE`: A fee that the hotel itself takes for every stay.
     * - `RESORT_FEE`: A resort fee: pool, beach, gym and the like.
     * - `MANDATORY_FEE`: A fee that every guest has to pay, not told further.
     * - `EXTRA_PERSON_FEE`: What guests beyond the usual number cost.
     * - `RECOVERY_CHARGE`: What the supplier keeps to recover taxes that it owes itself.
     * - `ADJUSTMENT`: A correction of the price; a negative amount is a discount.
     * - `DEPOSIT`: A deposit for damage, given back when there is none.
     * - `OTHER`: Anything else; its description tells what.
     */
    kind: 'TAX' | 'SALES_TAX' | 'CITY_TAX' | 'VAT' | 'TAXES_AND_FEES' | 'SERVICE_FEE' | 'PROPERTY_FEE' | 'RESORT_FEE' | 'MANDATORY_FEE' | 'EXTRA_PERSON_FEE' | 'RECOVERY_CHARGE' | 'ADJUSTMENT' | 'DEPOSIT' | 'OTHER'
    /** True when `total` contains the amount, so that it must not be added again. */
    included: boolean
    /**
     * Who collects it, and so when it has to be paid.
     *
     * - `AT_BOOKING`: With the booking: it is part of what you pay for it.
     * - `AT_PROPERTY`: At the hotel, by the guest. Tell the guest so before booking.
     */
    due: 'AT_BOOKING' | 'AT_PROPERTY'
    /** How much it is for the whole stay. With several rooms there can be a line for each of them. */
    amount: Money
  })[]
  /** What the guest pays at the hotel beyond `total`: the charges of `taxes_and_fees` that are due there, each with what it is for. Empty when the supplier names none. */
  due_at_property: DueAtProperty[]
  /** The price of each night in the order of the nights, all rooms together, adding up to `total`. Null when the supplier gives no breakdown. */
  nightly: Money[] | null
}

/** The meals that are included in the price. */
export interface Board {
  /**
   * The kind of meals.
   *
   * - `RO`: Room only, without meals.
   * - `BB`: Bed and breakfast.
   * - `HB`: Half board: breakfast and one more meal.
   * - `FB`: Full board: breakfast, lunch and dinner.
   * - `AI`: All inclusive: meals, and drinks at least in part.
   *
   * Null when the supplier’s meals are none of these, or are not told.
   */
  code: string | null
  /** The meals in English for showing; in the supplier’s words when there is no `code`. */
  name: string
  /** For how many guests of a room the meals are. Null when they are for all of them, and when the supplier does not say. */
  covers_guests: number | null
  /** False when children pay for their meals at the hotel. Null when the supplier does not say, and without children. */
  children_included: boolean | null
}

/** The room as the supplier describes it. It is always there, also where the catalogue does not know the room. */
export interface ProviderRoom {
  /** The supplier’s own name or number for the kind of room. Compare it, but never parse it. */
  code: string
  /** The room’s title to show to guests; empty when the supplier gives none. */
  name: string
  /** The beds in the room. Empty when the supplier does not list them; the name may then tell. */
  beds: ({
    /** The kind of bed in upper snake case, in the supplier’s words: suppliers can bring new ones, so show an unknown kind as it is. */
    type: string
    /** How many beds of this kind a room has. */
    count: number
  })[]
}

/** The room as the gateway’s own catalogue describes it, the same for every supplier that sells it. */
export interface ServiceRoom {
  /** The catalogue’s id of the room: options of several suppliers with the same id are the same room. */
  room_id: string
  /** The catalogue’s title of the room, in the requested language or else in English; empty when it has none. */
  name: string
  /** Pictures of the room, as absolute URLs. Empty when the catalogue has none. */
  image_urls: string[]
}

/** One room of an option, an offer or a booking, with the guests that it is for. */
export interface Allocation {
  /** Names the room: each guest of a booking is put into one by this id. `POST /hotels/prebook` gives new ids, so use those of the offer, not those of the room option. */
  allocation_id: string
  /** Which of the requested `rooms` it serves, counted from 0. */
  room_index: number
  /** How many adults the room is for, as it was requested. */
  adults: number
  /** The age of each child in the room in whole years, as it was requested. Empty without children. */
  child_ages: number[]
  /** The room in the supplier’s words. Show it when there is no `service_room`. */
  provider_room: ProviderRoom
  /** The room in the catalogue’s words, with pictures. Null when it is not certain which room of the catalogue it is; it can be booked all the same. */
  service_room: ServiceRoom | null
}

/** One way to book all requested rooms with one supplier: rooms, meals, price and terms. It tells what the supplier said last; `POST /hotels/prebook` checks it before it is booked. */
export interface RoomOption {
  /** Names the option in your lists and logs. It is new with each search, and nothing can be booked with it: that takes `booking_token`. */
  option_id: string
  /** Send it back unchanged to `POST /hotels/prebook` to get an offer. It can be several kilobytes long, works until `booking_token_expires_at` and only for your organization, and must not be parsed. */
  booking_token: string
  /** When `booking_token` stops working, in RFC 3339 UTC: after 20 minutes, or sooner when the supplier’s own token ends. Then search for rooms again. */
  booking_token_expires_at: string
  /** The supplier that sells the rooms, by its code. It is for your records; guests need not see it. */
  supplier_code: string
  /**
   * How certainly the catalogue knows the rooms; with several rooms, that of the least certain one.
   *
   * - `MATCHED`: Every room is known. Show `service_room`, which looks the same for all suppliers.
   * - `AMBIGUOUS`: A room could be any of several rooms of the catalogue, so it has no `service_room`: show `provider_room` for it.
   * - `UNMAPPED`: The catalogue knows no room for one of the supplier’s. Show `provider_room` for it.
   * - `CONFLICT`: The catalogue’s sources disagree on which room it is, so none is shown for it. Show `provider_room`.
   */
  mapping_status: 'MATCHED' | 'AMBIGUOUS' | 'UNMAPPED' | 'CONFLICT'
  /** The rooms that are booked together, one for each requested room and in that order. */
  allocations: Allocation[]
  /** The meals that the price includes. */
  board: Board
  /** What the option costs. It can still change until `POST /hotels/prebook` has checked it. */
  price: Price
  /** The total in the currency of your lists, for sorting. Null without a stored exchange rate. */
  list_price: ListPrice | null
  /** At what price the supplier’s contract wants it to be sold. Null when it says nothing. */
  selling_price: SellingPrice | null
  /** To whom, and how, it may be sold. Without any condition it is sold alone and to everybody. */
  rate_conditions: RateConditions
  /** What makes the rate cheaper or gives more. The price has it already. Empty when there is nothing. */
  promotions: Promotion[]
  /** Who is paid for it, when, and how. */
  payment: Payment
  /** How guests check in and out, and what they must know. Null when neither supplier nor catalogue tell. */
  instructions: Instructions | null
  /** True when the hotel’s exact place may be told only after booking. The voucher has it then. */
  place_hidden: boolean
  /** Where to show the hotel on a map while its place is hidden, some hundred metres from it. Null when the place is not hidden. */
  approximate_point: {
    /** How far north of the equator it is, in degrees (WGS 84); south is negative. */
    latitude: number
    /** How far east of Greenwich it is, in degrees (WGS 84); west is negative. */
    longitude: number
  } | null
  /** The cancellation terms as the supplier gives them with its list; `POST /hotels/prebook` gives the binding ones. */
  cancellation: Cancellation
  /** In which ways it can be booked: at once, or as a hold that is confirmed later. Few options allow a hold. */
  available_booking_modes: ('INSTANT' | 'HOLD')[]
  /** How many rooms the supplier still has for the option, for telling guests that few are left. Null when it does not say, which does not mean many. */
  rooms_left: number | null
  /** When the supplier’s answer was taken over, in RFC 3339 UTC. */
  fetched_at: string
  /** What the supplier or the hotel wants guests to know, as texts. Show them before booking. Empty when there is nothing. */
  remarks: string[]
}

/** Why a supplier has no room of the hotel for the request, as it says itself. */
export interface UnavailableReason {
  /**
   * Which kind of reason it is.
   *
   * - `MINIMUM_STAY`: The stay is too short: `limit` tells from how many nights on the hotel sells.
   * - `MAXIMUM_STAY`: The stay is too long: `limit` tells up to how many nights the hotel sells.
   * - `STAY_LENGTH_NOT_SOLD`: From this check-in date on, the hotel sells other numbers of nights; `allowed_nights` has them.
   * - `CHECK_IN_NOT_ALLOWED`: Nobody can check in on that date.
   * - `CHECK_OUT_NOT_ALLOWED`: Nobody can check out on that date.
   * - `OCCUPANCY`: A room has more guests, or more guests of an age, than any that the hotel sells takes.
   * - `CHILD_AGE`: A child is too young: `limit` tells from which age on children are taken.
   * - `CHILDREN_NOT_ACCEPTED`: The hotel takes adults only.
   * - `TOO_MANY_ROOMS`: The hotel sells fewer rooms at a time than were asked for; `limit` tells how many.
   * - `TOO_LATE_TO_BOOK`: The hotel has to be booked earlier; `limit` tells how many days before check-in.
   * - `TOO_EARLY_TO_BOOK`: The hotel does not sell that far ahead; `limit` tells how many days.
   * - `NO_INVENTORY_ON_SOME_DATES`: Some of the nights are sold out; `sold_out_dates` has them.
   * - `NO_INVENTORY`: The hotel is sold out for the stay.
   * - `OTHER`: Another reason, which the supplier names and this list does not.
   */
  code: 'MINIMUM_STAY' | 'MAXIMUM_STAY' | 'STAY_LENGTH_NOT_SOLD' | 'CHECK_IN_NOT_ALLOWED' | 'CHECK_OUT_NOT_ALLOWED' | 'OCCUPANCY' | 'CHILD_AGE' | 'CHILDREN_NOT_ACCEPTED' | 'TOO_MANY_ROOMS' | 'TOO_LATE_TO_BOOK' | 'TOO_EARLY_TO_BOOK' | 'NO_INVENTORY_ON_SOME_DATES' | 'NO_INVENTORY' | 'OTHER'
  /** The limit that the request does not keep, in the unit that `code` tells. Null where the code has none, or the supplier does not tell it. */
  limit: number | null
  /** The numbers of nights that are sold from the check-in date on. Empty when they are not told. */
  allowed_nights: number[]
  /** The nights that are sold out, each by its date. Empty when they are not told. */
  sold_out_dates: string[]
}

/** How far a room search has come with one supplier. */
export interface RoomProvider {
  /** The supplier, by its code. */
  supplier_code: string
  /**
   * What came of asking it. `PENDING` until it has answered, failed or been skipped.
   *
   * - `PRICED`: The supplier has at least one price or room option. Some of several requests to it may have failed nevertheless.
   * - `NO_AVAILABILITY`: The supplier has nothing to sell for the stay.
   * - `TIMEOUT`: The supplier did not answer in time. The same question a little later may bring its prices.
   * - `ERROR`: The request to the supplier failed, its answer could not be used, or it has failed too often lately to be asked. The other suppliers are not affected.
   * - `RATE_LIMITED`: The supplier was not asked, or refused to answer, because too many requests were made to it. Ask again after `retry_after_ms`.
   * - `SKIPPED_UNMAPPED`: The supplier was not asked: it sells none of the hotels.
   * - `SUPPRESSED_NO_PRICE`: The supplier was not asked: the hotels that it sells there were left out, because no supplier recently had a price for them. Only a hotel search answers this.
   * - `STAY_NOT_SUPPORTED`: The supplier was not asked: the stay is longer or further ahead, or for more rooms, than it takes.
   * - `MARKET_NOT_SOLD`: The supplier was not asked: no contract with it sells to the nationality in the country of the destination.
   * - `CREDENTIALS_REFUSED`: The supplier refused the credentials of the contract with it. The operator has to mend that; nothing in the request can.
   * - `BUDGET_SPENT`: The supplier was not asked: as many questions as agreed have been put to it for now. Ask again after `retry_after_ms`.
   * - `PENDING`: The supplier has not answered yet. Poll `GET /hotels/search/{search_id}/prices` for the prices of a hotel search, or follow the stream of a room search.
   */
  outcome: 'PRICED' | 'NO_AVAILABILITY' | 'TIMEOUT' | 'ERROR' | 'RATE_LIMITED' | 'SKIPPED_UNMAPPED' | 'SUPPRESSED_NO_PRICE' | 'STAY_NOT_SUPPORTED' | 'MARKET_NOT_SOLD' | 'CREDENTIALS_REFUSED' | 'BUDGET_SPENT' | 'PENDING'
  /** How long the supplier took to answer or to fail, in milliseconds. Null while it is pending, when it was not asked, and when the time is not known. */
  latency_ms: number | null
  /** How many milliseconds to wait before it makes sense to ask the supplier again, after a failure or a limit. Null when it is not known. */
  retry_after_ms: number | null
  /** Why the supplier has no room for the request, where it says why. Null where it does not, and where it has rooms. */
  unavailable_reason: UnavailableReason | null
}

/** A room search that has begun: the suppliers are being asked at this moment, and their options arrive in its stream. */
export interface RoomSearch {
  /** The hotel whose rooms are searched, by its id in the catalogue. */
  hotel_id: string
  /** Names the stream that carries the options: `GET /hotels/{hotel_id}/rooms/stream/{stream_id}` takes it. */
  stream_id: string
  /** The path of the stream as HTTP’s server-sent events, to append to the base URL. Use it as it is, and do not build it. */
  sse_stream_url: string
  /** Until when the stream can be opened, in RFC 3339 UTC: about five minutes. One that was read to its `done` event is kept for another minute. Afterwards, search again. */
  stream_expires_at: string
  /** Always true: the stream is for one reader at a time. A second first connection is refused with `STREAM_IN_USE`; one that resumes takes the stream over. */
  single_use: true
  /** Each supplier that is enabled for your organization, and how far it has come. */
  providers: RoomProvider[]
  /** The options that arrived within `max_wait_ms`. Empty when the request did not ask to wait: then read the stream, which carries all of them. */
  options: RoomOption[]
  /** Each supplier that has brought nothing though it may have rooms to sell, as far as is known. The `done` event has all of them. Empty when there is none. */
  warnings: Warning[]
}

/** A room option that was checked with its supplier: the price and the terms that a booking of it has. Nothing is reserved by it. */
export interface Offer {
  /** Send it to `POST /hotels/book` to book the offer, or to `GET /hotels/offers/{offer_id}` to read it again. The booking shows it as `accepted_offer_id`. */
  offer_id: string
  /** The hotel of the offer, by its id in the gateway’s catalogue. */
  hotel_id: string
  /** The supplier that sells the rooms, by its code. It is for your records; guests need not see it. */
  supplier_code: string
  /** Until when the offer can be booked, in RFC 3339 UTC: 15 minutes, or less when the supplier’s own token ends sooner. Then search for rooms again. */
  expires_at: string
  /** False when `total` is above the `max_price` of the prebook: booking is then refused with `PRICE_MISMATCH`. Prebook again with a higher limit or none. */
  bookable: boolean
  /** What the offer costs; a booking of it has exactly this price. */
  price: Price
  /** The total in the currency of your lists, or in the `currency` of the prebook, frozen with the offer: `accepted_price` may be this one too. Null without a stored exchange rate. */
  list_price: ListPrice | null
  /** At what price the supplier’s contract wants it to be sold. Null when it says nothing. */
  selling_price: SellingPrice | null
  /** To whom, and how, it may be sold. Without any condition it is sold alone and to everybody. */
  rate_conditions: RateConditions
  /** What makes the rate cheaper or gives more. The price has it already. Empty when there is nothing. */
  promotions: Promotion[]
  /** Who is paid for it, when, and how. */
  payment: Payment
  /** How guests check in and out, and what they must know. Null when neither supplier nor catalogue tell. */
  instructions: Instructions | null
  /** The cancellation terms as the supplier has just confirmed them. A booking freezes them. */
  cancellation: Cancellation
  /** The rooms that are booked together, one for each requested room and in that order. */
  allocations: Allocation[]
  /** The meals that the price includes. */
  board: Board
  /** Whether it is booked at once or may be held, and until when. */
  lifecycle: {
    /** The values that `booking_mode` of `POST /hotels/book` may have for this offer. */
    available_booking_modes: ('INSTANT' | 'HOLD')[]
    /** True when the offer can be booked as a hold, so that `available_booking_modes` has `HOLD`. */
    hold_allowed: boolean
    /** Until when the supplier keeps the rooms of a hold that is not confirmed, in RFC 3339 UTC. A hold whose deadline is less than two days away waits for a review first. Null when no hold is allowed. */
    hold_deadline: string | null
  }
  /** Which data of the guests `POST /hotels/book` will need. */
  guest_requirements: {
    /** True when every guest needs a given and a family name. False when one named adult in each room is enough, and the others may be left out. */
    all_guests_named: boolean
    /** Whether the supplier itself demands an e-mail address. `POST /hotels/book` takes one for the `holder` in any case. */
    email_required: boolean
    /** True when `POST /hotels/book` needs a telephone number of the `holder`. */
    phone_required: boolean
    /** Which names the supplier takes: others are refused by `POST /hotels/book` with `GUEST_NAME_NOT_ACCEPTED`. Null when it takes every name that this service takes. */
    name_rule: {
      /** A regular expression (with Unicode classes) that the whole name has to match. */
      pattern: string
      /** How many characters a name may have at the most. */
      max_length: number
      /** The rule as an English sentence. */
      says: string
    } | null
    /** True when hotels of this supplier can ask for the gender of the guests: send the `gender` of `guests` then. Without it they are told that it is not known. */
    gender: boolean
    /** Which optional fields of `POST /hotels/book` the supplier has a place for. Others are accepted and kept with the booking, whose `unsent_fields` name them; a time of arrival reaches every supplier, if only in words. Values can be added. */
    takes: ('ARRIVAL_TIME' | 'GENDER' | 'LOYALTY' | 'TAX_REGISTRATION_NUMBER' | 'INVOICING' | 'TRAVEL_PURPOSE')[]
  }
  /** What the supplier or the hotel wants guests to know, as texts. Show them before booking. Empty when there is nothing. */
  remarks: string[]
  /** Who sells the stay, to be shown to guests in the EU. Null when the supplier does not say. */
  trader: Trader | null
  /** What the guest accepts of the supplier. Null when it has nothing to accept. */
  supplier_terms: SupplierTerms | null
}

/** A difference between the room option that was prebooked and what the supplier sells now. */
export interface OfferChange {
  /** What has changed, always in HTTP’s spelling: `price.total.amount_minor`, `price.total.currency`, `price.due_at_property`, `cancellation.refundability`, `cancellation.penalties`, `cancellation.no_show`, `selling_price`, `rate_conditions`, `payment`, `board.code`, `board.name`, `board.covers_guests`, `board.children_included`, `allocations`, `allocations.provider_room.name`, `lifecycle.available_booking_modes`, `promotions` or `remarks`. Names are compared only in one language. There can be others. */
  path: string
  /** The value in the room option, in HTTP’s spelling where it has fields. For `allocations` it is a list of the supplier’s room codes, and of names for `allocations.provider_room.name`; for `cancellation.penalties` each item has only its end, status and amount, or nights and percent where there is no amount. It can equal `after`: then the supplier says that it has changed, and does not show how. */
  before: unknown
  /** The value in the offer, in the same form as `before`. */
  after: unknown
  /**
   * Whether the guest has to agree to the change before the offer is booked.
   *
   * - `MATERIAL`: It concerns price, cancellation, meals or the room. The offer is booked only with `accepted_price`.
   * - `MINOR`: It concerns only remarks. Show the new ones; the offer can be booked as it is.
   */
  severity: 'MATERIAL' | 'MINOR'
}

/** What the supplier said when a room option was checked with it. */
export interface Prebook {
  /** The offer to book. Null when the option is sold out. */
  offer: Offer | null
  /** What differs from the room option. Empty when nothing does, and when it is sold out. */
  changes: OfferChange[]
  /**
   * What to do now.
   *
   * - `BOOK`: Book the offer with `POST /hotels/book`.
   * - `ACCEPT_CHANGES`: Show `changes` to the guest. If the guest agrees, book with `accepted_price` equal to the offer’s `total`: without it, `POST /hotels/book` refuses with `PRICE_MISMATCH`.
   * - `REFRESH_ROOMS`: Search for rooms again with `POST /hotels/{hotel_id}/rooms`: this option is gone.
   */
  next_action: 'BOOK' | 'ACCEPT_CHANGES' | 'REFRESH_ROOMS'
}

/**
 * What the supplier’s check of a room option came to.
 *
 * - `AVAILABLE`: It can be booked as it was shown. Only changes that need no consent can have happened, of remarks for example.
 * - `PRICE_CHANGED`: It can be booked, but at another price, in another currency, or with another amount due at the hotel; terms may have changed too. Ask the guest again.
 * - `TERMS_CHANGED`: The price is the same, but the cancellation terms, the meals, the kind of room or another term are not, or the supplier says that something has changed. Ask the guest again.
 * - `SOLD_OUT`: The supplier no longer sells it. There is no offer: let the guest choose again.
 */
export type PrebookStatus = 'AVAILABLE' | 'PRICE_CHANGED' | 'TERMS_CHANGED' | 'SOLD_OUT'

/** One instant in three ways: show guests the hotel’s own time, and compute with UTC. */
export interface ZonedInstant {
  /** The date and time on the hotel’s clocks, to the second and without a zone; in UTC when `timezone` is. */
  local_datetime: string
  /** The hotel’s time zone, as its IANA name. `UTC` when the zone is not known; say so where you show the time. */
  timezone: string
  /** The exact instant, in RFC 3339 and UTC. */
  utc_datetime: string
}

/** What cancelling costs in one period. The periods of a policy are sorted, follow each other without gaps and never overlap. */
export interface Penalty {
  /** The first instant of the period. Of the first period it is when the terms became known. */
  from: ZonedInstant
  /** The first instant after the period, at which the next one begins. Null for the last period, which does not end. */
  until: ZonedInstant | null
  /**
   * Whether it is known what cancelling costs in the period.
   *
   * - `NO_CHARGE`: Cancelling is free: the amount is zero.
   * - `KNOWN`: Cancelling costs the amount.
   * - `UNKNOWN`: The supplier gives no reliable amount, so there is none. Never show it as zero or as free.
   */
  penalty_status: 'NO_CHARGE' | 'KNOWN' | 'UNKNOWN'
  /** What cancelling in the period costs, in the currency of the price and never more than the price. Null when `penalty_status` is `UNKNOWN`. */
  penalty: Money | null
  /**
   * How the supplier expresses it; `penalty` has it as money already.
   *
   * - `FIXED`: As an amount of money.
   * - `NIGHTS`: As a number of `nights`.
   * - `PERCENT`: As a `percent` of the price.
   * - `FULL_STAY`: As the whole price of the stay.
   * - `UNKNOWN`: Not at all, or in a way that gives no amount in the currency of the price.
   */
  basis: 'FIXED' | 'NIGHTS' | 'PERCENT' | 'FULL_STAY' | 'UNKNOWN'
  /** How many nights have to be paid, where `basis` is `NIGHTS`. Null otherwise. */
  nights: number | null
  /** The share of the price that has to be paid, in percent, where `basis` is `PERCENT`; with `FULL_STAY` it can be 100. Null otherwise. */
  percent: number | null
  /** Whose terms these are: always `SUPPLIER`, because the gateway adds none of its own. */
  source: 'SUPPLIER'
  /**
   * How sure `from` and `until` are: how the supplier’s deadline became an instant.
   *
   * - `SUPPLIER_ZONED`: The supplier told the time with its zone, so it is exact; or the terms depend on no deadline.
   * - `SUPPLIER_ZONE_CONFIGURED`: The supplier told a time without a zone, which was read in the zone agreed with it.
   * - `HOTEL_LOCAL`: The supplier told a time at the hotel, which was read in the hotel’s zone.
   * - `ASSUMED_EARLIEST`: No zone is known, so the time was read as early as it can be on Earth (UTC+14). The true deadline is up to 26 hours later, never sooner.
   */
  deadline_source: 'SUPPLIER_ZONED' | 'SUPPLIER_ZONE_CONFIGURED' | 'HOTEL_LOCAL' | 'ASSUMED_EARLIEST'
}

/** Cancellation terms: what cancelling costs, and until when. */
export interface Cancellation {
  /**
   * Whether cancelling gives anything back, for a label in a list.
   *
   * - `REFUNDABLE`: All of it, within some period. Whether that period is still open is told by `free_cancellation_until` and `penalties`.
   * - `PARTIALLY_REFUNDABLE`: A part of it: cancelling always costs something, and not always the whole price.
   * - `NON_REFUNDABLE`: Nothing: cancelling costs the whole price at any time.
   * - `UNKNOWN`: It cannot be told, because the supplier gives no reliable amount for some period.
   */
  refundability: 'REFUNDABLE' | 'PARTIALLY_REFUNDABLE' | 'NON_REFUNDABLE' | 'UNKNOWN'
  /**
   * How binding the terms are.
   *
   * - `INDICATIVE`: Those of a room option, as the supplier lists it; the check by `POST /hotels/prebook` may change them.
   * - `OFFER`: Those of an offer, as the supplier has just confirmed them.
   * - `FINAL`: Those of a booking, frozen when it was made. They never change again.
   */
  policy_stage: 'INDICATIVE' | 'OFFER' | 'FINAL'
  /** Until when cancelling is free, this instant not included. Null when it is not free now, and when it is free without a deadline: `penalties` tells the two apart. */
  free_cancellation_until: ZonedInstant | null
  /** The terms as sentences to show to guests: one for each of `penalties`, and one for `no_show`, in the language of the request and with times at the hotel. Never empty. */
  policy_text: string
  /** What cancelling costs in each period, in the order of time. Empty when no terms are stored. */
  penalties: Penalty[]
  /** What it costs when the guest does not come and nobody has cancelled. Null when the supplier does not tell it apart. */
  no_show: Penalty | null
}

/** What cancelling a booking costs now, to be accepted within minutes. It cancels nothing by itself. */
export interface CancellationQuote {
  /** Names the quote. To accept it, send it unchanged to `POST /hotels/book/{booking_id}/cancel` as `cancellation_quote_id`. It works once. */
  quote_id: string
  /** The booking’s id: opaque, and stable for good. Keep it; every other call about the booking takes it. */
  booking_id: string
  /** The offer that was booked: the `offer_id` that `POST /hotels/prebook` gave. */
  accepted_offer_id: string
  /** From when on the quote cannot be accepted, in RFC 3339 and UTC: five minutes after it was given, or the instant at which the penalty changes if that is sooner. */
  expires_at: string
  /** Always true: a booking that cannot be cancelled gets an error in place of a quote. */
  cancellable: true
  /**
   * Whether the cost is known. Accepting a quote that says `UNKNOWN` accepts whatever the supplier will charge.
   *
   * - `NO_CHARGE`: Cancelling is free: the amount is zero.
   * - `KNOWN`: Cancelling costs the amount.
   * - `UNKNOWN`: The supplier gives no reliable amount, so there is none. Never show it as zero or as free.
   */
  penalty_status: 'NO_CHARGE' | 'KNOWN' | 'UNKNOWN'
  /** What cancelling costs while the quote is valid, in the booking’s currency: the supplier’s own figure where it gives one, else by the frozen terms. Null when `penalty_status` is `UNKNOWN`; never show that as zero. */
  penalty: Money | null
  /** The terms that were frozen when the booking was made, which say what cancelling later would cost. */
  cancellation: Cancellation
}

/** What cancelling a booking costs at any time, by its frozen terms. It commits to nothing: only a quote can be accepted. */
export interface PenaltyTimeline {
  /** The booking’s id: opaque, and stable for good. Keep it; every other call about the booking takes it. */
  booking_id: string
  /** The offer that was booked: the `offer_id` that `POST /hotels/prebook` gave. */
  accepted_offer_id: string
  /**
   * Where the booking stood at `as_of`.
   *
   * - `AWAITING_REVIEW`: A hold whose deadline is less than two days away waits for a person to approve it. The supplier was not asked yet, so no room is kept.
   * - `PROCESSING`: The supplier was asked to book, or to confirm a hold, and its answer is not certain yet. Wait for a webhook or poll, and do not book again.
   * - `CONFIRMED`: The supplier has confirmed the booking. Only now may the guest be told that it is booked.
   * - `ON_HOLD`: The supplier keeps the rooms until `hold_deadline_at`, and nothing is booked. Confirm or cancel it before then, and never show it to the guest as confirmed.
   * - `FAILED`: As far as the supplier’s answers show, nothing was booked. `failure` says why, and whether to try again.
   * - `CANCELLATION_PENDING`: A cancellation is under way. The booking is not cancelled yet: it becomes `CANCELLED`, or stands as before when the supplier did not cancel.
   * - `CANCELLED`: The booking has ended: somebody cancelled it, or its hold lapsed. It never changes its status again.
   */
  status: 'AWAITING_REVIEW' | 'PROCESSING' | 'CONFIRMED' | 'ON_HOLD' | 'FAILED' | 'CANCELLATION_PENDING' | 'CANCELLED'
  /** The instant for which `current` is told: that of the answer, in RFC 3339 and UTC. */
  as_of: string
  /** True when `POST /hotels/book/{booking_id}/cancellation-quote` would give a quote now. */
  cancellable: boolean
  /** The price of the booking. No penalty is higher. */
  total: Money
  /** The period of `penalties` that holds at `as_of`. Null when no terms are stored for the booking. */
  current: Penalty | null
  /** The whole timeline: the terms as they were frozen when the booking was made. */
  cancellation: Cancellation
}

/** At what price the supplier’s contract wants the rate to be sold to the guest, for the whole stay and all rooms. */
export interface SellingPrice {
  /** The lowest price at which you may sell. Null when the supplier sets none. `binding` tells whether it is a rule. */
  minimum: Money | null
  /** The price that the supplier suggests. Null when it suggests none. */
  suggested: Money | null
  /** The highest price at which you may sell. Null when the supplier sets none. */
  maximum: Money | null
  /** True when selling to the public below `minimum`, or above `maximum`, breaks the supplier’s contract. Then keep within them. */
  binding: boolean
  /** Who sets the price, in the supplier’s own word. Null when it does not say. */
  source: string | null
}

/** Under which conditions alone the rate may be sold. All are false unless your organization has been allowed to sell such rates. */
export interface RateConditions {
  /** True: only together with a flight or another service, under one price. */
  package_only: boolean
  /** True: only to guests on a mobile device. */
  mobile_only: boolean
  /** True: only to guests who are logged in as members. */
  member_only: boolean
  /** True: only where the hotel’s name stays hidden until it is booked. */
  opaque: boolean
  /** True: only to residents of the hotel’s country, who have to prove it there. */
  residents_only: boolean
  /** The `id` of each of `promotions` that has one. */
  promotion_ids: string[]
}

/** A promotion of the supplier or the hotel that the rate has. */
export interface Promotion {
  /** The supplier’s own code of it. Null when there is none. */
  id: string | null
  /** What it is called, to show to guests; in the supplier’s words. */
  name: string
  /**
   * What it gives.
   *
   * - `DISCOUNT`: A lower price. The price has it already.
   * - `FREE_NIGHT`: Nights that cost nothing. The price has them already.
   * - `PERK`: Something on top of the room, such as a transfer or credit for the spa.
   * - `CONDITION`: A lower price for guests who prove something at the hotel. Tell them before they book.
   * - `OTHER`: Something else; its name tells what.
   */
  kind: 'DISCOUNT' | 'FREE_NIGHT' | 'PERK' | 'CONDITION' | 'OTHER'
  /** How much lower the price is for it. Null when the supplier does not tell. */
  amount: Money | null
}

/** How the stay is paid. */
export interface Payment {
  /**
   * Who pays whom. Rates of other types than the first are not offered at present.
   *
   * - `PREPAID`: You pay with the booking. The guest pays the hotel no more than what is due there.
   * - `AT_PROPERTY`: The guest pays the stay at the hotel.
   * - `DEPOSIT`: The guest pays a part in advance, and the rest at the hotel.
   */
  type: 'PREPAID' | 'AT_PROPERTY' | 'DEPOSIT'
  /** What is taken in advance. Empty when nothing is. */
  deposits: ({
    /** How much is taken. */
    amount: Money
    /** When it is taken, in RFC 3339 and UTC. Null when the supplier does not say. */
    due_at: string | null
    /** Whether it is given back when the guest cancels in time. Null when the supplier does not say. */
    refundable: boolean | null
  })[]
  /** The cards that the hotel takes, in the supplier’s codes. Empty for prepaid rates. */
  cards_accepted: string[]
}

/** How guests get in and out, and what else they have to know before they travel. Show it before booking and on the voucher. */
export interface Instructions {
  /** From when on guests can check in, as HH:MM at the hotel. Null when it is not known. */
  check_in_from: string | null
  /** Until when they can, as HH:MM at the hotel. Null when it is not known, or at any time. */
  check_in_until: string | null
  /** Until when they have to leave, as HH:MM at the hotel. Null when it is not known. */
  check_out_until: string | null
  /** What to do on arrival, as texts. Empty when nothing is told. */
  text: string[]
  /** What is unlike elsewhere: an age, another place for the key. Empty when nothing is. */
  special: string[]
  /** The fees that all guests pay at the hotel, in its words. Null when none are told. */
  mandatory_fees_text: string | null
  /** The fees that some guests pay at the hotel, in its words. Null when none are told. */
  optional_fees_text: string | null
  /** What else to know before travelling, in the hotel’s words. Null when nothing is told. */
  know_before_you_go: string | null
}

/** Who sells the stay, as the law of the EU wants guests to be told. */
export interface Trader {
  /** The name of the trader or private person. */
  name: string
  /** Where the trader is established. Null when it is not told. */
  address: string | null
  /** The business register that the trader is in. Null when it is not told. */
  register_name: string | null
  /** The trader’s number in that register. Null when it is not told. */
  register_number: string | null
  /** An e-mail address of the trader. Null when it is not told. */
  email: string | null
  /** A telephone number of the trader. Null when it is not told. */
  phone: string | null
  /** What the guest has to be told of the trader, in the supplier’s words. */
  texts: string[]
}

/** The supplier’s own terms, which the guest accepts by booking. */
export interface SupplierTerms {
  /** A link to the terms, to be shown beside the button that books. Null when there is none. */
  supplier_terms_url: string | null
  /** A link to the agreement that agents who book have accepted. Null when there is none. */
  agent_agreement_url: string | null
  /** The terms as text, where the supplier sends them with the rate. Null when it does not. */
  text: string | null
}

/** The total in the currency of your lists, or in the `currency` of the request, so that all options of an answer can be sorted by one figure. What is booked and charged is `total` of `price`. */
export interface ListPrice {
  /** The converted total. */
  total: Money
  /** The operator’s exchange rate: units of the list’s currency for one of the supplier’s, as a decimal. `1` when nothing was converted. */
  rate: string
  /** When that rate was stored, in RFC 3339 and UTC. Null when nothing was converted. */
  rate_as_of: string | null
}

/** A charge that the guest pays at the hotel. Over HTTP it has the fields of money itself too, as it always had: the same as its `amount`. */
export interface DueAtProperty {
  /** The amount in minor units (cents, yen, fils): 17700 with an exponent of 2 is 177.00. */
  amount_minor: number
  /** The currency of the amount, as its ISO 4217 code. */
  currency: string
  /** How many decimals the currency has: 2 for most, 0 for JPY, 3 for KWD, 4 for CLF. It never differs for one currency. */
  currency_exponent: number
  /** What the charge is called, to show beside its amount. */
  name: string
  /** How much it is for the whole stay, in the currency in which the supplier charges you. */
  amount: Money
  /** How much it is in the currency of the hotel: that is what its desk takes. Null when the supplier does not tell it. */
  amount_in_property_currency: Money | null
  /** False when only guests who use something have to pay it. */
  mandatory: boolean
  /**
   * How the charge is counted; `amount` is for the whole stay in any case.
   *
   * - `PER_STAY`: Once for the stay.
   * - `PER_NIGHT`: For each night.
   * - `PER_PERSON`: For each guest.
   * - `PER_PERSON_PER_NIGHT`: For each guest and night.
   * - `UNKNOWN`: The supplier does not tell. The amount is for the whole stay all the same.
   */
  scope: 'PER_STAY' | 'PER_NIGHT' | 'PER_PERSON' | 'PER_PERSON_PER_NIGHT' | 'UNKNOWN'
  /** The charge in the supplier’s own words. Null when it has none. */
  text: string | null
}

/** What a voucher has to show, besides the stay and the guests. */
export interface Voucher {
  /** Sentences to print as they are: what the supplier’s contract demands, and what guests must know. */
  lines: string[]
  /** Who is paid for the stay, in the words that the supplier’s contract demands. Null when it demands none. */
  payable_through: string | null
  /** The reference by which hotel and supplier find it. Null until there is one. */
  supplier_reference: string | null
  /** Where the guests go. */
  hotel: {
    /** The hotel’s name when it was offered. */
    name: string
    /** Its class in stars, 0.5 to 5 in halves. Null when it has none or it is not known. */
    stars: number | null
    /** Its class as a text to print, in the supplier’s words where it has some. Null when it is not known. */
    category: string | null
    /** Its address, line by line, also where it was hidden before booking. */
    address_lines: string[]
    /** Its telephone number. Null when the catalogue has none. */
    phone: string | null
    /** Where it stands, in degrees north. */
    latitude: number
    /** Where it stands, in degrees east. */
    longitude: number
  }
  /** Whom guests call when something is wrong on arrival. Null when the supplier tells nobody. */
  emergency_contact: string | null
  /** The supplier’s terms that the guest has accepted by booking. Null when it has none. */
  supplier_terms: SupplierTerms | null
  /** The day of arrival, as YYYY-MM-DD at the hotel’s place. */
  check_in: string
  /** The day of departure, as YYYY-MM-DD at the hotel’s place. */
  check_out: string
  /** How many nights that are. */
  nights: number
  /** The meals that the price includes. */
  board: Board
  /** The booked rooms, each with who stays in it. */
  rooms: ({
    /** The room, by its `allocation_id`. */
    allocation_id: string
    /** The room in the supplier’s words, by which the front desk knows it. */
    name: string
    /** Who stays in it. Empty when personal data has been deleted. */
    guests: ({
      /**
       * Whether the guest is a child.
       *
       * - `ADULT`: One of the adults that the room was searched for.
       * - `CHILD`: One of the children that the room was searched for. A child has an age.
       */
      type: 'ADULT' | 'CHILD'
      /** The guest’s first name. Null when none was sent. */
      given_name: string | null
      /** The guest’s last name. Null when none was sent. */
      family_name: string | null
      /** The guest’s age in whole years: always there for a child. Null when none was sent. */
      age: number | null
    })[]
  })[]
  /** Whom the guest asks about the booking: your own contact, as it was set up. Null when none was. */
  agency: {
    /** Who it is. */
    name: string
    /** Its telephone number. Null when none is set up. */
    phone: string | null
    /** Its e-mail address. Null when none is set up. */
    email: string | null
  } | null
}

/** Whom to call at the hotel about a booking. */
export interface HotelContact {
  /** Who it is. Null when it is not told. */
  name: string | null
  /** A telephone number there. Null when it is not told. */
  phone: string | null
  /** An e-mail address there. Null when it is not told. */
  email: string | null
}

/** The hotel’s own number of one booked room. */
export interface HotelConfirmation {
  /** The room, by its `allocation_id`. */
  allocation_id: string
  /** The number by which the front desk finds the room. Null until it is known. */
  number: string | null
}

/** A price that stands for a hotel in a list: the whole stay, all rooms. */
export interface HotelPrice {
  /** The price of the whole stay for all rooms, in minor units of `currency`. */
  amount: number
  /** The currency of `amount`, as its ISO 4217 code. Read it at each price. */
  currency: string
  /**
   * How the price is known. Mark an estimate as one where you show it.
   *
   * - `live`: The supplier answered it for this search, or for the refresh behind it.
   * - `cached`: The supplier answered it at most 15 minutes ago for the same stay, nationality and rooms, so an instant search does not ask for it again.
   * - `estimated`: No supplier’s price is known: it derives from earlier prices of the hotel or, without any, from a guess by its class, and is only for orientation.
   */
  rate_type: 'live' | 'cached' | 'estimated'
  /** Whether something is paid back when a booking at this price is cancelled in time. False also when the terms are not known; null for an estimate. */
  is_refundable: boolean | null
  /** Until when cancelling at this price is free, as RFC 3339 in UTC. Null when it never is, when it is without a limit, and for an estimate. */
  free_cancellation_until: string | null
}

/** The price of one supplier for a hotel: of its cheapest rate, or of the cheapest that passes the filters of the search on rates. */
export interface SupplierPrice {
  /** The id of the hotel that the price is for, the same as that of the item around it. */
  hotel_id: string
  /** The supplier that sells at this price, by the code that room options carry too. */
  supplier_code: string
  /** The supplier’s name, for people at your side. Do not branch on it. */
  supplier_name: string
  /** The price of the whole stay for all rooms, in minor units of `currency`. */
  amount: number
  /** The currency of `amount`, as its ISO 4217 code. Read it at each price. */
  currency: string
  /**
   * Whether the supplier answered the price for this search or a little earlier.
   *
   * - `live`: The supplier answered it for this search, or for the refresh behind it.
   * - `cached`: The supplier answered it at most 15 minutes ago for the same stay, nationality and rooms, so an instant search does not ask for it again.
   */
  rate_type: 'live' | 'cached'
  /** When the supplier answered the price, as RFC 3339 in UTC. */
  fetched_at: string
  /** Whether something is paid back when the supplier’s rate is booked and cancelled in time. False also when the supplier does not say. */
  is_refundable: boolean
  /** Until when cancelling the supplier’s rate is free, as RFC 3339 in UTC. Null when it never is, or is without a limit: `is_refundable` tells whether anything is paid back. */
  free_cancellation_until: string | null
}

/** A hotel of a search, with what its stay costs as far as it is known. With `fields`, it has only those and `hotel_id`; otherwise every field. */
export interface HotelItem {
  /** The hotel’s id: digits, as text. Send it to `POST /hotels/{hotel_id}/rooms` for the rooms, and match polled prices by it. */
  hotel_id: string
  /** The name of the hotel, in the language of the answer where it has one in it, otherwise in English. */
  hotel_name?: string
  /** The name of the place that the catalogue puts the hotel in, usually its city, in the language of the answer. */
  city?: string
  /** The country in which the hotel is, as its ISO 3166-1 alpha-2 code. */
  country?: string
  /** What the hotel offers, as names to show, in the language of the answer. `GET /hotels/filters` has the same names with their ids. Empty when nothing is known. */
  facilities?: string[]
  /** How much is known about prices: 0 nothing, 1 only an estimate, 2 the price of one supplier, 3 prices of two or more. */
  availability_band?: 0 | 1 | 2 | 3
  /** The price to show for the hotel: that of the first supplier, in the organization’s order, that has one, even where another is cheaper. An instant search shows an estimate while no supplier’s price is known. With a filter on rates (`refundable_only`, `free_cancellation`, `board_codes`) it is that of a rate that passes it. Null when nothing is known. */
  price?: HotelPrice | null
  /** The cheapest of the hotel’s supplier prices, in the list’s currency. Null while no supplier’s price is known, or none can be converted to that currency; it is never an estimate. */
  lowest_price?: HotelPrice | null
  /** The cheapest known rate of which something is paid back when it is cancelled, in the list’s currency. Null while no supplier has answered, and when none returned such a rate for the list: a dearer one may exist, which a search with `refundable_only` finds. With a filter on rates it is among those that pass it. */
  refundable_from?: {
    /** The price of the whole stay for all rooms, in minor units of `currency`. */
    amount: number
    /** The currency of `amount`, as its ISO 4217 code: always that of the list. */
    currency: string
    /**
     * Whether its supplier answered the rate for this search or a little earlier.
     *
     * - `live`: The supplier answered it for this search, or for the refresh behind it.
     * - `cached`: The supplier answered it at most 15 minutes ago for the same stay, nationality and rooms, so an instant search does not ask for it again.
     */
    rate_type: 'live' | 'cached'
    /** Until when cancelling the rate is free, as RFC 3339 in UTC. Null when it never is, because a part is kept, or when it is without a limit. */
    free_cancellation_until: string | null
  } | null
  /** The price of each supplier that has one, in the organization’s order of suppliers; with a filter on rates of those that pass it. Empty while none is known. */
  supplier_prices?: SupplierPrice[]
  /** The hotel’s class in stars, 0.5 to 5 in halves. Null when it has none or it is not known. */
  stars?: number | null
  /** The street address in one line, to show to the guest. It is not translated. */
  address?: string
  /** How far north of the equator the hotel lies, in degrees (WGS 84); south is negative. */
  latitude?: number
  /** How far east of Greenwich the hotel lies, in degrees (WGS 84); west is negative. */
  longitude?: number
  /** True when the exact place may be told only after booking: `latitude` and `longitude` are then approximate, and `address` is empty. The voucher has the place itself. */
  place_hidden?: boolean
  /** The address of the picture to show for the hotel. Null when there is none. */
  main_image_url?: string | null
  /** The name of the chain that the hotel belongs to, in the language of the answer. Null when it belongs to none. */
  chain?: string | null
  /** How far the hotel is from the centre of the searched place, or from the searched hotel: kilometres as the crow flies, with one decimal. */
  distance_from_center_km?: number
  /** How many percent the hotel is cheaper than usual, with one decimal: `vs_typical_pct` with the opposite sign, so higher is better. Null wherever `vs_typical_pct` is. */
  value_pct?: number | null
  /** What a stay as long as this one typically costs at the hotel, in US cents: the median of the cheapest prices that were seen in the last 90 days for as many guests, arriving on a like day of the week (Friday and Saturday, or any other). Null with fewer than five such prices. */
  typical_price_usd_cents?: number | null
  /** By how many percent the lowest price is above (positive) or below (negative) what the hotel typically costs, with one decimal. Null for an estimate, and when no typical price is known. In a list sorted by `value` it is the figure that the list is sorted by: the hotel’s recent price for two guests, compared in the same way. */
  vs_typical_pct?: number | null
}

/** A hotel near the searched one, or near the centre of a place with few results. It need not pass the filters of the search. With `fields`, it has only those, `hotel_id` and `distance_km`; otherwise every field. */
export interface SimilarHotel {
  /** The hotel’s id: digits, as text. Send it to `POST /hotels/{hotel_id}/rooms` for the rooms, and match polled prices by it. */
  hotel_id: string
  /** The name of the hotel, in the language of the answer where it has one in it, otherwise in English. */
  hotel_name?: string
  /** The name of the place that the catalogue puts the hotel in, usually its city, in the language of the answer. */
  city?: string
  /** The country in which the hotel is, as its ISO 3166-1 alpha-2 code. */
  country?: string
  /** What the hotel offers, as names to show, in the language of the answer. `GET /hotels/filters` has the same names with their ids. Empty when nothing is known. */
  facilities?: string[]
  /** How much is known about prices: 0 nothing, 1 only an estimate, 2 the price of one supplier, 3 prices of two or more. */
  availability_band?: 0 | 1 | 2 | 3
  /** The price to show for the hotel: that of the first supplier, in the organization’s order, that has one, even where another is cheaper. An instant search shows an estimate while no supplier’s price is known. With a filter on rates (`refundable_only`, `free_cancellation`, `board_codes`) it is that of a rate that passes it. Null when nothing is known. */
  price?: HotelPrice | null
  /** The cheapest of the hotel’s supplier prices, in the list’s currency. Null while no supplier’s price is known, or none can be converted to that currency; it is never an estimate. */
  lowest_price?: HotelPrice | null
  /** The cheapest known rate of which something is paid back when it is cancelled, in the list’s currency. Null while no supplier has answered, and when none returned such a rate for the list: a dearer one may exist, which a search with `refundable_only` finds. With a filter on rates it is among those that pass it. */
  refundable_from?: {
    /** The price of the whole stay for all rooms, in minor units of `currency`. */
    amount: number
    /** The currency of `amount`, as its ISO 4217 code: always that of the list. */
    currency: string
    /**
     * Whether its supplier answered the rate for this search or a little earlier.
     *
     * - `live`: The supplier answered it for this search, or for the refresh behind it.
     * - `cached`: The supplier answered it at most 15 minutes ago for the same stay, nationality and rooms, so an instant search does not ask for it again.
     */
    rate_type: 'live' | 'cached'
    /** Until when cancelling the rate is free, as RFC 3339 in UTC. Null when it never is, because a part is kept, or when it is without a limit. */
    free_cancellation_until: string | null
  } | null
  /** The price of each supplier that has one, in the organization’s order of suppliers; with a filter on rates of those that pass it. Empty while none is known. */
  supplier_prices?: SupplierPrice[]
  /** The hotel’s class in stars, 0.5 to 5 in halves. Null when it has none or it is not known. */
  stars?: number | null
  /** The street address in one line, to show to the guest. It is not translated. */
  address?: string
  /** How far north of the equator the hotel lies, in degrees (WGS 84); south is negative. */
  latitude?: number
  /** How far east of Greenwich the hotel lies, in degrees (WGS 84); west is negative. */
  longitude?: number
  /** True when the exact place may be told only after booking: `latitude` and `longitude` are then approximate, and `address` is empty. The voucher has the place itself. */
  place_hidden?: boolean
  /** The address of the picture to show for the hotel. Null when there is none. */
  main_image_url?: string | null
  /** The name of the chain that the hotel belongs to, in the language of the answer. Null when it belongs to none. */
  chain?: string | null
  /** How far the hotel is from the centre of the searched place, or from the searched hotel: kilometres as the crow flies, with one decimal. */
  distance_from_center_km?: number
  /** How many percent the hotel is cheaper than usual, with one decimal: `vs_typical_pct` with the opposite sign, so higher is better. Null wherever `vs_typical_pct` is. */
  value_pct?: number | null
  /** What a stay as long as this one typically costs at the hotel, in US cents: the median of the cheapest prices that were seen in the last 90 days for as many guests, arriving on a like day of the week (Friday and Saturday, or any other). Null with fewer than five such prices. */
  typical_price_usd_cents?: number | null
  /** By how many percent the lowest price is above (positive) or below (negative) what the hotel typically costs, with one decimal. Null for an estimate, and when no typical price is known. In a list sorted by `value` it is the figure that the list is sorted by: the hotel’s recent price for two guests, compared in the same way. */
  vs_typical_pct?: number | null
  /** How many kilometres the hotel lies from what was searched, with one decimal: from the searched hotel, or from the place’s centre. The section is sorted by it. */
  distance_km?: number
}

/** How far one supplier is with a search, and what it contributed. Each supplier that is enabled for the organization has one entry. */
export interface SearchProvider {
  /** The supplier, by the code that prices and bookings carry too. */
  supplier_code: string
  /**
   * What came of asking the supplier. In a poll it is what is known so far, and may still change.
   *
   * - `PRICED`: The supplier has at least one price or room option. Some of several requests to it may have failed nevertheless.
   * - `NO_AVAILABILITY`: The supplier has nothing to sell for the stay.
   * - `TIMEOUT`: The supplier did not answer in time. The same question a little later may bring its prices.
   * - `ERROR`: The request to the supplier failed, its answer could not be used, or it has failed too often lately to be asked. The other suppliers are not affected.
   * - `RATE_LIMITED`: The supplier was not asked, or refused to answer, because too many requests were made to it. Ask again after `retry_after_ms`.
   * - `SKIPPED_UNMAPPED`: The supplier was not asked: it sells none of the hotels.
   * - `SUPPRESSED_NO_PRICE`: The supplier was not asked: the hotels that it sells there were left out, because no supplier recently had a price for them. Only a hotel search answers this.
   * - `STAY_NOT_SUPPORTED`: The supplier was not asked: the stay is longer or further ahead, or for more rooms, than it takes.
   * - `MARKET_NOT_SOLD`: The supplier was not asked: no contract with it sells to the nationality in the country of the destination.
   * - `CREDENTIALS_REFUSED`: The supplier refused the credentials of the contract with it. The operator has to mend that; nothing in the request can.
   * - `BUDGET_SPENT`: The supplier was not asked: as many questions as agreed have been put to it for now. Ask again after `retry_after_ms`.
   * - `PENDING`: The supplier has not answered yet. Poll `GET /hotels/search/{search_id}/prices` for the prices of a hotel search, or follow the stream of a room search.
   */
  outcome: 'PRICED' | 'NO_AVAILABILITY' | 'TIMEOUT' | 'ERROR' | 'RATE_LIMITED' | 'SKIPPED_UNMAPPED' | 'SUPPRESSED_NO_PRICE' | 'STAY_NOT_SUPPORTED' | 'MARKET_NOT_SOLD' | 'CREDENTIALS_REFUSED' | 'BUDGET_SPENT' | 'PENDING'
  /** How many milliseconds the supplier took to answer; of several rounds the longest. Null while it has not answered; null or 0 when nothing had to be sent to it. */
  latency_ms: number | null
  /** About how many hotels this search asked the supplier. 0 when nothing had to be asked, because all its prices were known, or when it was skipped. */
  hotels_requested: number
  /** For how many hotels the supplier has a price. It may be above `hotels_requested`, because answers that are known already, or that another search is waiting for, are not asked for again. */
  hotels_priced: number
  /** In how many milliseconds the supplier can be asked again, where it or a limit of this service demands a pause. Null when nobody demands one. */
  retry_after_ms: number | null
}

/** The search as it was understood: its place, stay and guests, for the heading of a result page. */
export interface SearchInfo {
  /** The country of `place`, as its ISO 3166-1 alpha-2 code. */
  country_code: string
  /** The day on which the guests arrive, as YYYY-MM-DD in the calendar of the hotel’s place. */
  check_in: string
  /** The day on which the guests leave, as YYYY-MM-DD in the calendar of the hotel’s place. */
  check_out: string
  /** How many nights lie between `check_in` and `check_out`. Prices are for all of them. */
  nights: number
  /** How many rooms were asked for. Prices are for all of them. */
  total_rooms: number
  /** How many people sleep in all rooms together, adults and children. */
  total_guests: number
  /** The order by price that the list is in, whether `sort` or `price_sort` asked for it. Null when it is in another order. */
  price_sort: 'low_to_high' | 'high_to_low' | null
  /** The id of the hotel that was searched. Null when a place was searched. */
  hotel_id: string | null
  /** The name of the hotel that was searched, in the language of the answer. Null when a place was searched. */
  hotel: string | null
  /** The id of the place that was searched, or of the place that the searched hotel belongs to; in a search by `hotel_ids` alone, that of the first of them. */
  place_id: number
  /** The name of the place with the id `place_id`, in the language of the answer. */
  place: string
  /** What kind of place `place` is: `country`, `region`, `city`, `district`, `airport` or `landmark`. */
  place_type: string
}

/** Something that was not done as asked, although the search succeeded: usually a mistake in the request, or a supplier that brought nothing. Log it. */
export interface Warning {
  /**
   * What happened, as a code to branch on.
   *
   * - `PRICE_SORT_IGNORED`: `price_sort` was not used, because `sort` was sent as well.
   * - `UNKNOWN_FILTER_VALUE`: The value of a filter is not in `GET /hotels/filters`, and so matches no hotel.
   * - `RANKING_REFRESHED`: The order of earlier pages is gone, so this page may repeat or skip hotels.
   * - `CACHE_UNAVAILABLE`: Prices are estimates, and the search cannot be polled.
   * - `HOTEL_NOT_FOUND`: A hotel that was asked for by its id is not in the catalogue, not any more, or cannot be searched yet: `path` and `message` tell which.
   * - `HOTEL_NOT_SOLD`: A hotel that was asked for by its id is sold by none of the organization’s suppliers.
   * - `HOTEL_LEFT_OUT`: A hotel that was asked for by its id is left out, because no supplier recently had a price for it. A search with it as the `destination` finds it.
   * - `FILTER_MAY_MISS_HOTELS`: A supplier’s search returns only some rates of each hotel, which cannot be chosen by this filter: a hotel of which no other rate passes it may be missing.
   * - `SUPPLIER_TIMEOUT`: A supplier did not answer in time.
   * - `SUPPLIER_ERROR`: Asking a supplier has failed.
   * - `SUPPLIER_RATE_LIMITED`: A supplier could not be asked, because of too many requests.
   * - `SUPPLIER_SUPPRESSED_NO_PRICE`: A supplier was not asked, because its hotels recently had no price.
   * - `SUPPLIER_STAY_NOT_SUPPORTED`: A supplier does not take stays of this length, lead time or number of rooms.
   * - `SUPPLIER_MARKET_NOT_SOLD`: A supplier does not sell to the nationality of the guests, or not in the country of the destination.
   * - `SUPPLIER_CREDENTIALS_REFUSED`: A supplier refuses the operator’s credentials, so that its hotels are not sold at all.
   * - `SUPPLIER_BUDGET_SPENT`: A supplier was not asked, because the agreed number of questions is used up for now.
   *
   * Codes can be added: log one that you do not know.
   */
  code: string
  /** The warning as an English sentence, for developers and logs. Its wording may change. */
  message: string
  /** The input that the warning is about, as HTTP spells it, with indexes in brackets. Null when it is about no single one. */
  path: string | null
  /** The supplier that it is about, by its code. Null when it is about none. */
  supplier_code: string | null
}

/** A page of the hotels that a search found. */
export interface SearchData {
  /** The search as it was understood, with the names of its place and hotel. */
  search_info: SearchInfo
  /** How many hotels all pages of the search have together: those returned so far, and those to come as far as is known. `total_is_estimate` tells whether it may still shrink. */
  total_results: number
  /** True while hotels of later pages may drop out because they have no price to show. On the last page it is false, and `total_results` is the sum of `returned_results` of all pages. */
  total_is_estimate: boolean
  /** How many hotels a page holds at the most: the `limit` that was sent, or its default. */
  requested_results: number
  /** How many hotels this page has. */
  returned_results: number
  /** The hotels of this page, in the order of the search. The order never depends on the prices that suppliers return: sort again after merging polled prices, if you want that. Empty when nothing matches. */
  hotels: HotelItem[]
  /** The id of the search. Poll `GET /hotels/search/{search_id}/prices` with it, and pass it to `POST /hotels/{hotel_id}/rooms` so that stay and rooms are compared. Each page has an id of its own. */
  search_id: string
  /** Until when this page can be polled, as RFC 3339 in UTC: 30 minutes after it was made. */
  search_expires_at: string
  /**
   * Whether polling brings more prices than this answer has.
   *
   * - `PENDING`: Suppliers are still being asked. Poll `GET /hotels/search/{search_id}/prices`.
   * - `COMPLETE`: Every supplier has answered or was given up. Nothing more comes: stop polling.
   * - `EXPIRED`: The search is over, 30 minutes after it was made, or its refresh broke off. Stop polling, and search again for fresh prices.
   */
  refresh_status: 'PENDING' | 'COMPLETE' | 'EXPIRED'
  /** Where the next page begins. Send it back unchanged as `cursor`, with the same search. Null on the last page. */
  next_cursor: string | null
  /** At most ten hotels within 10 km, nearest first, none of which is a result: show them as a section of their own. Only on the first page, when a hotel was searched or fewer than five hotels match; empty otherwise. */
  similar_hotels: SimilarHotel[]
  /** How far each supplier is that is enabled for the organization, in the organization’s order. */
  providers: SearchProvider[]
  /** What was ignored or matched nothing in the request. Empty when there is nothing to say. */
  warnings: Warning[]
}

/** The newest prices of a hotel that an earlier search returned. */
export interface PriceUpdate {
  /** The hotel’s id: digits, as text. Send it to `POST /hotels/{hotel_id}/rooms` for the rooms, and match polled prices by it. */
  hotel_id: string
  /** The price to show for the hotel, of the first supplier in the organization’s order that has one. Polls state it in USD, also where the list is in another currency; compare `list_price` with the list then. */
  price: HotelPrice | null
  /** The money of `price` in the list’s currency, at the rate of the search. Null when the list is in USD, so that `price` can be compared with it. */
  list_price: HotelPrice | null
  /** The cheapest of the hotel’s supplier prices, in the list’s currency. Null while no supplier’s price is known, or none can be converted to that currency; it is never an estimate. */
  lowest_price: HotelPrice | null
  /** The cheapest known rate of which something is paid back when it is cancelled, in the list’s currency. Null while no supplier has answered, and when none returned such a rate for the list: a dearer one may exist, which a search with `refundable_only` finds. With a filter on rates it is among those that pass it. */
  refundable_from: {
    /** The price of the whole stay for all rooms, in minor units of `currency`. */
    amount: number
    /** The currency of `amount`, as its ISO 4217 code: always that of the list. */
    currency: string
    /**
     * Whether its supplier answered the rate for this search or a little earlier.
     *
     * - `live`: The supplier answered it for this search, or for the refresh behind it.
     * - `cached`: The supplier answered it at most 15 minutes ago for the same stay, nationality and rooms, so an instant search does not ask for it again.
     */
    rate_type: 'live' | 'cached'
    /** Until when cancelling the rate is free, as RFC 3339 in UTC. Null when it never is, because a part is kept, or when it is without a limit. */
    free_cancellation_until: string | null
  } | null
  /** The price of each supplier that has answered with one, in the organization’s order of suppliers. Polls state them in USD where an exchange rate is known. */
  supplier_prices: SupplierPrice[]
  /** How many percent the hotel is cheaper than usual, with one decimal: `vs_typical_pct` with the opposite sign, so higher is better. Null wherever `vs_typical_pct` is. */
  value_pct: number | null
  /** By how many percent the lowest price is above (positive) or below (negative) what the hotel typically costs, with one decimal. Null for an estimate, and when no typical price is known. In a list sorted by `value` it is the figure that the list is sorted by: the hotel’s recent price for two guests, compared in the same way. */
  vs_typical_pct: number | null
  /** The revision of the search in which these prices last changed. */
  revision: number
}

/** What the refresh behind a search has found until now. */
export interface PriceUpdates {
  /** The id of the search that was polled. */
  search_id: string
  /**
   * Whether to poll again, or to stop.
   *
   * - `PENDING`: Suppliers are still being asked. Poll `GET /hotels/search/{search_id}/prices`.
   * - `COMPLETE`: Every supplier has answered or was given up. Nothing more comes: stop polling.
   * - `EXPIRED`: The search is over, 30 minutes after it was made, or its refresh broke off. Stop polling, and search again for fresh prices.
   */
  refresh_status: 'PENDING' | 'COMPLETE' | 'EXPIRED'
  /** A number that rises with each finding. Send it as `since` with the next poll to get only what changed after it. 0 when the search is no longer kept. */
  revision: number
  /** In how many milliseconds to poll again. Null when nothing more comes. */
  next_poll_after_ms: number | null
  /** Until when the search can be polled, as RFC 3339 in UTC. */
  expires_at: string
  /** For how many hotels at least one supplier has not answered yet, neighbours included. 0 unless `refresh_status` is `PENDING`. */
  pending_count: number
  /** The hotels whose prices are known, or changed after `since`; those of `refresh_ids` come first. Merge them into the list by `hotel_id`. A live search has none, because its answer had every price. */
  hotels: PriceUpdate[]
  /** The hotels of the page for which every supplier has answered and none has a price, whatever `since` is. Leave them in the list, and show them as not available for the stay. */
  no_price_hotel_ids: string[]
  /** How far each enabled supplier is with the refresh. Empty when the search is no longer kept. */
  providers: SearchProvider[]
}

/** A place or a hotel that can be searched. */
export interface Destination {
  /**
   * Whether `id` is that of a hotel or of a place. Send both to `POST /hotels/search`.
   *
   * - `hotel`: One hotel: a search finds it, and shows its neighbours beside it.
   * - `place`: A city, region, airport or another place: a search finds its hotels.
   */
  type: 'hotel' | 'place'
  /** The id of the place or hotel. Places and hotels are numbered apart, so the id means nothing without `type`. */
  id: number
  /** The name of the place or hotel alone, in the language of the answer. */
  name: string
  /** The country in which the destination lies, as its ISO 3166-1 alpha-2 code. */
  country_code: string
  /** The name with the places around it, in the language of the answer: what a list of suggestions shows to tell namesakes apart. */
  label: string
  /** The latitude of the hotel or of the place’s centre, in degrees (WGS 84); south is negative. */
  latitude: number
  /** The longitude of the hotel or of the place’s centre, in degrees (WGS 84); west is negative. */
  longitude: number
  /** What kind of place it is: `country`, `region`, `city`, `district`, `airport` or `landmark`. Null for a hotel. */
  place_type: string | null
  /** How many hotels the catalogue has in the place, with those of the places in it; a search may find fewer. 1 for a hotel. */
  hotel_count: number
}

/** What a search can be filtered by. Names are in the language of the answer. */
export interface HotelFilters {
  /** The kinds of accommodation, such as hotels and guest houses, for the filter `property_types`. */
  property_types: ({
    /** What to send in `property_types` of `POST /hotels/search`. */
    id: string
    /** What to show for the kind of accommodation. */
    name: string
  })[]
  /** The hotel chains, for the filter `chain_ids`. */
  chains: ({
    /** What to send in `chain_ids` of `POST /hotels/search`. */
    id: number
    /** What to show for the chain. */
    name: string
  })[]
  /** What hotels can offer, such as a pool or parking, for the filter `facility_ids`. */
  facilities: ({
    /** What to send in `facility_ids` of `POST /hotels/search`. */
    id: number
    /** What to show for the facility. */
    name: string
  })[]
}

/** What the catalogue knows of a hotel, whatever the stay. Prices are in searches. */
export interface Hotel {
  /** The hotel’s id: digits, as text. Send it to `POST /hotels/{hotel_id}/rooms` for the rooms, and match polled prices by it. */
  hotel_id: string
  /** The name of the hotel, in the language of the answer where it has one in it, otherwise in English. */
  hotel_name: string
  /** The name of the place that the catalogue puts the hotel in, usually its city, in the language of the answer. */
  city: string
  /** The country in which the hotel is, as its ISO 3166-1 alpha-2 code. */
  country: string
  /** What the hotel offers, as names to show, in the language of the answer. `GET /hotels/filters` has the same names with their ids. Empty when nothing is known. */
  facilities: string[]
  /** The hotel’s class in stars, 0.5 to 5 in halves. Null when it has none or it is not known. */
  stars: number | null
  /** The street address in one line, to show to the guest. It is not translated. */
  address: string
  /** How far north of the equator the hotel lies, in degrees (WGS 84); south is negative. */
  latitude: number
  /** How far east of Greenwich the hotel lies, in degrees (WGS 84); west is negative. */
  longitude: number
  /** True when the exact place may be told only after booking: `latitude` and `longitude` are then approximate, and `address` is empty. The voucher has the place itself. */
  place_hidden: boolean
  /** The address of the picture to show for the hotel. Null when there is none. */
  main_image_url: string | null
  /** The name of the chain that the hotel belongs to, in the language of the answer. Null when it belongs to none. */
  chain: string | null
  /** The language of the answer: the one that was asked for, where it is one of `en`, `fr`, `de`, `ja` and `ar`; otherwise English. */
  language: string
  /** The names of the hotel in every language in which it has one. */
  names: ({
    /** The language of the name: `en`, `fr`, `de`, `ja` or `ar`. */
    language: string
    /** What the hotel is called in that language. */
    name: string
  })[]
  /** The address as a letter has it, a line each. Empty when the place is hidden or not known. */
  address_lines: string[]
  /** The postal code. Null when the place is hidden, and when it is not known. */
  postcode: string | null
  /** The telephone number of the house, usually with its country code (E.164). Null when the place is hidden, and when none is known. */
  phone: string | null
  /** The IANA time zone in which the hotel lies. Null when it is not known. */
  time_zone: string | null
  /** The kind of accommodation. `GET /hotels/filters` has all kinds. */
  property_type: {
    /** What to send in `property_types` of `POST /hotels/search`. */
    id: string
    /** What to show for the kind of accommodation. */
    name: string
  }
  /** What the hotel offers: `facilities` with ids, and whether it is free. */
  facility_details: ({
    /** The id to filter searches by, in `facility_ids`. Null for one that only the supplier has a name for. */
    facility_id: number | null
    /** What to show for it: in the language of the answer, or as the supplier calls it. */
    name: string
    /** Whether guests have it for nothing. Null when it is not known. */
    is_free: boolean | null
    /** What else is said of it, as plain text. Null when nothing is. */
    note: string | null
  })[]
  /** Pictures of the hotel, the one that stands for it first. Empty when there is none. */
  images: HotelImage[]
  /** The hotel in words, in one language: that of the answer, otherwise English. Empty when nothing is told, and when the place is hidden. */
  descriptions: HotelDescription[]
  /** The terms of the hotel, then those of each enabled supplier that sells it, in the organization’s order of suppliers. Empty when nothing is told, and when the place is hidden. */
  policies: HotelPolicy[]
  /** How guests get in and out, from the catalogue and the enabled suppliers. An option of `POST /hotels/{hotel_id}/rooms` has those of its own supplier, which hold for it. When the place is hidden they have times and fees only. Null when nothing is told. */
  instructions: Instructions | null
  /** True when guests can check in at any hour, false when not. Null when it is not told. */
  check_in_all_day: boolean | null
  /** How old the guest who checks in must be, in years. Null when it is not told. */
  check_in_min_age: number | null
  /** The rooms that the hotel has, whatever is free. Empty when none are known. */
  rooms: HotelRoom[]
  /** Where the parts of this content come from. */
  sources: ({
    /**
     * The part of the content.
     *
     * - `name`: What it is called, in every language.
     * - `place`: Its address and point.
     * - `phone`: Its telephone number.
     * - `stars`: Its class.
     * - `type`: Its kind of accommodation.
     * - `chain`: To which chain it belongs.
     * - `facilities`: What it offers, with what is charged for it.
     * - `images`: Its pictures.
     * - `descriptions`: Its descriptions in one language.
     * - `check_in`: Whether the desk is always staffed, and how old guests must be.
     * - `rooms`: What rooms it has, with their pictures.
     */
    field: 'name' | 'place' | 'phone' | 'stars' | 'type' | 'chain' | 'facilities' | 'images' | 'descriptions' | 'check_in' | 'rooms'
    /** For descriptions the language. Null for parts that are the same in every language. */
    language: string | null
    /** The supplier whose content it is, by its code. */
    supplier_code: string
  })[]
}

/** A picture of the hotel or of one of its rooms. */
export interface HotelImage {
  /** The address of its largest size: http or https. */
  url: string
  /** What it shows. Null when nothing is said. */
  caption: LocalizedText | null
  /** What it shows in the source’s own word. Null when it has none. */
  category: string | null
  /** True for the first picture, which stands for the hotel or room. */
  is_main: boolean
  /** The picture in every size that there is, the largest first, each address once. */
  sizes: ImageSize[]
}

/** A picture in one size. */
export interface ImageSize {
  /** How wide it is, in pixels. Null when the source does not tell it. */
  width: number | null
  /** The address of the picture in this size: http or https. */
  url: string
}

/** A part of the hotel’s description. */
export interface HotelDescription {
  /**
   * What it is about.
   *
   * - `headline`: One line that sums the hotel up.
   * - `general`: The hotel as a whole.
   * - `location`: Where it lies.
   * - `attractions`: What is to be seen around it.
   * - `amenities`: What it offers its guests.
   * - `dining`: Where to eat and drink.
   * - `business`: What it has for meetings and work.
   * - `rooms`: Its rooms in general.
   * - `renovations`: What is being built or closed, and when.
   * - `national_ratings`: Who has given it its stars.
   * - `other`: Something that is none of the other kinds.
   */
  kind: 'headline' | 'general' | 'location' | 'attractions' | 'amenities' | 'dining' | 'business' | 'rooms' | 'renovations' | 'national_ratings' | 'other'
  /** Plain text with line ends, without mark-up: escape it as any other text. */
  text: string
  /** The language that the text is in: that of the answer, or another one where the catalogue has none in it, usually English. All descriptions of a hotel are in the same. */
  language: string
}

/** One of the terms under which guests stay. */
export interface HotelPolicy {
  /**
   * What it is about.
   *
   * - `check_in`: When and how guests check in and out.
   * - `children`: Children, and what is charged for them.
   * - `pets`: Whether pets may come, and at what price.
   * - `parking`: Where to park, and at what price.
   * - `internet`: Access to the internet, and its price.
   * - `meals`: Meals that are not in the rate.
   * - `extra_beds`: Further beds and cots.
   * - `deposit`: What is held against damage.
   * - `fees`: What is paid at the hotel.
   * - `no_show`: What happens to guests who come late or not at all.
   * - `visa`: Help with visas.
   * - `shuttle`: Rides to and from the hotel.
   * - `payment`: How guests can pay at the hotel.
   * - `know_before_you_go`: What else guests have to know before they travel.
   * - `other`: Something that is none of the other kinds.
   */
  kind: 'check_in' | 'children' | 'pets' | 'parking' | 'internet' | 'meals' | 'extra_beds' | 'deposit' | 'fees' | 'no_show' | 'visa' | 'shuttle' | 'payment' | 'know_before_you_go' | 'other'
  /** Plain text with line ends, without mark-up: escape it as any other text. */
  text: string
  /** The language that the text is in: that of the answer, or another one where the catalogue has none in it, usually English. */
  language: string
  /** The supplier for whose rates it holds: show it with rates of this supplier. Null when it holds for all. */
  supplier_code: string | null
}

/** A room of the hotel, whatever is free. */
export interface HotelRoom {
  /** The room that options name as `service_room`: match by it. Null when it is not known which one it is. */
  room_id: string | null
  /** What to show for the room. */
  name: LocalizedText
  /** What is said of the room. Null when nothing is. */
  description: LocalizedText | null
  /** The sets of beds that there is a choice of. Empty when they are not told. */
  bed_choices: ({
    /** The beds of this set. */
    beds: ({
      /** The kind of bed in upper snake case, in the supplier’s words: suppliers can bring new ones, so show an unknown kind as it is. */
      type: string
      /** How many beds of this kind a room has. */
      count: number
    })[]
  })[]
  /** How many guests it takes at the most. Null when it is not told. */
  max_occupancy: number | null
  /** How many adults it takes at the most. Null when it is not told. */
  max_adults: number | null
  /** How many children it takes at the most. Null when it is not told. */
  max_children: number | null
  /** What is seen from it, in the source’s words. Null when it is not told. */
  view: string | null
  /** How large it is, in square metres. Null when it is not told. */
  square_metres: number | null
  /** Whether guests may smoke in it. Null when it is not told. */
  smoking: boolean | null
  /** Whether it is made for guests in a wheelchair. Null when it is not told. */
  accessible: boolean | null
  /** What is in the room, in the source’s words. Empty when it is not told. */
  amenities: string[]
  /** Pictures of the room, the first first. Empty when there is none. */
  images: HotelImage[]
}

/** A text, and the language that it is in. */
export interface LocalizedText {
  /** Plain text, without mark-up: escape it as any other text. */
  text: string
  /** The language that the text is in: that of the answer, or another one where the catalogue has none in it, usually English. */
  language: string
}

/** A nationality that searches and room searches take. */
export interface Nationality {
  /** The country’s ISO 3166-1 alpha-2 code: what to send as `nationality`. */
  iso_code: string
  /** The country’s name in the language of the answer, by which the list is sorted. */
  name: string
}

/** The supplier’s side of a booking: the references by which supplier and hotel know it. */
export interface ProviderStatus {
  /** The supplier that the booking was made with, by its code. */
  code: string
  /** The supplier’s own id of the booking, for talking to the supplier. Null until the supplier has assigned one. */
  booking_id: string | null
  /** A second reference that some suppliers give. Null when there is none that differs from `booking_id`. */
  booking_code: string | null
  /** The number by which the hotel’s front desk finds the booking: show it on the voucher. Null until it is known; it often comes hours or days after the confirmation, with a `booking.updated` event, and from some suppliers never. */
  hotel_confirmation_number: string | null
  /**
   * Whether the hotel’s own number is still looked for.
   *
   * - `NOT_REQUESTED`: Nobody looks for it: the booking is not confirmed yet, or has ended.
   * - `PENDING`: The booking is confirmed, and the supplier is asked for the number from time to time.
   * - `RETRYING`: Reserved for a supplier that asks the hotel again; not given yet.
   * - `NO_ANSWER`: The supplier still had none after days of asking. It is asked daily until the guests arrive, and one that comes later is taken.
   * - `FETCHED`: The number is known.
   * - `NOT_FOUND_AT_HOTEL`: Reserved for a hotel that says it has no such booking; not given yet.
   * - `CANCELLED_BY_HOTEL`: Reserved, and not given yet: such a booking becomes `CANCELLED`.
   * - `ISSUE`: Reserved for a doubt that a person looks into; not given yet.
   *
   * The contract allows null, which is not given yet.
   */
  hotel_confirmation_status: string | null
  /** What the hotel said along with its number. Null while nothing is known, which is so for every supplier at present; deleted with the guests’ data. */
  hotel_confirmation_note: string | null
  /** A telephone number of the person at the hotel who confirmed. Null while nothing is known, as for every supplier at present; it goes when the guests are deleted. */
  hotel_contact_phone: string | null
  /** Who at the hotel confirmed. Null while nobody is known, as for every supplier at present; removed together with the guests. */
  hotel_contact_name: string | null
}

/** Why a booking is `FAILED`, and whether to try again. */
export interface BookingFailure {
  /**
   * The reason, on which a client can branch.
   *
   * - `SOLD_OUT`: The room was gone when the supplier was asked to book it. Let the guest choose again.
   * - `PRICE_CHANGED`: The supplier’s price was no longer that of the offer. Prebook again, and show the new price.
   * - `GUEST_DATA_REJECTED`: The supplier does not accept a name or another detail of the guests. Correct it first.
   * - `PAYMENT_DECLINED`: The supplier could not be paid. It is not the guest’s fault: contact support.
   * - `SUPPLIER_REFUSED`: The supplier refused for another reason.
   * - `REVIEW_REJECTED`: A reviewer rejected the hold. The supplier was never asked.
   * - `REVIEW_EXPIRED`: Nobody reviewed the hold before `review_expires_at`. The supplier was never asked.
   * - `HOLD_LAPSED`: The supplier had released the hold before it was confirmed.
   * - `NOT_FOUND_AT_SUPPLIER`: The supplier has no such booking. With `retryable` true the request never left the gateway. With false it was sent and may still be carried out: the booking then goes back to `PROCESSING`.
   *
   * Treat a code that you do not know like `SUPPLIER_REFUSED`.
   */
  code: string
  /** The reason as an English sentence, for logs and support. It can change at any time, and never has the supplier’s own words. */
  message: string
  /** True when nothing was booked, nothing can still be, and trying again can help: a new attempt, with a new idempotency key, cannot book twice. False: the same would fail again, or the first attempt may still come true. */
  retryable: boolean
  /** The supplier with which it failed, by its code: the same as `code` of `provider`. */
  supplier_code: string
}

/** How a booking came to be cancelled: who caused it, when, and what it cost. It is kept for good. */
export interface BookingCancellation {
  /** The cancellation’s own id, for support. */
  cancellation_id: string
  /** When `POST /hotels/book/{booking_id}/cancel` was called, in RFC 3339 and UTC. Null when nobody asked: the hold lapsed, or the hotel or the operator ended the booking. */
  requested_at: string | null
  /** When the booking became `CANCELLED`, in RFC 3339 and UTC. Null until the supplier has cancelled. */
  cancelled_at: string | null
  /**
   * Who ended the booking, and so whether the guest still has to be told.
   *
   * - `CLIENT`: You did, by accepting a quote.
   * - `HOLD_LAPSED`: Nobody confirmed the hold in time, and the supplier released the rooms.
   * - `CANCELLED_BY_HOTEL`: The hotel or its supplier cancelled a booking that stood. Tell the guest, and find another room.
   * - `CANCELLED_BY_OPERATOR`: The supplier no longer knew the booking, and a person at the gateway’s operator found out that it is gone. Tell the guest.
   */
  cause: 'CLIENT' | 'HOLD_LAPSED' | 'CANCELLED_BY_HOTEL' | 'CANCELLED_BY_OPERATOR'
  /**
   * Whether it is known what the cancellation costs.
   *
   * - `NO_CHARGE`: Cancelling is free: the amount is zero.
   * - `KNOWN`: Cancelling costs the amount.
   * - `UNKNOWN`: The supplier gives no reliable amount, so there is none. Never show it as zero or as free.
   */
  penalty_status: 'NO_CHARGE' | 'KNOWN' | 'UNKNOWN'
  /** What the cancellation costs as you accepted it with the quote; without a quote, what was charged. Null when `penalty_status` is `UNKNOWN`. */
  penalty: Money | null
  /** What the supplier says that it charged, in its own currency. Null when it has not said. It can differ from `penalty`; it is then worth a question to support. */
  charged_penalty: Money | null
  /** The supplier’s own number of the cancellation, as a proof towards it. Null when it gives none. */
  supplier_cancellation_reference: string | null
}

/** A part of a booking in which the supplier’s record differs from what was agreed. The booking keeps its status and price, and a person at the gateway’s operator is told. */
export interface Discrepancy {
  /**
   * What differs.
   *
   * - `status`: The supplier no longer knows a booking that is confirmed here.
   * - `price.total`: What the supplier charges is not the agreed price.
   * - `stay.check_in`: The first day of the stay is another one.
   * - `stay.check_out`: The last day of the stay is another one.
   * - `allocations`: The number of booked rooms is another one.
   * - `guests`: The record names people who were not booked.
   */
  path: 'status' | 'price.total' | 'stay.check_in' | 'stay.check_out' | 'allocations' | 'guests'
  /** What was agreed, as text to show: an amount with its currency, a date, a number of rooms, guests by their initials, or `CONFIRMED` for the status. */
  ours: string
  /** What the supplier’s record says, written like `ours`; `NOT_FOUND` where the supplier no longer knows the booking. */
  theirs: string
  /** When this difference was first seen, in RFC 3339 and UTC. */
  found_at: string
}

/** The status of a booking: the same from every call, in lists and in events. */
export interface BookingStatusData {
  /** The booking’s id: opaque, and stable for good. Keep it; every other call about the booking takes it. */
  booking_id: string
  /** The offer that was booked: the `offer_id` that `POST /hotels/prebook` gave. */
  accepted_offer_id: string
  /**
   * How far the booking is. What the guest is told should depend on this field alone.
   *
   * - `AWAITING_REVIEW`: A hold whose deadline is less than two days away waits for a person to approve it. The supplier was not asked yet, so no room is kept.
   * - `PROCESSING`: The supplier was asked to book, or to confirm a hold, and its answer is not certain yet. Wait for a webhook or poll, and do not book again.
   * - `CONFIRMED`: The supplier has confirmed the booking. Only now may the guest be told that it is booked.
   * - `ON_HOLD`: The supplier keeps the rooms until `hold_deadline_at`, and nothing is booked. Confirm or cancel it before then, and never show it to the guest as confirmed.
   * - `FAILED`: As far as the supplier’s answers show, nothing was booked. `failure` says why, and whether to try again.
   * - `CANCELLATION_PENDING`: A cancellation is under way. The booking is not cancelled yet: it becomes `CANCELLED`, or stands as before when the supplier did not cancel.
   * - `CANCELLED`: The booking has ended: somebody cancelled it, or its hold lapsed. It never changes its status again.
   */
  status: 'AWAITING_REVIEW' | 'PROCESSING' | 'CONFIRMED' | 'ON_HOLD' | 'FAILED' | 'CANCELLATION_PENDING' | 'CANCELLED'
  /** True when polling may stop: at `CONFIRMED`, `FAILED` and `CANCELLED`. It is no promise for ever: cancelling a confirmed booking opens it again, a hotel can cancel it, and a supplier can still carry out what seemed to have failed. Webhooks and `GET /events` tell that. */
  is_terminal: boolean
  /** The references of supplier and hotel. */
  provider: ProviderStatus
  /** How many milliseconds to wait before asking again, for clients without webhooks: 1 to 60 seconds, and more the longer an answer is awaited. Null when `is_terminal` is true. */
  next_poll_after_ms: number | null
  /** What the booking waits for. Null when it waits for nothing: at `CONFIRMED`, `FAILED` and `CANCELLED`. */
  processing_reason: 'SUPPLIER_CONFIRMATION_PENDING' | 'HOTEL_CONFIRMATION_PENDING' | 'CANCELLATION_PENDING' | 'RECONCILIATION_REQUIRED' | 'HOLD_CONFIRMATION_REQUIRED' | 'MANUAL_REVIEW_REQUIRED' | null
  /** True when it is somebody’s turn: yours for a booking that is `ON_HOLD`, a reviewer’s for one that is `AWAITING_REVIEW`. What nobody acts on ends at its deadline. */
  action_required: boolean
  /** What can be done with the booking now. Offer the guest nothing that is not in it, and read it again after each change. */
  available_actions: ('GET_STATUS' | 'GET_DETAILS' | 'CANCEL' | 'CONFIRM_HOLD' | 'CONTACT_SUPPORT' | 'REVIEW_BOOKING')[]
  /** Until when the supplier keeps the rooms of a hold, in RFC 3339 and UTC; from this instant on it cannot be confirmed. Null for bookings that were never on hold. It stays when the hold has been confirmed or cancelled. */
  hold_deadline_at: string | null
  /** When `POST /hotels/book` made the booking, in RFC 3339 and UTC. */
  created_at: string
  /** When anything in the booking last changed, in RFC 3339 and UTC; also something that no field shows. To order changes, use the sequence of its events. */
  updated_at: string
  /** Until when a hold that is `AWAITING_REVIEW` can be approved, in RFC 3339 and UTC: 24 hours after it was made, or an hour before the hold’s deadline if that is sooner. After it the booking is `FAILED`. It stays when the review is decided; null for bookings that needed none. */
  review_expires_at: string | null
  /** Why nothing was booked. Null unless the booking is `FAILED`. */
  failure: BookingFailure | null
  /** In what the supplier’s record differs from what was agreed. Empty while it differs in nothing. Do not let a guest travel on a booking that has any before somebody has looked at it. */
  discrepancies: Discrepancy[]
  /** Who cancelled the booking, when, and what it cost. Null unless the booking is `CANCELLED` or `CANCELLATION_PENDING`; a cancellation that had no effect is not shown. */
  cancellation: BookingCancellation | null
}

/** A booking in a list: its status, and enough to tell it from others. */
export interface BookingListItem {
  /** The booking’s id: opaque, and stable for good. Keep it; every other call about the booking takes it. */
  booking_id: string
  /** The offer that was booked: the `offer_id` that `POST /hotels/prebook` gave. */
  accepted_offer_id: string
  /**
   * How far the booking is. What the guest is told should depend on this field alone.
   *
   * - `AWAITING_REVIEW`: A hold whose deadline is less than two days away waits for a person to approve it. The supplier was not asked yet, so no room is kept.
   * - `PROCESSING`: The supplier was asked to book, or to confirm a hold, and its answer is not certain yet. Wait for a webhook or poll, and do not book again.
   * - `CONFIRMED`: The supplier has confirmed the booking. Only now may the guest be told that it is booked.
   * - `ON_HOLD`: The supplier keeps the rooms until `hold_deadline_at`, and nothing is booked. Confirm or cancel it before then, and never show it to the guest as confirmed.
   * - `FAILED`: As far as the supplier’s answers show, nothing was booked. `failure` says why, and whether to try again.
   * - `CANCELLATION_PENDING`: A cancellation is under way. The booking is not cancelled yet: it becomes `CANCELLED`, or stands as before when the supplier did not cancel.
   * - `CANCELLED`: The booking has ended: somebody cancelled it, or its hold lapsed. It never changes its status again.
   */
  status: 'AWAITING_REVIEW' | 'PROCESSING' | 'CONFIRMED' | 'ON_HOLD' | 'FAILED' | 'CANCELLATION_PENDING' | 'CANCELLED'
  /** True when polling may stop: at `CONFIRMED`, `FAILED` and `CANCELLED`. It is no promise for ever: cancelling a confirmed booking opens it again, a hotel can cancel it, and a supplier can still carry out what seemed to have failed. Webhooks and `GET /events` tell that. */
  is_terminal: boolean
  /** The references of supplier and hotel. */
  provider: ProviderStatus
  /** How many milliseconds to wait before asking again, for clients without webhooks: 1 to 60 seconds, and more the longer an answer is awaited. Null when `is_terminal` is true. */
  next_poll_after_ms: number | null
  /** What the booking waits for. Null when it waits for nothing: at `CONFIRMED`, `FAILED` and `CANCELLED`. */
  processing_reason: 'SUPPLIER_CONFIRMATION_PENDING' | 'HOTEL_CONFIRMATION_PENDING' | 'CANCELLATION_PENDING' | 'RECONCILIATION_REQUIRED' | 'HOLD_CONFIRMATION_REQUIRED' | 'MANUAL_REVIEW_REQUIRED' | null
  /** True when it is somebody’s turn: yours for a booking that is `ON_HOLD`, a reviewer’s for one that is `AWAITING_REVIEW`. What nobody acts on ends at its deadline. */
  action_required: boolean
  /** What can be done with the booking now. Offer the guest nothing that is not in it, and read it again after each change. */
  available_actions: ('GET_STATUS' | 'GET_DETAILS' | 'CANCEL' | 'CONFIRM_HOLD' | 'CONTACT_SUPPORT' | 'REVIEW_BOOKING')[]
  /** Until when the supplier keeps the rooms of a hold, in RFC 3339 and UTC; from this instant on it cannot be confirmed. Null for bookings that were never on hold. It stays when the hold has been confirmed or cancelled. */
  hold_deadline_at: string | null
  /** When `POST /hotels/book` made the booking, in RFC 3339 and UTC. */
  created_at: string
  /** When anything in the booking last changed, in RFC 3339 and UTC; also something that no field shows. To order changes, use the sequence of its events. */
  updated_at: string
  /** Until when a hold that is `AWAITING_REVIEW` can be approved, in RFC 3339 and UTC: 24 hours after it was made, or an hour before the hold’s deadline if that is sooner. After it the booking is `FAILED`. It stays when the review is decided; null for bookings that needed none. */
  review_expires_at: string | null
  /** Why nothing was booked. Null unless the booking is `FAILED`. */
  failure: BookingFailure | null
  /** In what the supplier’s record differs from what was agreed. Empty while it differs in nothing. Do not let a guest travel on a booking that has any before somebody has looked at it. */
  discrepancies: Discrepancy[]
  /** Who cancelled the booking, when, and what it cost. Null unless the booking is `CANCELLED` or `CANCELLATION_PENDING`; a cancellation that had no effect is not shown. */
  cancellation: BookingCancellation | null
  /** Your own reference of the booking, as it was sent. Null when none was, and when the guests’ data has been deleted. */
  client_reference: string | null
  /** The booked hotel, by its id in the gateway’s catalogue: digits, as text. */
  hotel_id: string
  /** The day on which the guests arrive, as YYYY-MM-DD at the hotel’s place. */
  check_in: string
  /** The day on which the guests leave, as YYYY-MM-DD at the hotel’s place. */
  check_out: string
}

/** A page of the organization’s bookings. */
export interface BookingList {
  /** The bookings that match, newest first. Empty when none does. */
  bookings: BookingListItem[]
  /** Send it as `cursor`, with the same filters, to get the next page. Null on the last page. Never parse it. */
  next_cursor: string | null
}

/** Everything about a booking: its status, what was agreed, who stays, and every change. */
export interface BookingDetails {
  /** The booking’s id: opaque, and stable for good. Keep it; every other call about the booking takes it. */
  booking_id: string
  /** The offer that was booked: the `offer_id` that `POST /hotels/prebook` gave. */
  accepted_offer_id: string
  /**
   * How far the booking is. What the guest is told should depend on this field alone.
   *
   * - `AWAITING_REVIEW`: A hold whose deadline is less than two days away waits for a person to approve it. The supplier was not asked yet, so no room is kept.
   * - `PROCESSING`: The supplier was asked to book, or to confirm a hold, and its answer is not certain yet. Wait for a webhook or poll, and do not book again.
   * - `CONFIRMED`: The supplier has confirmed the booking. Only now may the guest be told that it is booked.
   * - `ON_HOLD`: The supplier keeps the rooms until `hold_deadline_at`, and nothing is booked. Confirm or cancel it before then, and never show it to the guest as confirmed.
   * - `FAILED`: As far as the supplier’s answers show, nothing was booked. `failure` says why, and whether to try again.
   * - `CANCELLATION_PENDING`: A cancellation is under way. The booking is not cancelled yet: it becomes `CANCELLED`, or stands as before when the supplier did not cancel.
   * - `CANCELLED`: The booking has ended: somebody cancelled it, or its hold lapsed. It never changes its status again.
   */
  status: 'AWAITING_REVIEW' | 'PROCESSING' | 'CONFIRMED' | 'ON_HOLD' | 'FAILED' | 'CANCELLATION_PENDING' | 'CANCELLED'
  /** True when polling may stop: at `CONFIRMED`, `FAILED` and `CANCELLED`. It is no promise for ever: cancelling a confirmed booking opens it again, a hotel can cancel it, and a supplier can still carry out what seemed to have failed. Webhooks and `GET /events` tell that. */
  is_terminal: boolean
  /** The references of supplier and hotel. */
  provider: ProviderStatus
  /** How many milliseconds to wait before asking again, for clients without webhooks: 1 to 60 seconds, and more the longer an answer is awaited. Null when `is_terminal` is true. */
  next_poll_after_ms: number | null
  /** What the booking waits for. Null when it waits for nothing: at `CONFIRMED`, `FAILED` and `CANCELLED`. */
  processing_reason: 'SUPPLIER_CONFIRMATION_PENDING' | 'HOTEL_CONFIRMATION_PENDING' | 'CANCELLATION_PENDING' | 'RECONCILIATION_REQUIRED' | 'HOLD_CONFIRMATION_REQUIRED' | 'MANUAL_REVIEW_REQUIRED' | null
  /** True when it is somebody’s turn: yours for a booking that is `ON_HOLD`, a reviewer’s for one that is `AWAITING_REVIEW`. What nobody acts on ends at its deadline. */
  action_required: boolean
  /** What can be done with the booking now. Offer the guest nothing that is not in it, and read it again after each change. */
  available_actions: ('GET_STATUS' | 'GET_DETAILS' | 'CANCEL' | 'CONFIRM_HOLD' | 'CONTACT_SUPPORT' | 'REVIEW_BOOKING')[]
  /** Until when the supplier keeps the rooms of a hold, in RFC 3339 and UTC; from this instant on it cannot be confirmed. Null for bookings that were never on hold. It stays when the hold has been confirmed or cancelled. */
  hold_deadline_at: string | null
  /** When `POST /hotels/book` made the booking, in RFC 3339 and UTC. */
  created_at: string
  /** When anything in the booking last changed, in RFC 3339 and UTC; also something that no field shows. To order changes, use the sequence of its events. */
  updated_at: string
  /** Until when a hold that is `AWAITING_REVIEW` can be approved, in RFC 3339 and UTC: 24 hours after it was made, or an hour before the hold’s deadline if that is sooner. After it the booking is `FAILED`. It stays when the review is decided; null for bookings that needed none. */
  review_expires_at: string | null
  /** Why nothing was booked. Null unless the booking is `FAILED`. */
  failure: BookingFailure | null
  /** In what the supplier’s record differs from what was agreed. Empty while it differs in nothing. Do not let a guest travel on a booking that has any before somebody has looked at it. */
  discrepancies: Discrepancy[]
  /** Your own reference of the booking, as it was sent. Null when none was, and when the guests’ data has been deleted. */
  client_reference: string | null
  /** Your own entries, as they were sent when booking. `{}` when none were, and when the guests’ data has been deleted. */
  metadata: Record<string, string>
  /** Where the guests stay. */
  hotel: {
    /** The hotel’s id in the gateway’s catalogue: digits, as text. */
    hotel_id: string
    /** What the hotel is called. Empty when the catalogue no longer has it. */
    name: string
    /** Street and number, as one line. Empty when the catalogue has none. */
    address: string
    /** The place that the hotel belongs to. Empty when the catalogue no longer has it. */
    city: string
    /** The country as its ISO 3166-1 alpha-2 code. Empty when the catalogue no longer has the place. */
    country: string
  }
  /** The days and nights that are booked. */
  stay: {
    /** The day on which the guests arrive, as YYYY-MM-DD at the hotel’s place. */
    check_in: string
    /** The day on which the guests leave, as YYYY-MM-DD at the hotel’s place. */
    check_out: string
    /** How many nights that is. */
    nights: number
  }
  /** The rooms that are booked, one for each requested room. */
  allocations: Allocation[]
  /** In whose name the booking is. Null when personal data has been deleted, by its term or on request. */
  holder: {
    /** The holder’s first name, as it was sent. */
    given_name: string
    /** The holder’s last name, as it was sent. */
    family_name: string
    /** Where the supplier or the hotel writes to. */
    email: string
    /** Where the supplier or the hotel calls, in the E.164 format. Empty when none was sent. */
    phone: string
  } | null
  /** Who stays, room by room as it was sent. Empty when personal data has been deleted. */
  guests: Guest[]
  /** What was asked of the hotel, as it was sent. Null when nothing was, and when personal data has been deleted. */
  special_requests: string | null
  /** When the guests will arrive on the day of `check_in`, as HH:MM at the hotel’s place. Who comes after midnight writes so in `special_requests`. Null when none was sent, and when personal data has been deleted. */
  arrival_time: string | null
  /** The membership of the guest of the first room. Null when none was sent, and when personal data has been deleted. */
  loyalty: Loyalty | null
  /** The customer’s number at the tax office, which some countries’ suppliers have to know: of Brazilian guests a CPF or CNPJ. At most 32 letters, digits, spaces, dots, hyphens and slashes. Null when none was sent, and when personal data has been deleted. */
  tax_registration_number: string | null
  /** To whom an invoice is made out. Null when none was sent, and when personal data has been deleted. */
  invoicing: Invoicing | null
  /** Why the guests travel. Null when none was sent, and when personal data has been deleted. */
  travel_purpose: 'LEISURE' | 'BUSINESS' | null
  /** Which of the fields that were sent the supplier has no place for: they stand here, and only you know them. `guest_requirements` of the offer say before booking what a supplier takes. Empty when everything was passed on, and when personal data has been deleted. */
  unsent_fields: ('ARRIVAL_TIME' | 'GENDER' | 'LOYALTY' | 'TAX_REGISTRATION_NUMBER' | 'INVOICING' | 'TRAVEL_PURPOSE')[]
  /** The agreed price, frozen when the booking was made. It never changes, whatever the supplier’s record says. */
  price: Price
  /** The cancellation terms, frozen when the booking was made. How it was cancelled is told by `cancellation_record`. */
  cancellation: Cancellation
  /** Who cancelled the booking, when, and what it cost: what the status of a booking calls `cancellation`. Null unless the booking is `CANCELLED` or `CANCELLATION_PENDING`. */
  cancellation_record: BookingCancellation | null
  /**
   * Whether it was booked at once, or as a hold that was or can be confirmed.
   *
   * - `INSTANT`: At once and for good. Every offer can be booked so.
   * - `HOLD`: As a hold: the supplier keeps the rooms until a deadline, and books them when you confirm. Only offers that allow it.
   */
  booking_mode: 'INSTANT' | 'HOLD'
  /** The meals that the price includes. */
  board: Board
  /** What the supplier or the hotel wants guests to know, as texts. Show them before booking. Empty when there is nothing. */
  remarks: string[]
  /** At what price the supplier’s contract wants it to be sold. Null when it says nothing. */
  selling_price: SellingPrice | null
  /** To whom, and how, it may be sold. Without any condition it is sold alone and to everybody. */
  rate_conditions: RateConditions
  /** What makes the rate cheaper or gives more. The price has it already. Empty when there is nothing. */
  promotions: Promotion[]
  /** Who is paid for it, when, and how. */
  payment: Payment
  /** How guests check in and out, and what they must know. Null when neither supplier nor catalogue tell. */
  instructions: Instructions | null
  /** What to print on the guest’s voucher. Null unless the booking is `CONFIRMED`, and until the supplier has told what its contract wants on it. */
  voucher: Voucher | null
  /** What the supplier charges, as its own record says: compare it with `total` of `price`. Null when the record does not tell it. */
  charged_total: Money | null
  /** Whom to call at the hotel. Null when the supplier does not tell. */
  hotel_contact: HotelContact | null
  /** What the supplier’s record adds for the arrival, often only a day before it; `instructions` has their texts too. Empty while there is nothing. */
  essentials: ({
    /** What it is about. Null when it is not told. */
    name: string | null
    /** What the guest has to do or know. */
    text: string
    /** Pictures that show it, as absolute URLs. Empty when there are none. */
    image_urls: string[]
  })[]
  /** When the supplier will tell more for the arrival: a `booking.updated` event then says so. Null when nothing is announced. */
  instructions_update_at: string | null
  /** The hotel’s own number of each room, where the supplier gives one for each. `provider` has the first of them. */
  hotel_confirmations: HotelConfirmation[]
  /** What the property has written to the guest since the booking was made, oldest first, the last 20. Empty when it wrote nothing, and when personal data has been deleted. */
  messages: ({
    /** When the gateway received it, in RFC 3339 and UTC. */
    received_at: string
    /** Plain text of at most 2,000 characters, in whatever language the property wrote it. It comes from outside: show it as text. */
    text: string
  })[]
  /** Every change of the booking, oldest first. Changes of bookings whose stay is long over can be deleted. */
  history: BookingHistoryItem[]
}

/** A change of a booking: what one of its events told. */
export interface BookingHistoryItem {
  /** Counts the changes: 1, 2, 3 and so on, without gaps; the same as in the event. */
  sequence: number
  /** The type of the event that told of the change. */
  type: string
  /**
   * Where the booking stood after the change: a value of the booking’s own status.
   *
   * - `AWAITING_REVIEW`: A hold whose deadline is less than two days away waits for a person to approve it. The supplier was not asked yet, so no room is kept.
   * - `PROCESSING`: The supplier was asked to book, or to confirm a hold, and its answer is not certain yet. Wait for a webhook or poll, and do not book again.
   * - `CONFIRMED`: The supplier has confirmed the booking. Only now may the guest be told that it is booked.
   * - `ON_HOLD`: The supplier keeps the rooms until `hold_deadline_at`, and nothing is booked. Confirm or cancel it before then, and never show it to the guest as confirmed.
   * - `FAILED`: As far as the supplier’s answers show, nothing was booked. `failure` says why, and whether to try again.
   * - `CANCELLATION_PENDING`: A cancellation is under way. The booking is not cancelled yet: it becomes `CANCELLED`, or stands as before when the supplier did not cancel.
   * - `CANCELLED`: The booking has ended: somebody cancelled it, or its hold lapsed. It never changes its status again.
   */
  status: 'AWAITING_REVIEW' | 'PROCESSING' | 'CONFIRMED' | 'ON_HOLD' | 'FAILED' | 'CANCELLATION_PENDING' | 'CANCELLED'
  /** Where the booking stood before; equal to `status` when the change was no move. Null for the first change. */
  previous_status: 'AWAITING_REVIEW' | 'PROCESSING' | 'CONFIRMED' | 'ON_HOLD' | 'FAILED' | 'CANCELLATION_PENDING' | 'CANCELLED' | null
  /**
   * What made the booking change.
   *
   * - `CREATED`: The booking was made, and its supplier is about to be asked, or a reviewer is.
   * - `REVIEW_APPROVED`: A reviewer approved the hold.
   * - `REVIEW_REJECTED`: A reviewer rejected the hold.
   * - `REVIEW_EXPIRED`: Nobody reviewed the hold in time.
   * - `SUPPLIER_CONFIRMED`: The supplier has accepted it: the rooms are booked.
   * - `HOLD_ESTABLISHED`: The supplier holds the rooms.
   * - `SUPPLIER_REFUSED`: The supplier does not accept it: nothing is booked.
   * - `FOUND_ABSENT`: The supplier does not have the booking, or was never sent it.
   * - `HOLD_CONFIRMATION_SENT`: You asked to confirm the hold.
   * - `HOLD_CONFIRMATION_REFUSED`: The hold was not confirmed, and is still on.
   * - `HOLD_LAPSED`: The supplier released the hold.
   * - `CANCELLATION_SENT`: You asked to cancel.
   * - `CANCELLATION_CONFIRMED`: The supplier has carried out the cancellation.
   * - `CANCELLATION_NOT_EFFECTIVE`: The supplier did not cancel.
   * - `LATE_ACCEPTANCE`: The supplier had made a booking after all that was given up for failed.
   * - `LATE_CANCELLATION`: The supplier carried out a cancellation after all that seemed to have had no effect.
   * - `CANCELLED_BY_HOTEL`: The hotel or its supplier cancelled.
   * - `CHARGE_TOLD`: The supplier has told what it charged for the cancellation, and that is not what was agreed, or was not known.
   * - `CANCELLED_BY_OPERATOR`: A person found out that the supplier no longer has the booking.
   * - `HOTEL_CONFIRMED`: The hotel’s own number is known.
   * - `HOTEL_CONFIRMATION_MISSING`: The hotel’s number is no longer looked for.
   * - `INSTRUCTIONS_TOLD`: The supplier has told more for the arrival: how guests get in, or whom they call. The details have it.
   * - `MANUAL_REVIEW_REQUIRED`: The gateway cannot settle it, and a person looks into it.
   * - `PROPERTY_MESSAGE`: The property has written to the guest: `messages` of the booking’s details has the text.
   * - `DISCREPANCY_FOUND`: The supplier’s record differs from what was agreed.
   * - `DISCREPANCY_SETTLED`: Some or all of the known differences are gone.
   *
   * Causes can be added: show or log one that you do not know, and go by `status`.
   */
  cause: string
  /** When the booking changed, in RFC 3339 and UTC. */
  at: string
}

/** A person who stays, and in which room. */
export interface Guest {
  /** The room that the guest stays in: the `allocation_id` of one of `allocations`. */
  allocation_id: string
  /**
   * Whether the guest is a child.
   *
   * - `ADULT`: One of the adults that the room was searched for.
   * - `CHILD`: One of the children that the room was searched for. A child has an age.
   */
  type: 'ADULT' | 'CHILD'
  /** The guest’s first name. Null when none was sent: often one adult in each room is enough. */
  given_name: string | null
  /** The guest’s last name. Null when none was sent. */
  family_name: string | null
  /** The guest’s age in whole years, as it was sent: always there for a child. Null when none was sent. */
  age: number | null
  /** The guest’s gender, as it was sent. Null when none was sent. */
  gender: 'MALE' | 'FEMALE' | 'UNKNOWN' | null
}

/** A membership in a loyalty programme. */
export interface Loyalty {
  /** The programme, by the id that the supplier has for it: 1 to 64 characters. */
  program_id: string
  /** The member’s number in it: 1 to 64 characters. */
  member_id: string
}

/** Where a company has its seat. */
export interface CompanyAddress {
  /** Street, number and what else is needed, as 1 to 3 lines of at most 100 characters. */
  address_lines: string[]
  /** The city, 1 to 100 characters. */
  city: string
  /** The state or province by its code, where addresses have one. Absent: none. */
  state_province_code: string | null
  /** The postal code, where addresses have one. Absent: none. */
  postal_code: string | null
  /** The country as its ISO 3166-1 alpha-2 code. */
  country_code: string
}

/** To whom an invoice is made out, and where it is sent. */
export interface Invoicing {
  /** The company’s name as the invoice has to show it, 1 to 200 characters. */
  company_name: string
  /** The company’s address as the invoice has to show it. */
  company_address: CompanyAddress
  /** The e-mail address that the invoice is sent to. */
  email: string
}

/** A booking as it stands after it was asked to be cancelled, with the cancellation. */
export interface CancelledBooking {
  /** The booking’s id: opaque, and stable for good. Keep it; every other call about the booking takes it. */
  booking_id: string
  /** The offer that was booked: the `offer_id` that `POST /hotels/prebook` gave. */
  accepted_offer_id: string
  /**
   * How far the booking is. What the guest is told should depend on this field alone.
   *
   * - `AWAITING_REVIEW`: A hold whose deadline is less than two days away waits for a person to approve it. The supplier was not asked yet, so no room is kept.
   * - `PROCESSING`: The supplier was asked to book, or to confirm a hold, and its answer is not certain yet. Wait for a webhook or poll, and do not book again.
   * - `CONFIRMED`: The supplier has confirmed the booking. Only now may the guest be told that it is booked.
   * - `ON_HOLD`: The supplier keeps the rooms until `hold_deadline_at`, and nothing is booked. Confirm or cancel it before then, and never show it to the guest as confirmed.
   * - `FAILED`: As far as the supplier’s answers show, nothing was booked. `failure` says why, and whether to try again.
   * - `CANCELLATION_PENDING`: A cancellation is under way. The booking is not cancelled yet: it becomes `CANCELLED`, or stands as before when the supplier did not cancel.
   * - `CANCELLED`: The booking has ended: somebody cancelled it, or its hold lapsed. It never changes its status again.
   */
  status: 'AWAITING_REVIEW' | 'PROCESSING' | 'CONFIRMED' | 'ON_HOLD' | 'FAILED' | 'CANCELLATION_PENDING' | 'CANCELLED'
  /** True when polling may stop: at `CONFIRMED`, `FAILED` and `CANCELLED`. It is no promise for ever: cancelling a confirmed booking opens it again, a hotel can cancel it, and a supplier can still carry out what seemed to have failed. Webhooks and `GET /events` tell that. */
  is_terminal: boolean
  /** The references of supplier and hotel. */
  provider: ProviderStatus
  /** How many milliseconds to wait before asking again, for clients without webhooks: 1 to 60 seconds, and more the longer an answer is awaited. Null when `is_terminal` is true. */
  next_poll_after_ms: number | null
  /** What the booking waits for. Null when it waits for nothing: at `CONFIRMED`, `FAILED` and `CANCELLED`. */
  processing_reason: 'SUPPLIER_CONFIRMATION_PENDING' | 'HOTEL_CONFIRMATION_PENDING' | 'CANCELLATION_PENDING' | 'RECONCILIATION_REQUIRED' | 'HOLD_CONFIRMATION_REQUIRED' | 'MANUAL_REVIEW_REQUIRED' | null
  /** True when it is somebody’s turn: yours for a booking that is `ON_HOLD`, a reviewer’s for one that is `AWAITING_REVIEW`. What nobody acts on ends at its deadline. */
  action_required: boolean
  /** What can be done with the booking now. Offer the guest nothing that is not in it, and read it again after each change. */
  available_actions: ('GET_STATUS' | 'GET_DETAILS' | 'CANCEL' | 'CONFIRM_HOLD' | 'CONTACT_SUPPORT' | 'REVIEW_BOOKING')[]
  /** Until when the supplier keeps the rooms of a hold, in RFC 3339 and UTC; from this instant on it cannot be confirmed. Null for bookings that were never on hold. It stays when the hold has been confirmed or cancelled. */
  hold_deadline_at: string | null
  /** When `POST /hotels/book` made the booking, in RFC 3339 and UTC. */
  created_at: string
  /** When anything in the booking last changed, in RFC 3339 and UTC; also something that no field shows. To order changes, use the sequence of its events. */
  updated_at: string
  /** Until when a hold that is `AWAITING_REVIEW` can be approved, in RFC 3339 and UTC: 24 hours after it was made, or an hour before the hold’s deadline if that is sooner. After it the booking is `FAILED`. It stays when the review is decided; null for bookings that needed none. */
  review_expires_at: string | null
  /** Why nothing was booked. Null unless the booking is `FAILED`. */
  failure: BookingFailure | null
  /** In what the supplier’s record differs from what was agreed. Empty while it differs in nothing. Do not let a guest travel on a booking that has any before somebody has looked at it. */
  discrepancies: Discrepancy[]
  /** The cancellation that was asked for, also when it came to nothing. */
  cancellation: {
    /** The cancellation’s own id, for support. */
    cancellation_id: string
    /** When the quote was accepted, in RFC 3339 and UTC. */
    requested_at: string
    /** When the booking became `CANCELLED`, in RFC 3339 and UTC. Null until the supplier has cancelled. */
    cancelled_at: string | null
    /**
     * Who ended the booking: here always `CLIENT`.
     *
     * - `CLIENT`: You did, by accepting a quote.
     * - `HOLD_LAPSED`: Nobody confirmed the hold in time, and the supplier released the rooms.
     * - `CANCELLED_BY_HOTEL`: The hotel or its supplier cancelled a booking that stood. Tell the guest, and find another room.
     * - `CANCELLED_BY_OPERATOR`: The supplier no longer knew the booking, and a person at the gateway’s operator found out that it is gone. Tell the guest.
     */
    cause: 'CLIENT' | 'HOLD_LAPSED' | 'CANCELLED_BY_HOTEL' | 'CANCELLED_BY_OPERATOR'
    /**
     * Whether it is known what the cancellation costs.
     *
     * - `NO_CHARGE`: Cancelling is free: the amount is zero.
     * - `KNOWN`: Cancelling costs the amount.
     * - `UNKNOWN`: The supplier gives no reliable amount, so there is none. Never show it as zero or as free.
     */
    penalty_status: 'NO_CHARGE' | 'KNOWN' | 'UNKNOWN'
    /** What the cancellation costs as you accepted it with the quote; without a quote, what was charged. Null when `penalty_status` is `UNKNOWN`. */
    penalty: Money | null
    /** What the supplier says that it charged, in its own currency. Null when it has not said. It can differ from `penalty`; it is then worth a question to support. */
    charged_penalty: Money | null
    /** The supplier’s own number of the cancellation, as a proof towards it. Null when it gives none. */
    supplier_cancellation_reference: string | null
    /** The quote that was accepted: its `quote_id`. */
    cancellation_quote_id: string
    /** When it was settled, one way or the other, in RFC 3339 and UTC. Null while `outcome` is `PENDING`. */
    completed_at: string | null
    /**
     * What has become of it. Only `CANCELLED` means that the booking is cancelled.
     *
     * - `PENDING`: The supplier has not settled it yet. Wait for a webhook or poll the booking; do not ask for it again.
     * - `CANCELLED`: The supplier has cancelled.
     * - `NOT_EFFECTIVE`: It had no effect: the booking stands as before, and can be cancelled with a new quote. Or its hotel had cancelled it before: then it is `CANCELLED`, by the cause `CANCELLED_BY_HOTEL`.
     */
    outcome: 'PENDING' | 'CANCELLED' | 'NOT_EFFECTIVE'
  }
}

/** A change of a booking, with the booking as it was right after it. */
export interface BookingEventData {
  /** The event’s id, also in the header `webhook-id`, and the same at every attempt. Process each id once. */
  event_id: string
  /** Where it happened: `sandbox` or `production`. Refuse what is not from yours. */
  environment: string
  /** The version of the contract in which the event is written: always `2`. */
  contract_version: '2'
  /** The booking’s id: opaque, and stable for good. Keep it; every other call about the booking takes it. */
  booking_id: string
  /** Counts the booking’s changes: 1, 2, 3 and so on, without gaps. Go by it, not by the order of arrival: ignore an event with a lower one than you have seen. */
  sequence: number
  /** Where the booking stood before. The same as `status` for a change that is no move; null for a new booking. */
  previous_status: 'AWAITING_REVIEW' | 'PROCESSING' | 'CONFIRMED' | 'ON_HOLD' | 'FAILED' | 'CANCELLATION_PENDING' | 'CANCELLED' | null
  /**
   * Where the booking stood after this change. It may stand elsewhere by now.
   *
   * - `AWAITING_REVIEW`: A hold whose deadline is less than two days away waits for a person to approve it. The supplier was not asked yet, so no room is kept.
   * - `PROCESSING`: The supplier was asked to book, or to confirm a hold, and its answer is not certain yet. Wait for a webhook or poll, and do not book again.
   * - `CONFIRMED`: The supplier has confirmed the booking. Only now may the guest be told that it is booked.
   * - `ON_HOLD`: The supplier keeps the rooms until `hold_deadline_at`, and nothing is booked. Confirm or cancel it before then, and never show it to the guest as confirmed.
   * - `FAILED`: As far as the supplier’s answers show, nothing was booked. `failure` says why, and whether to try again.
   * - `CANCELLATION_PENDING`: A cancellation is under way. The booking is not cancelled yet: it becomes `CANCELLED`, or stands as before when the supplier did not cancel.
   * - `CANCELLED`: The booking has ended: somebody cancelled it, or its hold lapsed. It never changes its status again.
   */
  status: 'AWAITING_REVIEW' | 'PROCESSING' | 'CONFIRMED' | 'ON_HOLD' | 'FAILED' | 'CANCELLATION_PENDING' | 'CANCELLED'
  /** What changed, and why. */
  change: {
    /**
     * What made the booking change.
     *
     * - `CREATED`: The booking was made, and its supplier is about to be asked, or a reviewer is.
     * - `REVIEW_APPROVED`: A reviewer approved the hold.
     * - `REVIEW_REJECTED`: A reviewer rejected the hold.
     * - `REVIEW_EXPIRED`: Nobody reviewed the hold in time.
     * - `SUPPLIER_CONFIRMED`: The supplier has accepted it: the rooms are booked.
     * - `HOLD_ESTABLISHED`: The supplier holds the rooms.
     * - `SUPPLIER_REFUSED`: The supplier does not accept it: nothing is booked.
     * - `FOUND_ABSENT`: The supplier does not have the booking, or was never sent it.
     * - `HOLD_CONFIRMATION_SENT`: You asked to confirm the hold.
     * - `HOLD_CONFIRMATION_REFUSED`: The hold was not confirmed, and is still on.
     * - `HOLD_LAPSED`: The supplier released the hold.
     * - `CANCELLATION_SENT`: You asked to cancel.
     * - `CANCELLATION_CONFIRMED`: The supplier has carried out the cancellation.
     * - `CANCELLATION_NOT_EFFECTIVE`: The supplier did not cancel.
     * - `LATE_ACCEPTANCE`: The supplier had made a booking after all that was given up for failed.
     * - `LATE_CANCELLATION`: The supplier carried out a cancellation after all that seemed to have had no effect.
     * - `CANCELLED_BY_HOTEL`: The hotel or its supplier cancelled.
     * - `CHARGE_TOLD`: The supplier has told what it charged for the cancellation, and that is not what was agreed, or was not known.
     * - `CANCELLED_BY_OPERATOR`: A person found out that the supplier no longer has the booking.
     * - `HOTEL_CONFIRMED`: The hotel’s own number is known.
     * - `HOTEL_CONFIRMATION_MISSING`: The hotel’s number is no longer looked for.
     * - `INSTRUCTIONS_TOLD`: The supplier has told more for the arrival: how guests get in, or whom they call. The details have it.
     * - `MANUAL_REVIEW_REQUIRED`: The gateway cannot settle it, and a person looks into it.
     * - `PROPERTY_MESSAGE`: The property has written to the guest: `messages` of the booking’s details has the text.
     * - `DISCREPANCY_FOUND`: The supplier’s record differs from what was agreed.
     * - `DISCREPANCY_SETTLED`: Some or all of the known differences are gone.
     *
     * Causes can be added: show or log one that you do not know, and go by `status`.
     */
    cause: string
    /** Which fields of `booking` are not as in the event before, under their names over HTTP. Only `status` for a new booking. Fields that only the details have are named too, when the supplier has told more for the arrival. The time of the change is never among them. */
    fields: string[]
  }
  /** The booking as it was at this `sequence`, the same as `GET /hotels/book/{booking_id}` answered then. */
  booking: BookingStatusData
}

/** A webhook endpoint that the gateway has disabled. */
export interface EndpointDisabledData {
  /** The event’s id, also in the header `webhook-id`, and the same at every attempt. Process each id once. */
  event_id: string
  /** Where it happened: `sandbox` or `production`. Refuse what is not from yours. */
  environment: string
  /** The version of the contract in which the event is written: always `2`. */
  contract_version: '2'
  /** The endpoint to which nothing is sent any more. Mend it, enable it with `PATCH /webhooks/endpoints/{endpoint_id}`, then have `POST /webhooks/endpoints/{endpoint_id}/recover` send what it missed. */
  endpoint_id: string
  /** Where its deliveries went, to know it by. */
  url: string
  /**
   * Why nothing is sent to it any more.
   *
   * - `FAILING`: For five days every delivery to it has failed.
   * - `GONE`: It answered 410, or asked to be disabled.
   */
  reason: 'FAILING' | 'GONE'
  /** Since when it has only failed, in RFC 3339 and UTC. Null when its last delivery before this had succeeded. */
  failing_since: string | null
}

/** A test that somebody asked for. It is about no booking. */
export interface TestEventData {
  /** The event’s id, also in the header `webhook-id`, and the same at every attempt. Process each id once. */
  event_id: string
  /** Where it happened: `sandbox` or `production`. Refuse what is not from yours. */
  environment: string
  /** The version of the contract in which the event is written: always `2`. */
  contract_version: '2'
  /** The endpoint that is tested, the only one that gets the event. */
  endpoint_id: string
}

/** An event of the log, with the same content as the webhook that told of it. */
export interface LoggedEvent {
  /** The event’s place in the log, in digits: send it as `after` to `GET /events` to read on behind it. It only names the place: a later event can have a lower one, so do not sort by it. */
  position: string
  /**
   * What happened, and so what `data` holds.
   *
   * - `booking.updated`: A booking was created, or changed in a way that has no event of its own: it went on hold, is being confirmed or cancelled, got the hotel’s number, or needs a person. Sent once for each such change; `change` says which it is.
   * - `booking.confirmed`: A booking became `CONFIRMED`: the guest may be told. Sent when the supplier has confirmed it, and again when a cancellation turned out to have had no effect.
   * - `booking.failed`: A booking became `FAILED`: nothing was booked, as far as the supplier’s answers show. Sent once it is settled, with the reason in `failure`.
   * - `booking.cancelled`: A booking became `CANCELLED`: by you, because its hold lapsed, by the hotel or by the operator. Sent when the supplier has cancelled; `cancellation` says who caused it, and what it cost.
   * - `booking.discrepancy`: The supplier’s record of a booking differs from what was agreed, or the supplier no longer knows the booking. Sent when a difference is found that was not known; the booking keeps its status.
   * - `webhook_endpoint.disabled`: The gateway has disabled one of your webhook endpoints, because it only failed for days or said that it is gone. Sent to your other endpoints, never to the one that it is about, and kept in the log of events.
   *
   * Types can be added: skip those that you do not know.
   */
  type: string
  /** When it happened, in RFC 3339 and UTC. */
  timestamp: string
  /** What happened in full: events of bookings have a `booking_id` in it, those of webhook endpoints an `endpoint_id`. */
  data: BookingEventData | EndpointDisabledData
}

/** A page of the log of events. */
export interface EventList {
  /** The events behind `after`, oldest first. Empty when there are no newer ones yet: ask again later. */
  events: LoggedEvent[]
  /** Where to read on: send it as `after` next time, also when this page is empty. Keep it; then a restart misses nothing. Null while there has been no event at all. */
  next_after: string | null
  /** From when on the log has every event, in RFC 3339 and UTC: of older ones, those have been deleted whose bookings are long over. A reader that comes back with an `after` of before has missed some of them. Null while none was ever deleted. */
  complete_since: string | null
}

/** A URL of yours that events are sent to, as signed POST requests of Standard Webhooks. */
export interface WebhookEndpoint {
  /** Names the webhook endpoint, from its creation until it is deleted. */
  endpoint_id: string
  /** Where events are posted to. */
  url: string
  /** Your own note on the endpoint. Null when there is none. */
  description: string | null
  /** Which events it gets: types such as `booking.confirmed`, or `booking.*` for everything about bookings, `webhook_endpoint.*` for everything about endpoints, `*` for all. Test events come whatever is listed. */
  event_types: string[]
  /** False while nothing is sent to it. Events of that time are kept, and sent when you enable it and call `POST /webhooks/endpoints/{endpoint_id}/recover`. */
  enabled: boolean
  /**
   * Why it is disabled.
   *
   * - `BY_CLIENT`: You have disabled it with `PATCH /webhooks/endpoints/{endpoint_id}`.
   * - `FAILING`: Every delivery to it failed for five days or longer.
   * - `GONE`: It answered with status 410, or with the header `webhook-delivery: disable`.
   *
   * Null while it is enabled.
   */
  disabled_reason: string | null
  /** The secret to verify webhooks with: `whsec_` and 32 bytes in Base64. It is shown only by `POST /webhooks/endpoints` and `POST /webhooks/endpoints/{endpoint_id}/rotate-secret`, and null everywhere else: store it at once. */
  signing_secret: string | null
  /** The key to verify its ed25519 signatures (`v1a`) with: `whpk_` and 32 bytes in Base64. It is no secret, and changes with each rotation. Null unless the endpoint was created with `asymmetric`. */
  public_key: string | null
  /** How many deliveries may be under way to it at once. While it only fails, it gets one at a time. */
  max_concurrency: number
  /** How many deliveries it gets in a second at most. Null: as fast as it answers. */
  max_per_second: number | null
  /** When it was registered, in RFC 3339 UTC. */
  created_at: string
  /** When it was last changed, in RFC 3339 UTC: by you, or by the gateway when it disabled the endpoint. */
  updated_at: string
}

/** All webhook endpoints of your organization. */
export interface WebhookEndpointList {
  /** The endpoints, oldest first. There are 20 at the most, so the list has no pages. */
  endpoints: WebhookEndpoint[]
}

/** One try to post a delivery: how long it took, and what the endpoint answered. */
export interface WebhookAttempt {
  /** The number of the attempt: 1, 2, 3 and so on. A recovered delivery begins at 1 again, listed after its older attempts. */
  attempt: number
  /**
   * What led to it.
   *
   * - `SCHEDULED`: The usual course: the first attempt, or a repetition after a failed one.
   * - `MANUAL`: Someone has asked for this delivery once more, as `POST /webhooks/deliveries/{delivery_id}/redeliver` does.
   * - `RECOVERY`: It is among those that `POST /webhooks/endpoints/{endpoint_id}/recover` sends again.
   * - `TEST`: It is the test that `POST /webhooks/endpoints/{endpoint_id}/test` sends.
   */
  trigger: 'SCHEDULED' | 'MANUAL' | 'RECOVERY' | 'TEST'
  /** When it began, in RFC 3339 UTC. */
  started_at: string
  /** How long it took in all, in milliseconds, from looking the name up to the end of the answer. After 15 seconds without an answer it has failed. */
  duration_ms: number
  /** The part of `duration_ms` for looking the host’s name up. Null when the URL has an address in place of a name, and when the attempt could not begin. */
  dns_ms: number | null
  /** The part of `duration_ms` for the TCP connection. Null when there was none to measure: an open connection was reused, a proxy connected, or no answer came. */
  connect_ms: number | null
  /** The part of `duration_ms` for the TLS handshake. Null for plain http, and wherever `connect_ms` is. */
  tls_ms: number | null
  /** The part of `duration_ms` from the request to the first byte of the answer: the time that your endpoint took. Null when no answer came. */
  first_byte_ms: number | null
  /** The HTTP status of the answer. Only 2xx is a success, and redirects are not followed. Null when no answer came. */
  response_status: number | null
  /** Why no answer came, in words for people: a network error’s code, a timeout, or why the address was refused. `lease-lost` stands for an attempt that another one has replaced, and that does not count. Null when there was an answer, whatever its status. */
  error: string | null
  /** The first 1024 bytes of the answer’s body, as text, for finding the fault. Null when it was empty, and when no answer came. */
  response_body_excerpt: string | null
}

/** One event on its way to one endpoint. It is kept for 30 days. The event itself is in the log of `GET /events` too, unless it is a test. */
export interface WebhookDelivery {
  /** Names the delivery, for `GET /webhooks/deliveries/{delivery_id}` and `POST /webhooks/deliveries/{delivery_id}/redeliver`. */
  delivery_id: string
  /** The event that is delivered. Each attempt carries it in the header `webhook-id`, so that a receiver can take an event once only. */
  event_id: string
  /** The endpoint that the event is sent to. */
  endpoint_id: string
  /** What the event tells, such as `booking.confirmed` or `webhook.test`. */
  event_type: string
  /** The booking that the event is about. Null for tests, and for events about endpoints. */
  booking_id: string | null
  /**
   * How far it has come.
   *
   * - `PENDING`: It waits to be sent, at `next_attempt_at` or soon after: behind older events of the same booking, or while the endpoint is paused or disabled.
   * - `RETRYING`: An attempt has failed, and the next one comes at `next_attempt_at`. Nothing has to be done.
   * - `DELIVERED`: The endpoint has answered with a 2xx status.
   * - `FAILED`: All of its attempts have failed, usually ten within a day. It is sent again only by `POST /webhooks/deliveries/{delivery_id}/redeliver` or `POST /webhooks/endpoints/{endpoint_id}/recover`.
   * - `SKIPPED`: It was not sent because the endpoint is disabled. Enable it, then call `POST /webhooks/endpoints/{endpoint_id}/recover` to get what it missed.
   * - `DISCARDED`: It is not sent any more, because the endpoint was deleted, or answered with the header `webhook-delivery: abort-message`.
   */
  status: 'PENDING' | 'RETRYING' | 'DELIVERED' | 'FAILED' | 'SKIPPED' | 'DISCARDED'
  /** How many attempts have been finished. A recovery sets it back to 0, so `attempts` can have more. */
  attempt_count: number
  /** The earliest time of the next attempt, in RFC 3339 UTC. Null when none is planned. */
  next_attempt_at: string | null
  /** When the event happened, and the delivery was planned with it, in RFC 3339 UTC. */
  created_at: string
  /** Every attempt so far, oldest first. Empty before the first one. */
  attempts: WebhookAttempt[]
}

/** A page of deliveries. */
export interface WebhookDeliveryList {
  /** The deliveries with their attempts, newest first. */
  deliveries: WebhookDelivery[]
  /** Send it as `cursor` with the same filters to get the next page. Null on the last page. */
  next_cursor: string | null
}

/** A recovery that has begun. */
export interface WebhookRecovery {
  /** The endpoint that gets its missed events. */
  endpoint_id: string
  /** How many deliveries go out again, at most 50 in a second. Of very many, some are planned only after this answer. */
  recovered: number
}

/** An endpoint that was deleted, together with its signing secret. */
export interface DeletedWebhookEndpoint {
  /** The endpoint that was there. It can no longer be read. */
  endpoint_id: string
  /** Always true: no event is sent to it any more. */
  deleted: true
}

/** Whose key makes the request, what it may do, and what is left of its limits. */
export interface Me {
  /** The organization that the key belongs to. Everything it creates belongs to that organization. */
  organization_id: string
  /** The organization’s name, as the operator knows it. */
  organization_name: string
  /** `sandbox` or `production`. A key works in one of them only, and ids of one are unknown in the other. */
  environment: 'sandbox' | 'production'
  /** The id of the key, by which `POST /keys/{key_id}/roll` and `POST /keys/{key_id}/revoke` name it; the key itself is never shown. Null where no key is involved. */
  key_id: string | null
  /** The permissions of the key. Each operation says which one it needs. */
  scopes: string[]
  /** The currency of prices in hotel lists, as its ISO 4217 code: USD, or EUR for organizations that asked for it. Room options, offers and bookings keep the supplier’s currency. */
  list_currency: string
  /** True when you sell to members of a closed group only, as the operator knows it. Selling prices that bind open sale only are then told with `binding` false. */
  closed_user_group: boolean
  /**
   * What becomes of rates that, sold at the very price that you are told, would break a binding `selling_price`. The operator sets it.
   *
   * - `TELL`: They are offered, and you keep to their limits.
   * - `HIDE`: They are not offered. Hotel lists may still show their price.
   */
  selling_price_rule: 'TELL' | 'HIDE'
  /** The suppliers that are enabled, in the organization’s order: the first of them that has a price represents a hotel in lists. */
  suppliers: ({
    /** The code by which answers name the supplier. It never changes. */
    supplier_code: string
    /** The supplier’s name for people. It may change: branch on `supplier_code`. */
    supplier_name: string
  })[]
  /** One entry for each rate class. */
  limits: ({
    /** The name of the rate class; every operation says into which it counts. */
    rate_class: string
    /** How many requests of the class are allowed in one window. */
    limit: number
    /** How many of them are left in the window that runs. */
    remaining: number
    /** The length of a window in seconds. It begins with its first request. */
    window_seconds: number
    /** In how many seconds, rounded up, the window ends and all requests are allowed again. */
    reset_seconds: number
  })[]
}

/** The terms of a supplier that you sell, and whether your organization has accepted them. */
export interface AcceptedTerms {
  /** The supplier, by its code. */
  supplier_code: string
  /** The supplier’s name for people. */
  supplier_name: string
  /** Which version of the terms it is. Another one has to be accepted again. */
  version: string
  /** The terms that guests accept by booking, in your language. Null when the operator has stored no link. */
  supplier_terms_url: string | null
  /** The agreement that you accept, and that agents who book with you have to accept, in your language. Null when the operator has stored no link. */
  agent_agreement_url: string | null
  /** True when nothing of the supplier can be booked until they are accepted. */
  demanded: boolean
  /** When this version was accepted, in RFC 3339 and UTC. Null when it is not. */
  accepted_at: string | null
  /** The key with which it was accepted. Null when it is not accepted, or the operator has done it for you. */
  accepted_by_key_id: string | null
}

/** The terms of all enabled suppliers that have any. */
export interface AcceptedTermsList {
  /** One entry for each supplier with terms. Empty when no supplier has any. */
  terms: AcceptedTerms[]
}

/** An API key that is in use, as far as it may be shown. The key itself cannot be read again. */
export interface ApiKey {
  /** Names the key when it is changed, replaced or revoked. It gives no access. */
  key_id: string
  /** The beginning of the key, to recognize it by in your configuration: it says the environment and the first four characters of the secret. */
  prefix: string
  /**
   * What the key may do.
   *
   * - `search`: Search hotels, read hotels, ask for rooms and check options.
   * - `bookings:read`: Read bookings, penalties and the event log.
   * - `bookings:write`: Create bookings, confirm holds, quote and make cancellations.
   * - `bookings:review`: Approve or reject bookings that wait for a review.
   * - `webhooks`: Manage webhook endpoints and their deliveries.
   * - `keys`: List, replace, bind and revoke API keys.
   * - `sandbox`: Move the clock of the sandbox and order faults there. It has no use in production.
   *
   * Anything else is refused with `FORBIDDEN`, which names the missing scope.
   */
  scopes: string[]
  /** The IP addresses and networks that the key works from. Empty: from everywhere. */
  addresses: string[]
  /** True for the key that this request was made with. */
  is_current: boolean
  /** The key that it was made to replace, by its id. Null when it replaces none. */
  rolled_from: string | null
  /** When the key was made, in RFC 3339 UTC. */
  created_at: string
  /** When the key stops working, in RFC 3339 UTC. Null when it never does. For a key that was replaced it is at the latest the end of the overlap. */
  expires_at: string | null
  /** When a request was last made with the key, in RFC 3339 UTC and exact to about a minute. Null when there was none: before revoking a key, see whether it is still used. */
  last_used_at: string | null
}

/** The API keys of your organization in this environment. */
export interface ApiKeyList {
  /** The keys that are neither revoked nor expired, oldest first. There are 50 at the most, so the list has no pages. */
  keys: ApiKey[]
}

/** A new key, beside the one that it replaces. */
export interface RolledApiKey {
  /** The new key in full, for the header `x-api-key`. It is shown this once: store it at once. When this answer is lost, roll the old key again; the lost one is then revoked. */
  api_key: string
  /** The new key as lists show it. It has the lifetime that the old key was made with. */
  key: ApiKey
  /** The replaced key, with the time at which it now ends. Change every client over before then. */
  old_key: ApiKey
}

/** A key that was taken out of use. */
export interface RevokedApiKey {
  /** The key that was revoked. Requests with it are refused within seconds. */
  key_id: string
  /** Always true: the key cannot come back into use. */
  revoked: true
}

/** The stream has begun, and the suppliers are being asked. It is always the first event. */
export interface StreamReadyEvent {
  /** The number of the event in its stream: 1, 2, 3 and so on without gaps. A connection that was cut resumes behind the last one that you processed. */
  event_id: number
  /** The stream that the event belongs to. */
  stream_id: string
  /** The hotel that the rooms are searched for. */
  hotel_id: string
  /** When the event happened, in RFC 3339 UTC. */
  timestamp: string
  /** Which event it is, and so which fields it has: `stream_ready`, `provider_options`, `provider_skipped`, `provider_error` or `done`. Ignore types that you do not know. */
  event_type: 'stream_ready'
  /** The codes of all suppliers that are enabled for your organization. Each of them has one event before `done`. */
  suppliers: string[]
}

/** One supplier has answered. Add its options to those that you show. */
export interface ProviderOptionsEvent {
  /** The number of the event in its stream: 1, 2, 3 and so on without gaps. A connection that was cut resumes behind the last one that you processed. */
  event_id: number
  /** The stream that the event belongs to. */
  stream_id: string
  /** The hotel that the rooms are searched for. */
  hotel_id: string
  /** When the event happened, in RFC 3339 UTC. */
  timestamp: string
  /** Which event it is, and so which fields it has: `stream_ready`, `provider_options`, `provider_skipped`, `provider_error` or `done`. Ignore types that you do not know. */
  event_type: 'provider_options'
  /** The supplier that has answered, by its code. */
  supplier_code: string
  /** All options of this supplier. Empty when it has no rooms for the request, or when the stay is beyond what it sells. */
  options: RoomOption[]
  /** Why the supplier has no room for the request, where it says why. Null where it does not, and where it has rooms. */
  unavailable_reason: UnavailableReason | null
}

/** One supplier was not asked. Nothing is wrong: go on with the others. */
export interface ProviderSkippedEvent {
  /** The number of the event in its stream: 1, 2, 3 and so on without gaps. A connection that was cut resumes behind the last one that you processed. */
  event_id: number
  /** The stream that the event belongs to. */
  stream_id: string
  /** The hotel that the rooms are searched for. */
  hotel_id: string
  /** When the event happened, in RFC 3339 UTC. */
  timestamp: string
  /** Which event it is, and so which fields it has: `stream_ready`, `provider_options`, `provider_skipped`, `provider_error` or `done`. Ignore types that you do not know. */
  event_type: 'provider_skipped'
  /** The supplier that was not asked, by its code. */
  supplier_code: string
  /**
   * Why it was not asked.
   *
   * - `UNMAPPED`: The supplier does not sell this hotel, as far as the catalogue knows.
   * - `NOT_ENABLED`: No contract with the supplier covers guests of the requested `nationality` in the country of the hotel.
   * - `NO_STREAMING`: The supplier cannot take part in a stream. No supplier is skipped for this at present.
   * - `SUPPRESSED_NO_PRICE`: The supplier had no price for this hotel and stay a short while ago. Room searches ask nevertheless, so it does not occur at present.
   * - `RATE_LIMITED`: Too many requests to the supplier are under way, or its own limit is all but used up. Search again a little later.
   */
  reason: 'UNMAPPED' | 'NOT_ENABLED' | 'NO_STREAMING' | 'SUPPRESSED_NO_PRICE' | 'RATE_LIMITED'
}

/** Why a supplier brought no options. */
export interface ProviderFault {
  /**
   * What kind of fault it was.
   *
   * - `TIMEOUT`: The supplier did not answer in time.
   * - `RATE_LIMITED`: The supplier refused because of too many requests.
   * - `CREDENTIALS_REFUSED`: The supplier refused the operator’s credentials.
   * - `ERROR`: It failed in another way.
   *
   * Treat a code that you do not know like `ERROR`.
   */
  code: string
  /** True when a new room search may succeed. False when the supplier refused the request itself, or the credentials that it came with. */
  retryable: boolean
}

/** Asking one supplier has failed. The others go on; show a fault only when none of them brings an option. */
export interface ProviderErrorEvent {
  /** The number of the event in its stream: 1, 2, 3 and so on without gaps. A connection that was cut resumes behind the last one that you processed. */
  event_id: number
  /** The stream that the event belongs to. */
  stream_id: string
  /** The hotel that the rooms are searched for. */
  hotel_id: string
  /** When the event happened, in RFC 3339 UTC. */
  timestamp: string
  /** Which event it is, and so which fields it has: `stream_ready`, `provider_options`, `provider_skipped`, `provider_error` or `done`. Ignore types that you do not know. */
  event_type: 'provider_error'
  /** The supplier that failed, by its code. */
  supplier_code: string
  /** What went wrong, in general terms: the supplier’s own words are not shown. */
  error: ProviderFault
}

/** Nothing more will come. Close the connection. */
export interface DoneEvent {
  /** The number of the event in its stream: 1, 2, 3 and so on without gaps. A connection that was cut resumes behind the last one that you processed. */
  event_id: number
  /** The stream that the event belongs to. */
  stream_id: string
  /** The hotel that the rooms are searched for. */
  hotel_id: string
  /** When the event happened, in RFC 3339 UTC. */
  timestamp: string
  /** Which event it is, and so which fields it has: `stream_ready`, `provider_options`, `provider_skipped`, `provider_error` or `done`. Ignore types that you do not know. */
  event_type: 'done'
  /**
   * Why nothing more comes.
   *
   * - `ALL_SETTLED`: Every supplier has answered, failed or been skipped: the options are all there are.
   * - `DEADLINE`: Twenty seconds have passed. Suppliers that had not answered by then count as failed, with `TIMEOUT`.
   * - `EXPIRED`: Before every supplier had answered, the stream’s reader had been gone for some seconds, or the request that began the search was cut off. The others are no longer waited for: search again for their options.
   */
  reason: 'ALL_SETTLED' | 'DEADLINE' | 'EXPIRED'
  /** How many options the stream carried, of all suppliers together. */
  options_count: number
  /** What became of each supplier in the end. */
  providers: RoomProvider[]
  /** Each supplier that brought nothing though it may have rooms to sell, and why. Empty when there is none. */
  warnings: Warning[]
}

/** One fault of an input. */
export interface ValidationIssue {
  /** The field that is wrong, under its name in the API that was asked (GraphQL has camelCase), with places in lists counted from 0. Empty when it is the whole input. */
  path: string
  /** The kind of fault, for programs: `REQUIRED`, `INVALID_TYPE`, `INVALID_VALUE`, `INVALID_FORMAT`, `OUT_OF_RANGE`, `UNKNOWN_KEY`, `INVALID_STATE` and others that one field alone can have. `MORE_ISSUES` closes a list that was cut at 100. */
  code: string
  /** The fault as an English sentence, with the nearest valid name where one was probably meant. For developers. */
  message: string
}

/** An event of a room stream: the `data` of one server-sent event. Branch on `event_type`. */
export type RoomStreamEvent = StreamReadyEvent | ProviderOptionsEvent | ProviderSkippedEvent | ProviderErrorEvent | DoneEvent

/** A booking was created, or changed in a way that has no event of its own: it went on hold, is being confirmed or cancelled, got the hotel’s number, or needs a person. Sent once for each such change; `change` says which it is. */
export interface BookingUpdatedEvent {
  /** The type of the event, by which receivers branch. */
  type: 'booking.updated'
  /** When the event happened, in RFC 3339 and UTC. It is the same at every attempt. */
  timestamp: string
  /** What the event is about. */
  data: BookingEventData
}

/** A booking became `CONFIRMED`: the guest may be told. Sent when the supplier has confirmed it, and again when a cancellation turned out to have had no effect. */
export interface BookingConfirmedEvent {
  /** The type of the event, by which receivers branch. */
  type: 'booking.confirmed'
  /** When the event happened, in RFC 3339 and UTC. It is the same at every attempt. */
  timestamp: string
  /** What the event is about. */
  data: BookingEventData
}

/** A booking became `FAILED`: nothing was booked, as far as the supplier’s answers show. Sent once it is settled, with the reason in `failure`. */
export interface BookingFailedEvent {
  /** The type of the event, by which receivers branch. */
  type: 'booking.failed'
  /** When the event happened, in RFC 3339 and UTC. It is the same at every attempt. */
  timestamp: string
  /** What the event is about. */
  data: BookingEventData
}

/** A booking became `CANCELLED`: by you, because its hold lapsed, by the hotel or by the operator. Sent when the supplier has cancelled; `cancellation` says who caused it, and what it cost. */
export interface BookingCancelledEvent {
  /** The type of the event, by which receivers branch. */
  type: 'booking.cancelled'
  /** When the event happened, in RFC 3339 and UTC. It is the same at every attempt. */
  timestamp: string
  /** What the event is about. */
  data: BookingEventData
}

/** The supplier’s record of a booking differs from what was agreed, or the supplier no longer knows the booking. Sent when a difference is found that was not known; the booking keeps its status. */
export interface BookingDiscrepancyEvent {
  /** The type of the event, by which receivers branch. */
  type: 'booking.discrepancy'
  /** When the event happened, in RFC 3339 and UTC. It is the same at every attempt. */
  timestamp: string
  /** What the event is about. */
  data: BookingEventData
}

/** The gateway has disabled one of your webhook endpoints, because it only failed for days or said that it is gone. Sent to your other endpoints, never to the one that it is about, and kept in the log of events. */
export interface WebhookEndpointDisabledEvent {
  /** The type of the event, by which receivers branch. */
  type: 'webhook_endpoint.disabled'
  /** When the event happened, in RFC 3339 and UTC. It is the same at every attempt. */
  timestamp: string
  /** What the event is about. */
  data: EndpointDisabledData
}

/** Somebody asked for a test with `POST /webhooks/endpoints/{endpoint_id}/test`. Sent only to the endpoint that was named, whatever it subscribes to; it is about no booking, and is not in the log of events. */
export interface WebhookTestEvent {
  /** The type of the event, by which receivers branch. */
  type: 'webhook.test'
  /** When the event happened, in RFC 3339 and UTC. It is the same at every attempt. */
  timestamp: string
  /** What the event is about. */
  data: TestEventData
}

/** The input of `openRoomStream`: path, query and body in one. */
export interface OpenRoomStreamInput {
  /** The hotel of the room search that made the stream; another one’s stream is not found. */
  hotel_id: number | string
  /** The `stream_id` of the room search’s answer. */
  stream_id: string
}

/** The input of `searchHotels`: path, query and body in one. */
export interface SearchHotelsInput {
  /** Where to search: a place or a hotel that `GET /destinations/autocomplete` returned. It may only be left out when `hotel_ids` are sent in its place. */
  destination?: {
    /**
     * Whether `id` is that of a hotel or of a place, as `GET /destinations/autocomplete` returned it.
     *
     * - `hotel`: One hotel: a search finds it, and shows its neighbours beside it.
     * - `place`: A city, region, airport or another place: a search finds its hotels.
     */
    type: 'hotel' | 'place'
    /** The id of the place or hotel, as `GET /destinations/autocomplete` returned it; digits as text are accepted too. */
    id: number | string
  } | null | undefined
  /** The day on which the guests arrive, as YYYY-MM-DD: today at the destination or later, and at most 500 days ahead. */
  check_in: string
  /** The day on which the guests leave, as YYYY-MM-DD: 1 to 30 nights after `check_in`. */
  check_out: string
  /** The nationality of the guests, as a code of `GET /master-data/nationalities`. Suppliers’ prices depend on it, and some sell to certain nationalities only. */
  nationality: string
  /** The rooms that are wanted, 1 to 8, each with its guests. Send the same rooms to `POST /hotels/{hotel_id}/rooms` afterwards. */
  rooms: readonly ({
    /** How many adults sleep in the room, at least 1. */
    adults: number
    /** The age of each child that sleeps in the room, in whole years, 0 to 17. Leave it out, or empty, when there are none. */
    child_ages?: readonly number[] | undefined
  })[]
  /** Only hotels with one of these numbers of stars, 1 to 5; half a star more is found with the whole: 4 finds 4.5. Leave it out for any; an empty list matches no hotel. */
  star_ratings?: readonly number[] | null | undefined
  /** Only hotels that cost at least this much for the whole stay and all rooms, in US cents. It is divided by nights and rooms, and compared with the price of a night for two by which lists are sorted, so a price that is shown may be lower. */
  min_total_price_usd_cents?: number | null | undefined
  /** Only hotels that cost at most this much for the whole stay and all rooms, in US cents, compared like `min_total_price_usd_cents`: a price that is shown may be higher. */
  max_total_price_usd_cents?: number | null | undefined
  /** Only these kinds of accommodation, by their ids in `GET /hotels/filters`. Leave it out for any; an empty list matches no hotel. */
  property_types?: readonly string[] | null | undefined
  /** Only hotels of one of these chains, by their ids in `GET /hotels/filters`. Leave it out for any; an empty list matches no hotel. */
  chain_ids?: readonly (number | string)[] | null | undefined
  /** Only hotels that have all of these facilities, by their ids in `GET /hotels/filters`. */
  facility_ids?: readonly (number | string)[] | null | undefined
  /** Only hotels with this text in their name, in any language; case, accents and punctuation do not matter. An empty text does not filter. */
  hotel_name?: string | null | undefined
  /** With a `destination`: only these hotels, at most 1000, as far as they lie in it; leave it out for any, an empty list matches no hotel. Without one: these hotels, 1 to 500, each once and in this order, all on one page, whatever places they lie in. Such a search takes the other filters, but no `center`, `sort`, `price_sort` or `cursor`; warnings tell which of the hotels cannot be searched, and why. */
  hotel_ids?: readonly (number | string)[] | null | undefined
  /** Only hotels of the searched place within this circle. Distances in the answer, and the order `distance_from_center`, are then from its centre. Not with a hotel as the `destination`. */
  center?: {
    /** The latitude of its centre in degrees, −90 to 90, WGS 84. */
    latitude: number
    /** The longitude of its centre in degrees, −180 to 180, WGS 84. */
    longitude: number
    /** How far hotels may be from its centre, in kilometres as the crow flies: above 0, at most 50. */
    radius_km: number
  } | null | undefined
  /** True: only hotels with a rate of which something is paid back when it is cancelled, and only the prices of such rates. An instant search keeps hotels about which no supplier has answered yet; polling tells which have no such rate. */
  refundable_only?: boolean | null | undefined
  /** True: only hotels with a rate that costs nothing to cancel now, and only the prices of such rates. That is less than `refundable_only`, of which a part may be kept. What it does in an instant search is the same. */
  free_cancellation?: boolean | null | undefined
  /** Only hotels with a rate with one of these meals for all guests, by the codes of a room option’s board, and only the prices of such rates. A rate whose meals its supplier does not tell has none of them. What it does in an instant search is the same as for `refundable_only`; a warning names each supplier of which a search cannot find all such hotels. */
  board_codes?: readonly ('RO' | 'BB' | 'HB' | 'FB' | 'AI')[] | null | undefined
  /** The order of the list, `recommended` when it is left out. It wins over `price_sort`. */
  sort?: 'recommended' | 'price_low_to_high' | 'price_high_to_low' | 'stars' | 'distance_from_center' | 'value' | null | undefined
  /** The order by price, for clients that do not use `sort`. Sent together, it is ignored with a warning. */
  price_sort?: 'low_to_high' | 'high_to_low' | null | undefined
  /** How many hotels a page may have, 1 to 100; 20 when it is left out. A search by `hotel_ids` alone has one page with all of them: a lower number is refused. */
  limit?: number | null | undefined
  /** Where to go on: the `next_cursor` of the page before, unchanged. Destination, stay, rooms, filters and order must be as they were. Leave it out, or null, for the first page. */
  cursor?: string | null | undefined
  /** Whether to answer at once, or to wait for the suppliers; `instant` when it is left out. */
  pricing_mode?: 'instant' | 'live' | null | undefined
  /** Which fields each hotel is to have, by their names in the answer; `hotel_id` is always there, and `distance_km` of similar hotels. Unknown names are ignored. Leave it out for all fields. */
  fields?: readonly string[] | null | undefined
  /** The language of names in the answer: `en`, `fr`, `de`, `ja` or `ar`, also with a region (`fr-CA`). When it is absent or another, the headers `language` and then `Accept-Language` decide; what has no name in it comes in English. */
  language?: string | null | undefined
  /** How long a `live` search may take, in milliseconds, 0 to 15000; 15000 when it is left out. Suppliers that have not answered by then are reported as `TIMEOUT`. An instant search ignores it. */
  max_wait_ms?: number | null | undefined
  /** The currency in which a `live` search lists its prices, as its ISO 4217 code, in place of your organization’s. An instant search refuses it. */
  currency?: string | null | undefined
  /** Who shops, for suppliers that demand the guest’s address and one session. All of it may be left out. */
  traveller?: {
    /** The IP address of the guest’s device, IPv4 or IPv6; not your server’s. Over HTTP the header `X-Traveller-IP` does the same. Absent: suppliers get the address that called. */
    ip?: string | null | undefined
    /** Your session of the guest: 8 to 64 of letters, digits, `.`, `-` and `_`, the same from the first search to the booking, and new for the next guest. Over HTTP also as the header `X-Traveller-Session`. Absent: the gateway makes one for each search, and carries it through its tokens. */
    session_id?: string | null | undefined
    /** What the guest’s browser or app calls itself, at most 512 characters. */
    user_agent?: string | null | undefined
  } | null | undefined
}

/** The input of `pollPrices`: path, query and body in one. */
export interface PollPricesInput {
  /** The `search_id` of the search’s answer; another page of the same list has another. */
  search_id: string
  /** The hotels that the customer sees at the moment, at most 100: suppliers are asked about them first, and they come first in the answer. */
  refresh_ids?: readonly (number | string)[] | null | undefined
  /** The `revision` of the last poll: only hotels whose prices changed after it are returned. Leave it out for everything so far. */
  since?: number | null | undefined
}

/** The input of `listHotelFilters`: path, query and body in one. */
export interface ListHotelFiltersInput {
  /** The language of names in the answer: `en`, `fr`, `de`, `ja` or `ar`, also with a region (`fr-CA`). When it is absent or another, the headers `language` and then `Accept-Language` decide; what has no name in it comes in English. */
  language?: string | null | undefined
}

/** The input of `findDestinations`: path, query and body in one. */
export interface FindDestinationsInput {
  /** The text that the customer has typed, 1 to 100 characters: the beginning of words of a name, in any language. Case, accents and small slips do not matter. */
  q: string
  /** How many destinations to return at the most, 1 to 50; 10 when it is left out. */
  limit?: number | null | undefined
  /** The language of names in the answer: `en`, `fr`, `de`, `ja` or `ar`, also with a region (`fr-CA`). When it is absent or another, the headers `language` and then `Accept-Language` decide; what has no name in it comes in English. */
  language?: string | null | undefined
}

/** The input of `listNationalities`: path, query and body in one. */
export interface ListNationalitiesInput {
  /** The language of names in the answer: `en`, `fr`, `de`, `ja` or `ar`, also with a region (`fr-CA`). When it is absent or another, the headers `language` and then `Accept-Language` decide; what has no name in it comes in English. */
  language?: string | null | undefined
}

/** The input of `getHotel`: path, query and body in one. */
export interface GetHotelInput {
  /** The id of the hotel, as searches return it; a number is accepted as well as text. */
  hotel_id: number | string
  /** The language of names in the answer: `en`, `fr`, `de`, `ja` or `ar`, also with a region (`fr-CA`). When it is absent or another, the headers `language` and then `Accept-Language` decide; what has no name in it comes in English. */
  language?: string | null | undefined
}

/** The input of `createRoomSearch`: path, query and body in one. */
export interface CreateRoomSearchInput {
  /** The id of the hotel, as searches return it; a number is accepted as well as text. */
  hotel_id: number | string
  /** The id of the search in which the customer found the hotel. Other dates or rooms than its own are refused with `OCCUPANCY_MISMATCH`, so that nobody books for other guests than were priced; a search that has expired is not compared. Leave it out when there was none. */
  search_id?: string | null | undefined
  /** The day on which the guests arrive, as YYYY-MM-DD: today at the destination or later, and at most 500 days ahead. */
  check_in: string
  /** The day on which the guests leave, as YYYY-MM-DD: 1 to 30 nights after `check_in`. */
  check_out: string
  /** The nationality of the guests, as a code of `GET /master-data/nationalities`. Suppliers’ prices depend on it, and some sell to certain nationalities only. */
  nationality: string
  /** The rooms that are wanted, 1 to 8, each with its guests. Each room option covers all of them. */
  rooms: readonly ({
    /** How many adults sleep in the room, at least 1. */
    adults: number
    /** The age of each child that sleeps in the room, in whole years, 0 to 17. Leave it out, or empty, when there are none. */
    child_ages?: readonly number[] | undefined
  })[]
  /** The language of room names and of what suppliers write: `en`, `fr`, `de`, `ja` or `ar`. When it is left out, the headers `language` and then `Accept-Language` decide; what is not available in it comes in English. */
  language?: string | null | undefined
  /** How long to collect room options into this answer, in milliseconds, 0 to 15000, for clients that do not stream. 0 or left out: the answer comes at once, without options, and the stream has them. */
  max_wait_ms?: number | null | undefined
  /** The currency of `list_price`, as its ISO 4217 code. Absent: that of your organization’s lists. */
  currency?: string | null | undefined
  /** Who shops, for suppliers that demand the guest’s address and one session. All of it may be left out. */
  traveller?: {
    /** The IP address of the guest’s device, IPv4 or IPv6; not your server’s. Over HTTP the header `X-Traveller-IP` does the same. Absent: suppliers get the address that called. */
    ip?: string | null | undefined
    /** Your session of the guest: 8 to 64 of letters, digits, `.`, `-` and `_`, the same from the first search to the booking, and new for the next guest. Over HTTP also as the header `X-Traveller-Session`. Absent: the gateway makes one for each search, and carries it through its tokens. */
    session_id?: string | null | undefined
    /** What the guest’s browser or app calls itself, at most 512 characters. */
    user_agent?: string | null | undefined
  } | null | undefined
}

/** The input of `prebook`: path, query and body in one. */
export interface PrebookInput {
  /** The `booking_token` of the room option, unchanged. It can be several kilobytes long, and expires after 20 minutes or sooner. */
  booking_token: string
  /** The highest total at which you would book, in the currency of the option or of its `list_price`; any other currency is refused. An offer above it comes with `bookable` false. Absent: any price. */
  max_price?: {
    /** The amount in minor units (cents, yen, fils): 17700 with an exponent of 2 is 177.00. */
    amount_minor: number
    /** The currency of the amount, as its ISO 4217 code. */
    currency: string
    /** The decimals of the currency, if you send on what an answer had. It is not needed: the currency decides, and a number that is not the currency’s is refused. */
    currency_exponent?: number | null | undefined
  } | null | undefined
  /** The language of the offer’s texts, as a BCP 47 tag: en, fr, de, ja or ar. Absent: the headers `language` and then `Accept-Language` decide, and English without either. */
  language?: string | null | undefined
  /** The currency of `list_price`, as its ISO 4217 code. Absent: the one in which the rooms were asked for. */
  currency?: string | null | undefined
  /** Who shops, for suppliers that demand the guest’s address and one session. All of it may be left out. */
  traveller?: {
    /** The IP address of the guest’s device, IPv4 or IPv6; not your server’s. Over HTTP the header `X-Traveller-IP` does the same. Absent: suppliers get the address that called. */
    ip?: string | null | undefined
    /** Your session of the guest: 8 to 64 of letters, digits, `.`, `-` and `_`, the same from the first search to the booking, and new for the next guest. Over HTTP also as the header `X-Traveller-Session`. Absent: the gateway makes one for each search, and carries it through its tokens. */
    session_id?: string | null | undefined
    /** What the guest’s browser or app calls itself, at most 512 characters. */
    user_agent?: string | null | undefined
  } | null | undefined
}

/** The input of `getOffer`: path, query and body in one. */
export interface GetOfferInput {
  /** The offer that is meant, by the id that `POST /hotels/prebook` gave. It works until the offer expires. */
  offer_id: string
}

/** The input of `createBooking`: path, query and body in one. */
export interface CreateBookingInput {
  /** The offer to book, by the `offer_id` that `POST /hotels/prebook` gave. An offer can have one booking that has not failed. */
  offer_id: string
  /**
   * Whether to book at once or to hold; `available_booking_modes` of the offer lists what it allows.
   *
   * - `INSTANT`: At once and for good. Every offer can be booked so.
   * - `HOLD`: As a hold: the supplier keeps the rooms until a deadline, and books them when you confirm. Only offers that allow it.
   */
  booking_mode: 'INSTANT' | 'HOLD'
  /** Your own reference of the booking, to find it by with `GET /hotels/bookings`: 1 to 64 printable ASCII characters. It need not be unique. Absent: none. */
  client_reference?: string | null | undefined
  /** In whose name to book. */
  holder: {
    /** First name of the holder, in letters of any script, 1 to 50 characters, without digits. */
    given_name: string
    /** Last name of the holder, in letters of any script, 1 to 50 characters, without digits. */
    family_name: string
    /** An e-mail address that the holder reads, at most 254 characters. Some suppliers write to it. */
    email: string
    /** A telephone number in the E.164 format: a plus, the country code and the number, without spaces. It may be left out where the offer’s `guest_requirements` say that none is required. */
    phone?: string | null | undefined
  }
  /** Everybody who stays, in any order: in each room as many adults, and children of the same ages, as it was searched for. */
  guests: readonly ({
    /** The room of the guest: the `allocation_id` of one of the offer’s `allocations`. */
    allocation_id: string
    /**
     * Whether the guest is a child. There can be no more of each than was searched for.
     *
     * - `ADULT`: One of the adults that the room was searched for.
     * - `CHILD`: One of the children that the room was searched for. A child has an age.
     */
    type: 'ADULT' | 'CHILD'
    /** First name in letters of any script, 1 to 50 characters, without digits. At least one adult of each room needs both names; all guests do where the offer’s `guest_requirements` say so. */
    given_name?: string | null | undefined
    /** Last name, by the same rules as `given_name`. */
    family_name?: string | null | undefined
    /** Age in whole years. Required for a child, and there equal to an age of the search; not needed for adults. */
    age?: number | null | undefined
    /** The guest’s gender, which hotels of suppliers with `gender` in their `guest_requirements` can ask for. Absent: `UNKNOWN`. */
    gender?: 'MALE' | 'FEMALE' | 'UNKNOWN' | null | undefined
  })[]
  /** What the guests ask of the hotel, at most 500 characters. It is passed on as it is, and nothing in it is promised. Absent: nothing. */
  special_requests?: string | null | undefined
  /** When the guests will arrive on the day of `check_in`, as HH:MM at the hotel’s place. Who comes after midnight writes so in `special_requests`. Absent: not told. */
  arrival_time?: string | null | undefined
  /** The membership of the guest of the first room. Absent: not told. */
  loyalty?: {
    /** The programme, by the id that the supplier has for it: 1 to 64 characters. */
    program_id: string
    /** The member’s number in it: 1 to 64 characters. */
    member_id: string
  } | null | undefined
  /** The customer’s number at the tax office, which some countries’ suppliers have to know: of Brazilian guests a CPF or CNPJ. At most 32 letters, digits, spaces, dots, hyphens and slashes. Absent: not told. */
  tax_registration_number?: string | null | undefined
  /** To whom an invoice is made out. Absent: not told. */
  invoicing?: {
    /** The company’s name as the invoice has to show it, 1 to 200 characters. */
    company_name: string
    /** The company’s address as the invoice has to show it. */
    company_address: {
      /** Street, number and what else is needed, as 1 to 3 lines of at most 100 characters. */
      address_lines: readonly string[]
      /** The city, 1 to 100 characters. */
      city: string
      /** The state or province by its code, where addresses have one. Absent: none. */
      state_province_code?: string | null | undefined
      /** The postal code, where addresses have one. Absent: none. */
      postal_code?: string | null | undefined
      /** The country as its ISO 3166-1 alpha-2 code. */
      country_code: string
    }
    /** The e-mail address that the invoice is sent to. */
    email: string
  } | null | undefined
  /** Why the guests travel. Absent: not told. */
  travel_purpose?: 'LEISURE' | 'BUSINESS' | null | undefined
  /** The total that the customer has agreed to, in the currency of the offer or of its `list_price`. When it is neither of the two, the booking is refused with `PRICE_MISMATCH` and no supplier is asked. Required for an offer whose price or terms differ from the room option; send it always. */
  accepted_price?: {
    /** The amount in minor units (cents, yen, fils): 17700 with an exponent of 2 is 177.00. */
    amount_minor: number
    /** The currency of the amount, as its ISO 4217 code. */
    currency: string
    /** The decimals of the currency, if you send on what an answer had. It is not needed: the currency decides, and a number that is not the currency’s is refused. */
    currency_exponent?: number | null | undefined
  } | null | undefined
  /** Who shops, for suppliers that demand the guest’s address and one session. All of it may be left out. */
  traveller?: {
    /** The IP address of the guest’s device, IPv4 or IPv6; not your server’s. Over HTTP the header `X-Traveller-IP` does the same. Absent: suppliers get the address that called. */
    ip?: string | null | undefined
    /** Your session of the guest: 8 to 64 of letters, digits, `.`, `-` and `_`, the same from the first search to the booking, and new for the next guest. Over HTTP also as the header `X-Traveller-Session`. Absent: the gateway makes one for each search, and carries it through its tokens. */
    session_id?: string | null | undefined
    /** What the guest’s browser or app calls itself, at most 512 characters. */
    user_agent?: string | null | undefined
  } | null | undefined
  /** Your own entries, returned with the booking’s details and not read by anybody: at most 20, with names of 1 to 40 and texts of at most 500 characters. They are deleted along with the guests’ data. Absent: none. */
  metadata?: Record<string, string> | null | undefined
}

/** The input of `findBookingByIdempotencyKey`: path, query and body in one. */
export interface FindBookingByIdempotencyKeyInput {
  /** The `Idempotency-Key` that the booking was created with. */
  idempotency_key: string
}

/** The input of `listBookings`: path, query and body in one. */
export interface ListBookingsInput {
  /**
   * Keeps the bookings that have this status now.
   *
   * - `AWAITING_REVIEW`: A hold whose deadline is less than two days away waits for a person to approve it. The supplier was not asked yet, so no room is kept.
   * - `PROCESSING`: The supplier was asked to book, or to confirm a hold, and its answer is not certain yet. Wait for a webhook or poll, and do not book again.
   * - `CONFIRMED`: The supplier has confirmed the booking. Only now may the guest be told that it is booked.
   * - `ON_HOLD`: The supplier keeps the rooms until `hold_deadline_at`, and nothing is booked. Confirm or cancel it before then, and never show it to the guest as confirmed.
   * - `FAILED`: As far as the supplier’s answers show, nothing was booked. `failure` says why, and whether to try again.
   * - `CANCELLATION_PENDING`: A cancellation is under way. The booking is not cancelled yet: it becomes `CANCELLED`, or stands as before when the supplier did not cancel.
   * - `CANCELLED`: The booking has ended: somebody cancelled it, or its hold lapsed. It never changes its status again.
   */
  status?: 'AWAITING_REVIEW' | 'PROCESSING' | 'CONFIRMED' | 'ON_HOLD' | 'FAILED' | 'CANCELLATION_PENDING' | 'CANCELLED' | null | undefined
  /** Keeps the bookings whose guests arrive on this day or later, as YYYY-MM-DD. */
  check_in_from?: string | null | undefined
  /** Keeps the bookings that were made at this instant or later, in RFC 3339 with an offset. */
  created_from?: string | null | undefined
  /** Keeps the bookings that were made with exactly this reference of yours. */
  client_reference?: string | null | undefined
  /** Goes on behind an earlier page: its `next_cursor`, unchanged, with the same filters. Absent: the first page. */
  cursor?: string | null | undefined
  /** How many bookings a page has at most, 1 to 100. Absent: 20. */
  limit?: number | null | undefined
}

/** The input of `getBooking`: path, query and body in one. */
export interface GetBookingInput {
  /** The booking that is meant, by the id that `POST /hotels/book` gave. */
  booking_id: string
}

/** The input of `getBookingDetails`: path, query and body in one. */
export interface GetBookingDetailsInput {
  /** The booking that is meant, by the id that `POST /hotels/book` gave. */
  booking_id: string
}

/** The input of `getPenalties`: path, query and body in one. */
export interface GetPenaltiesInput {
  /** The booking that is meant, by the id that `POST /hotels/book` gave. */
  booking_id: string
}

/** The input of `confirmHold`: path, query and body in one. */
export interface ConfirmHoldInput {
  /** The booking that is `ON_HOLD`, by its id. */
  booking_id: string
  /** The `accepted_offer_id` of the booking, as a check that you confirm what you mean. Another one is refused with `ACCEPTED_OFFER_MISMATCH`. */
  accepted_offer_id: string
}

/** The input of `quoteCancellation`: path, query and body in one. */
export interface QuoteCancellationInput {
  /** The booking that is meant, by the id that `POST /hotels/book` gave. */
  booking_id: string
}

/** The input of `cancelBooking`: path, query and body in one. */
export interface CancelBookingInput {
  /** The booking to cancel, by its id. The quote must be for this one. */
  booking_id: string
  /** The quote that is accepted: the `quote_id` that `POST /hotels/book/{booking_id}/cancellation-quote` gave, unchanged. With one whose cost is `UNKNOWN` you accept whatever the supplier charges. */
  cancellation_quote_id: string
}

/** The input of `reviewBooking`: path, query and body in one. */
export interface ReviewBookingInput {
  /** The booking that is `AWAITING_REVIEW`, by its id. */
  booking_id: string
  /**
   * What is to become of it.
   *
   * - `APPROVE`: The supplier is asked to hold the rooms, now and not before.
   * - `REJECT`: The booking becomes `FAILED`, with the reason `REVIEW_REJECTED`, and no supplier is asked.
   */
  decision: 'APPROVE' | 'REJECT'
  /** Why it was decided so, at most 1,000 characters. It is kept in the audit log, and neither supplier nor guest sees it. Absent: no reason is kept. */
  note?: string | null | undefined
}

/** The input of `listEvents`: path, query and body in one. */
export interface ListEventsInput {
  /** The position of the last event that you have processed: the answer begins behind it. Absent: from the oldest event that is kept. */
  after?: string | null | undefined
  /** How many events a page has at most, 1 to 100. Absent: 20. */
  limit?: number | null | undefined
}

/** The input of `createWebhookEndpoint`: path, query and body in one. */
export interface CreateWebhookEndpointInput {
  /** The absolute URL to post events to, at most 2048 characters: https in production, without credentials and fragment. Production also refuses a host with a private or reserved address, and a port of another kind of service, such as 5432. */
  url: string
  /** A note for yourselves, at most 200 characters. Null: none. */
  description?: string | null | undefined
  /** Which events to send: `booking.updated`, `booking.confirmed`, `booking.failed`, `booking.cancelled`, `booking.discrepancy`, `webhook_endpoint.disabled`, or `booking.*`, `webhook_endpoint.*` and `*` for many at once. When left out or null: `booking.*`, which does not include events about endpoints. */
  event_types?: readonly string[] | null | undefined
  /** True to sign each webhook with ed25519 (`v1a`) beside HMAC (`v1`), so that the verifying server needs no secret. It cannot be changed later. When left out or null: false. */
  asymmetric?: boolean | null | undefined
  /** How many deliveries may be under way at once, 1 to 64. When left out or null: 16. */
  max_concurrency?: number | null | undefined
  /** How many deliveries to send in a second at most, 1 to 1000. When left out or null: as many as the endpoint answers. */
  max_per_second?: number | null | undefined
}

/** The input of `getWebhookEndpoint`: path, query and body in one. */
export interface GetWebhookEndpointInput {
  /** Names the webhook endpoint, from its creation until it is deleted. */
  endpoint_id: string
}

/** The input of `updateWebhookEndpoint`: path, query and body in one. */
export interface UpdateWebhookEndpointInput {
  /** The endpoint to change. */
  endpoint_id: string
  /** The new URL to post events to, under the same rules as at creation. Deliveries that wait go there too. Null changes nothing. */
  url?: string | null | undefined
  /** The new note, at most 200 characters. Null removes it. */
  description?: string | null | undefined
  /** Which events to send from now on, in place of the list so far: `booking.updated`, `booking.confirmed`, `booking.failed`, `booking.cancelled`, `booking.discrepancy`, `webhook_endpoint.disabled`, or `booking.*`, `webhook_endpoint.*` and `*` for many at once. Null changes nothing. */
  event_types?: readonly string[] | null | undefined
  /** False stops sending: new events are then kept, and `POST /webhooks/endpoints/{endpoint_id}/recover` sends them. True sends again, also to an endpoint that the gateway had disabled. Null changes nothing. */
  enabled?: boolean | null | undefined
  /** How many deliveries may be under way at once from now on, 1 to 64. Null changes nothing. */
  max_concurrency?: number | null | undefined
  /** How many deliveries to send in a second at most from now on, 1 to 1000. Null removes the limit. */
  max_per_second?: number | null | undefined
}

/** The input of `deleteWebhookEndpoint`: path, query and body in one. */
export interface DeleteWebhookEndpointInput {
  /** Names the webhook endpoint, from its creation until it is deleted. */
  endpoint_id: string
}

/** The input of `rotateWebhookSecret`: path, query and body in one. */
export interface RotateWebhookSecretInput {
  /** The endpoint that gets a new secret. */
  endpoint_id: string
  /** For how many seconds the old secrets sign too, so that receivers can change over: 0 ends them at once, 604800 (a week) is the most. When left out or null: 86400, a day. */
  grace_period_seconds?: number | null | undefined
}

/** The input of `testWebhookEndpoint`: path, query and body in one. */
export interface TestWebhookEndpointInput {
  /** Names the webhook endpoint, from its creation until it is deleted. */
  endpoint_id: string
}

/** The input of `recoverWebhookEndpoint`: path, query and body in one. */
export interface RecoverWebhookEndpointInput {
  /** The endpoint that missed them. */
  endpoint_id: string
  /** The beginning of the time, inclusive, in RFC 3339 with `Z` or an offset. A little too early does no harm: what was delivered is not sent again. */
  since: string
  /** The end of the time, inclusive, in RFC 3339 with `Z` or an offset. When left out or null: now. */
  until?: string | null | undefined
}

/** The input of `listWebhookDeliveries`: path, query and body in one. */
export interface ListWebhookDeliveriesInput {
  /** Only deliveries to this endpoint. */
  endpoint_id?: string | null | undefined
  /** Only deliveries of events about this booking. */
  booking_id?: string | null | undefined
  /**
   * Only deliveries that have come this far.
   *
   * - `PENDING`: It waits to be sent, at `next_attempt_at` or soon after: behind older events of the same booking, or while the endpoint is paused or disabled.
   * - `RETRYING`: An attempt has failed, and the next one comes at `next_attempt_at`. Nothing has to be done.
   * - `DELIVERED`: The endpoint has answered with a 2xx status.
   * - `FAILED`: All of its attempts have failed, usually ten within a day. It is sent again only by `POST /webhooks/deliveries/{delivery_id}/redeliver` or `POST /webhooks/endpoints/{endpoint_id}/recover`.
   * - `SKIPPED`: It was not sent because the endpoint is disabled. Enable it, then call `POST /webhooks/endpoints/{endpoint_id}/recover` to get what it missed.
   * - `DISCARDED`: It is not sent any more, because the endpoint was deleted, or answered with the header `webhook-delivery: abort-message`.
   */
  status?: 'PENDING' | 'RETRYING' | 'DELIVERED' | 'FAILED' | 'SKIPPED' | 'DISCARDED' | null | undefined
  /** The `next_cursor` of the previous page, unchanged. When left out: the newest deliveries. */
  cursor?: string | null | undefined
  /** How many deliveries a page has at most, 1 to 100. When left out: 20. */
  limit?: number | null | undefined
}

/** The input of `getWebhookDelivery`: path, query and body in one. */
export interface GetWebhookDeliveryInput {
  /** The delivery, by the id that lists show. */
  delivery_id: string
}

/** The input of `redeliverWebhook`: path, query and body in one. */
export interface RedeliverWebhookInput {
  /** The delivery, by the id that lists show. */
  delivery_id: string
}

/** The input of `acceptSupplierTerms`: path, query and body in one. */
export interface AcceptSupplierTermsInput {
  /** The supplier, by its code. */
  supplier_code: string
  /** The version that was read: the one that `GET /supplier-terms` tells. Any other is refused. */
  version: string
}

/** The input of `rollApiKey`: path, query and body in one. */
export interface RollApiKeyInput {
  /** The key to replace. It may be the one that the request is made with. */
  key_id: string
  /** For how many seconds the old key goes on working beside the new one: at least 60, because the answer with the new key can be lost, and at most 2592000 (30 days). When left out or null: 86400, a day. */
  overlap_seconds?: number | null | undefined
  /** What the new key may do: only scopes that the old key and the key of this request have. When left out or null: all of the old key’s. */
  scopes?: readonly ('search' | 'bookings:read' | 'bookings:write' | 'bookings:review' | 'webhooks' | 'keys' | 'sandbox')[] | null | undefined
  /** The IP addresses and networks that the new key works from, at most 50. An empty list: from everywhere. When left out or null: those of the old key. */
  addresses?: readonly string[] | null | undefined
}

/** The input of `updateApiKey`: path, query and body in one. */
export interface UpdateApiKeyInput {
  /** The key to change. */
  key_id: string
  /** The IP addresses and networks that the key works from now on, at most 50, in place of those so far. An empty list: from everywhere. For the key of this request, its own address must be among them. */
  addresses: readonly string[]
}

/** The input of `revokeApiKey`: path, query and body in one. */
export interface RevokeApiKeyInput {
  /** The key to revoke. It is refused when no other key of your organization goes on for more than a day, or for as long as this one: then roll it instead. */
  key_id: string
  /** Must be true to revoke the very key that the request is made with, so that it does not happen by mistake. */
  allow_current?: boolean | null | undefined
}

/** The input of operations that take none. */
export type NoInput = Record<string, never>

/** Input and answer of each operation, by its name. */
export interface Operations {
  /**
   * Finds hotels of a place, or one hotel, for a stay. With the pricing mode `instant` (the default) it answers at once from known and estimated prices, and asks the suppliers in the background: poll `GET /hotels/search/{search_id}/prices` with the `search_id` while the results are on screen. With `live` it waits up to 15 seconds for the suppliers and answers with every quote that arrived. The order never depends on what suppliers answer, so paging repeats and skips no hotel.
   *
   * Needs a key with the scope `search`. Counts into the rate class `search`: 120 a minute by default.
   */
  searchHotels: { input: SearchHotelsInput; data: SearchData }
  /**
   * Tells what the suppliers have answered since an instant search began. Call it every two seconds while the customer looks at the results, with the visible hotels in `refresh_ids`, and stop when `refresh_status` is `COMPLETE` or `EXPIRED`. With `since` it returns only what changed after that revision. Polling one search more than once a second is refused with `RATE_LIMITED`.
   *
   * Needs a key with the scope `search`. Counts into the rate class `polling`: 600 a minute by default.
   */
  pollPrices: { input: PollPricesInput; data: PriceUpdates }
  /**
   * Every property type, chain and facility that a search can be filtered by, with its id and its name in the requested language. The lists change rarely: keep them for two days.
   *
   * Needs a key with the scope `search`. Counts into the rate class `static`: 300 a minute by default.
   */
  listHotelFilters: { input: ListHotelFiltersInput; data: HotelFilters }
  /**
   * Finds places and hotels by the beginning of their names, with small slips forgiven and accents ignored, the best match first. Send the type and id of a result to `POST /hotels/search` unchanged. Made for every keystroke of a search box: answers may be kept for two days.
   *
   * Needs a key with the scope `search`. Counts into the rate class `static`: 300 a minute by default.
   */
  findDestinations: { input: FindDestinationsInput; data: {
      /** The places and hotels that match, the best match first. */
      destinations: Destination[]
    } }
  /**
   * Every nationality that searches and room searches accept, with its ISO 3166-1 code and its name in the requested language. Prices can depend on it, so ask the traveller and do not guess. The list may be kept for thirty days.
   *
   * Needs a key with the scope `search`. Counts into the rate class `static`: 300 a minute by default.
   */
  listNationalities: { input: ListNationalitiesInput; data: {
      /** Every nationality, sorted by its name in the language of the answer. */
      nationalities: Nationality[]
    } }
  /**
   * What the catalogue knows of one hotel, in the requested language, without prices: names, place, pictures, descriptions, policies, facilities and rooms, for a page about it or to show a booking. Texts that the language lacks are in English, and say so. Answers may be kept for five minutes, and have an `ETag` to ask with after that.
   *
   * Needs a key with the scope `search`. Counts into the rate class `static`: 300 a minute by default.
   */
  getHotel: { input: GetHotelInput; data: Hotel }
  /**
   * Asks every enabled supplier that sells the hotel for its room options, and answers at once with a stream that carries them as they arrive (`GET /hotels/{hotel_id}/rooms/stream/{stream_id}`). A client that does not stream sets `max_wait_ms`: what arrives in that time is in the answer. Each option has a `booking_token` for `POST /hotels/prebook`.
   *
   * Needs a key with the scope `search`. Counts into the rate class `rooms`: 120 a minute by default.
   */
  createRoomSearch: { input: CreateRoomSearchInput; data: RoomSearch }
  /**
   * Asks the supplier whether a room option can still be booked, and at which price and terms. The answer is an offer that is kept for 15 minutes at the most; nothing is booked. When price or terms differ from the option, show the changes to the customer, and send the offer’s price as `accepted_price` when booking. Prebooking the same option twice makes two offers.
   *
   * Needs a key with the scope `search`. Counts into the rate class `prebook`: 60 a minute by default.
   */
  prebook: { input: PrebookInput; data: Prebook & { status: PrebookStatus } }
  /**
   * The offer that a prebook made, while it can be booked: for a checkout page that was reloaded. It asks no supplier. An offer that has expired is not found.
   *
   * Needs a key with the scope `search`. Counts into the rate class `status`: 600 a minute by default.
   */
  getOffer: { input: GetOfferInput; data: Offer }
  /**
   * Books an offer at once, or as a hold that is confirmed later, once for each idempotency key. The answer comes within ten seconds, whatever the supplier does: a booking that is still `PROCESSING` then goes on by itself, and is told by webhooks, `GET /hotels/book/{booking_id}` and `GET /events`. After a result that never arrived, send the same key and body again: they return the same booking. A new key is a new booking.
   *
   * Needs a key with the scope `bookings:write`. Counts into the rate class `book`: 60 a minute by default.
   */
  createBooking: { input: CreateBookingInput; data: BookingStatusData }
  /**
   * The booking that `POST /hotels/book` made under an idempotency key: for a client that lost the answer. It changes nothing. `BOOKING_NOT_FOUND` means that no booking was made with the key, so that sending the creation again with the same key and body is safe.
   *
   * Needs a key with the scope `bookings:read`. Counts into the rate class `status`: 600 a minute by default.
   */
  findBookingByIdempotencyKey: { input: FindBookingByIdempotencyKeyInput; data: BookingStatusData }
  /**
   * The organization’s bookings, newest first, a page at a time, optionally only those of a status, a check-in date or a creation time onwards, or a reference of yours.
   *
   * Needs a key with the scope `bookings:read`. Counts into the rate class `status`: 600 a minute by default.
   */
  listBookings: { input: ListBookingsInput; data: BookingList }
  /**
   * Where a booking stands, what it waits for, and what can be done with it now. While `next_poll_after_ms` is not null, ask again after that time; webhooks and `GET /events` tell the same without asking.
   *
   * Needs a key with the scope `bookings:read`. Counts into the rate class `status`: 600 a minute by default.
   */
  getBooking: { input: GetBookingInput; data: BookingStatusData }
  /**
   * The status of a booking together with its hotel, stay, rooms, guests, price, the cancellation policy as it was frozen at booking, and every change so far.
   *
   * Needs a key with the scope `bookings:read`. Counts into the rate class `status`: 600 a minute by default.
   */
  getBookingDetails: { input: GetBookingDetailsInput; data: BookingDetails }
  /**
   * What cancelling costs at any time, by the policy that was frozen at booking: the whole timeline, and what holds now. It asks no supplier and commits to nothing; only a quote of `POST /hotels/book/{booking_id}/cancellation-quote` can be accepted.
   *
   * Needs a key with the scope `bookings:read`. Counts into the rate class `status`: 600 a minute by default.
   */
  getPenalties: { input: GetPenaltiesInput; data: PenaltyTimeline }
  /**
   * Confirms a booking that is `ON_HOLD`, before its deadline. `PROCESSING` in the answer means that the supplier was asked, and that its record decides: wait for the webhook or poll, and do not call again. A definitive refusal is an error, and leaves the booking on hold. Repeating the call for a booking that is confirmed, or being confirmed, changes nothing.
   *
   * Needs a key with the scope `bookings:write`. Counts into the rate class `book`: 60 a minute by default.
   */
  confirmHold: { input: ConfirmHoldInput; data: BookingStatusData }
  /**
   * What cancelling a booking costs now, as an offer to accept within five minutes, or sooner when the penalty is about to change. Nothing is cancelled yet. Ask when the customer wants to cancel, not earlier; any number of quotes may be asked for.
   *
   * Needs a key with the scope `bookings:write`. Counts into the rate class `cancel`: 60 a minute by default.
   */
  quoteCancellation: { input: QuoteCancellationInput; data: CancellationQuote }
  /**
   * Cancels a booking by accepting a quote, once for each idempotency key. `CANCELLATION_PENDING` means that the supplier has not confirmed yet: the booking is not cancelled until its status says so. A quote that no longer holds is refused, with a fresh one in the refusal.
   *
   * Needs a key with the scope `bookings:write`. Counts into the rate class `cancel`: 60 a minute by default.
   */
  cancelBooking: { input: CancelBookingInput; data: CancelledBooking }
  /**
   * Approves or rejects a hold that is `AWAITING_REVIEW` because its deadline is less than two days away. Only an approval asks the supplier. It needs a key with the scope `bookings:review`. With an idempotency key, a repeated decision returns what became of the first.
   *
   * Needs a key with the scope `bookings:review`. Counts into the rate class `book`: 60 a minute by default.
   */
  reviewBooking: { input: ReviewBookingInput; data: BookingStatusData }
  /**
   * Every event that webhooks carry, oldest first and without gaps: for receivers that were down, and for clients that take no webhooks. Go on with `next_after`; no event is ever skipped or inserted before it.
   *
   * Needs a key with the scope `bookings:read`. Counts into the rate class `status`: 600 a minute by default.
   */
  listEvents: { input: ListEventsInput; data: EventList }
  /**
   * Registers a URL that gets events as signed webhooks. The signing secret is in this answer, and never shown again; store it, and verify each webhook with it. An organization has at most twenty endpoints.
   *
   * Needs a key with the scope `webhooks`. Counts into the rate class `static`: 300 a minute by default.
   */
  createWebhookEndpoint: { input: CreateWebhookEndpointInput; data: WebhookEndpoint }
  /**
   * The organization’s webhook endpoints, oldest first, without their secrets.
   *
   * Needs a key with the scope `webhooks`. Counts into the rate class `static`: 300 a minute by default.
   */
  listWebhookEndpoints: { input: NoInput; data: WebhookEndpointList }
  /**
   * One webhook endpoint with its settings, and with the reason when it is disabled. Its signing secret is not shown.
   *
   * Needs a key with the scope `webhooks`. Counts into the rate class `static`: 300 a minute by default.
   */
  getWebhookEndpoint: { input: GetWebhookEndpointInput; data: WebhookEndpoint }
  /**
   * Changes the URL, the event types or the limits of an endpoint, or switches it off and on. Fields that are left out stay as they are. Events of a time in which it was disabled are kept, and sent by `POST /webhooks/endpoints/{endpoint_id}/recover`.
   *
   * Needs a key with the scope `webhooks`. Counts into the rate class `static`: 300 a minute by default.
   */
  updateWebhookEndpoint: { input: UpdateWebhookEndpointInput; data: WebhookEndpoint }
  /**
   * Deletes an endpoint for good. Deliveries that still wait for it are discarded; its past deliveries stay readable.
   *
   * Needs a key with the scope `webhooks`. Counts into the rate class `static`: 300 a minute by default.
   */
  deleteWebhookEndpoint: { input: DeleteWebhookEndpointInput; data: DeletedWebhookEndpoint }
  /**
   * Makes a new signing secret, shown in this answer only. Until the grace period ends, each webhook carries signatures of both secrets, so that receivers can change over without losing any. A grace period of 0 revokes the old secret at once.
   *
   * Needs a key with the scope `webhooks`. Counts into the rate class `static`: 300 a minute by default.
   */
  rotateWebhookSecret: { input: RotateWebhookSecretInput; data: WebhookEndpoint }
  /**
   * Sends a `webhook.test` event to one endpoint, signed like any other. The answer is the delivery: read it again to see what the receiver answered. While the endpoint is disabled it is refused (409).
   *
   * Needs a key with the scope `webhooks`. Counts into the rate class `static`: 300 a minute by default.
   */
  testWebhookEndpoint: { input: TestWebhookEndpointInput; data: WebhookDelivery }
  /**
   * Sends every delivery to an endpoint again that failed or was skipped in a stretch of time, oldest first for each booking: after the receiver was down, or the endpoint was disabled. Enable it first: while it is disabled, this is refused (409).
   *
   * Needs a key with the scope `webhooks`. Counts into the rate class `static`: 300 a minute by default.
   */
  recoverWebhookEndpoint: { input: RecoverWebhookEndpointInput; data: WebhookRecovery }
  /**
   * Deliveries with their attempts, newest first, a page at a time, optionally only those of an endpoint, a booking or a status: the first place to look when a webhook did not arrive.
   *
   * Needs a key with the scope `webhooks`. Counts into the rate class `static`: 300 a minute by default.
   */
  listWebhookDeliveries: { input: ListWebhookDeliveriesInput; data: WebhookDeliveryList }
  /**
   * One delivery with all of its attempts: when they were made, how long each part took, and what the receiver answered.
   *
   * Needs a key with the scope `webhooks`. Counts into the rate class `static`: 300 a minute by default.
   */
  getWebhookDelivery: { input: GetWebhookDeliveryInput; data: WebhookDelivery }
  /**
   * Sends one delivery again at once, whatever its status, with the same id and body. Receivers recognize it by its `webhook-id`. While the endpoint is disabled it is refused (409).
   *
   * Needs a key with the scope `webhooks`. Counts into the rate class `static`: 300 a minute by default.
   */
  redeliverWebhook: { input: RedeliverWebhookInput; data: WebhookDelivery }
  /**
   * The organization, environment and scopes of the key that asks, its limits with what is left of them, the suppliers that are enabled, and the currency of hotel lists: the first call of an integration. Every key may make it.
   *
   * Every key may call it. Counts into the rate class `static`: 300 a minute by default.
   */
  getMe: { input: NoInput; data: Me }
  /**
   * The terms of each enabled supplier that has any, with links in your language, and when your organization has accepted them. Where `demanded` is true, nothing of the supplier can be booked before.
   *
   * Every key may call it. Counts into the rate class `static`: 300 a minute by default.
   */
  listSupplierTerms: { input: NoInput; data: AcceptedTermsList }
  /**
   * Accepts, for your organization, the version of a supplier’s terms that is in force. It is recorded with the key, its address and the time. Accepting it again changes nothing; a new version has to be accepted again.
   *
   * Needs a key with the scope `keys`. Counts into the rate class `keys`: 30 a minute by default.
   */
  acceptSupplierTerms: { input: AcceptSupplierTermsInput; data: AcceptedTerms }
  /**
   * The organization’s keys that are in use, with their scopes and when they were last used. The keys themselves are never shown.
   *
   * Needs a key with the scope `keys`. Counts into the rate class `keys`: 30 a minute by default.
   */
  listApiKeys: { input: NoInput; data: ApiKeyList }
  /**
   * Makes a new key beside an old one, which goes on working until the overlap ends: change every client over, then let the old one lapse. The new key is shown in this answer only.
   *
   * Needs a key with the scope `keys`. Counts into the rate class `keys`: 30 a minute by default.
   */
  rollApiKey: { input: RollApiKeyInput; data: RolledApiKey }
  /**
   * Sets from which addresses and networks a key may be used. Requests from elsewhere are answered as if the key did not exist.
   *
   * Needs a key with the scope `keys`. Counts into the rate class `keys`: 30 a minute by default.
   */
  updateApiKey: { input: UpdateApiKeyInput; data: ApiKey }
  /**
   * Takes a key out of use at once. The organization’s last key cannot be revoked, and the key that makes the request only when `allow_current` says so.
   *
   * Needs a key with the scope `keys`. Counts into the rate class `keys`: 30 a minute by default.
   */
  revokeApiKey: { input: RevokeApiKeyInput; data: RevokedApiKey }
}

/** Input and events of each operation that answers with a stream, by its name. */
export interface StreamOperations {
  /**
   * Room options as the suppliers answer, as server-sent events, ended by a `done` event. One connection at a time may read a stream. A connection that is cut resumes behind the last event that was processed; events are kept until a minute after the last.
   *
   * Needs a key with the scope `search`. Counts into the rate class `rooms`: 120 a minute by default.
   */
  openRoomStream: { input: OpenRoomStreamInput; data: RoomStreamEvent }
}

/** The `details` of each error, by its `code`. */
export interface ProblemDetails {
  /** The request is not valid */
  VALIDATION_ERROR: {
    /** Every fault of the input at once, at most a hundred. */
    issues: ValidationIssue[]
  } | {
    /** The fault: one entry with the code `INVALID_STATE`. */
    issues: ValidationIssue[]
    /** The booking that was meant. Absent when a review was refused, and when it is about an endpoint. */
    booking_id?: string
    /**
     * Where that booking stands, which does not allow the operation. Absent when a review was refused, and when it is about an endpoint.
     *
     * - `AWAITING_REVIEW`: A hold whose deadline is less than two days away waits for a person to approve it. The supplier was not asked yet, so no room is kept.
     * - `PROCESSING`: The supplier was asked to book, or to confirm a hold, and its answer is not certain yet. Wait for a webhook or poll, and do not book again.
     * - `CONFIRMED`: The supplier has confirmed the booking. Only now may the guest be told that it is booked.
     * - `ON_HOLD`: The supplier keeps the rooms until `hold_deadline_at`, and nothing is booked. Confirm or cancel it before then, and never show it to the guest as confirmed.
     * - `FAILED`: As far as the supplier’s answers show, nothing was booked. `failure` says why, and whether to try again.
     * - `CANCELLATION_PENDING`: A cancellation is under way. The booking is not cancelled yet: it becomes `CANCELLED`, or stands as before when the supplier did not cancel.
     * - `CANCELLED`: The booking has ended: somebody cancelled it, or its hold lapsed. It never changes its status again.
     */
    status?: 'AWAITING_REVIEW' | 'PROCESSING' | 'CONFIRMED' | 'ON_HOLD' | 'FAILED' | 'CANCELLATION_PENDING' | 'CANCELLED'
  }
  /** The body is not JSON */
  MALFORMED_JSON: {
    /** The line of the first fault, counted from 1. Absent when it was not looked for. */
    line?: number
    /** The place in that line, in UTF-16 code units counted from 1. Absent together with `line`. */
    column?: number
  }
  /** The request is not HTTP */
  MALFORMED_REQUEST: Record<string, never>
  /** The Idempotency-Key header is missing */
  IDEMPOTENCY_KEY_REQUIRED: Record<string, never>
  /** The Idempotency-Key is not usable */
  IDEMPOTENCY_KEY_INVALID: Record<string, never>
  /** The occupancy differs from the search */
  OCCUPANCY_MISMATCH: Record<string, never>
  /** The supplier cannot take a name */
  GUEST_NAME_NOT_ACCEPTED: {
    /** Every name that was refused, by its path. */
    issues: ValidationIssue[]
    /** The supplier’s rule as a sentence. */
    rule: string
  }
  /** The supplier rejected the request */
  PROVIDER_REJECTED: Record<string, never>
  /** No valid API key */
  UNAUTHENTICATED: {
    /** What was probably done wrong: a key in the URL, in another header, or of the other environment. Absent without a guess. */
    hint?: string
  }
  /** The key may not do this */
  FORBIDDEN: {
    /** The scope that the operation takes. Use a key that has it. */
    required_scope: string
  }
  /** The supplier’s terms are not accepted */
  SUPPLIER_TERMS_NOT_ACCEPTED: {
    /** The supplier whose terms they are, by its code. */
    supplier_code: string
    /** Which version of the terms it is. Another one has to be accepted again. */
    version: string
    /** The terms that guests accept by booking, in your language. Null when the operator has stored no link. */
    supplier_terms_url: string | null
    /** The agreement that you accept, and that agents who book with you have to accept, in your language. Null when the operator has stored no link. */
    agent_agreement_url: string | null
    /** The path of this service that accepts them, with a key that has the scope `keys`; over GraphQL it is the mutation `acceptSupplierTerms`. */
    accept_at: string
  }
  /** No such path */
  NOT_FOUND: {
    /** The operation with the nearest method and path. Absent when none is near. */
    nearest?: string
  }
  /** No such search */
  SEARCH_NOT_FOUND: Record<string, never>
  /** No such hotel */
  HOTEL_NOT_FOUND: Record<string, never>
  /** No such destination */
  DESTINATION_NOT_FOUND: Record<string, never>
  /** No such room stream */
  STREAM_NOT_FOUND: Record<string, never>
  /** The booking token is unknown or has expired */
  BOOKING_TOKEN_EXPIRED: Record<string, never>
  /** No such offer, or it has expired */
  OFFER_NOT_FOUND: Record<string, never>
  /** No such booking */
  BOOKING_NOT_FOUND: Record<string, never>
  /** No such webhook endpoint */
  WEBHOOK_ENDPOINT_NOT_FOUND: Record<string, never>
  /** No such webhook delivery */
  WEBHOOK_DELIVERY_NOT_FOUND: Record<string, never>
  /** No such key in use */
  API_KEY_NOT_FOUND: Record<string, never>
  /** Unsupported contract version */
  CONTRACT_VERSION_UNSUPPORTED: {
    /** The values that `X-Service-Contract-Version` can have here. Without the header, the right one is taken. */
    supported_versions: string[]
  }
  /** The request took too long to arrive */
  REQUEST_TIMEOUT: Record<string, never>
  /** The body is larger than 1 MiB */
  PAYLOAD_TOO_LARGE: Record<string, never>
  /** The address is too long */
  URI_TOO_LONG: Record<string, never>
  /** The body is not plain application/json */
  UNSUPPORTED_MEDIA_TYPE: Record<string, never>
  /** accepted_offer_id is not the offer of the booking */
  ACCEPTED_OFFER_MISMATCH: Record<string, never>
  /** No active hold */
  HOLD_NOT_ALLOWED: Record<string, never>
  /** The hold deadline has passed */
  HOLD_DEADLINE_EXPIRED: Record<string, never>
  /** The hold has no supplier reference yet */
  HOLD_CONFIRMATION_FAILED: Record<string, never>
  /** The supplier refused to confirm the hold */
  HOLD_CONFIRMATION_REJECTED: {
    /** The booking that was not confirmed. */
    booking_id: string
    /**
     * Where it stands after the refusal: `ON_HOLD` again, unless something else has happened since.
     *
     * - `AWAITING_REVIEW`: A hold whose deadline is less than two days away waits for a person to approve it. The supplier was not asked yet, so no room is kept.
     * - `PROCESSING`: The supplier was asked to book, or to confirm a hold, and its answer is not certain yet. Wait for a webhook or poll, and do not book again.
     * - `CONFIRMED`: The supplier has confirmed the booking. Only now may the guest be told that it is booked.
     * - `ON_HOLD`: The supplier keeps the rooms until `hold_deadline_at`, and nothing is booked. Confirm or cancel it before then, and never show it to the guest as confirmed.
     * - `FAILED`: As far as the supplier’s answers show, nothing was booked. `failure` says why, and whether to try again.
     * - `CANCELLATION_PENDING`: A cancellation is under way. The booking is not cancelled yet: it becomes `CANCELLED`, or stands as before when the supplier did not cancel.
     * - `CANCELLED`: The booking has ended: somebody cancelled it, or its hold lapsed. It never changes its status again.
     */
    status: 'AWAITING_REVIEW' | 'PROCESSING' | 'CONFIRMED' | 'ON_HOLD' | 'FAILED' | 'CANCELLATION_PENDING' | 'CANCELLED'
    /** The supplier that refused, by its code. */
    supplier: string
    /** The HTTP status of the supplier’s answer, for support. */
    supplier_http_status: number
    /** The supplier’s own code, for support: it is in the supplier’s words and can change. Null when it gave none. */
    supplier_error_code: string | null
    /** True when the hold can be confirmed again after a while, before its deadline. False: cancel it, or let it lapse. */
    retryable: boolean
  }
  /** The hotel listing failed verification */
  HOTEL_MAPPING_UNVERIFIED: Record<string, never>
  /** The hotel listing is being verified */
  HOTEL_MAPPING_CHECK_PENDING: Record<string, never>
  /** The key was used with another body */
  IDEMPOTENCY_KEY_REUSED: {
    /** The booking that the first request with the key was about. Nothing has happened to it now. */
    booking_id: string
    /** When the key was first used, in RFC 3339 and UTC. */
    first_used_at: string
    /** Which fields are not as in the first request, under their names in the API that was asked. Send them as they were to get the first result, or take a new key for a new attempt. */
    differing_paths: string[]
  }
  /** The cancellation quote is not valid */
  CANCELLATION_QUOTE_INVALID: {
    /**
     * Which fault the quote has.
     *
     * - `EXPIRED`: Its time is over.
     * - `USED`: A cancellation has been asked for with it before.
     * - `PENALTY_CHANGED`: Cancelling no longer costs what it says.
     * - `UNKNOWN_QUOTE`: There is no such quote, or it is not yours.
     * - `OTHER_BOOKING`: It is a quote for another booking.
     */
    reason: 'EXPIRED' | 'USED' | 'PENALTY_CHANGED' | 'UNKNOWN_QUOTE' | 'OTHER_BOOKING'
    /** The booking that was to be cancelled. It stands as before. */
    booking_id: string
    /** What the refused quote said that cancelling costs. Null when that was unknown, and for quotes that are not of this booking. */
    quoted_penalty: Money | null
    /** A new quote, which can be accepted at once: show it to the customer first, because it can cost more. The contract allows null, which is not given yet. */
    replacement_quote: CancellationQuote | null
  }
  /** accepted_price is not the price of the offer */
  PRICE_MISMATCH: {
    /** The price at which the offer can be booked. If the customer agrees, send it as `accepted_price`. */
    offer_price: Money
    /** The same in the currency of the offer’s `list_price`, which may be accepted as well. Absent or null when the offer has none in another currency. */
    offer_list_price?: Money
    /** The price that was sent as accepted. Absent when none was sent. */
    accepted_price?: Money
    /** The price of the room option before `POST /hotels/prebook` checked it, where price or terms have changed since and none was accepted. Absent or null otherwise. */
    option_price?: Money
  }
  /** The offer has a booking already */
  OFFER_ALREADY_BOOKED: {
    /** That booking, which has not failed. If it is the one that you wanted, go on with it. */
    booking_id: string
  }
  /** The stream has a reader */
  STREAM_IN_USE: Record<string, never>
  /** Two live bookings share the supplier reference */
  PROVIDER_REFERENCE_AMBIGUOUS: Record<string, never>
  /** The event to resume from is no longer kept */
  ROOM_STREAM_REPLAY_GAP: {
    /** The oldest event that is still kept. */
    oldest_event_id: number
    /** The event behind which the stream was to go on. */
    requested_event_id: number
  }
  /** The headers are too large */
  REQUEST_HEADERS_TOO_LARGE: Record<string, never>
  /** Too many requests */
  RATE_LIMITED: {
    /** The limit that was reached: the rate class of an operation (`search`, `book`, `status` and so on), `authentication` after refused keys, `open_streams`, or `waiting` when too many requests wait. Absent when one search is polled too often. */
    rate_class?: string
    /** How many milliseconds to wait; the header `Retry-After` has it in seconds. Absent when an open stream has to end first. */
    retry_after_ms?: number
    /** How many streams may be open, or requests may wait, at the same time. Only where that is the limit. */
    limit?: number
  }
  /** Unexpected server error */
  INTERNAL_ERROR: Record<string, never>
  /** The supplier does not support this */
  PROVIDER_OPERATION_NOT_SUPPORTED: Record<string, never>
  /** The exchange rate is unavailable */
  EXCHANGE_RATE_UNAVAILABLE: Record<string, never>
  /** Temporarily unavailable */
  SERVICE_UNAVAILABLE: {
    /** The supplier that has no answer for this option, by its code. */
    supplier_code?: string
    /**
     * What came of asking it.
     *
     * - `PRICED`: The supplier has at least one price or room option. Some of several requests to it may have failed nevertheless.
     * - `NO_AVAILABILITY`: The supplier has nothing to sell for the stay.
     * - `TIMEOUT`: The supplier did not answer in time. The same question a little later may bring its prices.
     * - `ERROR`: The request to the supplier failed, its answer could not be used, or it has failed too often lately to be asked. The other suppliers are not affected.
     * - `RATE_LIMITED`: The supplier was not asked, or refused to answer, because too many requests were made to it. Ask again after `retry_after_ms`.
     * - `SKIPPED_UNMAPPED`: The supplier was not asked: it sells none of the hotels.
     * - `SUPPRESSED_NO_PRICE`: The supplier was not asked: the hotels that it sells there were left out, because no supplier recently had a price for them. Only a hotel search answers this.
     * - `STAY_NOT_SUPPORTED`: The supplier was not asked: the stay is longer or further ahead, or for more rooms, than it takes.
     * - `MARKET_NOT_SOLD`: The supplier was not asked: no contract with it sells to the nationality in the country of the destination.
     * - `CREDENTIALS_REFUSED`: The supplier refused the credentials of the contract with it. The operator has to mend that; nothing in the request can.
     * - `BUDGET_SPENT`: The supplier was not asked: as many questions as agreed have been put to it for now. Ask again after `retry_after_ms`.
     * - `PENDING`: The supplier has not answered yet. Poll `GET /hotels/search/{search_id}/prices` for the prices of a hotel search, or follow the stream of a room search.
     */
    outcome?: 'PRICED' | 'NO_AVAILABILITY' | 'TIMEOUT' | 'ERROR' | 'RATE_LIMITED' | 'SKIPPED_UNMAPPED' | 'SUPPRESSED_NO_PRICE' | 'STAY_NOT_SUPPORTED' | 'MARKET_NOT_SOLD' | 'CREDENTIALS_REFUSED' | 'BUDGET_SPENT' | 'PENDING'
    /** How many milliseconds to wait before asking again. Absent when it is not known. */
    retry_after_ms?: number
  }
}

/** What a webhook carries: branch by `type`. */
export type WebhookEvent = BookingUpdatedEvent | BookingConfirmedEvent | BookingFailedEvent | BookingCancelledEvent | BookingDiscrepancyEvent | WebhookEndpointDisabledEvent | WebhookTestEvent
