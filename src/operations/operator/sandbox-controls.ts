import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { invalid, type Problem, problem } from '../../domain/errors.ts'
import { issue } from '../../domain/issue.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { SANDBOX_CONTENT_FAULTS, SANDBOX_FAULTS } from '../../domain/sandbox-faults.ts'
import { DAY_MS, SECOND_MS, toRfc3339 } from '../../domain/time.ts'
import type { Clock } from '../../platform/clock.ts'
import { patiently } from '../../platform/patience.ts'
import type { createSandboxClockStore, SandboxClockRow } from '../../store/sandbox-clock.ts'
import type { createSandboxFaultStore, WaitingFault } from '../../store/sandbox-faults.ts'
import type { StoreParts } from '../../store/store.ts'
import { SUPPLIER_OPERATIONS } from '../../suppliers/supplier-call.ts'
import { parseInput } from '../inputs/input.ts'

const YEAR_S = 366 * 86_400

/**
 * The maximum by which a clock may be ahead in total, so that every timestamp that follows from it fits its column and format.
 */
const MAX_OFFSET_MS = 3_650 * DAY_MS

/** How long a move waits for work that is under way: its worker may be lost, and then only a move ends its lease. */
const UNDER_WAY_WITHIN_MS = 2_000
/** How long a move with `settle` waits for what has become due. */
const SETTLED_WITHIN_MS = 20_000
const ASK_EVERY_MS = 25

const settle = z.boolean().optional()
const advanceInput = z.strictObject({ advanceSeconds: z.int().min(0).max(YEAR_S), settle })
const clockResetInput = z.strictObject({ reset: z.literal(true), settle })
const resetInput = z.strictObject({ reset: z.literal(true) })

const faultInput = z.strictObject({
  supplierCode: z.string().min(1).max(40),
  operation: z.enum(SUPPLIER_OPERATIONS),
  fault: z.enum([...SANDBOX_FAULTS, ...SANDBOX_CONTENT_FAULTS]),
  count: z.int().min(1).max(1_000).default(1),
})

const notifyInput = z.strictObject({
  bookingId: z.string().min(1).max(64),
  kind: z.string().min(1).max(64),
  text: z.string().max(10_000).optional(),
  undeliverable: z.boolean().optional(),
})

/** A message that a sandbox supplier is told to send about a booking. */
export type SandboxNotice = Omit<z.output<typeof notifyInput>, 'bookingId'> & {
  readonly supplierCode: string
  readonly supplierReference: string
}

type SandboxControlDeps = {
  readonly clock: Clock
  readonly clocks: Pick<ReturnType<typeof createSandboxClockStore>, 'advance' | 'reset' | 'workOf'>
  readonly faults: Pick<ReturnType<typeof createSandboxFaultStore>, 'add' | 'clear' | 'list'>
  readonly bookings: Pick<StoreParts['bookings'], 'find'>
  /** Has a sandbox supplier send a message; false when it sends none, or does not know the booking. */
  readonly notify: (notice: SandboxNotice) => Promise<boolean>
  readonly hasSupplier: (supplierCode: string) => boolean
}

/** `settled`, where it was asked for: whether everything that was due has run; false: it took longer than 20 seconds. */
export type SandboxClockView = { readonly now: string; readonly offsetSeconds: number; readonly settled?: boolean }
/** Where an organization's clock stands, and what will go wrong in its next calls. */
export type SandboxState = { readonly clock: SandboxClockView; readonly faults: readonly WaitingFault[] }
type SandboxFaultView = z.output<typeof faultInput> | { readonly cleared: number }

/** The sandbox's controls, which do not exist in production. Each moves and breaks the world of one organization only. */
export type SandboxControls = {
  readonly read: (organizationId: string) => Promise<SandboxState>
  readonly moveClock: (organizationId: string, raw: unknown) => Promise<Result<SandboxClockView, Problem>>
  readonly changeFaults: (organizationId: string, raw: unknown) => Promise<Result<SandboxFaultView, Problem>>
  readonly notify: (organizationId: string, raw: unknown) => Promise<Result<{ readonly sent: true }, Problem>>
}

export function createSandboxControls(deps: SandboxControlDeps): SandboxControls {
  return {
    read: async (organizationId) => {
      const now = deps.clock.of(organizationId).now()
      const offsetSeconds = Math.round((now - deps.clock.real()) / SECOND_MS)
      return { clock: { now: toRfc3339(now), offsetSeconds }, faults: await deps.faults.list(organizationId) }
    },

    moveClock: (organizationId, raw) => moveClock(deps, organizationId, raw),

    changeFaults: (organizationId, raw) =>
      isReset(raw) ? clearFaults(deps, organizationId, raw) : addFault(deps, organizationId, raw),

    notify: (organizationId, raw) => notify(deps, organizationId, raw),
  }
}

/**
 * Moves an organization's clock between two pieces of its work, never in the middle of one: a look that is under way would plan the next
 * one by a time that it has not begun in.
 */
async function moveClock(
  deps: SandboxControlDeps,
  organizationId: string,
  raw: unknown,
): Promise<Result<SandboxClockView, Problem>> {
  const input = parseInput(isReset(raw) ? clockResetInput : advanceInput, raw)
  if (!input.ok) return input
  const isRead = 'advanceSeconds' in input.value && input.value.advanceSeconds === 0
  if (!isRead) await inTime(UNDER_WAY_WITHIN_MS, async () => (await deps.clocks.workOf(organizationId)).underWay === 0)
  const moved =
    'reset' in input.value
      ? ok(await deps.clocks.reset(organizationId))
      : await advance(deps, organizationId, input.value.advanceSeconds)
  if (!moved.ok) return moved
  const { offsetMs, resets } = moved.value
  // Postgres notifies the other processes.
  deps.clock.shift(organizationId, { offsetMs, resets })
  const isSettled =
    input.value.settle &&
    (await inTime(SETTLED_WITHIN_MS, async () => {
      const { underWay, due } = await deps.clocks.workOf(organizationId)
      return underWay + due === 0
    }))
  return ok({
    now: toRfc3339(deps.clock.of(organizationId).now()),
    offsetSeconds: Math.floor(offsetMs / SECOND_MS),
    ...(isSettled === undefined ? {} : { settled: isSettled }),
  })
}

/** Whether something came to be so in time. */
async function inTime(withinMs: number, isSo: () => Promise<boolean>): Promise<boolean> {
  const endsAt = performance.now() + patiently(withinMs)
  while (!(await isSo())) {
    if (performance.now() > endsAt) return false
    await sleep(ASK_EVERY_MS)
  }
  return true
}

/** A request with `reset` may have nothing else: its schema says so. */
function isReset(raw: unknown): boolean {
  return typeof raw === 'object' && raw !== null && 'reset' in raw
}

async function advance(
  { clocks }: SandboxControlDeps,
  organizationId: string,
  advanceSeconds: number,
): Promise<Result<SandboxClockRow, Problem>> {
  const moved = await clocks.advance(organizationId, advanceSeconds * SECOND_MS, MAX_OFFSET_MS)
  return moved
    ? ok(moved)
    : err(invalid([issue('advance_seconds', 'OUT_OF_RANGE', 'the clock can be at most ten years ahead in all')]))
}

async function clearFaults(
  { faults }: SandboxControlDeps,
  organizationId: string,
  raw: unknown,
): Promise<Result<SandboxFaultView, Problem>> {
  const input = parseInput(resetInput, raw)
  return input.ok ? ok({ cleared: await faults.clear(organizationId) }) : input
}

async function addFault(
  { faults, hasSupplier }: SandboxControlDeps,
  organizationId: string,
  raw: unknown,
): Promise<Result<SandboxFaultView, Problem>> {
  const input = parseInput(faultInput, raw)
  if (!input.ok) return input
  const { count, ...fault } = input.value
  const issues = [
    ...(hasSupplier(fault.supplierCode)
      ? []
      : [issue('supplier_code', 'UNKNOWN_SUPPLIER', 'supplier_code must be the code of a supplier')]),
    ...(fault.operation === 'content' || !SANDBOX_CONTENT_FAULTS.some((one) => one === fault.fault)
      ? []
      : [issue('operation', 'NOT_CONTENT', `operation must be content for the fault ${fault.fault}`)]),
  ]
  if (issues.length > 0) return err(invalid(issues))
  await faults.add({ organizationId, ...fault, remaining: count })
  return ok(input.value)
}

/** Only about a booking of the caller's own organization. */
async function notify(
  deps: SandboxControlDeps,
  organizationId: string,
  raw: unknown,
): Promise<Result<{ readonly sent: true }, Problem>> {
  const input = parseInput(notifyInput, raw)
  if (!input.ok) return input
  const { bookingId, ...notice } = input.value
  const booking = await deps.bookings.find(organizationId, 'sandbox', bookingId)
  if (!booking) return err(problem('NOT_FOUND'))
  const { supplierCode, supplierReference } = booking
  return (await deps.notify({ ...notice, supplierCode, supplierReference }))
    ? ok({ sent: true })
    : err(invalid([issue('booking_id', 'NO_MESSAGES', 'its supplier sends no messages, or does not know the booking')]))
}
