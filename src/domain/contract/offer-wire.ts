import type { Wire } from '../wire.ts'
import type { CancellationView, PenaltyView, ZonedInstantView } from './cancellation.ts'
import type { MoneyView } from './money.ts'
import type { OfferAllocationView, PriceView, RoomOptionView } from './offer.ts'

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
    board: option.board,
    price: priceWire(option.price),
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
      included: tax.included,
      due: tax.due,
      amount: moneyWire(tax.amount),
    })),
    due_at_property: price.dueAtProperty.map(moneyWire),
    nightly: price.nightly && price.nightly.map(moneyWire),
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
