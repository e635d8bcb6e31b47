/** The gateway of the streams bench: both facades before the real room stream and its log, with the cache in process. */
import type { AddressInfo } from 'node:net'
import { readConfig } from '../src/config.ts'
import { createMemoryCache } from '../src/cache/memory.ts'
import { createHttpServer } from '../src/http/server.ts'
import { mountGraphql } from '../src/mount-graphql.ts'
import type { Authenticate, AuthenticatedKey } from '../src/operations/access/authenticate.ts'
import { createConsumeRate } from '../src/operations/access/rate-limits.ts'
import { SCOPES } from '../src/operations/caller.ts'
import { createBackground } from '../src/operations/background.ts'
import type { Deps } from '../src/operations/deps.ts'
import type { Gateway } from '../src/operations/gateway.ts'
import { openRoomStream } from '../src/operations/open-room-stream.ts'
import { openLog, type RoomStreamLog } from '../src/operations/rooms/room-stream-log.ts'
import { keepStream, ownStream } from '../src/operations/rooms/stream-owner.ts'
import { createClock } from '../src/platform/clock.ts'
import { createLogger } from '../src/platform/logger.ts'
import { createMetrics } from '../src/platform/metrics.ts'
import { pooledRandomBytes } from '../src/platform/random-bytes.ts'
import type { Store } from '../src/store/store.ts'
import { HOTEL_ID, optionsEvent, SUPPLIERS } from './streams-event.ts'
import { serveOrders, type Streams } from './streams-orders.ts'

/** Who asks the suppliers: this process, as far as streams know. */
const OWNER = 'bench'

const gateway = async (): Promise<Streams> => {
  const clock = createClock()
  const log = createLogger('error')
  const metrics = createMetrics()
  const key: AuthenticatedKey = { keyId: 'k', organizationId: 'org', environment: 'sandbox', scopes: SCOPES }
  const organization = {
    organizationId: 'org',
    name: 'bench',
    listCurrency: null,
    rateLimitFactor: 1_000_000,
    rateLimits: {},
  }
  const cache = createMemoryCache({ clock })
  // What a room stream touches; nothing else is asked of this gateway.
  const background = createBackground(log)
  const deps = {
    cache,
    clock,
    metrics,
    background,
    randomBytes: pooledRandomBytes(),
  } as unknown as Deps
  const operations = {
    openRoomStream: (caller, input) => openRoomStream(deps, caller, input),
  } as Pick<Gateway, 'openRoomStream'> as Gateway
  const tenants = { of: async () => ({ organization, suppliers: [] }) }
  // The store is asked for replays of writes only.
  const consumeRate = createConsumeRate({ cache, clock, tenants, store: {} as Store })
  const authenticate: Authenticate = async () => ({ ok: true, value: key })
  const limits = readConfig({ MAX_STREAMS_PER_ORGANIZATION: '2000' })
  if (!('port' in limits)) throw new Error('these are no settings')
  const server = await createHttpServer({
    gateway: operations,
    deps,
    environment: 'sandbox',
    authenticate,
    consumeRate,
    log,
    limits,
    health: { report: async () => ({ ready: true, faults: {}, suppliers: [] }) },
    metrics,
    receiveNotification: async () => ({ ok: true, value: null }),
    isOutage: () => false,
    sandbox: null,
    mount: mountGraphql({ gateway: operations, sandbox: true, log, metrics, authenticate, consumeRate }),
  })
  await server.app.listen({ host: '127.0.0.1', port: 0, backlog: 2_048 })
  let logs: RoomStreamLog[] = []
  let made = 0
  /** Each stream has its own, as in truth: a thousand listeners of one are looked through for each that goes. */
  let overs: AbortController[] = []
  const caller = { organizationId: 'org', environment: 'sandbox', scopes: SCOPES, requestId: 'bench' } as const
  return {
    port: (server.app.server.address() as AddressInfo).port,
    make: async (count) => {
      const ids = Array.from({ length: count }, () => `stream_${(made += 1)}`)
      for (const id of ids) {
        const stream = await openLog(deps, { ...caller, language: 'en', ip: '127.0.0.1', signal: null }, id, HOTEL_ID)
        await stream.append({ eventType: 'stream_ready', suppliers: SUPPLIERS })
        logs.push(stream)
        await ownStream(deps, id, OWNER)
        const over = new AbortController()
        overs.push(over)
        background.follow(
          'own-stream',
          keepStream(deps, id, OWNER, over.signal, () => undefined),
        )
      }
      return ids
    },
    write: async (writtenAtNs) => {
      const event = optionsEvent(writtenAtNs)
      await Promise.all(logs.map((stream) => stream.append(event)))
    },
    end: async () => {
      await Promise.all(
        logs.map((stream) =>
          stream.append({ eventType: 'done', reason: 'ALL_SETTLED', optionsCount: 10, providers: [] }),
        ),
      )
      logs = []
      for (const over of overs) over.abort()
      overs = []
    },
  }
}

await serveOrders(await gateway())
