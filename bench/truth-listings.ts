import type { Listing } from '../src/domain/listing.ts'
import { openIsInCountry, openPlaceFaults } from '../src/operations/catalogue/place-faults.ts'
import { type Checks, checkRow } from '../src/operations/catalogue/pull/check-row.ts'
import { withLanguage } from '../src/operations/catalogue/pull/merge-languages.ts'
import type { Clock } from '../src/platform/clock.ts'
import { type SandboxCatalogue, sandboxCatalogue } from '../src/sandbox/catalogue/catalogue.ts'
import { SANDBOX_SUPPLIERS, type SandboxSupplierCode } from '../src/sandbox/catalogue/types.ts'
import { type Day, FIRST_DAY } from '../src/sandbox/content/life.ts'
import { createWorld, type Listed, type World } from '../src/sandbox/content/world.ts'
import { createMemoryFaults, createMemoryState } from '../src/sandbox/suppliers/memory-state.ts'
import { startSandboxSuppliers } from '../src/sandbox/suppliers/server.ts'
import { CONTENT_LANGUAGES, type ContentLanguage } from '../src/suppliers/content-source.ts'
import { contentReader } from '../test/support/read-content.ts'
import { sized } from './size.ts'

/** In the middle of the world's first year. */
const DAY: Day = FIRST_DAY + 181
const NOON = DAY * 86_400_000 + 12 * 3_600_000
/** Listings of a supplier that are read. */
const MOST = sized(Number.POSITIVE_INFINITY, 150)
const LANGUAGES = sized<readonly ContentLanguage[]>(CONTENT_LANGUAGES, ['en'])

/** A listing as a pull would stage it, and which one of the world it is. */
export type TrueListing = { readonly listing: Listing; readonly listed: Listed }

export type Truth = {
  readonly catalogue: SandboxCatalogue
  readonly world: World
  readonly day: Day
  readonly listings: readonly TrueListing[]
  /** Rows that a pull puts aside. */
  readonly aside: number
}

/** Reads the content of the sandbox's suppliers over HTTP, language by language, and cleans and merges it as `content pull` does. */
export async function readTruth(progress: (line: string) => void): Promise<Truth> {
  const checks = { placeFaults: await openPlaceFaults(), isInCountry: await openIsInCountry() }
  const clock: Pick<Clock, 'real' | 'of'> = { real: () => NOON, of: () => ({ now: () => NOON, world: '' }) }
  const catalogue = sandboxCatalogue()
  const world = createWorld(catalogue)
  const server = await startSandboxSuppliers({
    clock,
    catalogue: () => catalogue,
    state: () => createMemoryState(),
    faults: createMemoryFaults(),
    log: { debug: () => undefined, error: (_, message) => progress(message) },
    port: 0,
  })
  try {
    const listings: TrueListing[] = []
    let aside = 0
    for (const code of SANDBOX_SUPPLIERS) {
      const read = await readSupplier(code, { baseUrl: server.baseUrls[code] ?? '', checks, progress })
      aside += read.aside
      for (const listing of read.listings) {
        const listed = world.find(code, listing.supplierHotelId)
        if (listed && (listing.status === 'ACTIVE' || listing.status === 'NOT_ON_SALE'))
          listings.push({ listing, listed })
      }
    }
    return { catalogue, world, day: DAY, listings, aside }
  } finally {
    await server.close()
  }
}

type Reading = { readonly baseUrl: string; readonly checks: Checks; readonly progress: (line: string) => void }

async function readSupplier(code: SandboxSupplierCode, { baseUrl, checks, progress }: Reading) {
  const known = new Map<string, Listing>()
  let aside = 0
  for (const language of LANGUAGES) {
    progress(`reading ${code} in ${language}`)
    // What a pass remembers is its language's own.
    const reader = contentReader({ code, baseUrl, nowAt: NOON, pauseMs: 0 })
    try {
      const { hotels, error } = await reader.read({ language }, MOST)
      if (error) throw error
      for (const { supplierHotelId, listing: row } of hotels) {
        const { result } = checkRow({ supplierCode: code, supplierHotelId, language, row }, checks)
        const before = known.get(supplierHotelId)
        if (!result.ok) aside += 1
        else if (language === 'en') known.set(supplierHotelId, result.value)
        else if (before) known.set(supplierHotelId, withLanguage(before, result.value, language))
      }
    } finally {
      await reader.close()
    }
  }
  return { listings: [...known.values()], aside }
}
