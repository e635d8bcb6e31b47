import { z } from 'zod'
import { wholeNumber } from './config-values.ts'
import { SUPPLIER_OPERATIONS, type SupplierOperation } from './suppliers/supplier-call.ts'

export type TrafficShares = Readonly<Record<SupplierOperation, number>>

export type TrafficConfig = {
  /** Which share of the exchanges of each operation is kept, 0 to 1. */
  readonly shares: TrafficShares
  /** What is kept takes no more than this on disk, bytes. */
  readonly maxBytes: number
}

/**
 * Searches are many and alike, and polls say the same all day. Whatever belongs to a booking is kept whole: it is looked for one by one.
 */
const BY_DEFAULT: TrafficShares = {
  search: 0.001,
  rooms: 0.001,
  price_check: 0.01,
  describe_hotel: 0.01,
  content: 0.001,
  list_bookings: 0.01,
  undelivered: 0.01,
  book_form: 1,
  book: 1,
  find: 1,
  retrieve: 1,
  confirm_hold: 1,
  cancel: 1,
  cancellation_quote: 1,
}

type Share = readonly [SupplierOperation, number]

function readShares(text: string, context: z.RefinementCtx): TrafficShares {
  const shares = text.split(',').flatMap((part): Share[] => {
    const [, name, share] = /^\s*(\w+)\s*=\s*(0|1|0?\.\d{1,6}|1\.0+)\s*$/.exec(part) ?? []
    const operation = SUPPLIER_OPERATIONS.find((one) => one === name)
    if (operation !== undefined && share !== undefined) return [[operation, Number(share)]]
    context.addIssue(
      `"${part.trim()}" must be an operation and its share from 0 to 1, e.g. search=0.01; operations are ${SUPPLIER_OPERATIONS.join(', ')}`,
    )
    return []
  })
  return { ...BY_DEFAULT, ...Object.fromEntries(shares) }
}

/** The settings of what is kept of the traffic with suppliers; config.ts has the others. */
export const TRAFFIC_SETTINGS = {
  TRAFFIC_SHARES: z.string().transform(readShares).optional(),
  TRAFFIC_MAX_MB: wholeNumber(0, 1_000_000).default(2_048),
} as const

type Read = z.output<z.ZodObject<typeof TRAFFIC_SETTINGS>>

export function toTrafficConfig(read: Read): TrafficConfig | null {
  if (read.TRAFFIC_MAX_MB === 0) return null
  return { shares: read.TRAFFIC_SHARES ?? BY_DEFAULT, maxBytes: read.TRAFFIC_MAX_MB * 1024 * 1024 }
}
