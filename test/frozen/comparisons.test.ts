import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { freezingAt, isFrozen, thaw } from '../support/frozen.ts'
import { type GatewayProcess } from '../support/gateway-process.ts'
import type { Json } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { until } from '../support/until.ts'
import { type FrozenWorld, useFrozenWorld } from '../support/use-frozen-world.ts'

/** Nightly comparisons whose worker stands still past its lease while another one goes on, and wakes. */
let world: FrozenWorld
useFrozenWorld(
  (created) => {
    world = created
  },
  { roles: 'api,suppliers,relay' },
)

const OURS = "connection_id = 'conn_sandbox_hotelbeds'"
const NEXT = "connection_id = 'conn_sandbox_liteapi'"
/** Longer than a worker may be without a sign of life. */
const NO_SIGN_MS = 21_000

async function row(): Promise<Json> {
  const [found] = await world.database.query(`SELECT * FROM supplier_comparisons WHERE ${OURS}`)
  return found
}

/** Its night comes, and that of no other connection. */
async function due(progress: Json = null): Promise<void> {
  await world.database.query(
    `INSERT INTO supplier_comparisons (connection_id, due_at) SELECT id, now() FROM supplier_connections ON CONFLICT DO NOTHING`,
  )
  await world.database.query(`UPDATE supplier_comparisons SET due_at = 'infinity' WHERE NOT ${OURS}`)
  await world.database.query(
    `UPDATE supplier_comparisons SET due_at = now(), lease_id = NULL, summary = NULL, finished_at = NULL, progress = $1
     WHERE ${OURS}`,
    [progress],
  )
}

function worker(): Promise<GatewayProcess> {
  return world.join({ ROLES: 'worker', WATCHDOG_MS: '0' })
}

async function over(): Promise<Json> {
  return until('the comparison to be over', async () => {
    const now = await row()
    return now.summary !== null && now
  })
}

function day(offset: number): string {
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
}

describe('[X-07] a worker that compares books', { timeout: 180_000 }, () => {
  it('and stands still past its lease changes nothing of what another has done meanwhile, nor tells a person again', async () => {
    await bookScenario(world.steady, httpJourney(world.steady), 'orphan', 'INSTANT')
    await due()
    // With the supplier's word on the orphan in its hands.
    const first = await world.join({ ROLES: 'worker', ...freezingAt('exchange:retrieve') })
    await until('it to stand still', () => isFrozen(first.pid))
    const stoppedAt = performance.now()
    await world.database.query(`UPDATE supplier_comparisons SET due_at = now() WHERE ${OURS}`)
    const second = await worker()
    const done = await over()
    expect(done.summary.onlyThere).toBe(1)
    const closed = await world.database.query(
      `UPDATE cases SET closed_at = now(), closed_by = 'operator:ada' WHERE kind = 'ONLY_AT_SUPPLIER' RETURNING id`,
    )
    expect(closed).toHaveLength(1)
    await pause(Math.max(0, NO_SIGN_MS - (performance.now() - stoppedAt)))
    await second.kill('SIGKILL')
    // It compares one connection after the other: when it has done the next one, it is through with ours.
    await world.database.query(`UPDATE supplier_comparisons SET due_at = now() WHERE ${NEXT}`)
    thaw(first.pid)
    await until('the next connection to be compared', async () => {
      const [next] = await world.database.query(`SELECT finished_at FROM supplier_comparisons WHERE ${NEXT}`)
      return next.finished_at !== null
    })
    const { due_at: _, ...after } = await row()
    const { due_at: _due, ...before } = done
    expect(after).toEqual(before)
    expect(await world.database.query(`SELECT id FROM cases WHERE kind = 'ONLY_AT_SUPPLIER'`)).toEqual(closed)
    await first.kill('SIGKILL')
  })

  it('and ends days after the night that it began leaves out no day', async () => {
    const made = { from: day(-12), to: day(-10) }
    const counts = { compared: 0, differing: 0, missing: 0, onlyThere: 0, foreign: 0, unreadable: 0 }
    await due({ period: { made, begins: made }, daysDone: 0, after: '', counts })
    const third = await worker()
    const { finished_at: comparedUntil } = await over()
    expect(comparedUntil.toISOString().slice(0, 10)).toBe(made.to)
    await third.kill('SIGKILL')
  })
})
