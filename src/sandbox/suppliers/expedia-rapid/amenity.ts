import type { BoardCode } from '../../../domain/rate.ts'
import type { Awkward } from './awkward.ts'

type Amenity = { readonly id: string; readonly name: string }
type Amenities = Readonly<Record<string, Amenity>>

const WIFI = '2390'
const BREAKFAST = '2098'
const BREAKFAST_FOR_ONE = '1073742786'
/** Stands in no list that the gateway has. */
const STRANGE = '1073749999'

/** Names come in the language of the request, so only the ids tell what they are. */
const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [WIFI]: { en: 'Free WiFi', de: 'Kostenloses WLAN', fr: 'Wi-Fi gratuit', ja: '無料 WiFi', ar: 'واي فاي مجاني' },
  [BREAKFAST]: {
    en: 'Free breakfast',
    de: 'Kostenloses Frühstück',
    fr: 'Petit déjeuner gratuit',
    ja: '朝食無料',
    ar: 'فطور مجاني',
  },
  [BREAKFAST_FOR_ONE]: {
    en: 'Free breakfast for 1',
    de: 'Kostenloses Frühstück für 1 Person',
    fr: 'Petit déjeuner gratuit pour 1 personne',
    ja: '1 名様分の朝食無料',
    ar: 'فطور مجاني لشخص واحد',
  },
  [STRANGE]: { en: 'Meal plan 7', de: 'Verpflegung 7', fr: 'Formule 7', ja: 'プラン 7', ar: 'خطة 7' },
}

/** Rapid has no board codes: the board is an amenity of the rate. */
export function amenitiesOf(
  board: BoardCode,
  { breakfastForOne, strangeAmenity }: Pick<Awkward, 'breakfastForOne' | 'strangeAmenity'>,
  language = 'en-US',
): Amenities {
  const breakfast = strangeAmenity ? STRANGE : breakfastForOne ? BREAKFAST_FOR_ONE : BREAKFAST
  const ids = board === 'BB' ? [WIFI, breakfast] : [WIFI]
  return Object.fromEntries(ids.map((id) => [id, { id, name: nameOf(id, language) }]))
}

function nameOf(id: string, language: string): string {
  const names = NAMES[id] ?? {}
  return names[language.slice(0, 2)] ?? names['en'] ?? ''
}
