import type { Core } from '../core.ts'
import { toRfc3339 } from '../domain/time.ts'
import {
  type CatalogueReport,
  catalogueReport,
  type HotelFigures,
  type ListingFigures,
  STALE_DAYS,
} from '../operations/catalogue/catalogue-report.ts'
import { type Command, optionalText, type Rows, UsageError, type Values, wholeNumber } from './command.ts'
import { supplierOf } from './listing-argument.ts'
import { tableOf } from './output.ts'

/** How many countries a person is shown. */
const COUNTRIES = 25
const MAX_STALE_DAYS = 3_650

/** `catalogue report`: JSON is a line for the whole, each supplier, each country, and each supplier in each country (`scope`). */
export const catalogueReportCommand: Command = {
  noun: 'catalogue',
  verb: 'report',
  summary:
    'counts listings and hotels by supplier and country: what is sold, what waits, what is missing; the worst countries first',
  usage: `[--supplier CODE] [--country GB] [--stale-days ${STALE_DAYS}]`,
  options: { supplier: { type: 'string' }, country: { type: 'string' }, 'stale-days': { type: 'string' } },
  required: [],
  isLineByLine: true,
  show: showReport,
  run: reportRows,
}

/** The rows of `catalogue report --json`. */
export async function reportRows({ deps }: Pick<Core, 'deps'>, values: Values): Promise<Rows> {
  const supplier = optionalText(values, 'supplier')
  const options = {
    supplierCode: supplier === null ? null : supplierOf(supplier),
    countryCode: countryOf(values),
    staleDays: staleDaysOf(values),
  }
  return rowsOf(await catalogueReport(deps, options))
}

function countryOf(values: Values): string | null {
  const given = optionalText(values, 'country')?.toUpperCase() ?? null
  if (given !== null && !/^[A-Z]{2}$/.test(given))
    throw new UsageError(`--country is two letters (ISO 3166-1), for example GB, not ${given}`)
  return given
}

function staleDaysOf(values: Values): number {
  const days = wholeNumber(values, 'stale-days') ?? STALE_DAYS
  if (days < 1 || days > MAX_STALE_DAYS) throw new UsageError(`--stale-days is between 1 and ${MAX_STALE_DAYS}`)
  return days
}

function rowsOf({ all, suppliers, countries, suppliersByCountry }: CatalogueReport): Rows {
  return [
    { scope: 'ALL', ...all },
    ...suppliers.map(({ lastPullAt, lastRunAt, ...figures }) => ({
      scope: 'SUPPLIER',
      ...figures,
      lastPullAt: lastPullAt === null ? null : toRfc3339(lastPullAt),
      lastRunAt: lastRunAt === null ? null : toRfc3339(lastRunAt),
    })),
    ...countries.map((figures) => ({ scope: 'COUNTRY', ...figures })),
    ...suppliersByCountry.map((figures) => ({ scope: 'SUPPLIER_COUNTRY', ...figures })),
  ]
}

/** Three tables: suppliers, why a person is asked, and the countries with the most active listings that are not sold. */
function showReport(rows: Rows): string {
  function of(scope: string): Shown[] {
    return rows.filter((row) => row['scope'] === scope).map(asShown)
  }
  const all = of('ALL')
  const suppliers = of('SUPPLIER')
  const countries = of('COUNTRY')
  const asked = suppliers.filter(({ review }) => Object.values(review).some((waiting) => waiting > 0))
  return [
    ...all.map(headline),
    '',
    'LISTINGS BY SUPPLIER',
    ...tableOf(suppliers.map((row) => ({ supplier: row.supplierCode, ...listed(row), ...lacking(row), ...seen(row) }))),
    ...(asked.length > 0 ? ['', 'WAITING FOR A PERSON', ...tableOf(asked.map(reasons))] : []),
    '',
    `COUNTRIES, THE MOST UNSOLD FIRST${countries.length > COUNTRIES ? ` (${COUNTRIES} of ${countries.length}; --json has all)` : ''}`,
    ...tableOf(
      countries.slice(0, COUNTRIES).map((row) => ({ country: row.countryCode, ...listed(row), ...soldBy(row) })),
    ),
  ].join('\n')
}

/** The rows that `rowsOf` has made; suppliers have no hotels of their own, and countries no runs. */
type Shown = ListingFigures &
  HotelFigures & {
    readonly supplierCode: string
    readonly countryCode: string | null
    readonly hotelsOnlyHere: number
    readonly lastRunAt: string | null
  }

function asShown(row: Rows[number]): Shown {
  return row as Shown // `rowsOf` has made it
}

function headline({ hotels, soldByNone, listings, sold, active, ...row }: Shown): string {
  const { soldBy1, soldBy2, soldBy3, soldBy4OrMore } = row
  return [
    `${count(hotels)} hotels: ${count(soldBy1)} sold by one supplier, ${count(soldBy2)} by two, ${count(soldBy3)} by three, ${count(soldBy4OrMore)} by four or more, ${count(soldByNone)} by nobody (${percent(soldByNone, hotels)})`,
    `${count(listings)} listings: ${count(active)} active, ${count(sold)} sold (${percent(sold, listings)})`,
  ].join('\n')
}

function listed({ listings, active, sold, ...row }: Shown) {
  return {
    listings: count(listings),
    active: count(active),
    sold: count(sold),
    'sold %': percent(sold, listings),
    unmatched: count(row.unmatched),
    review: count(row.inReview),
    conflicts: count(row.conflicts),
    unjudged: count(row.unjudged),
    unverified: count(row.unverified),
    disputed: count(row.disputed),
  }
}

function lacking({ stale, withoutImage, withoutPoint, withoutRooms, withoutPhone }: Shown) {
  return {
    stale: count(stale),
    'no image': count(withoutImage),
    'no point': count(withoutPoint),
    'no rooms': count(withoutRooms),
    'no phone': count(withoutPhone),
  }
}

function seen({ hotelsOnlyHere, lastRunAt }: Shown) {
  return { 'only here': count(hotelsOnlyHere), 'last run': lastRunAt?.slice(0, 16) ?? null }
}

function reasons({ supplierCode, review }: Shown) {
  return { supplier: supplierCode, ...review }
}

function soldBy({ hotels, soldByNone, soldBy1, soldBy2, soldBy3, soldBy4OrMore }: Shown) {
  return {
    hotels: count(hotels),
    'by 0': count(soldByNone),
    'by 1': count(soldBy1),
    'by 2': count(soldBy2),
    'by 3': count(soldBy3),
    'by 4': count(soldBy4OrMore),
    'unsold %': percent(soldByNone, hotels),
  }
}

function count(value: number): string {
  return value.toLocaleString('en')
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`
}
