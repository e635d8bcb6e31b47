import type { Core } from '../../src/core.ts'
import { importCatalogueLines } from '../../src/operations/catalogue/import-catalogue.ts'

/** Imports lines of the catalogue in this process; returns the faults of bad ones by the number of the line, from 1. */
export async function importInto(core: Core, lines: readonly object[]): Promise<Readonly<Record<number, string>>> {
  const faults: Record<number, string> = {}
  async function* numbered() {
    for (const [index, line] of lines.entries()) yield { number: index + 1, text: JSON.stringify(line) }
  }
  await importCatalogueLines(core.deps, numbered(), {
    skip: 0,
    onlySupplier: null,
    runId: await core.deps.store.catalogueRuns.begin({
      kind: 'IMPORT',
      source: 'lines',
      supplierCode: null,
      actor: 'test',
    }),
    onBadLine: (bad) => {
      faults[bad.line] = bad.faults.join('; ')
    },
    onBatch: async () => undefined,
  })
  return faults
}
