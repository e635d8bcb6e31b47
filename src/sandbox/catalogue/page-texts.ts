import type { LocalizedNames } from './types.ts'

type Row = readonly [en: string, fr: string, de: string, ja: string, ar: string]

function texts([en, fr, de, ja, ar]: Row): LocalizedNames {
  return { en, fr, de, ja, ar }
}

/** What a sandbox hotel says of itself: `{name}`, `{type}`, `{city}` and numbers are put in. */
export const HEADLINE = texts([
  '{type} in {city} with {rooms} kinds of room',
  '{type} à {city}, {rooms} types de chambre',
  '{type} in {city} mit {rooms} Zimmerarten',
  '{city}の{type}、客室{rooms}タイプ',
  '{type} في {city} مع {rooms} أنواع من الغرف',
])

export const GENERAL = texts([
  '{name} is a house that nobody has built: it exists in the sandbox only, where you can search, book and cancel it.\n\nIts guests sleep well all the same, and breakfast is served from half past six.',
  '{name} est une maison que personne n’a construite : elle n’existe que dans le bac à sable, où vous pouvez la chercher, la réserver et l’annuler.\n\nOn y dort bien quand même, et le petit-déjeuner est servi dès six heures et demie.',
  '{name} ist ein Haus, das niemand gebaut hat: Es gibt es nur in der Sandbox, wo Sie es suchen, buchen und stornieren können.\n\nGut schlafen lässt sich dort trotzdem, und Frühstück gibt es ab halb sieben.',
  '{name}は誰も建てたことのないホテルです。サンドボックスの中にだけあり、検索・予約・キャンセルを試せます。\n\nそれでもよく眠れます。朝食は6時30分から。',
  '{name} فندق لم يبنه أحد: لا يوجد إلا في بيئة الاختبار، حيث يمكنك البحث عنه وحجزه وإلغاؤه.\n\nومع ذلك ينام نزلاؤه جيدًا، ويُقدَّم الفطور من السادسة والنصف.',
])

export const LOCATION = texts([
  'It lies in {city}, {minutes} minutes on foot from the nearest station.',
  'Il se trouve à {city}, à {minutes} minutes à pied de la gare la plus proche.',
  'Es liegt in {city}, {minutes} Gehminuten vom nächsten Bahnhof.',
  '{city}にあり、最寄り駅から徒歩{minutes}分です。',
  'يقع في {city} على بعد {minutes} دقائق سيرًا من أقرب محطة.',
])

/** What pictures show, by the source's word for it. */
export const PICTURES: readonly (readonly [category: string, captions: LocalizedNames])[] = [
  ['exterior', texts(['The house', 'La façade', 'Das Haus', '外観', 'الواجهة'])],
  ['lobby', texts(['Lobby', 'Hall', 'Lobby', 'ロビー', 'الردهة'])],
  ['room', texts(['A room', 'Une chambre', 'Ein Zimmer', '客室', 'غرفة'])],
  ['breakfast', texts(['Breakfast', 'Petit-déjeuner', 'Frühstück', '朝食', 'الفطور'])],
  ['bathroom', texts(['Bathroom', 'Salle de bains', 'Badezimmer', 'バスルーム', 'الحمام'])],
  ['pool', texts(['Pool', 'Piscine', 'Pool', 'プール', 'المسبح'])],
  ['garden', texts(['Garden', 'Jardin', 'Garten', '庭園', 'الحديقة'])],
]

/** The terms of suppliers, which differ on purpose. */
export const PETS_WELCOME = texts([
  'Pets: USD 20 per room and stay, not included.',
  'Animaux : 20 USD par chambre et par séjour, non inclus.',
  'Haustiere: 20 USD je Zimmer und Aufenthalt, nicht enthalten.',
  'ペット：1室1滞在につき20米ドル（料金に含まれません）。',
  'الحيوانات الأليفة: 20 دولارًا للغرفة والإقامة، غير مشمولة.',
])

export const NO_PETS = texts([
  'Pets are not allowed.',
  'Les animaux ne sont pas admis.',
  'Haustiere sind nicht erlaubt.',
  'ペットはご遠慮ください。',
  'لا يُسمح بالحيوانات الأليفة.',
])

export const PARKING = texts([
  'Parking: USD 15 per night, no reservation.',
  'Parking : 15 USD par nuit, sans réservation.',
  'Parken: 15 USD je Nacht, ohne Reservierung.',
  '駐車場：1泊15米ドル、予約不可。',
  'موقف السيارات: 15 دولارًا في الليلة، دون حجز.',
])
