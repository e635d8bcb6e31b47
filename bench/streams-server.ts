/** The gateway of the streams bench: both facades before the real room stream and its log, with the cache in process. */
import { ENGINES } from '../src/graphql/engine.ts'
import { openRoomStream } from '../src/operations/rooms/open-room-stream.ts'
import { openLog, type RoomStreamLog } from '../src/operations/rooms/room-stream-log.ts'
import { keepStream, ownStream } from '../src/operations/rooms/stream-owner.ts'
import { startOpenGateway } from './open-gateway.ts'
import { HOTEL_ID, optionsEvent, SUPPLIERS } from './streams-event.ts'
import { type Streams, serveOrders } from './streams-orders.ts'

/** Who asks the suppliers: this process, as far as streams know. */
const OWNER = 'bench'

/** The GraphQL engine that a first argument names. */
const engine = ENGINES.find((name) => name === process.argv[2]) ?? 'compiled'

async function gateway(): Promise<Streams> {
  const { port, deps } = await startOpenGateway(
    (open) => ({
      // Every stream is kept by this process: there is nothing to adopt.
      openRoomStream: (caller, input) => openRoomStream({ ...open, adopt: async () => undefined }, caller, input),
    }),
    { settings: { MAX_STREAMS_PER_ORGANIZATION: '2000' }, engine },
  )
  const { background } = deps
  let logs: RoomStreamLog[] = []
  let made = 0
  /** Each stream has its own, as in truth: a thousand listeners of one are looked through for each that goes. */
  let overs: AbortController[] = []
  const caller = { organizationId: 'org', environment: 'sandbox' } as const
  return {
    port,
    make: async (count) => {
      const ids = Array.from({ length: count }, () => `stream_${(made += 1)}`)
      for (const id of ids) {
        const stream = await openLog(deps, caller, { streamId: id, hotelId: HOTEL_ID })
        await stream.append({ eventType: 'stream_ready', suppliers: SUPPLIERS })
        logs.push(stream)
        await ownStream(deps, id, OWNER)
        const over = new AbortController()
        overs.push(over)
        background.follow(
          'own-stream',
          keepStream(deps, id, { ownerId: OWNER, over: over.signal, onLost: () => undefined }),
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
          stream.append({ eventType: 'done', reason: 'ALL_SETTLED', optionsCount: 10, providers: [], warnings: [] }),
        ),
      )
      logs = []
      for (const over of overs) over.abort()
      overs = []
    },
  }
}

await serveOrders(await gateway())
