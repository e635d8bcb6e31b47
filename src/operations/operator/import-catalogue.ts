import { mergeInstructions, shortened } from '../../domain/instructions.ts'
import { estimatedNightly } from '../../domain/observed-price.ts'
import type { Instructions } from '../../domain/selling.ts'
import type { CatalogueImport } from '../../store/catalogue-import.ts'
import type { Deps } from '../deps.ts'
import { type CatalogueLine, catalogueLine, type InstructionsInput } from '../inputs/catalogue-line.ts'
import { readAs } from '../inputs/read-as.ts'

/** A line of a file; numbers start at 1. */
export type NumberedLine = { readonly number: number; readonly text: string }

type BadLine = { readonly line: number; readonly faults: readonly string[] }

type ImportProgress = { readonly lines: number; readonly hotels: number; readonly badLines: number }

type ImportOptions = {
  /** The number of lines, from the start of the file, that were imported before. */
  readonly skip: number
  readonly onBadLine: (bad: BadLine) => void
  /** Called after each batch has been written to the database. */
  readonly onBatch: (progress: ImportProgress) => Promise<void>
}

/** The number of lines per write, about 2 MB. */
const BATCH = 2_000

/**
 * Imports a catalogue line by line, in bounded memory: while a batch is written, the next one is read. Existing records are
 * updated, so that a repeated import changes nothing. A bad line is reported with all its faults and skipped.
 */
export async function importCatalogueLines(
  { store, suppliers }: Pick<Deps, 'store' | 'suppliers'>,
  lines: AsyncIterable<NumberedLine>,
  { skip, onBadLine, onBatch }: ImportOptions,
): Promise<ImportProgress> {
  const known = await readKnown(store)
  let progress: ImportProgress = { lines: skip, hotels: 0, badLines: 0 }
  let batch: CatalogueLine[] = []
  let writing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    const rows = toRows(batch, suppliers)
    const reached = progress
    batch = []
    await writing
    writing = store.transaction((tx) => tx.catalogue.upsert(rows)).then(() => onBatch(reached))
    // The next `await` of this promise gets the error; without this handler it would be an unhandled rejection until then.
    writing.catch(() => undefined)
  }

  for await (const { number, text } of lines) {
    if (number <= skip) continue
    const read = readLine(text, { ...known, suppliers })
    if (read.ok) batch.push(read.line)
    else if (read.faults.length > 0) onBadLine({ line: number, faults: read.faults })
    progress = {
      lines: number,
      hotels: progress.hotels + (read.ok && read.line.type === 'hotel' ? 1 : 0),
      badLines: progress.badLines + (read.ok || read.faults.length === 0 ? 0 : 1),
    }
    if (batch.length >= BATCH) await write()
  }
  await write()
  await writing
  return progress
}

/** The ids that lines may refer to; lines of the file add to them. */
type Known = {
  readonly places: Set<number>
  readonly chains: Set<number>
  readonly facilities: Set<number>
  readonly propertyTypes: Set<string>
  readonly suppliers: Deps['suppliers']
}

async function readKnown(store: Deps['store']): Promise<Omit<Known, 'suppliers'>> {
  const terms = await store.hotels.terms()
  function ids(kind: string): string[] {
    return terms.filter((term) => term.kind === kind).map(({ id }) => id)
  }
  return {
    places: new Set((await store.hotels.places()).map(({ placeId }) => placeId)),
    chains: new Set(ids('chain').map(Number)),
    facilities: new Set(ids('facility').map(Number)),
    propertyTypes: new Set(ids('property_type')),
  }
}

/** An empty line has neither `line` nor faults. */
type Read =
  | { readonly ok: true; readonly line: CatalogueLine }
  | { readonly ok: false; readonly faults: readonly string[] }

function readLine(text: string, known: Known): Read {
  if (text.trim() === '') return { ok: false, faults: [] }
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return { ok: false, faults: ['is not JSON'] }
  }
  const read = readAs(catalogueLine, raw, 'the line')
  if (!read.ok) return { ok: false, faults: read.error.map(({ message }) => message) }
  const faults = unknownIn(read.value, known)
  return faults.length > 0 ? { ok: false, faults } : { ok: true, line: read.value }
}

/** Returns the line's references to unknown records; the record of the line itself becomes known. */
function unknownIn(line: CatalogueLine, known: Known): string[] {
  switch (line.type) {
    case 'place': {
      const isOrphan = line.parent_id != null && !known.places.has(line.parent_id)
      if (!isOrphan) known.places.add(line.id)
      return isOrphan ? [`parent_id: there is no place ${line.parent_id}`] : []
    }
    case 'chain':
      known.chains.add(line.id)
      return []
    case 'facility':
      known.facilities.add(line.id)
      return []
    case 'property_type':
      known.propertyTypes.add(line.id)
      return []
    case 'hotel':
      return [
        ...(known.places.has(line.place_id) ? [] : [`place_id: there is no place ${line.place_id}`]),
        ...(line.chain_id == null || known.chains.has(line.chain_id)
          ? []
          : [`chain_id: there is no chain ${line.chain_id}`]),
        ...(known.propertyTypes.has(line.property_type)
          ? []
          : [`property_type: there is no property type ${line.property_type}`]),
        ...line.facility_ids
          .filter((id) => !known.facilities.has(id))
          .map((id) => `facility_ids: there is no facility ${id}`),
        ...line.suppliers.flatMap(({ supplier_code: code, content }, index) =>
          content == null || known.suppliers.find(code)?.readInstructions
            ? []
            : [`suppliers.${index}.content: the gateway does not read what ${code} says of a hotel`],
        ),
      ]
    case 'supplier_room':
      return []
    default:
      return line satisfies never
  }
}

/** Of several lines with the same id, the last one is used. */
function toRows(lines: readonly CatalogueLine[], adapters: Deps['suppliers']): CatalogueImport {
  function of<Type extends CatalogueLine['type']>(...types: Type[]) {
    return lines.filter((line): line is Extract<CatalogueLine, { type: Type }> =>
      types.some((type) => line.type === type),
    )
  }
  const hotels = of('hotel')
  return {
    places: last(of('place'), ({ id }) => id).map(
      ({ type: _, id, place_type, parent_id, country_code, time_zone, ...rest }) => ({
        placeId: id,
        type: place_type,
        parentId: parent_id ?? null,
        countryCode: country_code,
        timeZone: time_zone ?? null,
        ...rest,
      }),
    ),
    terms: last(of('chain', 'facility', 'property_type'), ({ type, id }) => `${type} ${id}`).map(
      ({ type, id, names }) => ({
        kind: type,
        id: String(id),
        names,
      }),
    ),
    hotels: last(hotels, ({ id }) => id).map((hotel) => ({
      hotelId: hotel.id,
      placeId: hotel.place_id,
      names: hotel.names,
      ...placeOf(hotel),
      phone: hotel.phone ?? null,
      instructions: toInstructions(hotel.instructions),
      stars: hotel.stars ?? null,
      chainId: hotel.chain_id ?? null,
      propertyType: hotel.property_type,
      facilityIds: hotel.facility_ids,
      mainImageUrl: hotel.main_image_url ?? null,
      timeZone: hotel.time_zone ?? null,
      nightlyUsdCents: hotel.nightly_usd_cents ?? estimatedNightly(hotel.stars ?? null),
      weight: hotel.weight,
    })),
    supplierHotels: last(
      hotels.flatMap(({ id, suppliers }) =>
        suppliers.map(({ supplier_code, supplier_hotel_id, verification, instructions, content }) => ({
          supplierCode: supplier_code,
          supplierHotelId: supplier_hotel_id,
          hotelId: id,
          verification,
          instructions: mergeInstructions(
            toInstructions(instructions),
            readContent(adapters, supplier_code, content ?? null),
          ),
        })),
      ),
      ({ supplierCode, supplierHotelId }) => `${supplierCode} ${supplierHotelId}`,
    ),
    supplierRooms: last(
      of('supplier_room'),
      ({ supplier_code, supplier_hotel_id, supplier_room_id }) =>
        `${supplier_code} ${supplier_hotel_id} ${supplier_room_id}`,
    ).map((room) => ({
      supplierCode: room.supplier_code,
      supplierHotelId: room.supplier_hotel_id,
      supplierRoomId: room.supplier_room_id,
      mappingStatus: room.mapping_status,
      roomId: room.room_id ?? null,
      names: room.names ?? null,
      imageUrls: room.image_urls,
    })),
  }
}

/**
 * What is stored as the hotel's place. Of a hidden one that is where it is shown: searches sort and measure by it, so that nothing
 * that is answered depends on where it really is.
 */
function placeOf({ address, address_lines, latitude, longitude, approximate_point: shown }: HotelLine) {
  if (!shown) return { address, addressLines: address_lines, latitude, longitude, placeHidden: false, exactPlace: null }
  const addressLines = address_lines.length > 0 ? address_lines : [address].filter((line) => line !== '')
  return {
    address: '',
    addressLines: [],
    ...shown,
    placeHidden: true,
    exactPlace: { latitude, longitude, addressLines },
  }
}

function readContent(
  adapters: Deps['suppliers'],
  supplierCode: string,
  content: Readonly<Record<string, unknown>> | null,
): Instructions | null {
  const told = content && adapters.find(supplierCode)?.readInstructions?.(content)
  return told ? shortened(told) : null
}

type HotelLine = Extract<CatalogueLine, { type: 'hotel' }>

function toInstructions(told: InstructionsInput): Instructions | null {
  if (told == null) return null
  return mergeInstructions({
    checkInFrom: told.check_in_from ?? null,
    checkInUntil: told.check_in_until ?? null,
    checkOutUntil: told.check_out_until ?? null,
    text: told.text,
    special: told.special,
    mandatoryFeesText: told.mandatory_fees_text ?? null,
    optionalFeesText: told.optional_fees_text ?? null,
    knowBeforeYouGo: told.know_before_you_go ?? null,
  })
}

function last<T>(items: readonly T[], keyOf: (item: T) => string | number): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()]
}
