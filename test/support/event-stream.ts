import { jetstream, jetstreamManager, type StreamConfig } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'

const STREAM = 'EVENTS'

/** A message of the stream. */
export type StoredEvent = {
  readonly subject: string
  readonly id: string
  /** The bytes as text. */
  readonly text: string
  // What a test looks for in the body is what it asserts.
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  readonly body: any
}

/** The stream that takes all events of a server, as a consumer or its operator sees it. */
export type EventStream = {
  readonly create: (settings?: Partial<StreamConfig>) => Promise<void>
  readonly change: (settings: Partial<StreamConfig>) => Promise<void>
  readonly read: () => Promise<StoredEvent[]>
  readonly empty: () => Promise<void>
  readonly delete: () => Promise<void>
  /** How many messages it has; 0 while the server does not say. */
  readonly count: () => Promise<number>
  readonly connection: NatsConnection
  readonly close: () => Promise<void>
}

/** Connects again by itself when the server was away. `url` may have a user and a password in it; `ca`: over TLS, and whom it believes. */
export async function openEventStream(url: string, ca?: string): Promise<EventStream> {
  const { host, username, password } = new URL(url)
  const account = username === '' ? {} : { user: username, pass: password }
  const connection = await connect({
    servers: host,
    ...account,
    ...(ca === undefined ? {} : { tls: { ca } }),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 100,
  })
  const manager = await jetstreamManager(connection)
  return {
    connection,
    create: async (settings = {}) => {
      await manager.streams.add({ name: STREAM, subjects: ['hotel.events.>'], duplicate_window: 600e9, ...settings })
    },
    change: async (settings) => void (await manager.streams.update(STREAM, settings)),
    delete: async () => void (await manager.streams.delete(STREAM)),
    empty: async () => void (await manager.streams.purge(STREAM)),
    count: () =>
      manager.streams.info(STREAM).then(
        ({ state }) => state.messages,
        () => 0,
      ),
    read: async () => {
      const { state } = await manager.streams.info(STREAM)
      const stream = await jetstream(connection).streams.get(STREAM)
      const found: StoredEvent[] = []
      for (let seq = Math.max(1, state.first_seq); seq <= state.last_seq; seq++) {
        const message = await stream.getMessage({ seq })
        if (!message) continue
        const text = message.string()
        found.push({ subject: message.subject, id: message.header.get('Nats-Msg-Id'), text, body: JSON.parse(text) })
      }
      return found
    },
    close: () => connection.close(),
  }
}
