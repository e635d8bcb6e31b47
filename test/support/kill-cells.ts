import { randomUUID } from 'node:crypto'
import { KILL_MOMENTS, type KillPoint } from '../../src/operations/bookings/machinery/kill-points.ts'
import { SUPPLIERS } from '../../src/suppliers/registry.ts'
import { drawn } from './draw.ts'
import { type StartedGateway } from './gateway.ts'
import type { Json } from './http-client.ts'
import { bookingInput, httpJourney, type Journey } from './journey.ts'

/** AWAITING: while the supplier, which has done its part, has not answered yet; killed or frozen from outside. */
type Moment = 'AWAITING' | KillPoint

export type Operation = 'create' | 'hold' | 'confirm-hold' | 'cancel' | 'release'

/** A place to die or to freeze. */
export type Cell = { readonly supplierCode: string; readonly operation: Operation; readonly moment: Moment }

/** The supplier's operation that changes something, by ours. */
export const CALLS: Readonly<Record<Operation, string>> = {
  create: 'book',
  hold: 'book',
  'confirm-hold': 'confirm_hold',
  cancel: 'cancel',
  release: 'cancel',
}

/** In the order in which a process comes to them, but for AWAITING, which is the last. */
function momentsOf(supplierCode: string, operation: Operation): Moment[] {
  const own = operation === 'hold' ? 'create' : operation === 'release' ? 'cancel' : operation
  const points = KILL_MOMENTS.map((moment): Moment => `${own}:${moment}`).filter(
    // A creation without a hold is one statement.
    (point) => !(operation === 'create' && point === 'create:in-transaction'),
  )
  const called: Moment[] = [`exchange:${CALLS[operation]}`]
  if (own === 'cancel') called.unshift('cancel:after-record')
  if (own === 'create' && supplierCode === 'ratehawk') called.unshift('exchange:book_form')
  points.splice(points.indexOf(`${own}:after-supplier`), 0, ...called)
  return [...points, 'AWAITING']
}

export const ALL_CELLS: readonly Cell[] = SUPPLIERS.flatMap(({ code: supplierCode, capabilities }) => {
  const operations: Operation[] = capabilities.confirmsHolds
    ? ['create', 'hold', 'confirm-hold', 'cancel', 'release']
    : ['create', 'cancel']
  return operations.flatMap((operation) =>
    momentsOf(supplierCode, operation).map((moment) => ({ supplierCode, operation, moment })),
  )
})

export function nameOf({ supplierCode, operation, moment }: Cell): string {
  return `${supplierCode} ${operation} at ${moment}`
}

/** Those that this run plays. */
export const CELLS = drawn(ALL_CELLS, nameOf)

export const MOMENTS_BEFORE_COMMIT = /:(before-commit|in-transaction)$/

/** What a process that will die or freeze is asked for; the booking that it is about, when there is one already. */
export type Deed = {
  readonly bookingId: string | null
  readonly key: string
  readonly send: (at: StartedGateway) => Promise<Json>
}

type Ground = {
  readonly journey: Journey
  /** A fresh offer of the supplier's. */
  readonly offer: (supplierCode: string) => Promise<Json>
  /** A booking that is CONFIRMED, or ON_HOLD. */
  readonly booked: (supplierCode: string, mode: 'INSTANT' | 'HOLD') => Promise<Json>
}

/** Prepares an operation through a process that lives. */
export async function deedOf(
  { journey, offer, booked }: Ground,
  { supplierCode, operation }: Pick<Cell, 'supplierCode' | 'operation'>,
): Promise<Deed> {
  const key = randomUUID()
  if (operation === 'create' || operation === 'hold') {
    const input = bookingInput(await offer(supplierCode), operation === 'hold' ? 'HOLD' : 'INSTANT')
    return { bookingId: null, key, send: (at) => httpJourney(at).book(input, key) }
  }
  const { booking_id: bookingId, accepted_offer_id: offerId } = await booked(
    supplierCode,
    operation === 'cancel' ? 'INSTANT' : 'HOLD',
  )
  if (operation === 'confirm-hold')
    return { bookingId, key, send: (at) => httpJourney(at).confirmHold(bookingId, offerId) }
  const { quote_id: quoteId } = await journey.quote(bookingId)
  return { bookingId, key, send: (at) => httpJourney(at).cancel(bookingId, quoteId, key) }
}
