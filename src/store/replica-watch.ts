import { SECOND_MS } from '../domain/time.ts'
import type { Logger } from '../platform/logger.ts'
import { within } from '../platform/within.ts'
import { type Database, sql } from './database.ts'
import { createReplicaLag } from './replica-lag.ts'

/**
 * What a replica is at the moment. `in-use`: reads go to it. `behind`: by more than the setting allows. `away`: it does not answer.
 * `no-standby`: it writes itself, so it follows nobody. `foreign`: it is of another cluster or leads to another database. `ahead`: it has
 * more than the primary, so it follows a former one. `unknown`: nothing was heard yet. Every look leads from any to any; all but `in-use`
 * leave the reads to the primary.
 */
export type ReplicaState = 'unknown' | 'in-use' | 'behind' | 'away' | 'no-standby' | 'foreign' | 'ahead'

export type ReplicaWatch = {
  readonly state: () => ReplicaState
  /** How far the replica was behind at the last look, ms. */
  readonly lagMs: () => number
  /** The timeline of the primary at the last look: every promotion begins another one. Null: it was not heard yet. */
  readonly timeline: () => string | null
  /** What is wrong, in a sentence for operators; null while the replica is in use. */
  readonly fault: () => string | null
  /** Whether a commit waits for a standby, as the primary said at the last look; null: it was not heard yet. */
  readonly isSynchronous: () => boolean | null
  readonly stop: () => void
}

const LOOK_EVERY_MS = SECOND_MS
/** A look that takes longer counts as no answer. */
const LOOK_WITHIN_MS = 1_500

type Place = {
  readonly cluster: string
  readonly position: bigint | null
  /** Null for a standby, which does not tell. */
  readonly timeline: string | null
  readonly isStandby: boolean
}

type WatchOptions = {
  readonly primary: Database
  readonly replica: Database
  readonly maxLagMs: number
  /** Whether a primary without a synchronous standby is worth a warning. */
  readonly wantsSynchronous: boolean
  readonly log: Logger
}

/** Looks at the primary and its replica every second. The first look has ended when it resolves. */
export async function watchReplica(options: WatchOptions): Promise<ReplicaWatch> {
  const { primary, replica, maxLagMs, log } = options
  const lag = createReplicaLag()
  let state: ReplicaState = 'unknown'
  let lagMs = 0
  let timeline: string | null = null
  let isSynchronous: boolean | null = null
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  function become(next: ReplicaState, error?: unknown): void {
    if (next === state) return
    state = next
    if (next === 'in-use') log.info('lists are read from the replica')
    else log.warn({ replica: next, lagMs: Math.round(lagMs), err: error }, 'lists are read from the primary')
  }

  /** Null while the primary does not answer, or takes no writes: then nothing is learned of the replica's age. */
  async function lookAtPrimary(): Promise<Place | null> {
    const place = await placeOf(primary).catch(() => null)
    if (!place || place.isStandby) return null
    if (place.position !== null) lag.note({ at: performance.now(), position: place.position })
    const found = await waitsForStandby(primary).catch(() => null)
    if (found !== null && found !== isSynchronous && !found && options.wantsSynchronous) log.warn(UNSAFE)
    isSynchronous = found ?? isSynchronous
    return place
  }

  /** The replica first: a standby never has what its primary, asked later, has not. */
  async function look(): Promise<void> {
    const theirs = await within(LOOK_WITHIN_MS, placeOf(replica)).catch((error: unknown) => ({ error }))
    const ours = await within(LOOK_WITHIN_MS, lookAtPrimary()).catch(() => null)
    if ('error' in theirs) become('away', theirs.error)
    else {
      lagMs = theirs.position === null ? 0 : lag.of(theirs.position, performance.now())
      become(stateOf(theirs, ours, lagMs > maxLagMs))
    }
    timeline = ours?.timeline ?? timeline
  }

  function lookLater(): void {
    if (stopped) return
    timer = setTimeout(() => void look().then(lookLater), LOOK_EVERY_MS)
    timer.unref()
  }

  await look()
  lookLater()
  return {
    state: () => state,
    lagMs: () => lagMs,
    timeline: () => timeline,
    fault: () => faultOf(state, lagMs),
    isSynchronous: () => isSynchronous,
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

const UNSAFE =
  'no commit waits for a standby (synchronous_standby_names is empty, or synchronous_commit is off): a booking that was answered can be lost ' +
  'with the primary while its supplier keeps it; docs/operating.md, “Postgres”'

function stateOf(theirs: Place, ours: Place | null, isLate: boolean): ReplicaState {
  if (ours && ours.cluster !== theirs.cluster) return 'foreign'
  if (!theirs.isStandby || theirs.position === null) return 'no-standby'
  if (ours?.position && theirs.position > ours.position) return 'ahead'
  return isLate ? 'behind' : 'in-use'
}

function faultOf(state: ReplicaState, lagMs: number): string | null {
  if (state === 'in-use') return null
  const reasons = {
    unknown: 'is not known yet',
    behind: `is ${Math.round(lagMs / SECOND_MS)} s behind`,
    away: 'cannot be reached',
    'no-standby':
      'is no standby (DATABASE_REPLICA_URL leads to a server that writes, or that does not say what it has replayed)',
    foreign: 'has another database than the primary',
    ahead: 'has what the primary has not, so it follows a former one',
  } as const
  return `${reasons[state]}: lists are read from the primary`
}

/** The timeline of the server's log, on a primary only: null on a standby. */
export const TIMELINE = sql`CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) END`

/** Where a server is: a primary in what it has written, a standby in what it shows of it. */
async function placeOf(db: Database): Promise<Place> {
  const [row] = await db.$queryRaw<(Omit<Place, 'position'> & { readonly position: string | null })[]>`
  SELECT (SELECT system_identifier FROM pg_control_system())::text || '/' || current_database() AS cluster,
    pg_is_in_recovery() AS "isStandby", ${TIMELINE} AS timeline,
    (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_flush_lsn() END - '0/0'::pg_lsn)::text AS position`
  if (!row) throw new Error('Postgres told nothing of itself')
  return { ...row, position: row.position === null ? null : BigInt(row.position) }
}

async function waitsForStandby(primary: Database): Promise<boolean> {
  const [row] = await primary.$queryRaw<{ waits: boolean }[]>`
  SELECT current_setting('synchronous_standby_names') <> '' AND current_setting('synchronous_commit') NOT IN ('off', 'local') AS waits`
  return row?.waits ?? false
}
