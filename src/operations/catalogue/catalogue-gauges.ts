import { MINUTE_MS } from '../../domain/time.ts'
import type { Deps } from '../deps.ts'
import { type CatalogueReport, catalogueReport, type ListingFigures, STALE_DAYS } from './catalogue-report.ts'

/** So often at most the catalogue is counted, by whichever worker comes first. */
const COUNTED_EVERY_MS = 10 * MINUTE_MS

/**
 * Counts the catalogue for the metrics of all processes, unless one of them has done so within ten minutes; returns whether it did. What
 * a scrape reads is the row that this keeps.
 */
export async function countCatalogue(deps: Pick<Deps, 'store' | 'clock'>): Promise<boolean> {
  const { store, clock } = deps
  if (!(await store.catalogueHealth.claim(clock.real() - COUNTED_EVERY_MS))) return false
  const report = await catalogueReport(deps, { supplierCode: null, countryCode: null, staleDays: STALE_DAYS })
  await store.catalogueHealth.keep(gaugesOf(report))
  return true
}

const LISTING_STATES = ['sold', 'pending', 'unverified', 'disputed', 'unmatched', 'inReview', 'unjudged'] as const
const STATUSES = ['active', 'closed', 'notOnSale', 'gone', 'notStaged'] as const
const LACKING = ['stale', 'withoutImage', 'withoutPoint', 'withoutRooms', 'withoutPhone'] as const

/** The figures that are numbers. */
type Plain = Exclude<keyof ListingFigures, 'review'>

/** Under the names of platform/oversight-gauges.ts. */
function gaugesOf({ all, suppliers }: CatalogueReport) {
  function each(keys: readonly Plain[], label: string) {
    return suppliers.flatMap((figures) =>
      keys.map((key) => ({ supplier: figures.supplierCode, [label]: snake(key), value: figures[key] })),
    )
  }
  const { soldByNone, soldBy1, soldBy2, soldBy3, soldBy4OrMore } = all
  return {
    catalogueListings: each(STATUSES, 'status'),
    catalogueMapped: each(LISTING_STATES, 'state'),
    catalogueLacking: each(LACKING, 'what'),
    catalogueReview: suppliers.flatMap(({ supplierCode, review }) =>
      Object.entries(review).map(([reason, value]) => ({ supplier: supplierCode, reason, value })),
    ),
    catalogueHotels: [soldByNone, soldBy1, soldBy2, soldBy3, soldBy4OrMore].map((value, suppliersEach) => ({
      suppliers: suppliersEach === 4 ? '4+' : String(suppliersEach),
      value,
    })),
  }
}

function snake(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
