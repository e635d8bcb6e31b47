import type { z } from 'zod'
import { wholeNumber } from './config-values.ts'

const days = wholeNumber(0, 36_500)

/** The settings of how long rows and people are kept, days; 0: for ever. config.ts has the others. */
export const RETENTION_SETTINGS = {
  RETAIN_GUESTS_DAYS: days.default(365),
  RETAIN_EVENT_PERSONAL_DAYS: days.default(90),
  RETAIN_ATTEMPTS_DAYS: days.default(90),
  RETAIN_OFFERS_DAYS: days.default(30),
  RETAIN_QUOTES_DAYS: days.default(30),
  RETAIN_CALLS_DAYS: days.default(730),
  RETAIN_EVENTS_DAYS: days.default(1_095),
  RETAIN_AUDIT_DAYS: days.default(3_650),
  RETAIN_TRAFFIC_DAYS: days.default(7),
} as const

type Read = z.output<z.ZodObject<typeof RETENTION_SETTINGS>>

/** After how many days since check-out, event or supplier call personal data is deleted; null: never. docs/retention.md. */
export type RetentionTerms = {
  readonly guestsDays: number | null
  readonly eventsDays: number | null
  readonly attemptsDays: number | null
}

/** After how many days whole rows go; null: never. */
export type RowTerms = Readonly<Record<'offers' | 'quotes' | 'calls' | 'events' | 'audit' | 'traffic', number | null>>

export function toRetentionTerms(read: Read): RetentionTerms {
  return {
    guestsDays: read.RETAIN_GUESTS_DAYS || null,
    eventsDays: read.RETAIN_EVENT_PERSONAL_DAYS || null,
    attemptsDays: read.RETAIN_ATTEMPTS_DAYS || null,
  }
}

export function toRowTerms(read: Read): RowTerms {
  return {
    offers: read.RETAIN_OFFERS_DAYS || null,
    quotes: read.RETAIN_QUOTES_DAYS || null,
    calls: read.RETAIN_CALLS_DAYS || null,
    events: read.RETAIN_EVENTS_DAYS || null,
    audit: read.RETAIN_AUDIT_DAYS || null,
    traffic: read.RETAIN_TRAFFIC_DAYS || null,
  }
}
