import type { FieldNode, GraphQLObjectType, SelectionSetNode } from 'graphql'
import type { HotelContent, HotelItem } from '../../domain/contract/search.ts'
import { partsOf } from '../../operations/search/item-parts.ts'
import { createBoundedMemory } from '../../platform/kept.ts'
import { type Written, written } from '../../platform/text-builder.ts'
import { type PartWriter, SharedPart } from '../../platform/written-once.ts'
import type { Fragments } from '../limits/fragments.ts'
import { plainFields, projectionOf } from './projection.ts'

/** Writes a list of hotels as pieces of JSON, with the fields that a document selects. Throws `Unwritable`. */
export type HotelWriter = (hotels: readonly HotelItem[]) => Written[]

/** The fields that are the same in all items of a hotel in one language: those of HotelContent. */
const CONTENT: ReadonlySet<string> = new Set<keyof HotelContent | '__typename'>([
  '__typename',
  'hotelId',
  'hotelName',
  'city',
  'country',
  'facilities',
  'stars',
  'address',
  'latitude',
  'longitude',
  'placeHidden',
  'mainImageUrl',
  'chain',
])

/** How many parts of items are cached as compiled code; documents that select the same part share it. */
const MAX_PARTS = 500

type Part = { readonly isContent: boolean; readonly writer: PartWriter<HotelItem> }

/**
 * Makes writers of hotels. A writer is null for a selection that is not plain: only fields without arguments and directives are.
 */
export function createHotelWriters(
  itemType: GraphQLObjectType,
): (set: SelectionSetNode, fragments: Fragments) => HotelWriter | null {
  const parts = createBoundedMemory<string, Part>({ max: MAX_PARTS, drops: 'least-used' })

  function partOf(run: Run, fragments: Fragments, place: Place): Part | null {
    const projection = projectionOf(itemType, run.fields, fragments)
    if (!projection) return null
    const key = `${place.isFirst} ${place.isLast} ${projection.code}`
    const known = parts.get(key)
    if (known) return known
    const project = projection.compile()
    function write(item: HotelItem): string {
      return placed(JSON.stringify(project(item)), place)
    }
    const part = { isContent: run.isContent, writer: { write } }
    parts.set(key, part)
    return part
  }

  return (set, fragments) => {
    const fields = plainFields(set, itemType, fragments)
    if (!fields) return null
    const runs = runsOf(fields)
    const found = runs.map((run, index) =>
      partOf(run, fragments, { isFirst: index === 0, isLast: index === runs.length - 1 }),
    )
    const all = found.filter((part) => part !== null)
    return all.length === runs.length ? (hotels) => hotelTexts(all, hotels) : null
  }
}

/** The position of a part in an item. */
type Place = { readonly isFirst: boolean; readonly isLast: boolean }

/**
 * Turns an object's text into a part of a larger object. The last part, which is written most often, remains a slice of the
 * original text: a concatenated text would be copied once more before it is sent.
 */
function placed(text: string, { isFirst, isLast }: Place): string {
  if (isLast) return isFirst ? text : text.slice(1)
  return `${text.slice(isFirst ? 0 : 1, -1)},`
}

function hotelTexts(parts: readonly Part[], hotels: readonly HotelItem[]): Written[] {
  const texts: Written[] = [BEGIN]
  hotels.forEach((hotel, index) => {
    if (index > 0) texts.push(COMMA)
    const shared = partsOf(hotel)
    for (const { isContent, writer } of parts) {
      const part = isContent ? shared?.content : shared?.rest
      texts.push(part ? SharedPart.written(part, writer, hotel) : written(writer.write(hotel)))
    }
  })
  texts.push(END)
  return texts
}

const [BEGIN, COMMA, END] = [written('['), written(','), written(']')]

type Run = { readonly isContent: boolean; readonly fields: readonly FieldNode[] }

/** Splits fields into the longest run of content fields, and the fields before and after it. */
function runsOf(fields: readonly FieldNode[]): Run[] {
  let best = { from: 0, to: 0 }
  let from = 0
  fields.forEach((field, index) => {
    if (!CONTENT.has(field.name.value)) from = index + 1
    else if (index + 1 - from > best.to - best.from) best = { from, to: index + 1 }
  })
  return [
    { isContent: false, fields: fields.slice(0, best.from) },
    { isContent: true, fields: fields.slice(best.from, best.to) },
    { isContent: false, fields: fields.slice(best.to) },
  ].filter((run) => run.fields.length > 0)
}
