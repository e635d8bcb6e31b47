import type { Config } from '../config.ts'
import type { StrippedSources } from './strip-sources.ts'

/** What a thread is given at its start; it reads the settings for itself. */
export type ThreadData = {
  /** From 1: the log's lines have it as `thread`. */
  readonly number: number
  /** Already migrated, and seeded. */
  readonly databaseUrl: string
  readonly apiKey: string | null
  readonly port: number
  /** Memory that all threads share: see `cellOf`. */
  readonly cells: Int32Array
  /** What it runs: a thread that is started later runs what the first ones do. */
  readonly sources: StrippedSources
}

/** The cell that says how many threads serve; the others, from 1, count how often the loop of that thread has run. */
export const SERVING = 0

export function makeCells(threads: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer((threads + 1) * Int32Array.BYTES_PER_ELEMENT))
}

/** Null while all threads serve. */
export function threadsFault(cells: Int32Array): string | null {
  const serving = Atomics.load(cells, SERVING)
  const threads = cells.length - 1
  return serving >= threads ? null : `${serving} of ${threads} serve`
}

/** The fewest connections to Postgres with which a thread serves without requests that wait for each other. */
const FEWEST_CONNECTIONS = 4

/** The connections to Postgres of each thread; the main thread, which holds the catalogue and may work and relay, is one more. */
export function withPoolShare(config: Config): Config {
  const { database, workers } = config
  const poolSize = Math.max(FEWEST_CONNECTIONS, Math.floor(database.poolSize / (workers + 1)))
  return { ...config, database: { ...database, poolSize } }
}

/** The settings of one of several threads: what is said of the process is shared out. */
export function shareOf(config: Config): Config {
  const { workers } = config
  return {
    ...withPoolShare(config),
    maxConnections: Math.ceil(config.maxConnections / workers),
    maxStreamsPerOrganization: Math.ceil(config.maxStreamsPerOrganization / workers),
  }
}
