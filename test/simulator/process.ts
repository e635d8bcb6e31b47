import type { Core } from '../../src/core.ts'
import { err, ok } from '../../src/domain/result.ts'
import { lookAtBooking, planAfterFailure } from '../../src/operations/bookings/follow-up/look-at-booking.ts'
import { createGateway } from '../../src/operations/create-gateway.ts'
import type { Deps } from '../../src/operations/deps.ts'
import { nobodysContext } from '../../src/operations/supplier-calls.ts'
import { createBackground } from '../../src/platform/background.ts'
import { type Clock, createClock } from '../../src/platform/clock.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { createStore, type Store } from '../../src/store/store.ts'
import type { SupplierDirectory } from '../../src/suppliers/supplier.ts'
import type { SupplierFailure, SupplierFetch, SupplierOperation } from '../../src/suppliers/supplier-call.ts'
import type { Random } from '../support/random.ts'
import type { Scheduler, SimulatedProcess } from './scheduler.ts'
import { ORGANIZATION } from './world.ts'

/** How often the network does what, as shares of all supplier calls; 0 while the world is kind. */
export type Weather = {
  lost: number
  late: number
  unanswered: number
  /** The supplier has too much to do, and does not do it: HTTP 429. */
  refused: number
  /** A supplier that answers no questions about bookings. */
  silent: string | null
  /** A supplier whose credentials cannot be read, so that every look throws. */
  unreadable: string | null
}

export type SimulatedGateway = SimulatedProcess & {
  readonly gateway: ReturnType<typeof createGateway>
  readonly clock: Clock
  /** Claims what is due and begins to look at it. */
  readonly lookAtDue: () => Promise<void>
}

type Parts = {
  readonly core: Core
  /** How far the simulated organization is ahead of real time. */
  readonly offsetMs: number
  /** What has left late waits in it: frozen, it keeps everything. */
  readonly network: SimulatedProcess
  readonly scheduler: Scheduler
  readonly random: Random
  readonly weather: Weather
}

/** How far machines' clocks are off, ms. The process follows the database's clock, but notices a change only later. */
const SKEWS_MS = [0, -120_000, -300, 300, 120_000]

/** A gateway's operations and looks over the real store and the real suppliers, which can freeze and die between any two steps. */
export function startProcess(
  { core, offsetMs, network, scheduler, random, weather }: Parts,
  name: string,
): SimulatedGateway {
  const process: SimulatedProcess = { name, state: 'RUNNING' }
  const clock = createClock({ worlds: true })
  clock.shift(ORGANIZATION, { offsetMs, resets: 0 })
  clock.setSkew(random.pick(SKEWS_MS))
  const deps: Deps = {
    ...core.deps,
    clock,
    log: createLogger('silent'),
    background: createBackground(createLogger('silent')),
    // Its own, like all of its code: the code that is tried may be another than the world's.
    store: watched(createStore(core.database), { scheduler, process }),
    suppliers: rough(core.deps.suppliers, { scheduler, process, network, random, weather, clock }),
    randomBytes: random.bytes,
    killPoint: () => undefined,
  }
  async function lookAtDue(): Promise<void> {
    const leaseId = `lease-${Buffer.from(random.bytes(8)).toString('hex')}`
    const claimed = await deps.store.looks.claim({
      leaseId,
      leaseMs: 180_000,
      limit: 8,
      perConnection: 8,
      underWay: new Map(),
    })
    for (const one of claimed) {
      const { bookingId } = one
      const input = { bookingId, look: { leaseId }, context: nobodysContext(`req_${name}`) }
      lookAtBooking(deps, input).catch((error: unknown) => {
        scheduler.tell(`${name}: a look failed: ${String(error)}`)
        return planAfterFailure(deps, one).catch(() => undefined)
      })
    }
  }
  return Object.assign(process, { gateway: createGateway(deps), clock, lookAtDue })
}

type Watched = { readonly scheduler: Scheduler; readonly process: SimulatedProcess }

/** Every call of the store stops before it begins and before its result is used. A transaction is one such call. */
function watched(store: Store, { scheduler, process }: Watched): Store {
  function wrap<T extends object>(parts: T, path: string): T {
    return new Proxy(parts, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key)
        if (typeof value === 'object' && value !== null) return wrap(value, `${path}${String(key)}.`)
        if (typeof value !== 'function') return value
        return async (...args: readonly unknown[]): Promise<unknown> => {
          const at = `${path}${String(key)}`
          await scheduler.point(process, at)
          const result: unknown = await scheduler.real(() => Reflect.apply(value, target, args))
          await scheduler.point(process, `${at} done`)
          return result
        }
      },
    })
  }
  return wrap(store, '')
}

type Rough = Watched & Pick<Parts, 'network' | 'random' | 'weather'> & { readonly clock: Clock }

const QUESTIONS: ReadonlySet<SupplierOperation> = new Set(['find', 'retrieve'])

function noAnswer(detail: string): SupplierFailure {
  return { kind: 'TIMEOUT', httpStatus: null, supplierErrorCode: null, retryAfterMs: null, detail }
}

/** The suppliers over a network that loses requests and answers, and delivers some requests after they were given up. */
function rough(
  suppliers: SupplierDirectory,
  { scheduler, process, network, random, weather, clock }: Rough,
): SupplierDirectory {
  function over(fetch: SupplierFetch, supplierCode: string): SupplierFetch {
    return async (wanted) => {
      await scheduler.point(process, `${wanted.operation} leaves`)
      const request = { ...wanted, timeoutMs: 20_000 }
      if (weather.silent === supplierCode && QUESTIONS.has(wanted.operation)) return err(noAnswer('it is silent'))
      if (random.chance(weather.refused)) return ok({ status: 429, headers: {}, json: null })
      if (random.chance(weather.lost)) return err(noAnswer('lost on its way'))
      if (random.chance(weather.late)) {
        void deliverLater(fetch, request)
        return err(noAnswer('given up, and delivered later'))
      }
      const answer = await scheduler.real(() => fetch(request))
      await scheduler.point(process, `${wanted.operation} answered`)
      return random.chance(weather.unanswered) ? err(noAnswer('its answer was lost')) : answer
    }
  }
  /** The network is a process of its own: it outlives the gateway that sent. */
  async function deliverLater(fetch: SupplierFetch, request: Parameters<SupplierFetch>[0]): Promise<void> {
    await scheduler.point(network, `${request.operation} of ${process.name} arrives late`)
    await scheduler.real(() => fetch(request))
  }
  return {
    ...suppliers,
    open: async (connectionId, operation, context) => {
      const opened = await scheduler.real(() => suppliers.open(connectionId, operation, context))
      const { code } = opened.supplier
      if (weather.unreadable === code) throw new Error('not a sealed message')
      return {
        ...opened,
        call: { ...opened.call, nowAt: clock.of(ORGANIZATION).now(), fetch: over(opened.call.fetch, code) },
      }
    },
  }
}
