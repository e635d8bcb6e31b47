import type { CatalogueImport } from '../../store/catalogue-import.ts'
import type { Deps } from '../deps.ts'
import { type CatalogueLine, catalogueLine } from '../inputs/catalogue-line.ts'
import { type ListingLine, readableListing } from '../inputs/listing-line.ts'
import { readAs } from '../inputs/read-as.ts'
import { unwritablePaths } from '../inputs/unwritable.ts'
import { faultsOf, type Known, listingFaults, readKnown } from './catalogue-faults.ts'
import { toRows } from './catalogue-rows.ts'
import { openPlaceFaults } from './place-faults.ts'
import { stageListings } from './stage-listings.ts'
import { toListing } from './to-listing.ts'

/** A line of a file; numbers start at 1. */
export type NumberedLine = { readonly number: number; readonly text: string }

export type BadLine = { readonly line: number; readonly faults: readonly string[] }

type ImportProgress = {
  readonly lines: number
  readonly hotels: number
  /** Lines that describe listings, and how many of those are new or changed. */
  readonly listings: number
  readonly changedListings: number
  readonly badLines: number
}

type ImportOptions = {
  /** The number of lines, from the start of the file, that were imported before. */
  readonly skip: number
  /** The only supplier whose listings may be in the file; null: any. */
  readonly onlySupplier: string | null
  /** The run that the listings are of: `catalogue_runs`. */
  readonly runId: number
  readonly onBadLine: (bad: BadLine) => void
  /** Called after each batch has been written to the database. */
  readonly onBatch: (progress: ImportProgress) => Promise<void>
}

type ImportDeps = Pick<Deps, 'store' | 'suppliers'>

/** The most lines of a write, about 2 MB; listings tell more, and are fewer, and lines with much content are written sooner. */
const BATCH = 2_000
const LISTINGS_BATCH = 500
const MAX_BATCH_CHARACTERS = 4_000_000

/** Lines that were read and are not written yet, with their numbers. */
type Batch = {
  readonly lines: { readonly number: number; readonly line: CatalogueLine }[]
  listings: number
  characters: number
}

/**
 * Imports a catalogue line by line, in bounded memory: while a batch is written, the next one is read. Existing records are
 * updated, so that a repeated import changes nothing. A bad line is reported with all its faults and skipped.
 */
export async function importCatalogueLines(
  deps: ImportDeps,
  lines: AsyncIterable<NumberedLine>,
  { skip, onlySupplier, runId, onBadLine, onBatch }: ImportOptions,
): Promise<ImportProgress> {
  const { store, suppliers } = deps
  const known = await readKnown(store, { suppliers, onlySupplier, placeFaults: await openPlaceFaults() })
  let progress: ImportProgress = { lines: skip, hotels: 0, listings: 0, changedListings: 0, badLines: 0 }
  let batch: Batch = { lines: [], listings: 0, characters: 0 }
  let writing: Promise<void> = Promise.resolve()

  function tellBad(bad: BadLine): void {
    onBadLine(bad)
    progress = { ...progress, badLines: progress.badLines + 1 }
  }

  async function write(): Promise<void> {
    const { lines: rows } = batch
    batch = { lines: [], listings: 0, characters: 0 }
    await writing
    writing = writeBatch(deps, rows, { runId, tellBad }).then((changed) => {
      progress = { ...progress, changedListings: progress.changedListings + changed }
      return onBatch({ ...progress, lines: rows.at(-1)?.number ?? progress.lines })
    })
    // The next `await` of this promise gets the error; without this handler it would be an unhandled rejection until then.
    writing.catch(() => undefined)
  }

  for await (const { number, text } of lines) {
    if (number <= skip) {
      rememberListing(text, number, known)
      continue
    }
    progress = { ...progress, lines: number }
    const read = readLine(text, number, known)
    if (!read.ok) {
      if (read.faults.length > 0) tellBad({ line: number, faults: read.faults })
      continue
    }
    batch.lines.push({ number, line: read.line })
    batch.characters += text.length
    if (read.line.type === 'hotel') progress = { ...progress, hotels: progress.hotels + 1 }
    if (read.line.type === 'listing') {
      batch.listings += 1
      progress = { ...progress, listings: progress.listings + 1 }
    }
    if (isFull(batch)) await write()
  }
  await write()
  await writing
  await onBatch(progress)
  return progress
}

function isFull({ lines, listings, characters }: Batch): boolean {
  return lines.length >= BATCH || listings >= LISTINGS_BATCH || characters >= MAX_BATCH_CHARACTERS
}

type Writing = { readonly runId: number; readonly tellBad: (bad: BadLine) => void }

/** Writes lines in one transaction; returns how many listings are new or changed. */
async function writeBatch(
  { store, suppliers }: ImportDeps,
  lines: Batch['lines'],
  { runId, tellBad }: Writing,
): Promise<number> {
  const content = toRows(
    lines.map(({ line }) => line),
    suppliers,
  )
  const listings = lines.flatMap(({ line }) => (line.type === 'listing' ? [toListing(line)] : []))
  const { changed, kept, keptRooms } = await store.transaction(async (tx) => {
    const written = await tx.catalogue.upsert(content)
    return { ...written, changed: await stageListings(tx, listings, { runId }) }
  })
  for (const bad of [...linesOfKept(lines, kept), ...linesOfKeptRooms(lines, keptRooms)]) tellBad(bad)
  return changed
}

/** The lines whose mappings a person's word forbids; what else they say is imported. */
function linesOfKept(lines: Batch['lines'], kept: Awaited<ReturnType<CatalogueWriter>>['kept']): BadLine[] {
  const why = new Map(kept.map((one) => [`${one.supplierCode} ${one.supplierHotelId} ${one.hotelId}`, one.why]))
  return lines.flatMap(({ number, line }) => {
    if (line.type !== 'hotel') return []
    const faults = line.suppliers.flatMap(({ supplier_code: code, supplier_hotel_id: id }, index) => {
      const reason = why.get(`${code} ${id} ${line.id}`)
      return reason === undefined ? [] : [`suppliers.${index}: the mapping stays as it is: ${reason}`]
    })
    return faults.length > 0 ? [{ line: number, faults }] : []
  })
}

function linesOfKeptRooms(
  lines: Batch['lines'],
  keptRooms: Awaited<ReturnType<CatalogueWriter>>['keptRooms'],
): BadLine[] {
  const why = new Map(
    keptRooms.map((one) => [`${one.supplierCode} ${one.supplierHotelId} ${one.supplierRoomId}`, one.why]),
  )
  return lines.flatMap(({ number, line }) => {
    if (line.type !== 'supplier_room') return []
    const reason = why.get(`${line.supplier_code} ${line.supplier_hotel_id} ${line.supplier_room_id}`)
    return reason === undefined ? [] : [{ line: number, faults: [`the mapping stays as it is: ${reason}`] }]
  })
}

type CatalogueWriter = (content: CatalogueImport) => ReturnType<Deps['store']['catalogue']['upsert']>

/** A listing of a line that an interrupted import has written: it must not come again further down. */
function rememberListing(text: string, number: number, { listings }: Known): void {
  if (!text.includes('"listing"')) return
  try {
    const { type, supplier_code: code, supplier_hotel_id: id } = JSON.parse(text) as Partial<ListingLine>
    if (type === 'listing') listings.see(`${code}/${id}`, number)
  } catch {
    // It was reported when it was read first.
  }
}

/** An empty line has neither `line` nor faults. */
type Read =
  | { readonly ok: true; readonly line: CatalogueLine }
  | { readonly ok: false; readonly faults: readonly string[] }

function readLine(text: string, number: number, known: Known): Read {
  if (text.trim() === '') return { ok: false, faults: [] }
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return { ok: false, faults: ['is not JSON'] }
  }
  const read = readAs(catalogueLine, raw, 'the line')
  if (!read.ok)
    return { ok: false, faults: [...read.error.map(({ message }) => message), ...moreFaults(raw, number, known)] }
  const unwritable = unwritablePaths(raw).map((path) => `${path.join('.')} has a character that no text has`)
  const faults = [...unwritable, ...faultsOf(read.value, number, known)]
  return faults.length > 0 ? { ok: false, faults } : { ok: true, line: read.value }
}

/** Of a listing whose form is bad: what its readable fields have wrong. */
function moreFaults(raw: unknown, number: number, known: Known): string[] {
  const readable = readableListing.safeParse(raw)
  return readable.success ? listingFaults(readable.data, number, known) : []
}
