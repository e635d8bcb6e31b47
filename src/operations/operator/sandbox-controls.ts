import { z } from 'zod'
import { invalid, type Problem, problem } from '../../domain/errors.ts'
import { issue } from '../../domain/issue.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { SANDBOX_CONTENT_FAULTS, SANDBOX_FAULTS } from '../../domain/sandbox-faults.ts'
import { DAY_MS, SECOND_MS, toRfc3339 } from '../../domain/time.ts'
import type { Clock } from '../../platform/clock.ts'
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

const advanceInput = z.strictObject({ advanceSeconds: z.int().min(0).max(YEAR_S) })
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
  readonly clocks: Pick<ReturnType<typeof createSandboxClockStore>, 'advance' | 'reset'>
  readonly faults: Pick<ReturnType<typeof createSandboxFaultStore>, 'add' | 'clear' | 'list'>
  readonly bookings: Pick<StoreParts['bookings'], 'find'>
  /** Has a sandbox supplier send a message; false when it sends none, or does not know the booking. */
  readonly notify: (notice: SandboxNotice) => Promise<boolean>
  readonly hasSupplier: (supplierCode: string) => boolean
}

export type SandboxClockView = { readonly now: string; readonly offsetSeconds: number }
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

    moveClock: async (organizationId, raw) => {
      const moved = isReset(raw)
        ? await resetClock(deps, organizationId, raw)
        : await advance(deps, organizationId, raw)
      if (!moved.ok) return moved
      const { offsetMs, resets } = moved.value
      // The other processes hear of it from Postgres.
      deps.clock.shift(organizationId, { offsetMs, resets })
      return ok({
        now: toRfc3339(deps.clock.of(organizationId).now()),
        offsetSeconds: Math.floor(offsetMs / SECOND_MS),
      })
    },

    changeFaults: (organizationId, raw) =>
      isReset(raw) ? clearFaults(deps, organizationId, raw) : addFault(deps, organizationId, raw),

    notify: (organizationId, raw) => notify(deps, organizationId, raw),
  }
}

/** A request with `reset` may have nothing else: its schema says so. */
function isReset(raw: unknown): boolean {
  return typeof raw === 'object' && raw !== null && 'reset' in raw
}

async function resetClock(
  { clocks }: SandboxControlDeps,
  organizationId: string,
  raw: unknown,
): Promise<Result<SandboxClockRow, Problem>> {
  const input = parseInput(resetInput, raw)
  return input.ok ? ok(await clocks.reset(organizationId)) : input
}

async function advance(
  { clocks }: SandboxControlDeps,
  organizationId: string,
  raw: unknown,
): Promise<Result<SandboxClockRow, Problem>> {
  const input = parseInput(advanceInput, raw)
  if (!input.ok) return input
  const moved = await clocks.advance(organizationId, input.value.advanceSeconds * SECOND_MS, MAX_OFFSET_MS)
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
