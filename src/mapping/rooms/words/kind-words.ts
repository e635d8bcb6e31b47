import type { Vocabulary } from './vocabulary.ts'

/** What is sold: without such a word, a room. */
export const KIND_WORDS = {
  kind: 'KIND',
  values: {
    SUITE: { any: 'suite, suites', de: 'suitenzimmer', ja: 'スイート, スウィート', pt: 'suíte[|s]' },
    JUNIOR: { any: 'junior, jr, jnr', en: 'juniors', ja: 'ジュニア', pt: 'júnior' },
    JUNIOR_SUITE: {
      any: 'junior suite, suite junior, juniorsuite, jr suite',
      ja: 'ジュニアスイート, ジュニアスウィート',
      pt: 'suíte júnior, júnior suíte',
    },
    MINI_SUITE: { any: 'mini suite, minisuite, semi suite' },
    STUDIO: {
      any: 'studio, studios',
      en: 'efficiency, bachelor apartment, bedsit',
      fr: 'studette, 1 pièce, une pièce, studio apartment',
      de: 'einzimmerwohnung, einzimmer apartment, einzimmerapartment, 1 zimmer apartment, 1 zimmer wohnung, ein zimmer apartment, ein zimmer wohnung, 1 raum apartment, studioapartment',
      es: 'estudio[|s], monoambiente',
      it: 'monolocale, monolocali',
      ja: 'スタジオ, ステューディオ, 1K, ワンルーム',
      pt: 'estúdio, kitnet',
      nl: 'studioappartement',
    },
    APARTMENT: {
      any: 'apartment, apartments, appartement, apartamento, apartment hotel',
      en: 'apt, apts, appartment, apartament, flat, condo, condominium, unit, serviced apartment, self catering apartment',
      fr: 'appartements, appart, appt',
      de: 'ferienwohnung[|en], fewo, wohnung, appartements, ferienapartment, ferienappartement, apartmentwohnung',
      es: 'apartamentos, departamento[|s], piso, apto, apart',
      it: 'appartament[o|i]',
      ja: 'アパートメント, アパート, アパルトマン, コンドミニアム, マンション',
      pt: 'apartamentos',
      nl: 'appartement[|en], vakantiewoning',
    },
    VILLA: { any: 'villa, villas', ja: 'ヴィラ, ビラ, ウィラ, 別荘' },
    HOUSE: {
      any: 'house, houses, casa',
      en: 'holiday home, home, vacation home, holiday house',
      fr: 'maison[|s], maisonnette',
      de: 'haus, ferienhaus, ferienhäuser',
      es: 'casas',
      it: 'case, casa vacanze',
      ja: 'ハウス, 一棟貸し, 一棟貸切, 一軒家, 一棟',
      pt: 'casas',
      nl: 'huis, vakantiehuis',
    },
    COTTAGE: {
      any: 'cottage, cottages',
      fr: 'gîte',
      de: 'häuschen',
      es: 'casita, casitas',
      it: 'casetta, villetta',
      ja: 'コテージ',
      pt: 'casinha',
      nl: 'huisje',
    },
    TOWN_HOUSE: { any: 'townhouse, town house', de: 'stadthaus', fr: 'maison de ville' },
    COUNTRY_HOUSE: { de: 'landhaus', es: 'casa rural', en: 'country house, farmhouse' },
    BUNGALOW: {
      any: 'bungalow, bungalows',
      es: 'búngalo, bungaló[|w]',
      it: 'bungalow',
      pt: 'bangalô',
      ja: 'バンガロー',
    },
    CHALET: { any: 'chalet, chalets', it: 'baita', ja: 'シャレー', pt: 'chalé' },
    CABIN: {
      any: 'cabin, cabins',
      en: 'log cabin, stateroom',
      fr: 'cabane',
      de: 'hütte, blockhaus, kabine, blockhütte',
      es: 'cabaña[|s], camarote',
      it: 'capanna, cabina',
      ja: 'キャビン, ログハウス',
      pt: 'cabana',
      nl: 'hut, blokhut',
    },
    LODGE: { any: 'lodge, lodges', ja: 'ロッジ' },
    LOFT: { any: 'loft, lofts', ja: 'ロフト, ロフト付き' },
    PENTHOUSE: { any: 'penthouse, pent house', es: 'ático', it: 'attico', ja: 'ペントハウス' },
    DUPLEX: {
      any: 'duplex, maisonette',
      en: 'bi level, split level, two level, two story, two storey',
      fr: 'duplexes, souplex',
      es: 'dúplex, dos plantas, dos niveles',
      it: 'su due livelli, due livelli',
      ja: 'メゾネット, デュプレックス',
    },
    TRIPLEX: { any: 'triplex' },
    DORMITORY: {
      any: 'dorm, dorms',
      en: 'dormitory, dormitories, shared dormitory, bed in dormitory, bed in dorm, shared room, dorm room, dormitory room, shared dorm',
      fr: 'dortoir, dortoir partagé, lit en dortoir, lit dans dortoir, lit dans un dortoir, chambre partagée, chambre commune',
      de: 'schlafsaal, schlafsaalbett, gemeinschaftszimmer, mehrbettzimmer, mehrbett, bett im schlafsaal',
      es: 'dormitorio compartido, habitación compartida, cama en dormitorio compartido, cama en habitación compartida, cama en dormitorio, literas compartidas',
      it: 'camerata, posto letto in camerata, camera condivisa, letto in dormitorio, posto letto in dormitorio, dormitorio condiviso, posto letto',
      ja: 'ドミトリー, ドミトリ, ドミトリールーム, 相部屋',
      pt: 'dormitório compartilhado, quarto compartilhado, cama em dormitório, cama em quarto compartilhado, dormitório coletivo',
      nl: 'slaapzaal, gedeelde slaapzaal, bed in slaapzaal',
    },
    CAPSULE: {
      any: 'capsule, capsules, pod, pods',
      de: 'kapsel',
      es: 'cápsula',
      it: 'capsula',
      ja: 'カプセル, カプセルルーム, ポッド',
    },
    TENT: {
      any: 'tent, tents, glamping',
      fr: 'tente[|s], tente lodge',
      de: 'zelt, zelte',
      es: 'tienda, tiendas, tienda de campaña',
      it: 'tenda, tende',
      ja: 'テント, グランピング, グランピングテント',
      nl: 'tent',
    },
    TIPI: { any: 'tipi, teepee' },
    YURT: { any: 'yurt', fr: 'yourte', de: 'jurte', es: 'yurta' },
    MOBILE_HOME: {
      any: 'mobile home, mobil home, mobilhome, mobilehome, caravan',
      de: 'wohnwagen',
      es: 'caravana',
      it: 'casa mobile',
      ja: 'トレーラーハウス',
    },
    TREE_HOUSE: {
      any: 'tree house, treehouse',
      de: 'baumhaus',
      fr: 'cabane dans les arbres',
      es: 'casa del árbol',
      it: 'casa sull albero',
      ja: 'ツリーハウス',
    },
    CAVE: { any: 'cave', fr: 'troglodyte', de: 'höhle', es: 'cueva', it: 'grotta' },
    DOME: { any: 'dome, igloo', ja: 'ドーム' },
    PAVILION: { any: 'pavilion', fr: 'pavillon', ja: 'パビリオン' },
    RESIDENCE: { any: 'residence, residences', fr: 'résidence', ja: 'レジデンス' },
    TATAMI_ROOM: {
      any: 'japanese room, japanese style room, japanese style, washitsu',
      en: 'japanese style tatami room, japanese traditional room, traditional japanese room, traditional japanese style room, japanese tatami room',
      fr: 'chambre japonaise, style japonais, chambre de style japonais, chambre traditionnelle japonaise, à la japonaise',
      de: 'japanisches zimmer, zimmer im japanischen stil, im japanischen stil, japanischer stil',
      es: 'habitación japonesa, estilo japonés, habitación de estilo japonés, habitación estilo japonés',
      it: 'camera giapponese, stile giapponese, camera in stile giapponese, in stile giapponese',
      ja: '和室, 和室タイプ, 畳部屋, 畳の部屋, 日本間, お座敷, 和風, 純和室',
      nl: 'japanse kamer, japanse stijl',
    },
    JAPANESE_WESTERN_ROOM: {
      any: 'japanese western room, japanese western style room, japanese western style, japanese and western style room, japanese and western room',
      en: 'japanese western, western japanese room, western japanese style room, japanese western mixed room, semi japanese style',
      fr: 'chambre japonaise et occidentale, style japonais et occidental, style nippo occidental, style japonais occidental',
      de: 'japanisch westliches zimmer, im japanisch westlichen stil, japanisch westlicher stil',
      es: 'habitación japonesa occidental, estilo japonés y occidental, estilo japonés occidental',
      it: 'stile giapponese e occidentale, camera giapponese occidentale, stile giapponese occidentale',
      ja: '和洋室, 和洋折衷, 和洋室タイプ, 和洋',
    },
    DETACHED: {
      any: 'detached room, detached',
      fr: 'chambre indépendante, détachée',
      ja: '離れ, はなれ, 離れ客室, 離れ家',
    },
    RUN_OF_HOUSE: {
      any: 'run of house, run of the house, roh',
      en: 'room assigned on arrival, hotel s choice, any room type, assigned at check in',
      fr: 'chambre attribuée à l arrivée',
      de: 'glückszimmer',
      es: 'habitación asignada a la llegada',
      ja: '部屋タイプおまかせ, おまかせ, ホテルおまかせ, 部屋タイプお任せ, お任せ',
    },
  },
} as const satisfies Vocabulary

/** Flats that are named by their number of rooms: FLAT_1 has one bedroom. */
export const FLAT_WORDS = {
  kind: 'FLAT_ROOM',
  values: {
    FLAT_1: { it: 'bilocale, bilocali', de: 'zweizimmerwohnung, zweiraumwohnung, zweizimmerapartment' },
    FLAT_2: { it: 'trilocale, trilocali', de: 'dreizimmerwohnung, dreiraumwohnung, dreizimmerapartment' },
    FLAT_3: { it: 'quadrilocale, quadrilocali', de: 'vierzimmerwohnung, vierraumwohnung' },
    /** `T2`, `F3`: a number follows; one less than it in French, the number itself in Portuguese, are bedrooms. */
    T: { any: 't, f' },
    /** A number stands before: `2LDK` has two bedrooms. */
    LDK: { ja: 'LDK, DK, SLDK' },
    /** A number stands before: one less than it are bedrooms. */
    ROOMS: { fr: 'pièces, pièce', de: 'raum' },
  },
} as const satisfies Vocabulary

export const ROOM_WORDS = {
  kind: 'ROOM',
  values: {
    ROOM: {
      en: 'room, rooms, rm, guestroom, guest room, guestrooms, bedded room, accommodation, chamber, western style, western room, western style room',
      de: 'zimmer, gästezimmer, zi, hotelzimmer, westlicher stil, im westlichen stil',
      ja: 'ルーム, 室, 部屋, お部屋, 客室, 洋室, 洋室タイプ, 間',
      nl: 'kamer, kamers, hotelkamer',
      es: 'hab, estilo occidental',
      it: 'stile occidentale',
      fr: 'style occidental',
    },
    /** These mean a bedroom when they are counted in a flat. */
    SLEEPING: {
      fr: 'chambre[|s]',
      es: 'habitación, habitaciones',
      it: 'camera, camere, stanza, stanze',
      pt: 'quarto, quartos',
    },
  },
} as const satisfies Vocabulary

export const BEDROOM_WORDS = {
  kind: 'BEDROOM',
  values: {
    BEDROOM: {
      en: 'bedroom[|s], br, brs, bdr, bdrm[|s], bedrm, bed rooms, bedroomed',
      fr: 'chambre à coucher, chambres à coucher',
      de: 'schlafzimmer[|n|s], schlafräume[|n], schlafraum, sz',
      es: 'recámara[|s], alcoba[|s]',
      it: 'camera da letto, camere da letto, vano letto',
      ja: 'ベッドルーム, ベットルーム, 寝室',
      nl: 'slaapkamer[|s]',
    },
  },
} as const satisfies Vocabulary

export const DORMITORIO_WORDS = {
  kind: 'DORMITORIO',
  values: { DORMITORIO: { any: 'dormitorio, dormitorios', it: 'dormitori', pt: 'dormitório[|s]' } },
} as const satisfies Vocabulary
