import { describe, expect, it } from 'vitest'
import type { Core } from '../../src/core.ts'
import { finishWebhookBatches } from '../../src/operations/webhooks/webhook-batches.ts'
import { until } from '../support/until.ts'
import {
  deliver,
  delivery,
  endpoint,
  health,
  receive,
  settled,
  start,
  stop,
  useOneRelay,
} from '../support/use-one-relay.ts'
import { inSeconds, type StoreWorld } from '../support/use-store.ts'

let world: StoreWorld
let core: Core
useOneRelay((parts) => {
  ;({ world, core } = parts)
})

describe('an endpoint', () => {
  it.each([
    [410, {}],
    [500, { 'webhook-delivery': 'disable' }],
  ])('[C-107] that answers %i with %j is disabled, and what waits for it is skipped', async (status, headers) => {
    const { url } = await receive(() => ({ status, headers }))
    await endpoint(url, { max_concurrency: 1 })
    await deliver({ due_at: inSeconds(-20) })
    const waiting = await deliver()
    start()
    await until('the end of it', async () => {
      // As a worker does: the relay leaves to it what was under way.
      await finishWebhookBatches(core.deps)
      return (await delivery(waiting))?.status === 'SKIPPED' ? true : null
    })
    expect(await health()).toMatchObject({ enabled: false, disabled_reason: 'GONE' })
    const [event] = await world.query(
      `SELECT body::jsonb #>> '{data,reason}' AS reason, type FROM booking_events WHERE booking_id IS NULL AND type = 'webhook_endpoint.disabled'`,
    )
    expect(event).toMatchObject({ reason: 'GONE' })
  })

  it.each([
    ['5 days', 5, false],
    ['4 days 23 hours', 9, true],
    ['5 days 1 hour', 4, true],
    ['5 days 1 hour', 5, false],
  ])(
    '[C-107] that has failed for %s on %i occasions before is still enabled: %s',
    async (since, occasions, enabled) => {
      const { url } = await receive(() => ({ status: 500 }))
      await endpoint(url)
      await world.query(
        `UPDATE webhook_endpoints SET failing_since = gateway_now() - $1::interval, failures_counted = $2,
        failure_counted_at = gateway_now() - interval '12 hours 1 second'`,
        [since, occasions],
      )
      const id = await deliver()
      start()
      await settled(id)
      await until('the verdict', async () => ((await health()).failures > occasions ? true : null))
      await stop()
      expect(await health()).toMatchObject({ enabled, disabled_reason: enabled ? null : 'FAILING' })
    },
  )

  it('[C-107] starts afresh with a success', async () => {
    const { url } = await receive(() => ({ status: 200 }))
    await endpoint(url, { failing_since: inSeconds(-60), failures_counted: 3, paused_until: inSeconds(-1) })
    const id = await deliver()
    start()
    await settled(id)
    await until('the endpoint to be told', async () => ((await health()).failing ? null : true))
    expect(await health()).toMatchObject({ failures: 0, paused: null })
  })
})
