import { afterEach, beforeEach } from 'vitest'
import type { ContentFault, Fault } from '../../src/domain/sandbox-faults.ts'
import type { SandboxSupplierCode } from '../../src/sandbox/catalogue/types.ts'
import { type Alter, startAlteringRelay } from './altering-relay.ts'
import { createContentRows, SOME_DAY } from './content-rows.ts'
import { contentReader, type ReadPass } from './read-content.ts'
import { type Extent, useContentSandbox } from './use-content-sandbox.ts'

type More = Partial<Parameters<typeof contentReader>[0]>
type Part = Parameters<ReturnType<typeof contentReader>['read']>[0]

const DAY_MS = 86_400_000

/** Readers of the sandbox's content, whose faults and days a test sets, for one file. */
export function useContentReaders(code: SandboxSupplierCode, extent: Extent = {}) {
  const sandbox = useContentSandbox(extent)
  const { NOON } = sandbox
  const rows = createContentRows(extent)
  const opened: { close: () => Promise<void> }[] = []

  beforeEach(() => sandbox.setTime(NOON))
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close()
  })

  function readerOf(more: More = {}) {
    const reader = contentReader({ code, baseUrl: sandbox.baseOf(code), nowAt: NOON, ...more })
    opened.push(reader)
    return reader
  }

  return {
    sandbox,
    rows,
    readerOf,
    /** A reader whose answers are altered on their way. */
    alteredReader: async (alter: Alter) => {
      const relay = await startAlteringRelay(sandbox.baseOf(code), alter)
      opened.push(relay)
      return readerOf({ baseUrl: relay.baseUrl })
    },
    spoil: (fault: Fault | ContentFault, count = 1): void => sandbox.faults.add(code, 'content', { fault, count }),
    listed: (day = SOME_DAY): string[] => rows.supply.listed(code, day).map(({ listed }) => listed.supplierHotelId),
    /** Reads a part, and three days later its changes and the part again: what the first with the changes is, beside the last. */
    changesAgainstWhole: async (part: Part, tellsEnded: boolean) => {
      const before = await readerOf().read(part)
      const nowAt = NOON + 3 * DAY_MS
      sandbox.setTime(nowAt)
      const since = new Date(NOON).toISOString().slice(0, 10)
      const changes = await readerOf({ nowAt }).read({ ...part, kind: 'CHANGES', since })
      const after = await readerOf({ nowAt }).read(part)
      const known = new Map(before.hotels.map(({ supplierHotelId, raw }) => [supplierHotelId, raw]))
      for (const { supplierHotelId, raw } of changes.hotels) known.set(supplierHotelId, raw)
      for (const id of changes.ended) known.delete(id)
      const wanted = new Map(after.hotels.map(({ supplierHotelId, raw }) => [supplierHotelId, raw]))
      // Where only a whole pass shows which hotels are gone.
      if (!tellsEnded) for (const id of known.keys()) if (!wanted.has(id)) known.delete(id)
      return {
        errors: [before, changes, after].map(({ error }) => error),
        changed: changes.hotels.length,
        known,
        wanted,
      }
    },
  }
}

export function idsOf({ hotels }: Pick<ReadPass, 'hotels'>): string[] {
  return hotels.map(({ supplierHotelId }) => supplierHotelId)
}
