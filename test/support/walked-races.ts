import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Json } from './http-client.ts'
import { bookingInput } from './journey.ts'
import type { Partner } from './repeating-partner.ts'
import { bookedToEnd, endsAs, held, NothingBooked, offerAndBook, prebooked, reaches, type Walker } from './walker.ts'

/** A walker whose partners race: one for each facade and gateway. */
export type Racer = Walker & { readonly contestants: readonly Partner[] }
export type Race = { readonly slug: string; readonly run: (racer: Racer) => Promise<unknown> }

/** What nobody may be told who has lost: it is ours, or nothing. */
function expectTold(answers: readonly Json[], ...allowed: readonly string[]): void {
  for (const { status, code } of answers) expect(allowed).toContain(code ?? status)
}

/** Statuses of a booking that was cancelled once, whoever asked. */
const CANCELLED_ONCE = {
  status: 'CANCELLED',
  through: ['CONFIRMED', 'CANCELLATION_PENDING', 'CANCELLED'],
} as const

async function sameKey(racer: Racer): Promise<void> {
  const { offer } = await prebooked(racer)
  const key = randomUUID()
  const answers = await Promise.all(
    [...racer.contestants, ...racer.contestants].map((one) => one.book(bookingInput(offer, 'INSTANT'), key)),
  )
  expectTold(answers, 'PROCESSING', 'CONFIRMED', 'FAILED')
  const ids = new Set(answers.map(({ booking_id: id }) => id))
  expect([...ids]).toHaveLength(1)
  racer.ledger.accepted.add(answers[0].booking_id)
  await bookedToEnd(racer, answers[0])
}

async function confirmAgainstCancel(racer: Racer): Promise<void> {
  const { booking_id: id, accepted_offer_id: offerId } = await held(racer)
  const { quote_id: quoteId } = await racer.partner.quote(id)
  const [first, second, third, fourth] = racer.contestants
  const answers = await Promise.all([
    first?.confirmHold(id, offerId),
    fourth?.cancel(id, quoteId, randomUUID()),
    third?.confirmHold(id, offerId),
    second?.cancel(id, quoteId, randomUUID()),
  ])
  // A call that was never sent leaves the hold as it was, for either to be asked again.
  const { status } = await reaches(racer, id, 'CONFIRMED', 'CANCELLED', 'ON_HOLD')
  expect(
    answers.filter((answer) => answer?.code && !LOSERS.includes(answer.code)),
    'what losers are told',
  ).toEqual([])
  endsAs(racer, id, { status, through: ['ON_HOLD', status] })
  if (status !== 'ON_HOLD') return
  const quote = await racer.partner.quote(id)
  await racer.partner.cancel(id, quote.quote_id, randomUUID())
  await reaches(racer, id, 'CANCELLED')
  endsAs(racer, id, { status: 'CANCELLED', through: ['ON_HOLD', 'CANCELLATION_PENDING', 'CANCELLED'] })
}

const LOSERS: readonly string[] = ['VALIDATION_ERROR', 'HOLD_NOT_ALLOWED', 'CANCELLATION_QUOTE_INVALID']

/** Each contestant accepts with a key of its own; `quotes` of one booking are given out in turn. */
async function acceptAtOnce(racer: Racer, quotes: number): Promise<void> {
  const id = await bookedToEnd(racer, await offerAndBook(racer))
  const quoted: Json[] = []
  for (let count = 0; count < quotes; count++) quoted.push(await racer.partner.quote(id))
  const answers = await Promise.all(
    racer.contestants.map((one, index) => one.cancel(id, quoted[index % quotes]?.quote_id, randomUUID())),
  )
  expectTold(answers, 'CANCELLATION_PENDING', 'CANCELLED', 'CONFIRMED', ...LOSERS)
  if ((await reaches(racer, id, 'CANCELLED', 'CONFIRMED')).status === 'CONFIRMED') {
    const { quote_id: quoteId } = await racer.partner.quote(id)
    await racer.partner.cancel(id, quoteId, randomUUID())
    await reaches(racer, id, 'CANCELLED')
  }
  endsAs(racer, id, CANCELLED_ONCE)
}

async function cancelAgain(racer: Racer): Promise<void> {
  const id = await bookedToEnd(racer, await offerAndBook(racer))
  const { quote_id: quoteId } = await racer.partner.quote(id)
  const key = randomUUID()
  const answers = await Promise.all(racer.contestants.map((one) => one.cancel(id, quoteId, key)))
  expectTold(answers, 'CANCELLATION_PENDING', 'CANCELLED', 'CONFIRMED')
  await reaches(racer, id, 'CANCELLED')
  endsAs(racer, id, CANCELLED_ONCE)
}

async function twoKeysOfOneOffer(racer: Racer): Promise<void> {
  const { offer } = await prebooked(racer)
  const answers = await Promise.all(
    racer.contestants.map((one) => one.book(bookingInput(offer, 'INSTANT'), randomUUID())),
  )
  const booked = answers.filter(({ booking_id: id }) => id)
  expectTold(answers, 'PROCESSING', 'CONFIRMED', 'FAILED', 'OFFER_ALREADY_BOOKED')
  for (const { booking_id: id } of booked) racer.ledger.accepted.add(id)
  // One that fails without having been sent gives its offer back, to another that is still asking.
  const settled = await Promise.all(booked.map(({ booking_id: id }) => reaches(racer, id, 'CONFIRMED', 'FAILED')))
  for (const { booking_id: id, status } of settled) endsAs(racer, id, { status, isAtSupplier: status === 'CONFIRMED' })
  const standing = settled.filter(({ status }) => status === 'CONFIRMED')
  if (standing.length === 0) throw new NothingBooked('four times')
  expect(standing).toHaveLength(1)
}

/** Those of test/e2e/races.test.ts that a partner can run into, over both gateways and both facades. */
export const RACES: Readonly<Record<string, Race>> = {
  'eight creations under one key': { slug: 'cancel-free', run: sameKey },
  'one offer under four keys': { slug: 'cancel-free', run: twoKeysOfOneOffer },
  'confirmations against cancellations': { slug: 'hold', run: confirmAgainstCancel },
  'four acceptances of two quotes': { slug: 'cancel-free', run: (racer) => acceptAtOnce(racer, 2) },
  'four acceptances of one quote': { slug: 'cancel-free', run: (racer) => acceptAtOnce(racer, 1) },
  'one acceptance sent four times': { slug: 'cancel-free', run: cancelAgain },
}
