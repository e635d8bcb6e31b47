import type { Vocabulary } from './vocabulary.ts'

/**
 * Sizes of beds. Alone, most name the room: `Double Room` promises a double bed, `habitación doble` (DOBLE) and `camera doppia`
 * (DOPPIA) only a room for two, see `compare-beds.ts`.
 */
export const SIZE_WORDS = {
  kind: 'SIZE',
  values: {
    SUPER_KING: { any: 'super king, super king size, superking, superking size, super kingsize' },
    KING: {
      any: 'king, kings, king size, kingsize, king sized, kingsized, kg, california king, cal king, king size double',
      es: 'extragrande, extra grande, doble extragrande, matrimonial king, tamaño king',
      it: 'matrimoniale king, matrimoniale king size',
      ja: 'キング, キングサイズ, キングダブル',
      nl: 'extra groot tweepersoons',
    },
    QUEEN: {
      any: 'queen, queens, queen size, queensize, queen sized, queensized, qn, queen double, queen size double',
      es: 'matrimonial queen',
      it: 'matrimoniale queen, matrimoniale queen size',
      ja: 'クイーン, クィーン, クイン, クイーンサイズ, クィーンサイズ',
      nl: 'groot tweepersoons',
    },
    DOUBLE: {
      en: 'double, doubles, dbl, dble, doble bed, full size, full double, fulls, dwb',
      fr: 'double, doubles',
      de: 'doppel, doppelzimmer, dz, zweier, doppelzi',
      ja: 'ダブル, ダブルサイズ',
      nl: 'tweepersoons, tweepersoonskamer',
    },
    DOBLE: { es: 'doble, dobles', pt: 'dupl[o|a|os|as]', nl: '2 persoonskamer' },
    DOPPIA: { it: 'doppi[a|o|e]' },
    WIDE_DOUBLE: { ja: 'ワイドダブル' },
    SEMI_DOUBLE: {
      any: 'semi double, semidouble, small double bed, small double size, three quarter',
      fr: 'petit lit double, lit double petit',
      de: 'kleines doppelbett',
      es: 'cama doble pequeña, pequeña cama doble',
      it: 'letto matrimoniale piccolo, piazza e mezza, una piazza e mezza',
      ja: 'セミダブル, スモールダブル',
    },
    FRENCH: {
      de: 'französisches bett, französischem bett, franz bett',
      it: 'alla francese, francese, letto francese',
      en: 'french bed',
      es: 'cama francesa',
    },
    SINGLE: {
      en: 'single, singles, sgl, sngl',
      fr: 'simple, simples, individuel[|le|s|les], une place, 1 place, une personne bed',
      de: 'einzel, einzelzimmer, ez, einbettzimmer',
      es: 'individual, individuales, sencill[a|o|as|os], simple, simples',
      it: 'singol[a|o|e|i]',
      ja: 'シングル, シングルサイズ',
      pt: 'solteiro, solteiros, individuais',
      nl: 'eenpersoons, eenpersoonskamer, 1 persoonskamer',
    },
    BUNK: {
      any: 'bunk, bunk bed, bunk beds, bunkbed, bunkbeds',
      fr: 'lit superposé, lits superposés',
      de: 'etagenbett[|en], stockbett[|en], hochbett[|en]',
      es: 'litera[|s]',
      it: 'letto a castello, letti a castello',
      ja: '2段ベッド, 二段ベッド',
      pt: 'beliche[|s]',
      nl: 'stapelbed[|den]',
    },
    FUTON: { any: 'futon, futons', ja: '布団, ふとん, フトン' },
    MURPHY: {
      any: 'murphy, murphy bed, wall bed, wallbed',
      de: 'klappbett, schrankbett',
      fr: 'lit escamotable',
      es: 'cama abatible',
      it: 'letto a scomparsa',
    },
    DAY_BED: { any: 'daybed, day bed', de: 'tagesbett', ja: 'デイベッド' },
    WATER_BED: { any: 'waterbed, water bed', de: 'wasserbett' },
  },
} as const satisfies Vocabulary

export const SIZED_BED_WORDS = {
  kind: 'SIZED_BED',
  values: {
    KING: {
      en: 'kingbed, extra large double bed[|s], extra large bed',
      fr: 'très grand lit, grand lit king size, très grand lit double',
      de: 'kingsizebett[|en], kingbett, extragroßes doppelbett, extra großes doppelbett',
      es: 'cama extragrande, camas extragrandes, cama doble extragrande, cama doble extra grande',
      it: 'letto matrimoniale extra large, letto matrimoniale king',
    },
    QUEEN: {
      en: 'queenbed, large double bed[|s]',
      fr: 'grand lit double, grands lits doubles',
      de: 'queensizebett[|en], queenbett, großes doppelbett',
      es: 'cama doble grande, camas dobles grandes',
      it: 'letto matrimoniale grande, letto matrimoniale queen',
    },
    DOUBLE: {
      en: 'full bed, full beds, full size bed, full size beds, full double bed, large bed, double bedded, matrimonial bed, marital bed, one bed double, dbl bed',
      fr: 'grand lit, lit matrimonial, grands lits, lit deux places, lit 2 places',
      de: 'doppelbett[|en|e|es], ehebett, doppelbettzimmer',
      es: 'cama de matrimonio, camas de matrimonio, cama matrimonio, camas matrimonio, cama matrimonial, camas matrimoniales, matrimonial, matrimoniales, de matrimonio, matrimonio',
      it: 'matrimonial[e|i], letto matrimoniale, letti matrimoniali',
      pt: 'casal, cama de casal, camas de casal',
      nl: 'tweepersoonsbed[|den]',
    },
    SINGLE: {
      de: 'einzelbett[|en|e|es]',
      nl: 'eenpersoonsbed[|den]',
      fr: 'lit une place, lits une place',
      pt: 'cama de solteiro, camas de solteiro',
    },
    /** Two of them. */
    TWIN: {
      en: 'separate beds, two separate beds',
      fr: 'lits jumeaux, lits séparés, lits simples séparés',
      de: 'getrennte betten, getrennten betten',
      es: 'camas gemelas, camas separadas',
      it: 'letti gemelli, letti separati',
      pt: 'camas separadas, camas gêmeas',
      nl: 'aparte bedden',
    },
  },
} as const satisfies Vocabulary

export const TWIN_WORDS = {
  kind: 'TWIN',
  values: {
    TWIN: {
      any: 'twin, twins, twn, twin bedded, twin size, twinbedded, twb',
      fr: 'jumeaux',
      de: 'zweibettzimmer, zweibett, 2 bett zimmer, zwei bett zimmer, twinzimmer',
      ja: 'ツイン, トゥイン',
    },
  },
} as const satisfies Vocabulary

export const BED_WORDS = {
  kind: 'BED',
  values: {
    BED: {
      en: 'bed, beds, bedded',
      fr: 'lit, lits',
      de: 'bett, betten, bettzimmer',
      es: 'cama, camas',
      it: 'letto, letti',
      ja: 'ベッド, ベット',
      nl: 'bedden',
    },
  },
} as const satisfies Vocabulary

export const SOFA_WORDS = {
  kind: 'SOFA',
  values: {
    SOFA: {
      en: 'sofa bed, sofa beds, sofabed, sofabeds, sleeper sofa, sofa sleeper, queen sleeper, pull out sofa, pullout sofa, pull out bed, sofa couch, couch bed, chair bed, convertible sofa',
      fr: 'canapé lit, canapé convertible, clic clac, canapés lits, banquette lit',
      de: 'schlafsofa[|s], schlafcouch, bettsofa, ausziehcouch, ausziehsofa, schlafsessel',
      es: 'sofá cama, sofás cama',
      it: 'divano letto, divani letto, poltrona letto',
      ja: 'ソファベッド, ソファーベッド',
      pt: 'sofá cama, sofás cama',
      nl: 'slaapbank, slaapbanken, bedbank',
    },
  },
} as const satisfies Vocabulary

/** For how many a room is. */
export const PLACES_WORDS = {
  kind: 'PLACES',
  values: {
    3: {
      en: 'triple, triples, tpl, trpl, treble, three bedded',
      fr: 'triple',
      de: 'dreibettzimmer, dreibett, 3 bett zimmer, drei bett zimmer, dreier, dreierzimmer',
      es: 'triple',
      it: 'tripl[a|o|e], tripl',
      ja: 'トリプル',
      nl: 'driepersoonskamer, driepersoons, 3 persoonskamer',
    },
    4: {
      en: 'quadruple, quad, quads, qdp, quadro, quadrouple',
      fr: 'quadruple',
      de: 'vierbettzimmer, vierbett, 4 bett zimmer, vier bett zimmer, vierer, viererzimmer',
      es: 'cuádruple, cuadruple',
      it: 'quadrupl[a|o|e]',
      ja: 'フォース, クアッド, クワッド, クアドルプル',
      pt: 'quádrupl[o|a]',
      nl: 'vierpersoonskamer, vierpersoons, 4 persoonskamer',
    },
    5: {
      en: 'quintuple',
      de: 'fünfbettzimmer, 5 bett zimmer',
      es: 'quíntuple',
      it: 'quintupla',
      fr: 'quintuple',
      ja: 'クインタプル',
      nl: 'vijfpersoonskamer',
    },
    6: {
      en: 'sextuple, hexa',
      de: 'sechsbettzimmer, 6 bett zimmer',
      es: 'séxtuple',
      it: 'sestupla',
      fr: 'sextuple',
      nl: 'zespersoonskamer',
    },
    8: { de: 'achtbettzimmer, 8 bett zimmer' },
  },
} as const satisfies Vocabulary

export const SINGLE_USE_WORDS = {
  kind: 'SINGLE_USE',
  values: {
    SINGLE_USE: {
      en: 'single use, for single use, sole use, single occupancy, solo use, for sole use, single person use, one person use',
      fr: 'usage individuel, à usage individuel, usage single, utilisation individuelle, usage simple, occupation simple',
      de: 'einzelnutzung, zur einzelnutzung, zur alleinbenutzung, alleinbenutzung, einzelbelegung, alleinnutzung, zur alleinnutzung',
      es: 'uso individual, de uso individual, para uso individual, uso single, uso sencillo',
      it: 'uso singol[a|o], ad uso singol[a|o], a uso singol[a|o], uso individuale, dus',
      ja: 'シングルユース, シングル利用, シングルユース利用, 一名利用, 1名利用, お一人様利用, お一人様専用',
      pt: 'uso individual, uso solteiro, uso single',
      nl: 'voor eenpersoonsgebruik, eenpersoonsgebruik',
    },
  },
} as const satisfies Vocabulary
