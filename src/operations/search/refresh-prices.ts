import type { SearchProviderView } from '../../domain/contract/search.ts'
import { SECOND_MS } from '../../domain/time.ts'
import { ownTurn } from '../../platform/request-trace.ts'
import type { Deps } from '../deps.ts'
import type { PriceAsker } from '../prices/asker.ts'
import { rememberNoPrice } from '../prices/no-price.ts'
import { observePrices } from '../prices/observe-prices.ts'
import { createProgressWriter } from './progress-writer.ts'
import { createFindings, type Findings, type Refreshed } from './refresh-findings.ts'
import { refreshSupplier } from './refresh-supplier.ts'
import type { SearchProgress } from './search-record.ts'

/*
 * The refresh behind an instant answer. It is in one of these states:
 *
 *   COMPLETE from the start   everything is known and fresh: no supplier is asked, nothing is written
 *   PENDING, not written      suppliers are to be asked, or none has answered yet; a poll rebuilds what was known (`initial`)
 *   PENDING, written          at least one supplier has answered; written at most every 250 ms (`progress-writer.ts`)
 *   COMPLETE, written         every supplier has answered, failed, or was given up after 45 s; nothing is written after it
 *   cut off                   nobody has written COMPLETE within 60 s, because its process is gone: polls say EXPIRED
 *
 *   PENDING, not written → PENDING, written    the first answer of a supplier
 *   PENDING, either      → COMPLETE, written   the last supplier ends
 *   PENDING, either      → cut off             60 s after the search (`search-record.ts`)
 *
 * A revision counts what a poll can see: 1 is what was known, each answer of a supplier is one more, and so is the end. The
 * states of hotels and suppliers are in `refresh-findings.ts`.
 */

/** A refresh that takes longer is given up: a poll would report it as cut off. */
const REFRESH_WITHIN_MS = 45 * SECOND_MS

/** Whose refresh it is. */
type RefreshSession = Pick<PriceAsker, 'tenant' | 'list' | 'question' | 'caller' | 'language'> & {
  /** What the search is stored under. */
  readonly key: string
}

type Refresh = {
  readonly status: 'PENDING' | 'COMPLETE'
  readonly providers: readonly SearchProviderView[]
  /** What is known before any supplier is asked. Made when a poll asks for it. */
  readonly initial: () => SearchProgress
  /** Asks, and writes to the search what is found; null when everything is known and fresh. */
  readonly run: (() => Promise<void>) | null
}

/** It asks only about hotels of which something is not known: what is fresh in the cache is reported as revision 1. */
export function createRefresh(
  deps: Deps,
  session: RefreshSession,
  of: Pick<Refreshed, 'hotels' | 'book' | 'typical'>,
): Refresh {
  const { tenant, list } = session
  const { hotels, book, typical } = of
  const findings = createFindings(deps, { suppliers: tenant.suppliers, list, hotels, book, typical })
  const status = findings.isAsking ? 'PENDING' : 'COMPLETE'
  return {
    status,
    providers: findings.providers(),
    initial: () => {
      findings.addKnown()
      return findings.progress(status)
    },
    run: findings.isAsking ? () => run(deps, session, { hotels, book, findings }) : null,
  }
}

async function run(
  deps: Deps,
  session: RefreshSession,
  { hotels, book, findings }: Pick<Refreshed, 'hotels' | 'book'> & { readonly findings: Findings },
): Promise<void> {
  // Behind the answer, which has been made in this turn and is about to be written.
  await ownTurn()
  findings.addKnown()
  const writer = createProgressWriter(deps, session.key, () => findings.progress('PENDING'))
  const signal = AbortSignal.timeout(REFRESH_WITHIN_MS)
  await Promise.all(
    session.tenant.suppliers.map((supplier) =>
      refreshSupplier(deps, session, {
        supplier,
        hotels: findings.hotelsFor(supplier.supplierCode),
        signal,
        onProvider: (facts) => findings.setProvider(supplier.supplierCode, facts),
        onAnswer: (answer) => {
          findings.add(answer)
          writer.changed()
        },
      }),
    ),
  )
  const written = writer.finish(findings.complete())
  await rememberNoPrice(deps, session, { hotels, book })
  observePrices(deps, session, { hotels, book })
  await written
}
