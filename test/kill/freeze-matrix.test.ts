import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { thaw, untilFrozen } from '../support/frozen.ts'
import { type GatewayProcess } from '../support/gateway-process.ts'
import type { Json } from '../support/http-client.ts'
import { CALLS, CELLS, type Cell, type Deed, deedOf, nameOf } from '../support/kill-cells.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { type FrozenWorld, useFrozenWorld } from '../support/use-frozen-world.ts'
import { expectWholeHistory } from '../support/whole-history.ts'

/**
 * The cells of the kill matrix, but the process freezes there instead of dying, and wakes when the clock has moved past every wait
 * and the others have decided. A process walks through the places of its operation, the last first, since what it does between two
 * places would stop it at the next. All processes freeze together, one place each; so there are as many rounds as places.
 */
type Walk = {
  readonly cells: readonly Cell[]
  readonly gateway: GatewayProcess
}

/** Longer than any look-up lags and any uncertain change is waited for. */
const FROZEN_S = 2_700
/** Milliseconds for the others to decide; what is locked by a frozen transaction they cannot. */
const DECIDING_MS = 6_000

let world: FrozenWorld
let receiver: Receiver

/** What became of a cell. */
const outcomes = new Map<string, { readonly bookingId: string | null; readonly answer: Json }>()

type Frozen = Deed & { readonly cell: Cell; readonly gateway: GatewayProcess; readonly sent: Promise<Json> }

async function startWalks(): Promise<Walk[]> {
  const byOperation = Map.groupBy(CELLS, ({ supplierCode, operation }) => `${supplierCode} ${operation}`)
  const walks: Walk[] = []
  for (const cells of byOperation.values()) {
    const points = cells.filter(({ moment }) => moment !== 'AWAITING').toReversed()
    const env = { KILL_POINT: points.map(({ moment }) => moment).join(','), KILL_POINT_SIGNAL: 'SIGSTOP' }
    const gateway = await world.join({ ROLES: 'api', WATCHDOG_MS: '0', ...env })
    walks.push({ gateway, cells: [...points, ...cells.filter(({ moment }) => moment === 'AWAITING')] })
  }
  return walks
}

/** Every walk's next place; the answers that nobody awaits yet may not be rejected unheard. */
async function freezeRound(walks: readonly Walk[], round: number): Promise<Frozen[]> {
  const here = walks.flatMap(({ cells, gateway }) => {
    const cell = cells[round]
    return cell ? [{ cell, gateway }] : []
  })
  const prepared: (Deed & { readonly cell: Cell; readonly gateway: GatewayProcess })[] = []
  for (const { cell, gateway } of here) prepared.push({ ...(await deedOf(world, cell)), cell, gateway })
  const awaiting = prepared.filter(({ cell }) => cell.moment === 'AWAITING')
  for (const { cell } of awaiting)
    await world.spoil({ supplierCode: cell.supplierCode, operation: CALLS[cell.operation], fault: 'slow' })
  const frozen = prepared.map((one) => ({
    ...one,
    sent: one.send(one.gateway).catch((error: unknown) => ({ cut: String(error) })),
  }))
  await Promise.all(awaiting.map(({ gateway }) => stopAwaiting(gateway)))
  await Promise.all(frozen.map(({ gateway }) => untilFrozen(gateway.pid)))
  return frozen
}

/** The supplier does its part within milliseconds, and answers 3 s later. */
async function stopAwaiting({ pid }: GatewayProcess): Promise<void> {
  await until('the suppliers to have the requests', async () => {
    const [faults] = await world.database.query('SELECT count(*)::int AS waiting FROM sandbox_faults')
    return faults.waiting === 0
  })
  await pause(500)
  process.kill(pid, 'SIGSTOP')
}

async function isDecided(): Promise<boolean> {
  const [open] = await world.database.query(
    'SELECT count(*)::int AS waiting FROM bookings WHERE pending_operation IS NOT NULL AND NOT needs_operator',
  )
  return open.waiting === 0
}

async function runRound(walks: readonly Walk[], round: number): Promise<void> {
  const frozen = await freezeRound(walks, round)
  await world.advance(FROZEN_S)
  await until('the others to decide', isDecided, DECIDING_MS).catch(() => undefined)
  for (const { gateway } of frozen) thaw(gateway.pid)
  for (const { cell, bookingId, key, sent } of frozen) {
    const answer = await sent
    const made = bookingId ?? (await world.bookingOf(key))?.booking_id ?? null
    outcomes.set(nameOf(cell), { bookingId: made, answer })
  }
}

useFrozenWorld(
  async (created) => {
    world = created
    receiver = await startReceiver()
    await world.http.post('/webhooks/endpoints', { url: receiver.url })
    const walks = await startWalks()
    const rounds = Math.max(...walks.map(({ cells }) => cells.length))
    for (let round = 0; round < rounds; round++) await runRound(walks, round)
    await world.letSettle([...outcomes.values()].flatMap(({ bookingId }) => bookingId ?? []))
  },
  { timeoutMs: 600_000 },
)

/** What is wrong in the end, in words. */
async function liesAbout(bookingId: string, answer: Json): Promise<string[]> {
  const lies = [await world.difference(bookingId)].filter((lie) => lie !== null)
  const alive = (await world.theirs(bookingId)).filter(({ status }) => status === 'CONFIRMED' || status === 'ON_HOLD')
  if (alive.length > 1) lies.push(`booked ${alive.length} times`)
  if (alive.length > 0 && answer.failure?.retryable) lies.push('told to book again')
  return lies
}

describe('a gateway frozen with SIGSTOP', () => {
  for (const cell of CELLS) {
    const name = nameOf(cell)
    it(`[C-071] [C-105] [C-112] [C-113] [C-139] frozen: ${name}: our state is the supplier’s in the end, no event is lost or doubled`, async () => {
      const { bookingId, answer } = outcomes.get(name) ?? { bookingId: null, answer: null }
      // Whoever waited got an answer of ours, however late.
      expect(answer).not.toBeNull()
      expect(answer).not.toHaveProperty('cut')
      if (bookingId === null) return
      expect(await liesAbout(bookingId, answer)).toEqual([])
      await expectWholeHistory(world.database, receiver, bookingId)
    })
  }

  it('[C-112] has left no booking at a supplier that we do not know', async () => {
    // RateHawk's order that was given up at the agreed cut-off has a number, and no booking.
    const [counted] = await world.database.query(
      `SELECT (SELECT count(*)::int FROM sandbox_records WHERE kind IN ('itinerary', 'booking', 'order')) AS theirs,
              (SELECT count(*)::int FROM bookings WHERE supplier_booking_id IS NOT NULL AND status <> 'FAILED') AS ours`,
    )
    expect(counted.theirs).toBe(counted.ours)
    await receiver.close()
  })
})
