import type { Wire } from '../wire.ts'
import type { CancellationView, PenaltyView, ZonedInstantView } from './cancellation.ts'
import type { MoneyView } from './money.ts'
import type { OfferAllocationView, PriceView, RoomOptionView, SellingView } from './offer.ts'

/**
 * A room option with the snake_case keys of HTTP. The result equals that of `toWire`, but takes a sixth of the time, because the
 * keys are written out; a stream can send hundreds of options together. A name that is missing or wrong does not compile.
 */
export function optionWire(option: RoomOptionView): Wire<RoomOptionView> {
  return {
    option_id: option.optionId,
    booking_token: option.bookingToken,
    booking_token_expires_at: option.bookingTokenExpiresAt,
    supplier_code: option.supplierCode,
    mapping_status: option.mappingStatus,
    allocations: option.allocations.map(allocationWire),
    board: {
      code: option.board.code,
      name: option.board.name,
      covers_guests: option.board.coversGuests,
      children_included: option.board.childrenIncluded,
    },
    price: priceWire(option.price),
    list_price: option.listPrice && {
      total: moneyWire(option.listPrice.total),
      rate: option.listPrice.rate,
      rate_as_of: option.listPrice.rateAsOf,
    },
    ...sellingWire(option),
    place_hidden: option.placeHidden,
    approximate_point: option.approximatePoint && {
      latitude: option.approximatePoint.latitude,
      longitude: option.approximatePoint.longitude,
    },
    cancellation: cancellationWire(option.cancellation),
    available_booking_modes: option.availableBookingModes,
    rooms_left: option.roomsLeft,
    fetched_at: option.fetchedAt,
    remarks: option.remarks,
  }
}

function allocationWire(allocation: OfferAllocationView): Wire<OfferAllocationView> {
  return {
    allocation_id: allocation.allocationId,
    room_index: allocation.roomIndex,
    adults: allocation.adults,
    child_ages: allocation.childAges,
    provider_room: allocation.providerRoom,
    service_room: allocation.serviceRoom && {
      room_id: allocation.serviceRoom.roomId,
      name: allocation.serviceRoom.name,
      image_urls: allocation.serviceRoom.imageUrls,
    },
  }
}

function moneyWire(money: MoneyView): Wire<MoneyView> {
  return {
    amount_minor: money.amountMinor,
    currency: money.currency,
    currency_exponent: money.currencyExponent,
  }
}

function priceWire(price: PriceView): Wire<PriceView> {
  return {
    total: moneyWire(price.total),
    base: price.base && moneyWire(price.base),
    taxes_and_fees: price.taxesAndFees.map((tax) => ({
      description: tax.description,
      kind: tax.kind,
      included: tax.included,
      due: tax.due,
      amount: moneyWire(tax.amount),
    })),
    due_at_property: price.dueAtProperty.map((due) => ({
      ...moneyWire(due),
      name: due.name,
      amount: moneyWire(due.amount),
      amount_in_property_currency: due.amountInPropertyCurrency && moneyWire(due.amountInPropertyCurrency),
      mandatory: due.mandatory,
      scope: due.scope,
      text: due.text,
    })),
    nightly: price.nightly && price.nightly.map(moneyWire),
  }
}

function sellingWire(sold: SellingView): Wire<SellingView> {
  const { sellingPrice, rateConditions, instructions } = sold
  return {
    selling_price: sellingPrice && {
      minimum: sellingPrice.minimum && moneyWire(sellingPrice.minimum),
      suggested: sellingPrice.suggested && moneyWire(sellingPrice.suggested),
      maximum: sellingPrice.maximum && moneyWire(sellingPrice.maximum),
      binding: sellingPrice.binding,
      source: sellingPrice.source,
    },
    rate_conditions: {
      package_only: rateConditions.packageOnly,
      mobile_only: rateConditions.mobileOnly,
      member_only: rateConditions.memberOnly,
      opaque: rateConditions.opaque,
      residents_only: rateConditions.residentsOnly,
      promotion_ids: rateConditions.promotionIds,
    },
    promotions: sold.promotions.map(({ id, name, kind, amount }) => ({
      id,
      name,
      kind,
      amount: amount && moneyWire(amount),
    })),
    payment: {
      type: sold.payment.type,
      deposits: sold.payment.deposits.map(({ amount, dueAt, refundable }) => ({
        amount: moneyWire(amount),
        due_at: dueAt,
        refundable,
      })),
      cards_accepted: sold.payment.cardsAccepted,
    },
    instructions: instructions && {
      check_in_from: instructions.checkInFrom,
      check_in_until: instructions.checkInUntil,
      check_out_until: instructions.checkOutUntil,
      text: instructions.text,
      special: instructions.special,
      mandatory_fees_text: instructions.mandatoryFeesText,
      optional_fees_text: instructions.optionalFeesText,
      know_before_you_go: instructions.knowBeforeYouGo,
    },
  }
}

function zonedWire(at: ZonedInstantView): Wire<ZonedInstantView> {
  return {
    local_datetime: at.localDatetime,
    timezone: at.timezone,
    utc_datetime: at.utcDatetime,
  }
}

function penaltyWire(window: PenaltyView): Wire<PenaltyView> {
  return {
    from: zonedWire(window.from),
    until: window.until && zonedWire(window.until),
    penalty_status: window.penaltyStatus,
    penalty: window.penalty && moneyWire(window.penalty),
    basis: window.basis,
    nights: window.nights,
    percent: window.percent,
    source: window.source,
    deadline_source: window.deadlineSource,
  }
}

function cancellationWire(terms: CancellationView): Wire<CancellationView> {
  return {
    refundability: terms.refundability,
    policy_stage: terms.policyStage,
    free_cancellation_until: terms.freeCancellationUntil && zonedWire(terms.freeCancellationUntil),
    policy_text: terms.policyText,
    penalties: terms.penalties.map(penaltyWire),
    no_show: terms.noShow && penaltyWire(terms.noShow),
  }
}
