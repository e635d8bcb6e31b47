import { z } from 'zod'
import { invalid, type Problem } from '../../domain/errors.ts'
import { issue } from '../../domain/issue.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { DAY_MS, SECOND_MS, toRfc3339 } from '../../domain/time.ts'
import type { Clock } from '../../platform/clock.ts'
import { SUPPLIER_OPERATIONS } from '../../suppliers/supplier-call.ts'
import { parseInput } from '../inputs/input.ts'

/** The faults that a sandbox supplier can simulate; docs/sandbox.md describes them. */
const SANDBOX_FAULTS = ['timeout', 'reset', '500', '429', 'slow', 'garbage', 'truncated'] as const

const YEAR_S = 366 * 86_400

/**
 * The maximum by which the clock may be ahead in total, so that every timestamp that follows from it fits its column and format.
 */
const MAX_OFFSET_MS = 3_650 * DAY_MS

const clockInput = z.strictObject({ advanceSeconds: z.int().min(0).max(YEAR_S) })

const faultInput = z.strictObject({
  supplierCode: z.string().min(1).max(40),
  operation: z.enum(SUPPLIER_OPERATIONS),
  fault: z.enum(SANDBOX_FAULTS),
  count: z.int().min(1).max(1_000).default(1),
})

type SandboxControlDeps = {
  readonly clock: Clock
  /** Moves the stored clock of all processes ahead and returns the new offset in ms; null when it would exceed `maxMs`. */
  readonly advance: (byMs: number, maxMs: number) => Promise<number | null>
  readonly hasSupplier: (supplierCode: string) => boolean
  readonly addFault: (fault: {
    supplierCode: string
    operation: string
    fault: string
    remaining: number
  }) => Promise<void>
}

type SandboxClockView = { readonly now: string; readonly offsetSeconds: number }
type SandboxFaultView = z.output<typeof faultInput>

/** The sandbox's controls, which do not exist in production. */
export type SandboxControls = {
  readonly advanceClock: (raw: unknown) => Promise<Result<SandboxClockView, Problem>>
  readonly addFault: (raw: unknown) => Promise<Result<SandboxFaultView, Problem>>
}

export function createSandboxControls({ clock, advance, hasSupplier, addFault }: SandboxControlDeps): SandboxControls {
  return {
    /** Time only moves forward, because past events cannot be undone. */
    advanceClock: async (raw) => {
      const input = parseInput(clockInput, raw)
      if (!input.ok) return input
      const offsetMs = await advance(input.value.advanceSeconds * SECOND_MS, MAX_OFFSET_MS)
      if (offsetMs === null)
        return err(
          invalid([issue('advance_seconds', 'OUT_OF_RANGE', 'the clock can be at most ten years ahead in all')]),
        )
      clock.setOffset(offsetMs)
      return ok({ now: toRfc3339(clock.now()), offsetSeconds: Math.floor(offsetMs / SECOND_MS) })
    },

    addFault: async (raw) => {
      const input = parseInput(faultInput, raw)
      if (!input.ok) return input
      const { count, ...fault } = input.value
      if (!hasSupplier(fault.supplierCode))
        return err(
          invalid([issue('supplier_code', 'UNKNOWN_SUPPLIER', 'supplier_code must be the code of a supplier')]),
        )
      await addFault({ ...fault, remaining: count })
      return ok(input.value)
    },
  }
}
