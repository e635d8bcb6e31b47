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
 *   COMPLETE from the start   all prices are known and fresh: no supplier is asked, nothing is written
 *   PENDING, not written      no supplier has answered yet; a poll rebuilds the prices known at the start (`initial`)
 *   PENDING, written          at least one supplier has answered; written at most every 250 ms (`progress-writer.ts`)
 *   COMPLETE, written         every supplier has answered, failed, or timed out after 45 s; nothing is written after it
 *   cut off                   no COMPLETE was written within 60 s, because the process has died: polls return EXPIRED
 *
 *   PENDING, not written → PENDING, written    the first answer of a supplier
 *   PENDING, either      → COMPLETE, written   the last supplier ends
 *   PENDING, either      → cut off             60 s after the search (`search-record.ts`)
 *
 * The revision is 1 for the prices known at the start; each supplier's answer and the end add 1. The states of hotels and
 * suppliers are in `refresh-findings.ts`.
 */

/** A refresh that takes longer is aborted, because polls would report it as cut off. */
const REFRESH_WITHIN_MS = 45 * SECOND_MS

/** The search that is refreshed. */
type RefreshSession = Pick<PriceAsker, 'tenant' | 'list' | 'question' | 'caller' | 'language' | 'traveller'> & {
  /** The key under which the search is stored. */
  readonly key: string
}

type Refresh = {
  readonly status: 'PENDING' | 'COMPLETE'
  readonly providers: readonly SearchProviderView[]
  /** The state before any supplier is asked. It is made only when a poll needs it. */
  readonly initial: () => SearchProgress
  /** Asks the suppliers and writes the findings to the search; null when everything is known and fresh. */
  readonly run: (() => Promise<void>) | null
}

/** Asks only about hotels without fresh prices; prices that are fresh in the cache are reported as revision 1. */
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
  // The answer was made in this turn of the event loop and is about to be sent; the refresh runs after it.
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
