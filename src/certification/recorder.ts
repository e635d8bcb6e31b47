import { type Instant, toRfc3339 } from '../domain/time.ts'
import { WORLD_HEADER } from '../suppliers/directory.ts'
import type { SupplierDirectory } from '../suppliers/supplier.ts'
import type { SupplierConnection, SupplierFetch, SupplierRequest } from '../suppliers/supplier-call.ts'
import type { Exchange } from './evidence.ts'
import type { Masked } from './masks.ts'

/** What differs from the stored connection in a step. */
export type Overlay = {
  readonly baseUrl: string
  readonly credentials: Readonly<Record<string, string>>
  readonly settings: Readonly<Record<string, unknown>>
}

/** Spoils what an adapter sends, or gets: tests plant violations with it. */
export type Tampering = {
  readonly request?: (request: SupplierRequest) => SupplierRequest
}

type RecorderOptions = {
  readonly suppliers: SupplierDirectory
  readonly connectionId: string
  /** The organization in whose sandbox world calls are made; null: the supplier has no worlds. */
  readonly world: string | null
  readonly now: () => Instant
  /** The time of that world. */
  readonly worldNow: () => Instant
  readonly overlay: (stored: SupplierConnection) => Overlay
  readonly step: () => string
  readonly nextNumber: () => number
  readonly masked: () => Masked
  readonly write: (exchange: Exchange) => Promise<void>
  readonly tampering?: Tampering
}

/** An answer with more than this is recorded by its size alone, bytes of JSON. */
const MAX_BODY = 4 * 1024 * 1024

function bodyOf(body: string | undefined): unknown {
  if (body === undefined) return null
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

function bounded(body: unknown): unknown {
  const size = JSON.stringify(body ?? null).length
  return size > MAX_BODY ? `<${size} characters, left out>` : body
}

/**
 * The suppliers of the gateway, but that every exchange over one connection is recorded, whoever makes it: partners' operations or
 * the looks of jobs. It stands beneath the adapter, so that what is recorded is what is sent.
 */
export function recordingSuppliers(options: RecorderOptions): SupplierDirectory {
  const { suppliers, connectionId, world, tampering, now } = options
  function recorded(fetch: SupplierFetch): SupplierFetch {
    return async (asked) => {
      const request = tampering?.request?.(asked) ?? asked
      const step = options.step()
      const number = options.nextNumber()
      const left: { at: Instant | null } = { at: null }
      const headers = world === null ? request.headers : { ...request.headers, [WORLD_HEADER]: world }
      const answered = await fetch({
        ...request,
        headers,
        onLeave: () => {
          left.at = now()
        },
      })
      // What our own guards held back is no exchange with the supplier.
      const sentAt = left.at
      if (sentAt === null) return answered
      const masked = options.masked()
      await options.write(
        masked({
          number,
          step,
          operation: request.operation,
          sentAt: toRfc3339(sentAt),
          tookMs: now() - sentAt,
          request: {
            method: request.method,
            url: request.url,
            headers: request.headers,
            body: bodyOf(request.body),
          },
          answer: answered.ok ? { ...answered.value, body: bounded(answered.value.json), json: undefined } : null,
          failure: answered.ok ? null : `${answered.error.kind}: ${answered.error.detail}`,
        }),
      )
      return answered
    }
  }
  return {
    ...suppliers,
    open: async (id, operation, context) => {
      const opened = await suppliers.open(id, operation, context)
      if (id !== connectionId) throw new Error(`the run is over ${connectionId}, not ${id}`)
      const { call, supplier } = opened
      const connection = { ...call.connection, ...options.overlay(call.connection) }
      const nowAt = world === null ? call.nowAt : options.worldNow()
      return { supplier, call: { ...call, connection, nowAt, fetch: recorded(call.fetch) } }
    },
  }
}
