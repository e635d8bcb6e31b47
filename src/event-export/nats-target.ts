import { readFile } from 'node:fs/promises'
import { type JetStreamClient, jetstream, type PubAck } from '@nats-io/jetstream'
import { connect, credsAuthenticator, headers, type NatsConnection } from '@nats-io/transport-node'
import type { Logger } from '../platform/logger.ts'
import type { ExportedEvent } from '../store/event-exports.ts'
import { subjectOf } from './subject.ts'
import type { ExportTarget } from './target.ts'

const ACKNOWLEDGED_WITHIN_MS = 5_000
const CONNECTED_WITHIN_MS = 5_000

/**
 * A JetStream, whose stream the operator has made. States: not connected (at the beginning, after a connection has ended, and after a
 * message that was not acknowledged), which the next `publish` leaves by connecting; connected. The client's own reconnecting is off: it would hold
 * messages back and send them later, beside those that we repeat. `onNewStream` hears of a stream that has begun anew since this process
 * published to it: it was lost, or put back to what it was before, and has the same name.
 */
export function createNatsTarget(url: string, onNewStream: (name: string) => void = () => undefined): ExportTarget {
  const highest = new Map<string, number>()
  let open: { readonly connection: NatsConnection; readonly stream: JetStreamClient } | null = null

  async function stream(): Promise<JetStreamClient> {
    if (open && !open.connection.isClosed()) return open.stream
    const connection = await connect({ ...(await toOptions(url)), reconnect: false, timeout: CONNECTED_WITHIN_MS })
    open = { connection, stream: jetstream(connection, { timeout: ACKNOWLEDGED_WITHIN_MS }) }
    return open.stream
  }

  async function close(): Promise<void> {
    const closing = open?.connection.close()
    open = null
    await closing
  }

  return {
    name: 'nats',
    publish: async (events) => {
      try {
        const to = await stream()
        const acknowledged = await Promise.all(events.map((event) => publishOne(to, event)))
        for (const name of begunAnew(acknowledged, highest)) onNewStream(name)
        const answers = acknowledged.map((answer) => (answer instanceof Error ? answer : null))
        // A wire that swallows what is sent looks open for minutes; and what is still on its way must not come beside its repetition.
        if (answers.some((answer) => answer !== null)) await close()
        return answers
      } catch (error) {
        return events.map(() => toError(error))
      }
    },
    close,
  }
}

/** The streams that gave out a number again; then keeps the highest of each. A repetition has the number that it had at first. */
function begunAnew(answers: readonly (PubAck | Error)[], highest: Map<string, number>): ReadonlySet<string> {
  const stored = answers.flatMap((answer) => (answer instanceof Error || answer.duplicate ? [] : answer))
  const anew = new Set(
    stored.filter(({ stream, seq }) => seq <= (highest.get(stream) ?? 0)).map(({ stream }) => stream),
  )
  for (const stream of anew) highest.delete(stream)
  for (const { stream, seq } of stored) highest.set(stream, Math.max(seq, highest.get(stream) ?? 0))
  return anew
}

async function publishOne(to: JetStreamClient, event: ExportedEvent): Promise<PubAck | Error> {
  try {
    const head = headers()
    head.set('Event-Position', String(event.position))
    if (event.requestId !== null) head.set('X-Request-Id', event.requestId)
    if (event.traceparent !== null) head.set('traceparent', event.traceparent)
    const answer = await to.publish(subjectOf(event), event.body, { msgID: event.id, headers: head, retries: 1 })
    // Whoever subscribes to the subject may answer what is sent there; a JetStream names the stream and the place in it.
    if (!isAcknowledgement(answer)) return new Error(`what answers for ${subjectOf(event)} is no JetStream`)
    return answer
  } catch (error) {
    // What the client says when nobody takes the subject.
    if (error instanceof Error && error.name === 'JetStreamNotEnabled')
      return new Error(`no stream takes ${subjectOf(event)}, or JetStream is off`, { cause: error })
    return toError(error)
  }
}

/** An operator alone knows whether what is gone is missed, so it is told and no fault. */
export function tellOfNewStream(log: Logger): (stream: string) => void {
  return (stream) =>
    log.warn(
      { stream },
      'the stream has begun anew, and lacks what it had: docs/event-export.md says how to export it once more',
    )
}

function isAcknowledgement(answer: unknown): answer is PubAck {
  if (typeof answer !== 'object' || answer === null) return false
  const { stream, seq } = answer as Partial<PubAck>
  return typeof stream === 'string' && stream !== '' && Number.isSafeInteger(seq) && Number(seq) > 0
}

/** `nats://user:password@host:4222` or `tls://…`, perhaps with `?creds=FILE`, a file of credentials as `nsc` writes it. */
async function toOptions(text: string) {
  const url = new URL(text)
  const creds = url.searchParams.get('creds')
  return {
    servers: url.host,
    name: 'hotel-gateway-export',
    ...(url.protocol === 'tls:' ? { tls: {} } : {}),
    ...(url.username === '' ? {} : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }),
    ...(creds === null ? {} : { authenticator: credsAuthenticator(new Uint8Array(await readFile(creds))) }),
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
