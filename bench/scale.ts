import { benchClaim } from './claim.ts'
import { benchLists, CREATE_NAME, type ListRow, SIZES } from './lists.ts'
import { benchNoPrice } from './no-price.ts'

type Progress = (line: string) => void

/** What must not grow: of little and of much, in one run. */
type ScaleRow = {
  readonly what: string
  /** Of how much: little / much. */
  readonly of: string
  readonly unit: string
  readonly small: number
  readonly large: number
  /** What is held against the bound, a ratio unless the bound is a time. */
  readonly compared: number
  readonly bound: string
  readonly verdict: 'holds' | 'does not hold'
}

type Bound = { readonly most: number; readonly unit: string }

function rowOf(figures: Omit<ScaleRow, 'bound' | 'verdict'>, { most, unit }: Bound): ScaleRow {
  const verdict = figures.compared <= most ? 'holds' : 'does not hold'
  return { ...figures, bound: `≤ ${most} ${unit}`, verdict }
}

/** A search's processor time by how many hotels without a price its organization has. */
async function searches(progress: Progress): Promise<ScaleRow[]> {
  const rows = await benchNoPrice(progress)
  const most = Math.max(...rows.map(({ chronic }) => chronic))
  return rows
    .filter(({ chronic }) => chronic === most)
    .flatMap((large) => {
      const small = rows.find((row) => row.case === large.case && row.chronic === 0) ?? large
      const of = `0 / ${most} hotels without a price`
      const bound: Bound = { most: 1.2, unit: '×' }
      return [
        rowOf(
          {
            what: `search, ${large.case}: gateway`,
            of,
            unit: 'CPU ms',
            small: small.gatewayMs,
            large: large.gatewayMs,
            compared: large.gatewayRatio,
          },
          bound,
        ),
        rowOf(
          {
            what: `search, ${large.case}: Redis`,
            of,
            unit: 'CPU ms',
            small: small.redisMs,
            large: large.redisMs,
            compared: large.redisRatio,
          },
          bound,
        ),
      ]
    })
}

/** A relay's claim by how many endpoints there are, beside each of what may wait. */
async function claims(progress: Progress): Promise<ScaleRow[]> {
  const rows = (await benchClaim(progress)).filter(({ what }) => what === 'claim')
  const few = Math.min(...rows.map(({ endpoints }) => endpoints))
  const many = Math.max(...rows.map(({ endpoints }) => endpoints))
  return rows
    .filter(({ endpoints }) => endpoints === many)
    .map((large) => {
      const small = rows.find((row) => row.case === large.case && row.endpoints === few) ?? large
      return rowOf(
        {
          what: `claim: ${large.case}`,
          of: `${few} / ${many} endpoints`,
          unit: 'p50 ms',
          small: small.p50Ms,
          large: large.p50Ms,
          compared: large.p50Ms,
        },
        { most: 10, unit: 'ms' },
      )
    })
}

/** A page of rows is held against a page of rows: an empty database has none to read, so that it is the baseline of no rows only. */
function listRow({ list, rows, fewRows, emptyP50Ms, fewP50Ms, p50Ms, ratio, toFew }: ListRow): ScaleRow {
  const [, few, all] = SIZES
  const isCreate = list === CREATE_NAME
  const toEmpty = isCreate || rows === 0
  return rowOf(
    {
      what: list,
      of: toEmpty ? `0 / ${all} bookings` : `${few} / ${all} bookings, ${fewRows} / ${rows} rows (${ratio} × of none)`,
      unit: 'p50 ms',
      small: toEmpty ? emptyP50Ms : fewP50Ms,
      large: p50Ms,
      compared: toEmpty ? ratio : toFew,
    },
    { most: isCreate ? 1.2 : 3, unit: '×' },
  )
}

async function lists(progress: Progress): Promise<ScaleRow[]> {
  return (await benchLists(progress)).map(listRow)
}

const PARTS: Readonly<Record<string, (progress: Progress) => Promise<ScaleRow[]>>> = {
  searches,
  claims,
  lists,
}

/** `BENCH_ROWS='claims|lists'` measures only these; all by default. */
const WANTED = process.env['BENCH_ROWS']?.split('|') ?? Object.keys(PARTS)

/** `npm run bench scale`: what must not grow with what there is, each beside its bound, by the benches that have each for itself. */
export async function benchScale(progress: Progress): Promise<readonly ScaleRow[]> {
  const rows: ScaleRow[] = []
  for (const name of WANTED) {
    const part = PARTS[name]
    if (!part) throw new Error(`no part ${name}; there are: ${Object.keys(PARTS).join(', ')}`)
    rows.push(...(await part((line) => progress(`${name}: ${line}`))))
  }
  return rows
}
