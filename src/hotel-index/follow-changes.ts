import { type Instant, SECOND_MS } from '../domain/time.ts'
import type { Logger } from '../platform/logger.ts'
import type { Store } from '../store/store.ts'
import type { Catalogue } from './catalogue.ts'
import { type Edition, rowOf, supplierBit } from './edition.ts'

const CHANGES_EVERY_MS = 5 * SECOND_MS
const MAX_CHANGES = 5_000
/** A change becomes visible when it is committed, which is later than its timestamp; so each read overlaps the previous one. */
const CHANGES_OVERLAP_MS = 10 * SECOND_MS

export type Changes = { readonly edition: Edition; readonly stop: () => void }

type FollowDeps = {
  readonly store: Store
  readonly catalogue: Pick<Catalogue, 'forget'>
  readonly log: Logger
}

/** Copies changes of suppliers' listings since the edition was made into its columns, every few seconds. */
export function followChanges({ store, catalogue, log }: FollowDeps, edition: Edition, from: Instant): Changes {
  let since = from
  let running = false

  async function apply(): Promise<void> {
    const changed = await store.hotels.changedSince(since, MAX_CHANGES)
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
    const last = changed.at(-1)
    if (last)
      since = changed.length < MAX_CHANGES ? Math.max(since, last.changedAt - CHANGES_OVERLAP_MS) : last.changedAt
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
