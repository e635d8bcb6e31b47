import type { RunFault } from '../../../store/catalogue-runs.ts'
import type { StoredPass } from '../../../store/content-passes.ts'
import { writable } from './clean-row.ts'
import type { Tally } from './tally.ts'

/** Where what is found is counted and told. */
export type Told = { readonly tally: Tally; readonly faults: RunFault[] }

type OfPass = {
  readonly supplierCode: string
  readonly language: string
  readonly pass: Pick<StoredPass, 'kind'>
}

type BadRow = { readonly line: number; readonly supplierHotelId: string | null; readonly faults: readonly string[] }

/** Tells a row that is no hotel, or one twice: it is counted as a row, too. */
export function tellBad(ofPass: OfPass, told: Told, bad: BadRow): void {
  told.tally.rows += 1
  putAside(ofPass, told, bad)
}

/** Tells a row that was counted already. */
export function putAside({ supplierCode, language, pass }: OfPass, { tally, faults }: Told, bad: BadRow): void {
  tally.bad += 1
  faults.push({
    line: bad.line,
    faults: bad.faults.map(writable),
    listing: bad.supplierHotelId === null ? null : `${supplierCode}/${bad.supplierHotelId}`,
    pass: `${pass.kind} ${language}`,
  })
}
