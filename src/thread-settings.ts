import { availableParallelism, totalmem } from 'node:os'
import { constrainedMemory } from 'node:process'

/** What decides whether threads can share a port, and how many there is room for. */
export type Machine = {
  readonly platform: string
  /** Those that this process may use: a container's limit counts. */
  readonly cores: number
  readonly memoryMb: number
}

const MEGABYTE = 1024 * 1024

export const THIS_MACHINE: Machine = {
  platform: process.platform,
  cores: availableParallelism(),
  // Without a limit Node tells 0 or a number beyond any machine.
  memoryMb: Math.min(constrainedMemory() || Number.POSITIVE_INFINITY, totalmem()) / MEGABYTE,
}

type Settings = {
  readonly WORKERS?: number | undefined
  readonly REDIS_URL?: string | undefined
  readonly ENVIRONMENT: 'sandbox' | 'production'
  readonly ROLES: readonly string[]
}

/** The least heap that a thread may have: what it takes without its caches, twice. */
export const LEAST_HEAP_MB = 256
/** Each has six connections to Postgres at least, which by default takes a hundred: who has more sets WORKERS. */
const MOST_BY_DEFAULT = 8

/** As many as there are cores, in production, as far as half of the memory has room for their heaps; one where they could not share. */
export function threadsByDefault({ REDIS_URL, ENVIRONMENT, ROLES }: Settings, machine: Machine): number {
  const canShare = REDIS_URL !== undefined && machine.platform === 'linux'
  if (ENVIRONMENT !== 'production' || !ROLES.includes('api') || !canShare) return 1
  const fitting = Math.floor(machine.memoryMb / 2 / LEAST_HEAP_MB)
  return Math.max(1, Math.min(machine.cores, fitting, MOST_BY_DEFAULT))
}

/** Why this process cannot have as many threads as were asked for. */
export function threadFaults({ WORKERS = 1, REDIS_URL }: Settings, { platform }: Machine) {
  if (WORKERS === 1) return []
  const message =
    REDIS_URL === undefined
      ? 'more than 1 needs REDIS_URL: threads count limits and keep searches, streams and prices together only there'
      : platform === 'linux'
        ? null
        : `more than 1 needs Linux: on ${platform} threads cannot share a port`
  return message === null ? [] : [{ setting: 'WORKERS', message }]
}
