import type { LocalizedNames } from '../../catalogue/types.ts'
import type { Texts } from '../distorted-listing.ts'
import type { Oddities } from '../oddities.ts'
import type { TrueHotel } from '../true-hotel.ts'
import { languageOf } from './name.ts'

/** `{name}`, `{city}`, `{rooms}` and `{year}` are filled in. */
const SENTENCES: Readonly<Record<keyof Texts, LocalizedNames>> = {
  headline: {
    en: 'In the heart of {city}',
    fr: 'Au cœur de {city}',
    de: 'Im Herzen von {city}',
    ja: '{city}の中心に位置',
    ar: 'في قلب {city}',
  },
  general: {
    en: '{name} opened in {year} and has {rooms} rooms. Guests praise the quiet courtyard and the staff.',
    fr: '{name} a ouvert en {year} et compte {rooms} chambres. Les clients apprécient la cour calme et le personnel.',
    de: '{name} wurde {year} eröffnet und hat {rooms} Zimmer. Gäste loben den ruhigen Hof und das Personal.',
    ja: '{name}は{year}年に開業し、{rooms}室の客室があります。静かな中庭とスタッフが好評です。',
    ar: 'افتتح {name} عام {year} ويضم {rooms} غرفة. يشيد الضيوف بالفناء الهادئ والموظفين.',
  },
  location: {
    en: 'A stay at {name} places you in {city}, within walking distance of the market and the station.',
    fr: 'En séjournant à {name}, vous serez à {city}, à deux pas du marché et de la gare.',
    de: 'Im {name} wohnen Sie in {city}, nur wenige Schritte von Markt und Bahnhof entfernt.',
    ja: '{name}は{city}にあり、市場と駅は徒歩圏内です。',
    ar: 'تضعك الإقامة في {name} في {city} على مسافة قريبة من السوق والمحطة.',
  },
  rooms: {
    en: 'Make yourself at home in one of the {rooms} air-conditioned rooms with flat-screen televisions.',
    fr: 'Faites comme chez vous dans l’une des {rooms} chambres climatisées avec télévision à écran plat.',
    de: 'Fühlen Sie sich in einem der {rooms} klimatisierten Zimmer mit Flachbildfernseher wie zu Hause.',
    ja: 'エアコン付きの全{rooms}室には、薄型テレビが備わっています。',
    ar: 'اشعر كأنك في منزلك في إحدى الغرف المكيفة البالغ عددها {rooms} والمزودة بتلفزيون بشاشة مسطحة.',
  },
  dining: {
    en: 'Breakfast is served daily from 7:00 AM to 10:00 AM for a fee.',
    fr: 'Le petit-déjeuner est servi tous les jours de 7 h à 10 h moyennant un supplément.',
    de: 'Frühstück wird täglich von 7:00 bis 10:00 Uhr gegen Gebühr angeboten.',
    ja: '朝食は毎日7:00から10:00まで有料で提供されます。',
    ar: 'يقدم الإفطار يوميا من 7:00 إلى 10:00 مقابل رسوم.',
  },
}

/** Says in which year rooms were renovated, once for each change of the texts. */
const RENOVATED: LocalizedNames = {
  en: ' The rooms were renovated for the {nth}. time.',
  fr: ' Les chambres ont été rénovées pour la {nth}e fois.',
  de: ' Die Zimmer wurden zum {nth}. Mal renoviert.',
  ja: ' 客室は{nth}回改装されました。',
  ar: ' تم تجديد الغرف للمرة {nth}.',
}

type Told = {
  readonly truth: TrueHotel
  readonly form: Oddities['text']
  /** How often the texts were changed. */
  readonly edits: number
}

export function distortedTexts({ truth, form, edits }: Told, language: string): Texts {
  const asked = languageOf(language)
  function filled(sentence: string): string {
    return sentence
      .replaceAll('{name}', truth.names[asked])
      .replaceAll('{city}', truth.city.names[asked])
      .replaceAll('{rooms}', String(truth.roomsCount))
      .replaceAll('{year}', String(truth.yearBuilt))
  }
  const general = filled(SENTENCES.general[asked])
  return {
    headline: filled(SENTENCES.headline[asked]),
    general: ODD_TEXTS[form](edits > 0 ? general + RENOVATED[asked].replace('{nth}', String(edits)) : general),
    location: filled(SENTENCES.location[asked]),
    rooms: filled(SENTENCES.rooms[asked]),
    dining: filled(SENTENCES.dining[asked]),
  }
}

export const LONG_TEXT_LENGTH = 20_000

const ODD_TEXTS: Readonly<Record<Oddities['text'], (text: string) => string>> = {
  PLAIN: (text) => text,
  HTML: (text) =>
    `<p><strong>${text}</strong></p><ul><li>Bar<li>Sauna</ul><script>alert(1)</script><a href="javascript:alert(1)">more</a>`,
  ENTITIES: (text) => `${text} Tea &amp;amp; cake&nbsp;at&#32;five; a room&eacute;s view &lt;br /&gt; over the sea.`,
  LINE_BREAKS: (text) => text.replaceAll('. ', '.\r\n\r\n').replaceAll('。', '。\n\u2028'),
  LONG: (text) => text.padEnd(LONG_TEXT_LENGTH, ` ${text}`),
  EMOJI: (text) => `🏨 ${text} 👩‍👩‍👧‍👦🇫🇷 ✨`,
  RTL_MARKS: (text) => `\u200f\u202b${text}\u202c\u200e`,
  CONTROL: (text) => `${text.slice(0, 10)}\u0000${text.slice(10, 20)}\u0007\u001f${text.slice(20)}\u0085`,
}
