import { hash32 } from '../../../catalogue/hash.ts'
import { dayOf } from '../../../content/life.ts'
import { rowAt, rowId, type Supply } from '../../content/supply.ts'
import type { SandboxDeps, SandboxReply, SandboxRequest } from '../../exchange.ts'
import { COMMENTS } from '../language.ts'
import { invalidRequest, quotaUsedUp, reply } from '../reply.ts'
import { facilityGroups, facilityKinds, facilityTypologies } from './facilities.ts'
import { pageReply, readAsked } from './hotels.ts'
import { languageRows } from './languages.ts'
import { countryRows, destinationRows, terminalRows } from './places.ts'
import { isDayUsedUp } from './quota.ts'
import {
  accommodationRows,
  categoryRows,
  chainRows,
  groupCategoryRows,
  imageTypeRows,
  roomRows,
  SMALL_TABLES,
} from './vocabulary.ts'

type Table = { readonly name: string; readonly rows: (language: string) => readonly object[] }

/** The dictionaries by the last part of their paths, and the names of their lists. */
const TABLES: Readonly<Record<string, Table>> = {
  countries: { name: 'countries', rows: countryRows },
  destinations: { name: 'destinations', rows: destinationRows },
  accommodations: { name: 'accommodations', rows: accommodationRows },
  boards: { name: 'boards', rows: () => SMALL_TABLES.boards },
  categories: { name: 'categories', rows: categoryRows },
  groupcategories: { name: 'groupCategories', rows: groupCategoryRows },
  chains: { name: 'chains', rows: chainRows },
  currencies: { name: 'currencies', rows: () => SMALL_TABLES.currencies },
  facilities: { name: 'facilities', rows: facilityKinds },
  facilitygroups: { name: 'facilityGroups', rows: facilityGroups },
  facilitytypologies: { name: 'facilityTypologies', rows: facilityTypologies },
  imagetypes: { name: 'imageTypes', rows: imageTypeRows },
  issues: { name: 'issues', rows: () => SMALL_TABLES.issues },
  languages: { name: 'languages', rows: languageRows },
  promotions: { name: 'promotions', rows: () => SMALL_TABLES.promotions },
  rooms: { name: 'rooms', rows: roomRows },
  segments: { name: 'segments', rows: () => SMALL_TABLES.segments },
  terminals: { name: 'terminals', rows: terminalRows },
}

/** `GET /locations/…` and `GET /types/…`. */
export async function showTable(
  deps: SandboxDeps,
  name: string,
  request: Pick<SandboxRequest, 'query' | 'headers'>,
): Promise<SandboxReply> {
  if (await isDayUsedUp(deps, request)) return quotaUsedUp()
  const asked = readAsked(request.query)
  if (typeof asked === 'string') return invalidRequest(deps, asked)
  if (name === 'ratecomments') {
    const total = hotelsWithComments(deps).length * deps.supply().copies
    return pageReply(deps, 'rateComments', { rows: commentRows(deps, asked), total, asked })
  }
  const table = TABLES[name]
  if (!table) return invalidRequest(deps, 'The request is not valid')
  const all = table.rows(asked.language ?? 'en')
  return pageReply(deps, table.name, { rows: all.slice(asked.from - 1, asked.to), total: all.length, asked })
}

/** Of three hotels one has comments about its rates. */
function hotelsWithComments(deps: SandboxDeps): ReturnType<Supply['listed']> {
  const day = dayOf(deps.clock.now())
  return deps
    .supply()
    .listed('hotelbeds', day)
    .filter(({ listed }) => hash32('rate-comments', listed.supplierHotelId) % 3 === 0)
}

function commentRows(
  deps: SandboxDeps,
  { from, to }: { readonly from: number; readonly to: number },
): readonly object[] {
  const rows = hotelsWithComments(deps)
  return Array.from({ length: to - from + 1 }, (_, index) => rowAt(deps.supply(), rows, from - 1 + index)).flatMap(
    (row) => (row ? [commentRow(Number(rowId(row)))] : []),
  )
}

function commentRow(hotel: number): object {
  const hash = hash32('comment', hotel)
  return {
    incoming: 1 + (hash % 400),
    hotel,
    code: String(10_000 + (hash % 80_000)),
    commentsByRates: [
      {
        rateCodes: ['0', String(1 + (hash % 9))],
        comments: [
          { dateStart: '2026-01-01', dateEnd: '2027-12-31', description: COMMENTS.ENG },
          {
            dateStart: '2028-01-01',
            dateEnd: '2049-12-31',
            description: 'Car park YES (with additional debit notes).',
          },
        ],
      },
    ],
  }
}

/** `GET /types/ratecommentdetails`: the comment of one rate on one day, for `incoming|code|rate`. */
export function rateCommentDetails(deps: SandboxDeps, { query }: Pick<SandboxRequest, 'query'>): SandboxReply {
  const date = query.get('date') ?? ''
  if ((query.get('code') ?? '').split('|').length !== 3 || !/^\d{4}-\d\d-\d\d$/.test(date))
    return invalidRequest(deps, 'code and date are not valid')
  return reply(deps, { date, rateComments: [{ description: COMMENTS.ENG }] })
}
