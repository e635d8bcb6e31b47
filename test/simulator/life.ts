import { type Caller, SCOPES } from '../../src/operations/caller.ts'
import type { Random } from '../support/random.ts'
import type { SimulatedGateway } from './process.ts'
import { type Json, PRODUCTS, type Product, type World } from './world.ts'

/**
 * What a supplier does on its own with a booking that it has:
 * - CANCELS: the hotel cancels it.
 * - FORGETS: the supplier no longer knows it.
 * - REPRICES: the supplier charges more than was agreed.
 */
export type Fate = 'CANCELS' | 'FORGETS' | 'REPRICES'

/** One partner with one wish: its keys, and what it has been told so far. */
export type Life = {
  readonly name: string
  readonly product: Product
  readonly offer: Json
  /** What will befall its booking; null: its supplier is honest. */
  readonly fate: Fate | null
  /** It has befallen it. */
  isStruck: boolean
  key: string
  cancelKey: string
  bookingId: string | null
  quoteId: string | null
  /** Its last request, and the step in which it was sent; null when it has been answered. */
  asked: { readonly wish: Wish; readonly atStep: number } | null
}

export type Wish = 'book' | 'look' | 'confirm' | 'quote' | 'cancel' | 'review'

const FATES: readonly Fate[] = ['CANCELS', 'FORGETS', 'REPRICES']
const FATED = 0.25
/** How often a partner that got no answer has lost its key as well. */
const KEY_LOST = 0.15

type Beginning = {
  readonly index: number
  /** The names of the products that are drawn from; null: all. */
  readonly only: readonly string[] | null
}

export async function beginLife(world: World, random: Random, { index, only }: Beginning): Promise<Life> {
  const offered = PRODUCTS.filter(({ name }) => only === null || only.includes(name))
  const product = random.pick(offered.flatMap((one) => Array.from({ length: one.weight }, () => one)))
  return {
    name: `life ${index}`,
    product,
    offer: await world.offer(product),
    fate: random.chance(FATED) ? random.pick(FATES) : null,
    isStruck: false,
    key: newKey(random),
    cancelKey: newKey(random),
    bookingId: null,
    quoteId: null,
    asked: null,
  }
}

function newKey(random: Random): string {
  return `key-${Buffer.from(random.bytes(12)).toString('hex')}`
}

/** The partner's next request, which is the last one again when that had no answer. */
export function nextWish(random: Random, life: Life): Wish {
  if (life.bookingId === null) {
    if (life.asked && random.chance(KEY_LOST)) life.key = newKey(random)
    return 'book'
  }
  if (life.quoteId !== null && random.chance(0.7)) return 'cancel'
  if (life.product.mode === 'INSTANT') return random.pick<Wish>(['look', 'look', 'quote', 'book'])
  const isReviewed = life.product.hotelId !== null
  return random.pick<Wish>(['look', 'confirm', 'confirm', 'quote', isReviewed ? 'review' : 'look'])
}

type Gateway = SimulatedGateway['gateway']

/** Sends the request; the partner learns from its answer. */
export function send(gateway: Gateway, life: Life, { wish, random }: { wish: Wish; random: Random }): Promise<Json> {
  const caller = callerOf(life)
  const { bookingId } = life
  switch (wish) {
    case 'book':
      return book(gateway, life)
    case 'look':
      return gateway.getBooking(caller, { bookingId })
    case 'confirm':
      return gateway.confirmHold(caller, { bookingId, acceptedOfferId: life.offer.offer_id })
    case 'review':
      return gateway.reviewBooking(caller, { bookingId, decision: random.chance(0.8) ? 'APPROVE' : 'REJECT' }, null)
    case 'quote':
      return quote(gateway, life)
    case 'cancel':
      return cancel(gateway, life, random)
  }
}

async function book(gateway: Gateway, life: Life): Promise<Json> {
  const answer: Json = await gateway.createBooking(callerOf(life), bookingInput(life), life.key)
  if (answer.ok) life.bookingId = answer.value.booking.bookingId
  // It was booked under the key that was lost.
  else if (answer.error.code === 'OFFER_ALREADY_BOOKED') life.bookingId = answer.error.details.bookingId
  return answer
}

async function quote(gateway: Gateway, life: Life): Promise<Json> {
  const answer: Json = await gateway.quoteCancellation(callerOf(life), { bookingId: life.bookingId })
  if (answer.ok) life.quoteId = answer.value.quoteId
  return answer
}

/** A cancellation that came to nothing is asked for anew: with another quote, under another key. */
async function cancel(gateway: Gateway, life: Life, random: Random): Promise<Json> {
  const { bookingId, quoteId, cancelKey } = life
  const answer: Json = await gateway.cancelBooking(
    callerOf(life),
    { bookingId, cancellationQuoteId: quoteId },
    cancelKey,
  )
  const isOver = answer.ok
    ? answer.value.booking.cancellation.outcome === 'NOT_EFFECTIVE'
    : answer.error.code !== 'SERVICE_UNAVAILABLE'
  if (isOver && life.cancelKey === cancelKey) {
    life.quoteId = null
    life.cancelKey = newKey(random)
  }
  return answer
}

function callerOf(life: Life): Caller {
  return {
    organizationId: 'org_sandbox',
    keyId: null,
    actor: `simulation:${life.name}`,
    environment: 'sandbox',
    scopes: SCOPES,
    requestId: `req_${life.name.replace(' ', '_')}`,
    language: 'en',
    ip: '192.0.2.1',
    signal: null,
  }
}

function bookingInput({ offer, product }: Life): Json {
  const name = { givenName: 'Ada', familyName: 'Lovelace' }
  return {
    offerId: offer.offer_id,
    bookingMode: product.mode,
    holder: { ...name, email: 'ada@example.com', phone: '+442071234567' },
    guests: offer.allocations.flatMap(({ allocation_id: allocationId, adults }: Json) =>
      Array.from({ length: adults }, () => ({ allocationId, type: 'ADULT', ...name })),
    ),
  }
}
