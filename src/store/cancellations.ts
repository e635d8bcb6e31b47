import type { PenaltyStatus } from '../domain/cancellation.ts'
import type { Money } from '../domain/money.ts'
import type { Instant } from '../domain/time.ts'
import type { CancellationModel, CancellationQuoteModel } from './client/models.ts'
import type { Database } from './database.ts'
import { toDate, toInstant, toInstantOrNull } from './instants.ts'

/** A promise of what cancelling costs, valid until it expires or is used. `penalty` is null for UNKNOWN. */
export type CancellationQuote = {
  readonly quoteId: string
  readonly organizationId: string
  readonly bookingId: string
  readonly penaltyStatus: PenaltyStatus
  readonly penalty: Money | null
  readonly currency: string
  readonly issuedAt: Instant
  readonly expiresAt: Instant
  readonly usedAt: Instant | null
}

type CancellationResult = 'PENDING' | 'CANCELLED' | 'NOT_EFFECTIVE'

/** One accepted cancellation: its agreed penalty and its outcome. */
export type Cancellation = {
  readonly cancellationId: string
  readonly bookingId: string
  readonly quoteId: string
  readonly requestedAt: Instant
  readonly completedAt: Instant | null
  readonly outcome: CancellationResult
  readonly penaltyStatus: PenaltyStatus
  readonly penalty: Money | null
  readonly chargedPenalty: Money | null
  readonly currency: string
  readonly supplierCancellationReference: string | null
}

type CancellationEnd = Pick<Cancellation, 'chargedPenalty' | 'supplierCancellationReference'>

export function createCancellationStore(db: Database) {
  return {
    insertQuote: async (quote: CancellationQuote): Promise<void> => {
      const { quoteId, penalty, usedAt: _unused, issuedAt, expiresAt, ...rest } = quote
      await db.cancellationQuote.create({
        data: {
          id: quoteId,
          ...rest,
          penaltyMinor: minor(penalty),
          issuedAt: toDate(issuedAt),
          expiresAt: toDate(expiresAt),
        },
      })
    },

    findQuote: async (organizationId: string, quoteId: string): Promise<CancellationQuote | null> => {
      const row = await db.cancellationQuote.findFirst({ where: { id: quoteId, organizationId } })
      return row && toQuote(row)
    },

    /** Returns true to the one caller that uses the quote; false when it was used before. */
    useQuote: async (quoteId: string, now: Instant): Promise<boolean> => {
      const { count } = await db.cancellationQuote.updateMany({
        where: { id: quoteId, usedAt: null },
        data: { usedAt: toDate(now) },
      })
      return count === 1
    },

    insert: async (cancellation: Cancellation & { readonly attemptId: string }): Promise<void> => {
      const { cancellationId, penalty, chargedPenalty, requestedAt, completedAt: _open, ...rest } = cancellation
      await db.cancellation.create({
        data: {
          id: cancellationId,
          ...rest,
          penaltyMinor: minor(penalty),
          chargedPenaltyMinor: minor(chargedPenalty),
          chargedCurrency: chargedPenalty?.currency ?? null,
          requestedAt: toDate(requestedAt),
        },
      })
    },

    find: async (cancellationId: string): Promise<Cancellation | null> => {
      const row = await db.cancellation.findUnique({ where: { id: cancellationId } })
      return row && toCancellation(row)
    },

    /**
     * Has a cancellation wait again that was thought to have had no effect, and that the supplier carried out after all, with what
     * it said of it.
     */
    reopen: async (cancellationId: string, told: CancellationEnd): Promise<void> => {
      await db.cancellation.updateMany({
        where: { id: cancellationId, outcome: 'NOT_EFFECTIVE' },
        data: { outcome: 'PENDING', completedAt: null, ...known(told) },
      })
    },

    /** The cancellation for which the supplier was called under an attempt; of those of an older release, which tell none, the newest. */
    ofAttempt: async (bookingId: string, attemptId: string): Promise<Cancellation | null> => {
      const row = await db.cancellation.findFirst({
        where: { bookingId, OR: [{ attemptId }, { attemptId: null }] },
        orderBy: [{ attemptId: { sort: 'asc', nulls: 'last' } }, { requestedAt: 'desc' }],
      })
      return row && toCancellation(row)
    },

    /**
     * Ends the booking's pending cancellations, in vain, and `carriedOutId`, which need not be pending; null: the supplier has carried out
     * none. What is told is of that one; else of those that were pending. What was known of them stays known.
     */
    complete: async (
      bookingId: string,
      carriedOutId: string | null,
      { completedAt, ...told }: CancellationEnd & { readonly completedAt: Instant },
    ): Promise<void> => {
      const at = toDate(completedAt)
      await db.cancellation.updateMany({
        where: { bookingId, outcome: 'PENDING', ...(carriedOutId === null ? {} : { id: { not: carriedOutId } }) },
        data: { outcome: 'NOT_EFFECTIVE', completedAt: at, ...(carriedOutId === null ? known(told) : {}) },
      })
      if (carriedOutId !== null)
        await db.cancellation.updateMany({
          where: { id: carriedOutId, bookingId, outcome: { not: 'CANCELLED' } },
          data: { outcome: 'CANCELLED', completedAt: at, ...known(told) },
        })
    },

    /** Adds what the supplier says later of a cancellation that it carried out. */
    tell: async (cancellationId: string, told: CancellationEnd): Promise<void> => {
      await db.cancellation.updateMany({ where: { id: cancellationId, outcome: 'CANCELLED' }, data: known(told) })
    },
  }
}

function known({ chargedPenalty, supplierCancellationReference }: CancellationEnd) {
  return {
    ...(chargedPenalty ? { chargedPenaltyMinor: minor(chargedPenalty), chargedCurrency: chargedPenalty.currency } : {}),
    ...(supplierCancellationReference === null ? {} : { supplierCancellationReference }),
  }
}

function minor(money: Money | null): bigint | null {
  return money && BigInt(money.amountMinor)
}

function amount(value: bigint | null, currency: string): Money | null {
  return value === null ? null : { amountMinor: Number(value), currency }
}

function toQuote(row: CancellationQuoteModel): CancellationQuote {
  return {
    quoteId: row.id,
    organizationId: row.organizationId,
    bookingId: row.bookingId,
    penaltyStatus: row.penaltyStatus as PenaltyStatus,
    penalty: amount(row.penaltyMinor, row.currency),
    currency: row.currency,
    issuedAt: toInstant(row.issuedAt),
    expiresAt: toInstant(row.expiresAt),
    usedAt: toInstantOrNull(row.usedAt),
  }
}

function toCancellation(row: CancellationModel): Cancellation {
  return {
    cancellationId: row.id,
    bookingId: row.bookingId,
    quoteId: row.quoteId,
    requestedAt: toInstant(row.requestedAt),
    completedAt: toInstantOrNull(row.completedAt),
    outcome: row.outcome as CancellationResult,
    penaltyStatus: row.penaltyStatus as PenaltyStatus,
    penalty: amount(row.penaltyMinor, row.currency),
    chargedPenalty: amount(row.chargedPenaltyMinor, row.chargedCurrency ?? row.currency),
    currency: row.currency,
    supplierCancellationReference: row.supplierCancellationReference,
  }
}
