import { setTimeout as sleep } from 'node:timers/promises'
import { within } from '../platform/within.ts'
import type { Database, RootDatabase } from './database.ts'
import { type ReplicaWatch, TIMELINE } from './replica-watch.ts'

/** Where a read was answered, and why not by the replica. */
export type ReadFrom = 'replica' | 'primary:behind' | 'primary:away' | 'primary:left'

/**
 * `read` runs a list on the replica when that has everything that was committed before the list was asked for, else on the primary: a
 * caller always sees what it wrote, through whichever process, and what a webhook has told it.
 */
export type ReplicaReads = {
  readonly read: <T>(work: (db: Database, shown: Shown) => Promise<T>) => Promise<T>
}

/** Without a replica. */
export function readPrimary(primary: Database): ReplicaReads {
  return { read: (work) => work(primary, null) }
}

/**
 * The lowest transaction that still ran at the primary: a standby may show what its primary does not show yet, because that waits for
 * another standby, and that may be lost. Null: the primary reads.
 */
export type Shown = { readonly belowXid: string } | null

/** How long a read waits for the replica to catch up, ms: within a data centre it takes a few. */
const CAUGHT_UP_WITHIN_MS = 200
const LOOK_AGAIN_MS = 5
/** A replica that takes longer is left, so that the primary can still answer in time. */
const READ_WITHIN_MS = 3_000

class Behind extends Error {}

type ReplicaOptions = {
  readonly primary: RootDatabase
  readonly replica: RootDatabase
  readonly watch: Pick<ReplicaWatch, 'state' | 'lagMs' | 'timeline'>
  readonly count: (from: ReadFrom) => void
  /** Told what the replica said to a list that it failed at. */
  readonly onFailure: (error: unknown) => void
}

export function createReplicaReads({ primary, replica, watch, count, onFailure }: ReplicaOptions): ReplicaReads {
  async function readReplica<T>(head: Head, work: (db: Database, shown: Shown) => Promise<T>): Promise<T> {
    const giveUpAt = performance.now() + CAUGHT_UP_WITHIN_MS
    // One transaction, so that the server that has caught up is the one that reads, whatever is between.
    return replica.$transaction(
      async (tx) => {
        while (!(await hasCaughtUp(tx, head))) {
          if (performance.now() > giveUpAt) throw new Behind()
          await sleep(LOOK_AGAIN_MS)
        }
        return await work(tx, { belowXid: head.xmin })
      },
      { maxWait: CAUGHT_UP_WITHIN_MS, timeout: READ_WITHIN_MS },
    )
  }

  return {
    read: async (work) => {
      function fromPrimary(from: ReadFrom): ReturnType<typeof work> {
        count(from)
        return work(primary, null)
      }
      if (watch.state() !== 'in-use') return fromPrimary('primary:left')
      if (watch.lagMs() > CAUGHT_UP_WITHIN_MS) return fromPrimary('primary:behind')
      const head = await headOf(primary)
      // After a promotion a replica may still follow the former primary, of which it may have more than the promoted one.
      if (!head || head.timeline !== watch.timeline()) return fromPrimary('primary:left')
      try {
        const found = await within(READ_WITHIN_MS, readReplica(head, work))
        count('replica')
        return found
      } catch (error) {
        // Whatever went wrong there, the primary may do better; a wrong statement fails there as well.
        if (error instanceof Behind) return fromPrimary('primary:behind')
        onFailure(error)
        return fromPrimary('primary:away')
      }
    },
  }
}

type Head = { readonly lsn: string; readonly xmin: string; readonly timeline: string | null }

/** What the primary has committed and shows now; null when it is a standby itself. */
async function headOf(primary: Database): Promise<Head | null> {
  const [row] = await primary.$queryRaw<(Omit<Head, 'lsn'> & { readonly lsn: string | null })[]>`
  SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xmin, ${TIMELINE} AS timeline,
    CASE WHEN NOT pg_is_in_recovery() THEN pg_current_wal_flush_lsn() END::text AS lsn`
  return row?.lsn ? { ...row, lsn: row.lsn } : null
}

async function hasCaughtUp(replica: Database, { lsn }: Head): Promise<boolean> {
  const [row] = await replica.$queryRaw<{ reached: boolean | null }[]>`
  SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= ${lsn}::text::pg_lsn AS reached`
  return row?.reached ?? false
}
