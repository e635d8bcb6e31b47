import type { ContentField, FieldSource, MergedContent, PageContent } from './page-content.ts'

const NOTHING: MergedContent = {
  addressLines: [],
  postcode: null,
  phone: null,
  descriptions: {},
  images: [],
  facilities: [],
  policies: [],
  checkInAllDay: null,
  checkInMinAge: null,
  rooms: [],
  sources: [],
}

/**
 * The operator's own content, where it tells a part, before what the suppliers tell. Sources are those of the parts that remain. Of
 * descriptions each language is a part; policies are everybody's.
 */
export function combineContent(own: PageContent | null, merged: MergedContent | null): MergedContent {
  const theirs = merged ?? NOTHING
  if (!own) return theirs
  const ours = own
  function list<Field extends 'addressLines' | 'images' | 'facilities' | 'rooms'>(field: Field): PageContent[Field] {
    return ours[field].length > 0 ? ours[field] : theirs[field]
  }
  return {
    addressLines: list('addressLines'),
    postcode: own.postcode ?? theirs.postcode,
    phone: own.phone ?? theirs.phone,
    descriptions: { ...theirs.descriptions, ...own.descriptions },
    images: list('images'),
    facilities: list('facilities'),
    policies: [...own.policies, ...theirs.policies],
    checkInAllDay: own.checkInAllDay ?? theirs.checkInAllDay,
    checkInMinAge: own.checkInMinAge ?? theirs.checkInMinAge,
    rooms: list('rooms'),
    sources: theirs.sources.filter((source) => !isOwn(own, source)),
  }
}

/** The parts that the operator's file can tell; name, place, stars, type and chain are in the hotel's own row. */
const TOLD: Readonly<Partial<Record<ContentField, (own: PageContent) => boolean>>> = {
  facilities: ({ facilities }) => facilities.length > 0,
  images: ({ images }) => images.length > 0,
  check_in: ({ checkInAllDay, checkInMinAge }) => checkInAllDay !== null || checkInMinAge !== null,
  rooms: ({ rooms }) => rooms.length > 0,
}

function isOwn(own: PageContent, { field, language }: FieldSource): boolean {
  if (field === 'descriptions') return language !== null && language in own.descriptions
  return TOLD[field]?.(own) ?? false
}
