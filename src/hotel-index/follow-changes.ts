import { type Instant, SECOND_MS } from '../domain/time.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import type { ChangedHotel } from '../store/hotels.ts'
import type { Store } from '../store/store.ts'
import type { Catalogue } from './catalogue.ts'
import { type Edition, rowOf, supplierBit } from './edition.ts'

const CHANGES_EVERY_MS = 5 * SECOND_MS
const MAX_CHANGES = 5_000
/**
 * A change becomes visible when it is committed, which is later than its timestamp by as long as a transaction may take; so each read
 * overlaps the previous one.
 */
const CHANGES_OVERLAP_MS = 20 * SECOND_MS

export type Changes = { readonly edition: Edition; readonly stop: () => void }

type FollowDeps = {
  readonly store: Store
  readonly catalogue: Pick<Catalogue, 'forget'>
  readonly clock: Pick<Clock, 'real'>
  readonly log: Logger
}

/** Copies changes of suppliers' listings since the edition was made into its columns, every few seconds. */
export function followChanges({ store, catalogue, clock, log }: FollowDeps, edition: Edition, from: Instant): Changes {
  let since = from
  let running = false

  async function apply(): Promise<void> {
    const begunAt = clock.real()
    let seen = { changedAt: since, hotelId: 0 }
    for (;;) {
      const changed = await store.hotels.changedSince(seen, MAX_CHANGES)
      enter(changed)
      const last = changed.at(-1)
      if (last) seen = last
      // A mapping run changes hundreds of thousands of hotels at once: all of them are read before the next look.
      if (changed.length < MAX_CHANGES) break
    }
    since = Math.max(since, begunAt - CHANGES_OVERLAP_MS)
  }

  function enter(changed: readonly ChangedHotel[]): void {
    const { suppliers } = edition.columns
    const codes = edition.lists.supplierCodes as string[] // This is the edition's own list, which only grows here.
    for (const { hotelId, supplierCodes } of changed) {
      catalogue.forget(hotelId)
      const row = rowOf(edition, hotelId)
      const mask = supplierCodes.reduce((bits, code) => bits | supplierBit(codes, code), 0)
      if (row < 0 || suppliers[row] === mask) continue
      suppliers[row] = mask
      edition.changes += 1
    }
  }

  function look(): void {
    if (running) return
    running = true
    apply()
      .catch((error: unknown) => log.warn({ err: error }, 'changes of the catalogue could not be read'))
      .finally(() => {
        running = false
      })
  }

  look()
  const timer = setInterval(look, CHANGES_EVERY_MS)
  timer.unref()
  return { edition, stop: () => clearInterval(timer) }
}
