import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { type Fault, SANDBOX_FAULTS } from '../../domain/sandbox-faults.ts'
import type { Clock } from '../../platform/clock.ts'
import { lazily } from '../../platform/lazily.ts'
import { WORLD_HEADER } from '../../suppliers/directory.ts'
import type { SandboxCatalogue } from '../catalogue/catalogue.ts'
import { createWorld } from '../content/world.ts'
import { alterationSchema } from './alteration.ts'
import { type FileFault, isContentFault, isFileFault } from './content/content-faults.ts'
import { playFile } from './content/play-file.ts'
import { createSupply } from './content/supply.ts'
import type { SandboxCall, SandboxDeps, SandboxLog, SandboxReply, SandboxRequest, SandboxSupplier } from './exchange.ts'
import { rapidSandbox } from './expedia-rapid.ts'
import { hotelbedsSandbox } from './hotelbeds.ts'
import { parseJson } from './json-body.ts'
import { liteapiSandbox } from './liteapi.ts'
import { createNotifier, type Notifier } from './notify.ts'
import {
  playCutGzip,
  playGarbage,
  playHtml,
  playOversized,
  playRepeatedFields,
  playReply,
  playReset,
  playTimeout,
  playTruncated,
  slowed,
} from './play.ts'
import { prefixOf } from './prefix.ts'
import { createRateLimit } from './rate-limit.ts'
import { ratehawkSandbox } from './ratehawk.ts'
import type { SandboxFaults, SandboxState } from './state.ts'
import { alterNextBookings } from './stock/alter.ts'
import { keepUndelivered } from './stock/undelivered.ts'

/** Every sandbox supplier of this process. */
const SUPPLIERS: readonly SandboxSupplier[] = [rapidSandbox, hotelbedsSandbox, ratehawkSandbox, liteapiSandbox]

/** The path, after a supplier's prefix, at which the supplier is told to change its bookings. */
const ALTERATIONS = 'alterations'
/** The same for sending a message. */
const MESSAGES = 'messages'

const MAX_BODY_BYTES = 1024 * 1024

export type AnswerOptions = {
  readonly clock: Pick<Clock, 'real' | 'of'>
  readonly catalogue: SandboxCatalogue
  /** The state of one supplier, by its code. */
  readonly state: (supplierCode: string) => SandboxState
  readonly faults: SandboxFaults
  readonly log: SandboxLog
  /** What ordinary hotels sell; absent: awkward. */
  readonly stock?: 'awkward' | 'plain'
  /** The URL to which the partner wants a supplier's notifications; null, or absent: they are not sent. */
  readonly notificationUrl?: (supplierCode: string) => Promise<string | null>
  /** How many times the static content has each listing, each time under another id; absent: once. */
  readonly contentCopies?: number
}

export type CallAnswerer = {
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void
  /** Drops the notifications that are not sent yet. */
  readonly close: () => void
}

/** Answers the calls to all sandbox suppliers. The first part of a path names the supplier. */
export function createCallAnswerer(options: AnswerOptions): CallAnswerer {
  const { clock, catalogue, stock = 'awkward' } = options
  const supply = lazily(() => createSupply(createWorld(catalogue), options.contentCopies ?? 1))
  function timeOf(organizationId: string | null): SandboxDeps['clock'] {
    return organizationId === null ? { now: clock.real } : clock.of(organizationId)
  }
  const suppliers = new Map(
    SUPPLIERS.map((supplier) => [
      prefixOf(supplier.code),
      {
        supplier,
        deps: { realNow: clock.real, catalogue, stock, state: options.state(supplier.code), supply, timeOf },
      },
    ]),
  )
  const rateLimit = createRateLimit()
  const notifier = createNotifier({ notificationUrl: async () => null, ...options })
  function answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const [, prefix = '', path] = url.pathname.split('/', 3)
    const place = suppliers.get(prefix)
    if (!place) return void response.writeHead(404).end()
    const organizationId = organizationOf(request)
    const deps = { ...place.deps, clock: timeOf(organizationId), organizationId }
    const arrival = { deps, organizationId, incoming: request, response, url }
    const isOver = path !== ALTERATIONS && rateLimit.isOver(place.supplier.code, request.headers)
    if (isOver)
      options.log.debug({ supplierCode: place.supplier.code }, 'sandbox supplier refuses: over its rate limit')
    const served = isOver
      ? playReply(request, response, place.supplier.faultReply(arrival.deps, '429'))
      : path === ALTERATIONS
        ? serveAlteration(place.supplier, arrival)
        : path === MESSAGES
          ? serveMessage(notifier, place.supplier, arrival)
          : serve({ ...options, notifier }, place.supplier, arrival)
    served.catch((error: unknown) => {
      if (!response.destroyed) options.log.error({ err: error, supplierCode: place.supplier.code }, 'sandbox failed')
      response.destroy()
    })
  }
  return { answer, close: notifier.close }
}

interface Arrival {
  readonly deps: SandboxDeps
  readonly organizationId: string | null
  readonly incoming: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
}

async function serve(
  { faults, log, notifier }: AnswerOptions & { readonly notifier: Notifier },
  supplier: SandboxSupplier,
  { deps, organizationId, incoming, response, url }: Arrival,
): Promise<void> {
  const body = await readBody(incoming)
  if (body === null) return void response.writeHead(413, { connection: 'close' }).end()
  const request = toSandboxRequest(supplier, incoming, { url, body })
  const opened = supplier.open(deps, request)
  if (!isCall(opened)) return playReply(incoming, response, opened)
  const fault = await faults.take({
    organizationId: opened.organizationId === undefined ? organizationId : opened.organizationId,
    supplierCode: supplier.code,
    operation: opened.operation,
    accepts: opened.faults ?? SANDBOX_FAULTS,
  })
  log.debug({ supplierCode: supplier.code, operation: opened.operation, fault }, 'sandbox supplier call')
  if (fault !== null && isContentFault(fault))
    return playAnswer({ request: incoming, response }, await opened.answer(fault), isFileFault(fault) ? fault : null)
  // oxlint-disable-next-line func-style -- only in an arrow function TypeScript keeps the narrowed type of `opened`
  const answer = async (): Promise<SandboxReply> => {
    const reply = await opened.answer()
    if (reply.notify) notifier.send(supplier.code, reply.notify)
    return reply
  }
  if (fault === '401')
    return playRefusal({ incoming, response, opened: supplier.open(deps, { ...request, headers: {} }) })
  if (fault) return playFault(fault, { supplier, deps, answer, incoming, response })
  return playAnswer({ request: incoming, response }, await answer(), null)
}

/** Sends an answer, or the file that it is. */
function playAnswer(
  exchange: { readonly request: IncomingMessage; readonly response: ServerResponse },
  reply: SandboxReply,
  fault: FileFault | null,
): Promise<void> {
  if (reply.file) return playFile(exchange, reply.file, fault)
  return playReply(exchange.request, exchange.response, reply)
}

/** In whose world the caller lives; null, for a call that does not say: in real time. */
function organizationOf({ headers }: IncomingMessage): string | null {
  const named = headers[WORLD_HEADER]
  return typeof named === 'string' && named !== '' ? named : null
}

/** What a supplier is told to change: the bookings under a reference, or every new booking of a hotel. */
const alterationBody = alterationSchema.extend({
  reference: z.string().min(1).optional(),
  supplier_hotel_id: z.string().min(1).optional(),
})

/** The lever of tests and demonstrations, in no supplier's protocol: 204, 400 for a malformed body, 404 for no booking. */
async function serveAlteration(supplier: SandboxSupplier, { deps, incoming, response }: Arrival): Promise<void> {
  const parsed = alterationBody.safeParse(parseJson((await readBody(incoming)) ?? ''))
  const { reference, supplier_hotel_id: hotelId, ...alteration } = parsed.data ?? {}
  if (!parsed.success || (reference === undefined) === (hotelId === undefined))
    return void response.writeHead(400).end(parsed.error?.message)
  if (hotelId !== undefined) await alterNextBookings(deps, hotelId, alteration)
  const found = reference === undefined ? 1 : await supplier.alter(deps, reference, alteration)
  response.writeHead(found > 0 ? 204 : 404).end()
}

const messageBody = z.strictObject({
  reference: z.string().min(1),
  kind: z.string().min(1).max(64),
  text: z.string().max(10_000).default(''),
  /** True: it cannot be delivered, and waits until it is fetched. */
  undeliverable: z.boolean().default(false),
})

/** The lever of `POST /sandbox/notify`: 204, 400 for a malformed body, 404 for no booking, 501 for a supplier without messages. */
async function serveMessage(
  notifier: Notifier,
  supplier: SandboxSupplier,
  { deps, incoming, response }: Arrival,
): Promise<void> {
  const parsed = messageBody.safeParse(parseJson((await readBody(incoming)) ?? ''))
  if (!parsed.success) return void response.writeHead(400).end(parsed.error.message)
  if (!supplier.messageOf) return void response.writeHead(501).end()
  const body = await supplier.messageOf(deps, parsed.data)
  if (body && parsed.data.undeliverable) await keepUndelivered(deps, body)
  else if (body) notifier.send(supplier.code, { afterMs: 0, body })
  response.writeHead(body ? 204 : 404).end()
}

type Exchange = {
  readonly supplier: SandboxSupplier
  readonly deps: SandboxDeps
  readonly answer: () => Promise<SandboxReply>
  readonly incoming: IncomingMessage
  readonly response: ServerResponse
}

/** Each fault defines whether the work is done before the answer is spoilt: see `SANDBOX_FAULTS`. */
async function playFault(
  fault: Exclude<Fault, '401'>,
  { supplier, deps, answer, incoming, response }: Exchange,
): Promise<void> {
  if (fault === 'reset') return playReset(response)
  if (fault === 'html') return playHtml(response)
  if (fault === '500' || fault === '429' || fault === 'over_quota')
    return playReply(incoming, response, supplier.faultReply(deps, fault))
  const reply = await answer()
  if (fault === 'timeout') return playTimeout(response)
  if (fault === 'slow') return playReply(incoming, response, slowed(reply))
  return fault === 'garbage' ? playGarbage(response) : SPOILT[fault](response, reply)
}

/** What spoils an answer that was right. */
const SPOILT = {
  truncated: playTruncated,
  cut_gzip: playCutGzip,
  oversized: playOversized,
  repeated_fields: playRepeatedFields,
} as const

type Refused = Pick<Exchange, 'incoming' | 'response'> & { readonly opened: SandboxCall | SandboxReply }

/** What the supplier says to the same call without credentials. */
function playRefusal({ incoming, response, opened }: Refused): Promise<void> | void {
  if (isCall(opened)) throw new Error('a sandbox supplier answers without credentials')
  return playReply(incoming, response, opened)
}

function isCall(opened: SandboxCall | SandboxReply): opened is SandboxCall {
  return 'answer' in opened
}

function toSandboxRequest(
  { code }: SandboxSupplier,
  { method, headers }: IncomingMessage,
  { url, body }: { readonly url: URL; readonly body: string },
): SandboxRequest {
  return {
    method: method ?? 'GET',
    path: url.pathname.slice(prefixOf(code).length + 1),
    query: url.searchParams,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? '')])),
    body,
  }
}

/** Reads the whole body as text; null when it is larger than any valid body. */
async function readBody(incoming: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming) {
    const bytes: Buffer = chunk
    size += bytes.length
    if (size > MAX_BODY_BYTES) return null
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}
