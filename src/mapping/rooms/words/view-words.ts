import type { Vocabulary } from './vocabulary.ts'

export const VIEW_WORDS = {
  kind: 'VIEW',
  values: {
    /** The thing seen is said before: `sea view`, `Meerblick`. */
    BEFORE: {
      en: 'view, views, vw, vws, viewing',
      de: 'blick, aussicht, sicht, ausblick, aussichts',
      ja: 'ビュー, ビュウ, 眺望, 側眺望, の眺め, 一望, が見える',
      nl: 'zicht',
    },
    /** The thing seen follows: `vista mare`, `Blick auf den Garten`. */
    AFTER: {
      en: 'view of, views of, view of the, view over, views over, overlooking, view to, view on, facing the, looking over, view onto, with a view of, overlooks, facing to',
      fr: 'vue[|s], donnant sur, ouvrant sur, face à, face au',
      de: 'blick auf, blick aufs, blick in, aussicht auf, aussicht aufs, mit blick auf, sicht auf, ausblick auf',
      es: 'vista[|s], con vistas, mirando, orientación',
      it: 'viste, affaccio, con affaccio, affacciata, prospicente',
      nl: 'uitzicht, uitzicht op, zicht op',
    },
  },
} as const satisfies Vocabulary

/** Words that are a whole view. */
export const WHOLE_VIEW_WORDS = {
  kind: 'WHOLE_VIEW',
  values: {
    SEA: { en: 'sv, seaview, ov, oceanview', ja: 'シービュー, 海が見える', de: 'meersicht' },
    SEA_FRONT: {
      en: 'seafront, oceanfront, sea front, ocean front',
      fr: 'front de mer',
      es: 'primera línea de mar, primera línea del mar, frente al mar, primera línea',
      it: 'fronte mare, lungomare',
      ja: 'オーシャンフロント',
      pt: 'frente mar, frente ao mar, de frente para o mar',
    },
    BEACH_FRONT: {
      en: 'beachfront, beach front',
      fr: 'front de plage',
      es: 'primera línea de playa, frente a la playa, en la playa',
      it: 'fronte spiaggia',
      ja: 'ビーチフロント',
    },
    LAKE_FRONT: { en: 'lakefront, lake front, lakeside', ja: 'レイクフロント' },
    WATER_FRONT: { en: 'waterfront, water front' },
  },
} as const satisfies Vocabulary

export const SIDE_WORDS = {
  kind: 'SIDE',
  values: {
    /** English `sea side` may be the side of the house or of the town. */
    SIDE: { en: 'side, sided' },
    TOWARDS_AFTER: {
      fr: 'côté, coté',
      es: 'lado, hacia',
      it: 'lato',
      de: 'zum, zur, richtung, nach',
    },
    TOWARDS_BEFORE: {
      en: 'facing',
      de: 'seite, seitig[|es|e]',
      ja: '側, 向き, 面, サイド',
    },
    FRONT_BEFORE: { en: 'front, fronts, fronting, frontage', ja: 'フロント' },
    FRONT_AFTER: {
      es: 'frente a, frente al, frente',
      it: 'fronte',
      de: 'direkt am, direkt an',
    },
  },
} as const satisfies Vocabulary

export const PARTIAL_WORDS = {
  kind: 'PARTIAL',
  values: {
    PARTIAL: {
      en: 'partial, partially, partical, lateral, limited, restricted, obstructed, oblique, part',
      fr: 'partielle, partiel, partiellement, latéral[|e|es], oblique, limitée, vue de côté, de biais',
      de: 'teilweise, teilweiser, teilweisem, teil, seitlich[|e|em|er|en], eingeschränkt[|e|em|er], partiell[|e|em|er]',
      es: 'parcial, parciales, lateral, laterales, limitada[|s]',
      it: 'parziale, parziali, laterale, laterali, limitata',
      ja: '一部, パーシャル, 部分',
      pt: 'parcialmente',
      nl: 'gedeeltelijk, zijdelings, zijdelingse',
    },
    FULL: {
      en: 'full, direct, directly, frontal, total, unobstructed',
      fr: 'directe, direct, frontale, pleine, totale, imprenable, dégagée',
      de: 'direkt[|em|er|en], frontal[|em|er], voll[|em]',
      es: 'frontal, directa[|s], total, frontales',
      it: 'frontale, diretta, piena',
      ja: '全面, 正面',
    },
  },
} as const satisfies Vocabulary
