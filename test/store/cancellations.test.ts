import { beforeEach, describe, expect, it } from 'vitest'
import type { Cancellation, CancellationQuote } from '../../src/store/cancellations.ts'
import { type StoreWorld, useStore } from '../support/use-store.ts'

let world: StoreWorld
useStore((started) => {
  world = started
})

const AT = Date.parse('2030-01-01')
const EUR_9 = { amountMinor: 900, currency: 'EUR' }
const USD_7 = { amountMinor: 700, currency: 'USD' }

const QUOTE: CancellationQuote = {
  quoteId: 'quo_1',
  organizationId: 'org_1',
  bookingId: 'ubk_1',
  penaltyStatus: 'KNOWN',
  penalty: EUR_9,
  currency: 'EUR',
  issuedAt: AT,
  expiresAt: AT + 1_000,
  usedAt: null,
}

const CANCELLATION: Cancellation = {
  cancellationId: 'can_1',
  bookingId: 'ubk_1',
  quoteId: 'quo_1',
  requestedAt: AT,
  completedAt: null,
  outcome: 'PENDING',
  penaltyStatus: 'KNOWN',
  penalty: EUR_9,
  chargedPenalty: null,
  currency: 'EUR',
  supplierCancellationReference: null,
}

function cancel(changes: Partial<Cancellation & { attemptId: string }> = {}): Promise<void> {
  return world.store.cancellations.insert({ ...CANCELLATION, attemptId: 'att_1', ...changes })
}

function found(id = 'can_1'): Promise<Cancellation | null> {
  return world.store.cancellations.find(id)
}

beforeEach(async () => {
  await world.put('bookings', { id: 'ubk_1' }, { id: 'ubk_2' })
  await world.store.cancellations.insertQuote(QUOTE)
})

describe('a quote', () => {
  it('is read as it was written, by its organization', async () => {
    expect(await world.store.cancellations.findQuote('org_1', 'quo_1')).toEqual(QUOTE)
    expect(await world.store.cancellations.findQuote('org_2', 'quo_1')).toBeNull()
    const unknown: CancellationQuote = { ...QUOTE, quoteId: 'quo_2', penaltyStatus: 'UNKNOWN', penalty: null }
    await world.store.cancellations.insertQuote(unknown)
    expect(await world.store.cancellations.findQuote('org_1', 'quo_2')).toEqual(unknown)
    expect(await world.store.cancellations.findQuote('org_1', 'quo_3')).toBeNull()
  })

  it('is used once, by one of many', async () => {
    await world.store.cancellations.insertQuote({ ...QUOTE, quoteId: 'quo_2' })
    const used = await Promise.all([1, 2, 3].map((ms) => world.store.cancellations.useQuote('quo_1', AT + ms)))
    expect(used.filter(Boolean)).toHaveLength(1)
    const usedAt = AT + 1 + used.indexOf(true)
    expect(await world.store.cancellations.findQuote('org_1', 'quo_1')).toEqual({ ...QUOTE, usedAt })
    expect(await world.store.cancellations.findQuote('org_1', 'quo_2')).toMatchObject({ usedAt: null })
    expect(await world.store.cancellations.useQuote('quo_3', AT)).toBe(false)
  })
})

describe('a cancellation', () => {
  it('is read as it was written, each amount in its own currency', async () => {
    await cancel()
    expect(await found()).toEqual(CANCELLATION)
    const charged: Partial<Cancellation> = { cancellationId: 'can_2', chargedPenalty: USD_7 }
    await cancel({ ...charged, supplierCancellationReference: 'ref' })
    expect(await found('can_2')).toEqual({ ...CANCELLATION, ...charged, supplierCancellationReference: 'ref' })
    expect(await found('can_3')).toBeNull()
  })

  it('reads a charge of before charges had a currency in the one that was quoted', async () => {
    await cancel({ chargedPenalty: EUR_9 })
    await world.query('UPDATE cancellations SET charged_currency = NULL')
    expect(await found()).toMatchObject({ chargedPenalty: EUR_9 })
  })

  it('ends with what the supplier says, and that of other bookings goes on', async () => {
    await cancel()
    await cancel({ cancellationId: 'can_2', bookingId: 'ubk_2' })
    await cancel({ cancellationId: 'can_3', outcome: 'NOT_EFFECTIVE' })
    const told = { chargedPenalty: USD_7, supplierCancellationReference: 'ref' }
    await world.store.cancellations.complete('ubk_1', 'can_1', { ...told, completedAt: AT + 5 })
    expect(await found()).toEqual({ ...CANCELLATION, ...told, outcome: 'CANCELLED', completedAt: AT + 5 })
    expect(await found('can_2')).toMatchObject({ outcome: 'PENDING', completedAt: null })
    expect(await found('can_3')).toMatchObject({ outcome: 'NOT_EFFECTIVE', completedAt: null })
  })

  it('keeps what was known of it when the supplier says nothing', async () => {
    await cancel({ chargedPenalty: USD_7, supplierCancellationReference: 'ref' })
    const nothing = { chargedPenalty: null, supplierCancellationReference: null }
    await world.store.cancellations.complete('ubk_1', null, { ...nothing, completedAt: AT })
    expect(await found()).toMatchObject({
      outcome: 'NOT_EFFECTIVE',
      chargedPenalty: USD_7,
      supplierCancellationReference: 'ref',
    })
  })

  it.each([
    ['NOT_EFFECTIVE', 'PENDING'],
    ['CANCELLED', 'CANCELLED'],
  ] as const)('that was %s is %s when the supplier says late that it carried it out', async (was, is) => {
    await cancel()
    await cancel({ cancellationId: 'can_2', outcome: 'NOT_EFFECTIVE' })
    await world.query(`UPDATE cancellations SET outcome = $1, completed_at = now() WHERE id = 'can_1'`, [was])
    const told = { chargedPenalty: USD_7, supplierCancellationReference: null }
    await world.store.cancellations.reopen('can_1', told)
    const reopened = await found()
    expect(reopened?.outcome).toBe(is)
    expect(reopened?.completedAt === null).toBe(is === 'PENDING')
    expect(reopened?.chargedPenalty).toEqual(is === 'PENDING' ? USD_7 : null)
    expect(await found('can_2')).toMatchObject({ outcome: 'NOT_EFFECTIVE' })
  })

  it('ends in vain when another one was carried out, which need not be pending', async () => {
    await cancel({ outcome: 'NOT_EFFECTIVE' })
    await cancel({ cancellationId: 'can_2' })
    const told = { chargedPenalty: USD_7, supplierCancellationReference: 'ref' }
    await world.store.cancellations.complete('ubk_1', 'can_1', { ...told, completedAt: AT + 5 })
    expect(await found()).toMatchObject({ ...told, outcome: 'CANCELLED', completedAt: AT + 5 })
    expect(await found('can_2')).toMatchObject({ outcome: 'NOT_EFFECTIVE', chargedPenalty: null, completedAt: AT + 5 })
  })

  it('takes a charge that is told later, once it was carried out', async () => {
    const told = { chargedPenalty: USD_7, supplierCancellationReference: null }
    await cancel({ supplierCancellationReference: 'ref' })
    await world.store.cancellations.tell('can_1', told)
    expect(await found()).toMatchObject({ chargedPenalty: null })
    await world.query(`UPDATE cancellations SET outcome = 'CANCELLED'`)
    await world.store.cancellations.tell('can_1', told)
    expect(await found()).toMatchObject({ chargedPenalty: USD_7, supplierCancellationReference: 'ref' })
  })

  it('is found by its attempt; of those that have none, the newest', async () => {
    await cancel({ attemptId: 'att_1' })
    await cancel({ cancellationId: 'can_2', attemptId: 'att_2', requestedAt: AT + 5 })
    await cancel({ cancellationId: 'can_3', bookingId: 'ubk_2', attemptId: 'att_3' })
    const { ofAttempt } = world.store.cancellations
    async function idOf(attemptId: string): Promise<string | null> {
      return (await ofAttempt('ubk_1', attemptId))?.cancellationId ?? null
    }
    expect([await idOf('att_1'), await idOf('att_2'), await idOf('att_3')]).toEqual(['can_1', 'can_2', null])
    await world.query('UPDATE cancellations SET attempt_id = NULL')
    expect(await idOf('att_1')).toBe('can_2')
  })
})
