import { describe, expect, it } from 'vitest'
import { type Attempted, attempt } from '../../src/relay/attempt.ts'
import type { Delivered, WebhookSender } from '../../src/relay/deliver.ts'
import { createWebhookSender } from '../../src/relay/deliver.ts'
import type { SigningKeys } from '../../src/relay/sign.ts'

const NOW = Date.parse('2027-03-01T00:00:00Z')

const CLAIMED = {
  deliveryId: 'whd_1',
  endpointId: 'end_1',
  organizationId: 'org_1',
  eventId: 'evt_1',
  attemptCount: 0,
  trigger: 'SCHEDULED',
  url: 'not a url',
  secrets: [],
  body: '{}',
  requestId: null,
  traceparent: null,
  isTroubled: false,
  waitedMs: 0,
} as const

const NAMES = { resolve: () => Promise.reject(new Error('no name is asked for')) }

function tried(changes: { readonly keys?: () => readonly SigningKeys[]; readonly attemptCount?: number }) {
  const { keys = () => [], attemptCount = 0 } = changes
  const courier = createWebhookSender({ allowPrivateNetworks: false, names: NAMES })
  const claimed = { ...CLAIMED, attemptCount }
  return attempt(courier, { claimed, leaseId: 'lease', keys, now: NOW, realNow: NOW, traceparent: null })
}

/** What is decided when the receiver has answered so. */
function judged(answer: Partial<Delivered>, attemptCount = 0): Promise<Attempted> {
  const delivered: Delivered = {
    status: 500,
    retryAfter: undefined,
    wish: undefined,
    error: null,
    bodyExcerpt: 'text',
    durationMs: 7,
    timings: { dnsMs: 1, connectMs: 2, tlsMs: 3, firstByteMs: 4 },
    ...answer,
  }
  const courier: WebhookSender = { deliver: async () => delivered, close: async () => undefined }
  const claimed = { ...CLAIMED, attemptCount }
  return attempt(courier, { claimed, leaseId: 'lease', keys: () => [], now: NOW, realNow: NOW, traceparent: null })
}

describe('an attempt that cannot be made', () => {
  it.each([
    [new Error('sealed for another'), 'sealed for another'],
    ['a text', 'unknown'],
  ])('because of %s fails with that as its reason', async (thrown, reason) => {
    const { settlement } = await tried({
      keys: () => {
        throw thrown
      },
    })
    expect(settlement).toMatchObject({ deliveryId: 'whd_1', leaseId: 'lease', status: 'RETRYING' })
    expect(settlement.attempt).toEqual({
      attempt: 1,
      trigger: 'SCHEDULED',
      startedAt: NOW,
      durationMs: 0,
      dnsMs: null,
      connectMs: null,
      tlsMs: null,
      firstByteMs: null,
      responseStatus: null,
      error: `refused: cannot be sent: ${reason}`,
      responseBodyExcerpt: null,
    })
  })

  it('because its URL is none fails, also for the last time', async () => {
    const { settlement, pauseMs } = await tried({ attemptCount: 9 })
    expect(settlement).toMatchObject({ status: 'FAILED', delayMs: null })
    expect(settlement.attempt).toMatchObject({ attempt: 10, error: 'refused: cannot be sent: Invalid URL' })
    expect(pauseMs).toBeNull()
  })
})

describe('an answer', () => {
  it.each([
    [199, 'RETRYING'],
    [200, 'DELIVERED'],
    [299, 'DELIVERED'],
    [300, 'RETRYING'],
    [null, 'RETRYING'],
  ] as const)('[C-107] of %s means %s', async (status, expected) => {
    const { settlement, delivered } = await judged({ status })
    expect(settlement.status).toBe(expected)
    expect(settlement.delayMs === null).toBe(expected === 'DELIVERED')
    expect(settlement.attempt).toMatchObject({
      responseStatus: status,
      durationMs: 7,
      dnsMs: 1,
      responseBodyExcerpt: 'text',
    })
    expect(delivered.timings).toEqual({ dnsMs: 1, connectMs: 2, tlsMs: 3, firstByteMs: 4 })
  })

  it('[C-107] that wants no more of the message ends it, unless it was taken', async () => {
    const wish = 'abort-message'
    expect((await judged({ status: 500, wish })).settlement).toMatchObject({ status: 'DISCARDED', delayMs: null })
    expect((await judged({ status: 200, wish })).settlement.status).toBe('DELIVERED')
    expect((await judged({ status: 500, wish: 'disable' })).settlement.status).toBe('RETRYING')
    expect((await judged({ status: 500, wish: '' })).settlement.status).toBe('RETRYING')
  })

  it.each([
    [429, '600', 600_000],
    [503, '600', 600_000],
    [503, '90000', 86_400_000],
    [500, '600', null],
    [430, '600', null],
    [504, '600', null],
    [null, '600', null],
    [429, undefined, null],
  ] as const)(
    '[C-107] of %s with Retry-After %s pauses the endpoint for %s ms',
    async (status, retryAfter, pauseMs) => {
      const judgement = await judged({ status, retryAfter })
      expect(judgement.pauseMs).toBe(pauseMs)
      if (pauseMs === null) expect(judgement.settlement.delayMs).toBeLessThanOrEqual(6_000)
      else expect(judgement.settlement.delayMs).toBe(pauseMs)
    },
  )

  it('[C-107] after the tenth attempt is the last, and pauses nothing', async () => {
    const { settlement, pauseMs } = await judged({ status: 503, retryAfter: '600' }, 9)
    expect({ status: settlement.status, delayMs: settlement.delayMs, pauseMs }).toEqual({
      status: 'FAILED',
      delayMs: null,
      pauseMs: null,
    })
    expect((await judged({ status: 503 }, 8)).settlement.status).toBe('RETRYING')
  })
})
