import { FACILITIES } from '../../../catalogue/terms.ts'
import { languageOf } from '../../../content/distort/name.ts'
import type { DistortedRoom, PictureKind } from '../../../content/distorted-listing.ts'

/** ETG's languages. Source: its documentation of the dumps; 32 codes. */
export const LANGUAGES: ReadonlySet<string> = new Set(
  'ar bg cs da de el en es et fi fr he hu id it ja ko lt lv nl no pl pt pt_PT ro ru sk sr sv th tr zh_CN'.split(' '),
)

/** ETG's words for kinds of property, by the catalogue's. */
const KINDS: Readonly<Record<string, string>> = {
  hotel: 'Hotel',
  aparthotel: 'Apart-hotel',
  hostel: 'Hostel',
  resort: 'Resort',
  guest_house: 'Guesthouse',
  villa: 'Villas_and_Bungalows',
  apartment: 'Apartment',
}

export function kindOf(propertyType: string): string {
  return KINDS[propertyType] ?? 'Unspecified'
}

/** ETG's stable codes, by the catalogue's facility; not every facility has one. */
const SERP_FILTERS: Readonly<Record<number, string>> = {
  1: 'has_internet',
  2: 'air_conditioning',
  3: 'has_pool',
  4: 'has_fitness',
  5: 'has_spa',
  6: 'has_meal',
  8: 'has_breakfast',
  9: 'has_parking',
  10: 'has_airport_transfer',
  13: 'has_kids',
  14: 'has_pets',
  15: 'has_disabled_support',
  16: 'has_laundry',
  20: 'has_business',
  21: 'has_ecar_charger',
  22: 'kitchen',
}

export function serpFiltersOf(facilityIds: readonly number[]): readonly string[] {
  return facilityIds.flatMap((id) => SERP_FILTERS[id] ?? [])
}

export function amenityName(facilityId: number, language: string): string {
  return FACILITIES.find(({ id }) => id === facilityId)?.names[languageOf(language)] ?? ''
}

/** Facilities that are usually paid for. */
const AT_A_CHARGE: readonly number[] = [5, 8, 9, 10, 16, 17]

const GROUPS: readonly (readonly [name: string, facilityIds: readonly number[]])[] = [
  ['General', [2, 11, 12, 18, 19, 13]],
  ['Internet', [1]],
  ['Meals', [6, 7, 8, 17]],
  ['Pool and beach', [3]],
  ['Health', [4, 5]],
  ['Parking', [9, 21]],
  ['Transfer', [10]],
  ['Pets', [14]],
  ['Accessibility', [15]],
  ['Business', [16, 20, 22]],
]

export function amenityGroupsOf(facilityIds: readonly number[], language: string): readonly object[] {
  return GROUPS.flatMap(([groupName, ids]) => {
    const there = ids.filter((id) => facilityIds.includes(id))
    function name(id: number): string {
      return amenityName(id, language)
    }
    return there.length === 0
      ? []
      : [
          {
            group_name: groupName,
            amenities: there.map(name),
            non_free_amenities: there.filter((id) => AT_A_CHARGE.includes(id)).map(name),
          },
        ]
  })
}

export const CATEGORY_SLUGS: Readonly<Record<PictureKind, string>> = {
  exterior: 'exterior',
  lobby: 'lobby',
  room: 'guest_rooms',
  bathroom: 'bathroom',
  restaurant: 'restaurant',
  pool: 'swimming_pool',
}

export function roomAmenitiesOf({
  hasCityView,
  hasKitchenette,
  isSmoking,
  isAccessible,
}: DistortedRoom): readonly string[] {
  return [
    'wi-fi',
    'air-conditioning',
    'private-bathroom',
    isSmoking ? 'smoking' : 'non-smoking',
    ...(hasCityView ? ['city-view'] : []),
    ...(hasKitchenette ? ['kitchenette'] : []),
    ...(isAccessible ? ['accessible'] : []),
  ]
}

type Entry = { readonly name: string; readonly locale: Readonly<Record<string, string>> }

function entry(name: string, [en, fr, de]: readonly [string, string, string]): Entry {
  return { name, locale: { en, fr, de } }
}

/** `POST /hotel/static/`: the dictionaries. */
export function dictionaries(): object {
  return {
    meals: [
      entry('nomeal', ['No meal', 'Sans repas', 'Ohne Mahlzeit']),
      entry('breakfast', ['Breakfast', 'Petit-déjeuner', 'Frühstück']),
    ],
    room_amenities: [
      entry('wi-fi', ['Wi-Fi', 'Wi-Fi', 'WLAN']),
      entry('air-conditioning', ['Air conditioning', 'Climatisation', 'Klimaanlage']),
      entry('private-bathroom', ['Private bathroom', 'Salle de bain privée', 'Eigenes Bad']),
      entry('smoking', ['Smoking', 'Fumeurs', 'Raucher']),
      entry('non-smoking', ['Non-smoking', 'Non-fumeurs', 'Nichtraucher']),
      entry('city-view', ['City view', 'Vue sur la ville', 'Stadtblick']),
      entry('kitchenette', ['Kitchenette', 'Kitchenette', 'Kochnische']),
      entry('accessible', ['Accessible', 'Accessible', 'Barrierefrei']),
    ],
    serp_filters: Object.entries(SERP_FILTERS).map(([id, name]) => ({
      name,
      locale: Object.fromEntries(['en', 'fr', 'de', 'ja', 'ar'].map((one) => [one, amenityName(Number(id), one)])),
    })),
    taxes: [entry('city_tax', ['City tax', 'Taxe de séjour', 'Kurtaxe'])],
    beddings: [
      entry('double', ['Double bed', 'Lit double', 'Doppelbett']),
      entry('twin', ['Twin beds', 'Lits jumeaux', 'Zwei Einzelbetten']),
      entry('single', ['Single bed', 'Lit simple', 'Einzelbett']),
    ],
    socket_types: [entry('c', ['Type C', 'Type C', 'Typ C']), entry('g', ['Type G', 'Type G', 'Typ G'])],
    amenity_translations: FACILITIES.map(({ names }) => ({ name: names.en, locale: names })),
    amenities: FACILITIES.map(({ id, names }) => ({ id, name: names.en, locale: names })),
  }
}
