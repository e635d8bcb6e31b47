import { SECOND_MS } from '../../domain/time.ts'
import { createBoundedMemory } from '../../platform/kept.ts'
import { RATE_LIMIT_HEADER } from '../../suppliers/directory.ts'

/** Counts the calls of contracts that have a limit. `now` is in ms, and never goes back. */
type RateLimit = {
  /** True: the contract has sent more calls within a second than it may. A call that is refused counts too. */
  readonly isOver: (supplierCode: string, headers: Readonly<Record<string, string | string[] | undefined>>) => boolean
}

const MAX_CONTRACTS = 1_000
const FORM = /^(\d{1,4});([\w.-]{1,64})$/

/** Any second counts, wherever it begins: a limit that counts by the clock would let twice as many through at its turn. */
export function createRateLimit(now: () => number = () => performance.now()): RateLimit {
  const contracts = createBoundedMemory<string, number[]>({ max: MAX_CONTRACTS })
  return {
    isOver: (supplierCode, headers) => {
      const [, perSecond, contract] = FORM.exec(String(headers[RATE_LIMIT_HEADER] ?? '')) ?? []
      if (perSecond === undefined || contract === undefined) return false
      const key = `${supplierCode} ${contract}`
      const nth = contracts.get(key)?.at(-Number(perSecond))
      const times = [...(contracts.get(key) ?? []), now()].slice(-Number(perSecond))
      contracts.set(key, times)
      return nth !== undefined && now() - nth < SECOND_MS
    },
  }
}
