import { describe, expect, it } from 'vitest'
import { createClock } from '../../src/platform/clock.ts'
import { pooledRandomBytes } from '../../src/platform/random-bytes.ts'
import { onTrace } from '../../src/platform/request-trace.ts'
import { disableEndpoint } from '../../src/relay/disable-endpoint.ts'
import { inSeconds, type StoreWorld, useStore } from '../support/use-store.ts'

let world: StoreWorld
useStore((started) => {
  world = started
})

const clock = createClock({ worlds: true })
const randomBytes = pooledRandomBytes()

function disable(reason: 'GONE' | 'FAILING' = 'GONE', batches = world.store.webhookBatches): Promise<void> {
  return disableEndpoint({ batches, clock, randomBytes }, 'end_1', reason)
}

/** A delivery of an event beyond those that the gateway takes for its own. */
async function waiting(id: string): Promise<void> {
  const position = Number(id.slice('whd_'.length))
  await world.put('booking_events', { position })
  await world.put('webhook_deliveries', { id, booking_id: id, event_position: position })
}

function endpoint() {
  return world.query(`SELECT id, enabled, disabled_reason, closing FROM webhook_endpoints ORDER BY id`)
}

function events() {
  return world.query(`SELECT id, type, organization_id, environment, booking_id, sequence, request_id, body::jsonb AS body,
    created_at FROM booking_events WHERE booking_id IS NULL AND type LIKE 'webhook%'`)
}

describe('an endpoint that is disabled', () => {
  it('[C-107] leaves nothing waiting, and its owner is told in the log and at the other endpoints', async () => {
    const failingSince = inSeconds(-500_000)
    await world.put('webhook_endpoints', { id: 'end_1', failing_since: failingSince }, { id: 'end_2' })
    await waiting('whd_900001')
    clock.shift('org_1', { offsetMs: 3_600_000, resets: 0 })
    await onTrace({ requestId: 'req_1', span: null }, () => disable('FAILING'))
    expect(await endpoint()).toMatchObject([
      { id: 'end_1', enabled: false, disabled_reason: 'FAILING' },
      { id: 'end_2', enabled: true, disabled_reason: null },
    ])
    expect(await world.query(`SELECT status FROM webhook_deliveries WHERE id = 'whd_900001'`)).toEqual([
      { status: 'SKIPPED' },
    ])
    const [event, ...others] = await events()
    expect(others).toEqual([])
    expect(event).toMatchObject({
      type: 'webhook_endpoint.disabled',
      organization_id: 'org_1',
      environment: 'sandbox',
      booking_id: null,
      sequence: null,
      request_id: 'req_1',
    })
    expect(event?.id).toMatch(/^evt_\w{20,}$/)
    expect(JSON.stringify(event?.body)).toContain('https://end_1.example/')
    const inHours = (new Date(String(event?.created_at)).getTime() - Date.now()) / 3_600_000
    expect(Math.round(inHours * 10)).toBe(10)
    expect(
      await world.query(`SELECT endpoint_id, status FROM webhook_deliveries WHERE event_id = $1`, [event?.id]),
    ).toEqual([{ endpoint_id: 'end_2', status: 'PENDING' }])
  })

  it('already, or deleted, or unknown, is left as it is', async () => {
    await disable()
    await world.put('webhook_endpoints', { id: 'end_1', enabled: false, disabled_reason: 'FAILING' })
    await waiting('whd_900001')
    await disable()
    expect(await endpoint()).toEqual([{ id: 'end_1', enabled: false, disabled_reason: 'FAILING', closing: false }])
    await world.query(`UPDATE webhook_endpoints SET enabled = true, disabled_reason = NULL, deleted_at = gateway_now()`)
    await disable()
    expect(await endpoint()).toMatchObject([{ enabled: true, disabled_reason: null }])
    expect(await events()).toEqual([])
    expect(await world.query(`SELECT status FROM webhook_deliveries`)).toEqual([{ status: 'PENDING' }])
  })

  it('by another relay in the same moment is left to that one', async () => {
    await world.put('webhook_endpoints', { id: 'end_1' })
    await waiting('whd_900001')
    const { webhookBatches } = world.store
    let batches = 0
    await disable('GONE', {
      ...webhookBatches,
      findEnabled: async (id) => {
        const found = await webhookBatches.findEnabled(id)
        await world.query(`UPDATE webhook_endpoints SET enabled = false, disabled_reason = 'FAILING', closing = true`)
        return found
      },
      closeBatch: (...asked) => {
        batches += 1
        return webhookBatches.closeBatch(...asked)
      },
    })
    expect(batches).toBe(0)
    expect(await endpoint()).toMatchObject([{ disabled_reason: 'FAILING', closing: true }])
    expect(await events()).toEqual([])
  })
})
