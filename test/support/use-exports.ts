import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach } from 'vitest'
import { type EventExport, startEventExport } from '../../src/event-export/export-events.ts'
import { createNatsTarget, tellOfNewStream } from '../../src/event-export/nats-target.ts'
import type { ExportTarget } from '../../src/event-export/target.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { createEventExportStore } from '../../src/store/event-exports.ts'
import { type EventStream, openEventStream, type StoredEvent } from './event-stream.ts'
import { type NatsServer, startNats } from './nats-server.ts'
import { until } from './until.ts'
import { type StoreWorld, useStore } from './use-store.ts'

/** One export of this process, and what it told. */
export type Exporting = EventExport & {
  /** Lines of its log. */
  readonly told: readonly string[]
  readonly counted: Readonly<Record<'exported' | 'failed', number>>
}

/** The log of events of a database, a NATS of the test's own, and exports from the one to the other. */
export type ExportWorld = Pick<StoreWorld, 'query' | 'inSession' | 'db'> & {
  readonly nats: NatsServer
  readonly stream: EventStream
  readonly organizationId: string
  /** Exports to the server, or to `target`, until the test ends. */
  readonly start: (target?: ExportTarget) => Exporting
  /** Writes a booking, if there is none, and an event with each of the sequences, each in a transaction of its own. */
  readonly write: (bookingId: string, sequences: readonly number[], filler?: string) => Promise<void>
  /** Waits until the stream has as many messages, and returns them. */
  readonly settled: (count: number) => Promise<StoredEvent[]>
}

const INSERT = `INSERT INTO booking_events (id, organization_id, environment, booking_id, sequence, type, body, created_at)
  VALUES ($1, $2, 'sandbox', $3, $4, 'booking.updated', $5, now())`

/** What writes an event of a booking, for `query` of any session. */
export function eventRow(organizationId: string, bookingId: string, sequence: number, filler = '') {
  const body = JSON.stringify({ bookingId, sequence, filler })
  return { sql: INSERT, values: [`evt_${bookingId}_${sequence}`, organizationId, bookingId, sequence, body], body }
}

type Options = {
  /** Lines of the server's configuration. */
  readonly settings?: string
  /** The user and the password of the test itself, where the server knows any. */
  readonly account?: string
}

/** A new server and an empty log for each test. */
export function useExports(use: (world: ExportWorld) => void, { settings, account }: Options = {}): void {
  const running: Exporting[] = []
  let store: StoreWorld
  let nats: NatsServer | undefined
  let stream: EventStream | undefined
  useStore((world) => {
    store = world
  })

  beforeEach(async () => {
    await store.query('DELETE FROM event_exports')
    nats = await startNats(settings)
    stream = await openEventStream(account === undefined ? nats.url : nats.url.replace('//', `//${account}@`))
    use(createWorld({ store, nats, stream, running }))
  })

  afterEach(async () => {
    await Promise.all(running.splice(0).map(({ stop }) => stop()))
    await stream?.close()
    await nats?.stop()
  })
}

type Parts = {
  readonly store: StoreWorld
  readonly nats: NatsServer
  readonly stream: EventStream
  readonly running: Exporting[]
}

function createWorld({ store, nats, stream, running }: Parts): ExportWorld {
  const organizationId = `org_${randomBytes(4).toString('hex')}`
  const written = new Set<string>()
  function start(given?: ExportTarget): Exporting {
    const told: string[] = []
    const log = createLogger('warn', { write: (line: string) => void told.push(line) })
    const target = given ?? createNatsTarget(nats.url, tellOfNewStream(log))
    const counted = { exported: 0, failed: 0 }
    const started = startEventExport({
      exports: createEventExportStore(store.db),
      target,
      log,
      count: (outcome, count) => {
        counted[outcome] += count
      },
      killPoint: () => undefined,
    })
    const exporting = { ...started, told, counted }
    running.push(exporting)
    return exporting
  }
  return {
    query: store.query,
    inSession: store.inSession,
    db: store.db,
    nats,
    stream,
    organizationId,
    start,
    write: async (bookingId, sequences, filler) => {
      if (!written.has(bookingId)) await store.put('bookings', { id: bookingId, organization_id: organizationId })
      written.add(bookingId)
      for (const sequence of sequences) {
        const { sql, values } = eventRow(organizationId, bookingId, sequence, filler)
        await store.query(sql, values)
      }
    },
    settled: async (count) => {
      await until(`${count} messages`, async () => (await stream.count()) >= count)
      return stream.read()
    },
  }
}

export function sequencesOf(found: readonly StoredEvent[], bookingId: string): number[] {
  return found.filter(({ body }) => body.bookingId === bookingId).map(({ body }) => body.sequence)
}
