import { describe, expect, it } from 'vitest'
import type { UsedKey } from '../../src/store/idempotency-keys.ts'
import { type StoreWorld, useStore } from '../support/use-store.ts'

let world: StoreWorld
useStore((started) => {
  world = started
})

const AT = Date.parse('2030-01-01')
const LATER = AT + 1_000

const USED: UsedKey = {
  organizationId: 'org_1',
  environment: 'sandbox',
  operation: 'CANCEL',
  key: 'key_1',
  fingerprint: new Uint8Array([1, 2]),
  pathHashes: { quote: 'abc' },
  bookingId: 'ubk_1',
  cancellationId: 'can_1',
  createdAt: AT,
  expiresAt: LATER,
}

const ELSEWHERE: readonly Partial<UsedKey>[] = [
  { organizationId: 'org_2' },
  { environment: 'production' },
  { operation: 'REVIEW' },
  { key: 'key_2' },
]

describe('an idempotency key', () => {
  it('is found as it was used, within its scope', async () => {
    expect(await world.store.idempotencyKeys.take(USED)).toBe(true)
    const found = await world.store.idempotencyKeys.find(USED, AT)
    expect({ ...found, fingerprint: [...(found?.fingerprint ?? [])] }).toEqual({ ...USED, fingerprint: [1, 2] })
    for (const scope of ELSEWHERE) expect(await world.store.idempotencyKeys.find({ ...USED, ...scope }, AT)).toBeNull()
  })

  it('is free again from the instant on at which it expires', async () => {
    await world.store.idempotencyKeys.take(USED)
    expect(await world.store.idempotencyKeys.find(USED, LATER - 1)).not.toBeNull()
    expect(await world.store.idempotencyKeys.find(USED, LATER)).toBeNull()
  })

  it('without an end is never free', async () => {
    await world.store.idempotencyKeys.take({ ...USED, expiresAt: null })
    expect(await world.store.idempotencyKeys.find(USED, AT + 1e12)).toMatchObject({ expiresAt: null })
  })

  it('is taken once, and taken over when it has expired', async () => {
    await world.store.idempotencyKeys.take(USED)
    const second = { ...USED, bookingId: 'ubk_2', expiresAt: LATER + 1_000 }
    expect(await world.store.idempotencyKeys.take({ ...second, createdAt: LATER - 1 })).toBe(false)
    expect(await world.store.idempotencyKeys.find(USED, AT)).toMatchObject({ bookingId: 'ubk_1' })
    expect(await world.store.idempotencyKeys.take({ ...second, createdAt: LATER })).toBe(true)
    expect(await world.store.idempotencyKeys.find(USED, LATER)).toMatchObject({ bookingId: 'ubk_2' })
  })

  it('is taken over without touching those of other scopes that have expired', async () => {
    for (const scope of ELSEWHERE) await world.store.idempotencyKeys.take({ ...USED, ...scope })
    await world.store.idempotencyKeys.take({ ...USED, createdAt: LATER, expiresAt: LATER + 1 })
    for (const scope of ELSEWHERE)
      expect(await world.store.idempotencyKeys.find({ ...USED, ...scope }, AT)).not.toBeNull()
  })

  it('without an end is taken over by none', async () => {
    await world.store.idempotencyKeys.take({ ...USED, expiresAt: null })
    expect(await world.store.idempotencyKeys.take({ ...USED, expiresAt: null, createdAt: LATER })).toBe(false)
  })
})
