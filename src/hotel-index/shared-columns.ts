import type { RankingVersion } from '../store/rankings.ts'
import type { ColumnSource } from './column-source.ts'
import { type Edition, readEdition } from './edition.ts'
import { keepMapGrid, mapGridOf } from './map-grid.ts'
import { type NameColumns, readNames } from './names/name-columns.ts'
import { keepPlacesOf, placesOf } from './place-index.ts'
import { type Ranking, readRanking, STORED_ORDERS } from './ranking.ts'
import { keepRowsByPlace, rowsByPlace } from './rows.ts'

/**
 * Columns by name on memory that threads share: a message with them copies nothing. All threads only read them. The memory is freed
 * when the last thread has dropped it.
 */
export type SharedColumns = ReadonlyMap<string, Uint8Array<SharedArrayBuffer>>

/** What a thread asks another one for; null when Postgres has no such edition or version. */
export type SharedHoldings = {
  /** The columns of an edition and what is derived from them. */
  readonly edition: (edition: number) => Promise<SharedColumns | null>
  readonly ranking: (version: number) => Promise<SharedColumns | null>
  readonly names: (edition: number) => Promise<SharedColumns | null>
}

/** Memory that threads share, for a column of `length` bytes. */
export function sharedBytes(length: number): Uint8Array<SharedArrayBuffer> {
  return new Uint8Array(new SharedArrayBuffer(length))
}

/** The columns on shared memory; those that are there already are not copied. */
function share(columns: Readonly<Record<string, Exclude<ArrayBufferView, DataView>>>): SharedColumns {
  return new Map(
    Object.entries(columns).map(([name, { buffer, byteOffset, byteLength }]) => {
      if (buffer instanceof SharedArrayBuffer) return [name, new Uint8Array(buffer, byteOffset, byteLength)]
      const shared = sharedBytes(byteLength)
      shared.set(new Uint8Array(buffer, byteOffset, byteLength))
      return [name, shared]
    }),
  )
}

/** The edition's columns as Postgres has them, with its map grid and the rows of its places. */
export async function shareEdition(bytes: SharedColumns, edition: Edition): Promise<SharedColumns> {
  const grid = await mapGridOf(edition)
  const { placeIds, starts, rows } = await rowsByPlace(edition)
  const derived = {
    gridRows: grid.rows,
    gridStarts: grid.starts,
    groupIds: placeIds,
    groupStarts: starts,
    groupRows: rows,
  }
  return new Map([...bytes, ...share(derived)])
}

/** The ranking's columns as Postgres has them, with the position of each row in each order. */
export function shareRanking(bytes: SharedColumns, ranking: Ranking): SharedColumns {
  const positions = STORED_ORDERS.map((name) => [positionsName(name), placesOf(ranking.columns[name])] as const)
  return new Map([...bytes, ...share(Object.fromEntries(positions))])
}

export function shareNames(names: NameColumns): SharedColumns {
  return share(names)
}

function positionsName(order: string): string {
  return `positions:${order}`
}

/** A source for a thread whose columns another thread has: it reads nothing from Postgres, and holds nothing of its own but a word a hotel. */
export function createSharedSource(holdings: SharedHoldings): ColumnSource {
  return {
    edition: async (number) => {
      const bytes = await holdings.edition(number)
      return bytes && adoptEdition(number, bytes)
    },
    ranking: async (version, edition) => {
      const bytes = await holdings.ranking(version.version)
      return bytes && adoptRanking(version, edition, bytes)
    },
    names: async ({ edition }) => {
      const bytes = await holdings.names(edition)
      if (!bytes) throw new Error(`the names of edition ${edition} are gone`)
      return readNames(bytes)
    },
  }
}

function adoptEdition(number: number, bytes: SharedColumns): Edition {
  const shared = readEdition(number, bytes)
  // The one column that changes after an edition was made (`follow-changes.ts`): each thread has it for itself, so that none reads
  // what another one is writing.
  const edition = { ...shared, columns: { ...shared.columns, suppliers: new Uint32Array(shared.columns.suppliers) } }
  keepMapGrid(edition, { rows: words(bytes, 'gridRows'), starts: words(bytes, 'gridStarts') })
  keepRowsByPlace(edition, {
    placeIds: new Int32Array(columnOf(bytes, 'groupIds').buffer),
    starts: words(bytes, 'groupStarts'),
    rows: words(bytes, 'groupRows'),
  })
  return edition
}

function adoptRanking(version: RankingVersion, edition: Edition, bytes: SharedColumns): Ranking {
  const ranking = readRanking(version, edition, bytes)
  for (const name of STORED_ORDERS) keepPlacesOf(ranking.columns[name], words(bytes, positionsName(name)))
  return ranking
}

function words(bytes: SharedColumns, name: string): Uint32Array {
  return new Uint32Array(columnOf(bytes, name).buffer)
}

function columnOf(bytes: SharedColumns, name: string): Uint8Array<SharedArrayBuffer> {
  const column = bytes.get(name)
  if (!column) throw new Error(`the column ${name} is missing`)
  return column
}
