import { setImmediate as breathe } from 'node:timers/promises'
import { degreesAround, distanceKm, type Point } from '../domain/geo.ts'
import type { Edition } from './edition.ts'

/** The earth as cells of half a degree; near the equator a cell is 56 km wide, near the poles it is a sliver. */
const CELLS_A_DEGREE = 2
const COLUMNS = 360 * CELLS_A_DEGREE
const LINES = 180 * CELLS_A_DEGREE

const MICRO = 1_000_000

/** The rows of an edition by cell: those of cell `i` are `rows[starts[i]]` up to, without, `rows[starts[i + 1]]`. */
export type MapGrid = { readonly rows: Uint32Array; readonly starts: Uint32Array }

const grids = new WeakMap<Edition, Promise<MapGrid>>()

/** Returns the grid of an edition, which is made once: some five bytes a hotel. */
export function mapGridOf(edition: Edition): Promise<MapGrid> {
  const known = grids.get(edition) ?? makeGrid(edition)
  grids.set(edition, known)
  return known
}

/** How many hotels are put into their cells before other work gets a turn. */
const HOTELS_IN_A_ROW = 50_000

async function makeGrid({ count, columns: { latitudes, longitudes } }: Edition): Promise<MapGrid> {
  function cellAt(row: number): number {
    return cellOf(lineOf((latitudes[row] ?? 0) / MICRO), columnOf((longitudes[row] ?? 0) / MICRO))
  }
  async function forEachRow(visit: (row: number) => void): Promise<void> {
    for (let row = 0; row < count; row++) {
      visit(row)
      if (row % HOTELS_IN_A_ROW === HOTELS_IN_A_ROW - 1) await breathe()
    }
  }
  const starts = new Uint32Array(LINES * COLUMNS + 1)
  await forEachRow((row) => {
    const cell = cellAt(row)
    starts[cell + 1] = (starts[cell + 1] ?? 0) + 1
  })
  for (let cell = 1; cell < starts.length; cell++) starts[cell] = (starts[cell] ?? 0) + (starts[cell - 1] ?? 0)
  const next = starts.slice()
  const rows = new Uint32Array(count)
  await forEachRow((row) => {
    const cell = cellAt(row)
    const place = next[cell] ?? 0
    rows[place] = row
    next[cell] = place + 1
  })
  return { rows, starts }
}

function lineOf(latitude: number): number {
  return Math.max(0, Math.min(LINES - 1, Math.floor((latitude + 90) * CELLS_A_DEGREE)))
}

/** Any longitude, also one beyond the date line, which is where the columns begin. */
function columnOf(longitude: number): number {
  return Math.floor((longitude + 180) * CELLS_A_DEGREE)
}

function cellOf(line: number, column: number): number {
  return line * COLUMNS + (((column % COLUMNS) + COLUMNS) % COLUMNS)
}

export type NearRow = { readonly row: number; readonly distanceKm: number }

/** The rows of the hotels within a number of kilometres of a point, in no particular order. */
export async function rowsNear(edition: Edition, centre: Point, km: number): Promise<NearRow[]> {
  const { rows, starts } = await mapGridOf(edition)
  const { latitudes, longitudes } = edition.columns
  const reach = degreesAround(centre, km)
  const [south, north] = [centre.latitude - reach.latitude, centre.latitude + reach.latitude]
  const west = columnOf(centre.longitude - reach.longitude)
  const columns = Math.min(COLUMNS, columnOf(centre.longitude + reach.longitude) - west + 1)
  const near: NearRow[] = []
  function look(row: number): void {
    const latitude = (latitudes[row] ?? 0) / MICRO
    if (latitude < south || latitude > north) return
    const longitude = (longitudes[row] ?? 0) / MICRO
    const apart = Math.abs(longitude - centre.longitude)
    if (Math.min(apart, 360 - apart) > reach.longitude) return
    const distance = distanceKm(centre, { latitude, longitude })
    if (distance <= km) near.push({ row, distanceKm: distance })
  }
  for (let line = lineOf(south); line <= lineOf(north); line++)
    for (let column = west; column < west + columns; column++) {
      const cell = cellOf(line, column)
      for (let place = starts[cell] ?? 0; place < (starts[cell + 1] ?? 0); place++) look(rows[place] ?? 0)
    }
  return near
}
