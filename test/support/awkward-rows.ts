import { SANDBOX_SUPPLIERS, type SandboxSupplierCode } from '../../src/sandbox/catalogue/types.ts'
import type { Oddities } from '../../src/sandbox/content/oddities.ts'
import { summaryOf } from '../../src/sandbox/content/summary.ts'
import { type ContentRows, createContentRows, type ServedRow, SOME_DAY } from './content-rows.ts'

type Sought<Kind extends keyof Oddities> = {
  readonly kind: Kind
  readonly value: Oddities[Kind]
  readonly isFound: (row: ServedRow) => boolean
  /** Leaves out rows in which another oddity hides this one. */
  readonly among?: (row: ServedRow) => boolean
}

/** What the suppliers send on a day, and how many rows of it are said to be awkward in which way. */
export function createAwkwardRows() {
  const content: ContentRows = createContentRows()
  const summary = summaryOf(content.world, SOME_DAY)
  const served = new Map(SANDBOX_SUPPLIERS.map((code) => [code, content.rowsOf(code, SOME_DAY)]))

  function rowsOf(code: SandboxSupplierCode): readonly ServedRow[] {
    return served.get(code) ?? []
  }

  return {
    content,
    summary,
    rowsOf,

    /**
     * The ids of rows that have the oddity without its being found, or the other way round. Throws when they are not as many as the
     * summary counts, or none.
     */
    strangersOf: <Kind extends keyof Oddities>(
      code: SandboxSupplierCode,
      { kind, value, isFound, among = () => true }: Sought<Kind>,
    ): readonly string[] => {
      const rows = rowsOf(code)
      const count = rows.filter((row) => row.oddities[kind] === value).length
      const told = summary.oddities[`${kind}:${value}`]?.[code] ?? 0
      if (count !== told || count === 0) throw new Error(`${code} ${kind}:${value}: ${count} rows, ${told} are counted`)
      return rows.filter((row) => among(row) && isFound(row) !== (row.oddities[kind] === value)).map(({ id }) => id)
    },
  }
}
