import { setTimeout as sleep } from 'node:timers/promises'
import type { Instant } from '../../../domain/time.ts'
import { isForbidden, isInUse } from '../../../platform/refused-statement.ts'
import { addPartition, BEGINNING_MS, partitionsOf, timesOf } from '../../../store/moves/moving-partitions.ts'
import type { PartitionedTable } from '../../../store/partitions.ts'
import { PARTITIONED_OF_ORGANIZATIONS, periodOf } from '../partitions.ts'
import type { Cells } from './copy-rows.ts'

/** Whoever uses the target's table for so long keeps it from a partition: rows of that time go to the default one. */
const TRIES = 5
const PAUSE_MS = 1_000

/**
 * Adds the partitions that the organization's rows need in the target, which may be younger than they are. In its default partition they
 * would be read, with the table locked, whenever a partition is added there. Where that cannot be, they go there all the same.
 */
export async function addPartitionsOf({ source, target, organizationId }: Cells): Promise<void> {
  for (const table of PARTITIONED_OF_ORGANIZATIONS) {
    const there = await partitionsOf(target, table)
    for (const [from, to] of periodsOf(table, await timesOf(source, { table, organizationId })))
      if (!there.some((one) => (one.from ?? 0) < to && one.to > from))
        await whenFree(() => addPartition(target, table, { from, to }))
  }
}

/** The days or months that have some moments, each of which may be late by up to `BEGINNING_MS`. */
function periodsOf(table: PartitionedTable, times: readonly Instant[]): ReadonlyMap<Instant, Instant> {
  return new Map(times.flatMap((at) => [periodOf(table, at), periodOf(table, at + BEGINNING_MS - 1)]))
}

async function whenFree(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; tries <= TRIES; tries++) {
    try {
      return await work()
    } catch (error) {
      if (isForbidden(error)) return
      if (!isInUse(error)) throw error
      await sleep(PAUSE_MS)
    }
  }
}
