import type { Vocabulary } from './vocabulary.ts'

export const NUMBER_WORDS = {
  kind: 'NUMBER',
  values: {
    1: { en: 'one', de: 'eins', ja: '一' },
    2: { en: 'two', fr: 'deux', de: 'zwei', es: 'dos', it: 'due', ja: '二', pt: 'dois, duas', nl: 'twee' },
    3: { en: 'three', fr: 'trois', de: 'drei', es: 'tres', it: 'tre', ja: '三', pt: 'três', nl: 'drie' },
    4: { en: 'four', fr: 'quatre', de: 'vier', es: 'cuatro', it: 'quattro', ja: '四', pt: 'quatro', nl: 'vier' },
    5: { en: 'five', fr: 'cinq', de: 'fünf', es: 'cinco', it: 'cinque', ja: '五', nl: 'vijf' },
    6: { en: 'six', fr: 'six', de: 'sechs', es: 'seis', it: 'sei', ja: '六', nl: 'zes' },
    7: { en: 'seven', fr: 'sept', de: 'sieben', es: 'siete', it: 'sette', ja: '七', nl: 'zeven' },
    8: { en: 'eight', fr: 'huit', de: 'acht', es: 'ocho', it: 'otto', ja: '八', nl: 'acht' },
    10: { en: 'ten', fr: 'dix', de: 'zehn', es: 'diez', it: 'dieci', ja: '十', nl: 'tien' },
    12: { en: 'twelve', fr: 'douze', de: 'zwölf', es: 'doce', it: 'dodici' },
  },
} as const satisfies Vocabulary

export const ARTICLE_WORDS = {
  kind: 'ARTICLE',
  values: {
    1: {
      fr: 'un, une',
      de: 'ein, eine, einem, einer, einen',
      es: 'un, una, uno',
      it: 'un, una, uno',
      pt: 'um, uma',
      nl: 'een',
    },
  },
} as const satisfies Vocabulary

export const PERSON_WORDS = {
  kind: 'PERSON',
  values: {
    PERSON: {
      en: 'people, person[|s], pax, guest[|s], adult[|s], ppl, ad, adt, ads, occupants',
      fr: 'personne[|s], pers, adulte[|s], voyageurs, occupants',
      de: 'personen, person, erwachsene[|n|r], gäste',
      es: 'persona[|s], adulto[|s], huéspedes, plazas',
      it: 'persona, persone, adult[o|i], ospit[e|i], posti letto, posti',
      ja: '名様, 名用, 名, 人用, 人部屋, 人, 人まで, 名まで, 大人, 名様用, 名様まで',
      pt: 'pessoa[|s], hóspedes',
      nl: 'personen, persoon, persoons, volwassenen, volwassene, persoonskamer',
    },
  },
} as const satisfies Vocabulary

export const CHILD_WORDS = {
  kind: 'CHILD',
  values: {
    CHILD: {
      en: 'child, children, ch, chd, infant[|s]',
      fr: 'enfant[|s]',
      de: 'kind, kinder, kindern',
      es: 'niñ[o|os|a|as]',
      it: 'bambin[o|i]',
      ja: '子供, お子様, 小人, 子ども',
      pt: 'criança[|s]',
      nl: 'kinderen',
    },
  },
} as const satisfies Vocabulary

export const FOR_WORDS = {
  kind: 'FOR',
  values: {
    FOR: {
      en: 'for, sleeps, sleep, up to, capacity, max, maximum, for up to, for max, accommodates, occupancy, max occupancy, capacity for',
      fr: 'pour, jusqu à, capacité',
      de: 'für, bis zu, bis, maximal, belegung',
      es: 'para, hasta, capacidad, máximo, capacidad para',
      it: 'per, fino a, massimo, capacità',
      ja: '定員, 最大',
      pt: 'até',
      nl: 'voor, tot',
    },
  },
} as const satisfies Vocabulary

export const MEASURE_WORDS = [
  {
    kind: 'TATAMI',
    values: {
      TATAMI: {
        en: 'tatami, tatami mats, tatami mat, mats, mat, jo',
        fr: 'tatamis',
        es: 'tatamis',
        de: 'tatami matten, tatamimatten',
        ja: '畳, 帖, 畳間, 畳の和室, 畳和室',
      },
    },
  },
  {
    kind: 'SQUARE_METRE',
    values: {
      SQUARE_METRE: {
        any: 'm 2, sqm, sq m, m2, sq mt, sqmt, qm, mq, mtq, square meters, square metres, square meter',
        fr: 'mètres carrés',
        de: 'quadratmeter',
        es: 'metros cuadrados',
        it: 'metri quadrati',
        ja: '平米, 平方メートル',
      },
    },
  },
  { kind: 'SQUARE_FOOT', values: { SQUARE_FOOT: { en: 'sq ft, sqft, square feet, sf' } } },
  {
    kind: 'FLOOR',
    values: {
      FLOOR: {
        en: 'floor, floors, flr, fl',
        fr: 'étage, étages',
        de: 'etage, stock, stockwerk, og, obergeschoss',
        es: 'planta',
        it: 'piano',
        ja: '階, フロア',
        nl: 'verdieping',
      },
    },
  },
  { kind: 'COUNTER', values: { COUNTER: { ja: '台, つ, 組' } } },
  {
    kind: 'TYPE',
    values: {
      TYPE: {
        any: 'type, typ, tipo',
        en: 'category, cat',
        fr: 'catégorie',
        de: 'kategorie',
        es: 'categoría',
        it: 'tipologia, categoria',
        ja: 'タイプ',
      },
    },
  },
  {
    kind: 'NIGHT',
    values: {
      NIGHT: {
        en: 'night[|s], nt, nts, day[|s], hour[|s]',
        fr: 'nuit[|s], nuitée[|s], jours',
        de: 'nacht, nächte, nächten, übernachtung, übernachtungen, tage',
        es: 'noche[|s], días',
        it: 'nott[e|i], giorni',
        ja: '泊, 連泊, 時間',
        pt: 'noite[|s]',
        nl: 'nachten, nacht',
      },
    },
  },
  {
    kind: 'CURRENCY',
    values: {
      CURRENCY: {
        any: '€, $, £, ¥, %, eur, usd, gbp, jpy, chf, euro, euros, dollar, dollars, percent, pounds, off',
        de: 'prozent',
        es: 'por ciento, dto',
        fr: 'pour cent',
        ja: '円, ％引き, %OFF, 円引き',
      },
    },
  },
] as const satisfies readonly Vocabulary[]

export const LINK_WORDS = [
  {
    kind: 'OR',
    values: {
      OR: {
        any: '/, or',
        fr: 'ou',
        de: 'oder, bzw',
        es: 'o, u',
        it: 'o, oppure',
        ja: 'または, もしくは, 又は, か, or',
        pt: 'ou',
      },
    },
  },
  {
    kind: 'AND',
    values: { AND: { any: '+, &, and, amp', fr: 'et', de: 'und', es: 'y, e', it: 'e, ed', ja: 'と, および' } },
  },
  {
    kind: 'WITHOUT',
    values: {
      WITHOUT: {
        en: 'without, no, non',
        fr: 'sans',
        de: 'ohne, kein, keine, keinen',
        es: 'sin',
        it: 'senza',
        pt: 'sem',
        nl: 'zonder, geen',
      },
    },
  },
] as const satisfies readonly Vocabulary[]

/** Words before what belongs to the room: `with pool`; in Japanese behind it. */
export const WITH_WORDS = {
  kind: 'SMALL',
  values: {
    WITH: { en: 'with, w', fr: 'avec', de: 'mit', es: 'con', it: 'con', pt: 'com', nl: 'met' },
    WITH_BEFORE: { ja: '付き, 付, つき' },
  },
} as const satisfies Vocabulary

export const SMALL_WORDS = {
  kind: 'SMALL',
  values: {
    SMALL: {
      any: 'x, th, st, nd, rd, incl',
      en: 'the, a, an, of, in, on, at, to, by, from, our, all, each, and or, s, style, size, sized, only, own, private, located, featuring, access, bedding, configuration, set, sets, this, is, are, its, level, has, as, ca',
      fr: 'de, du, des, la, le, les, l, d, à, au, aux, en, sur, privé[|e], privatif, privative, dans, sa, son, ses, type de, style, taille, par, situé, située, au lit',
      de: 'der, die, das, des, dem, den, im, in, am, an, auf, aufs, von, vom, eigen[|e|em|er], privat[|e|em|er], sowie, bei, separat[|e|em|er], jeweils, und oder, ins, pro, art, stil',
      es: 'c, el, la, los, las, de, del, al, a, en, sobre, privad[o|a], su, por, tipo de, tamaño, estilo, separad[o|a], ubicad[a|o]',
      it: 'il, lo, i, gli, di, del, della, dello, dei, degli, delle, dell, a, al, alla, sul, sulla, sull, su, da, in, nel, privat[o|a], all, dal, dalla, tipo di, stile, dotata di',
      ja: 'の, 可, 用, タイプの, へ, に, が, を, で, は, 利用, 有り, 有, あり, 専用, 貸切, 貸し切り, お, ご, 様, 使用, サイズ, な, 対応, 仕様, 全室, 並び, 並んだ',
      pt: 'do, da, das, na, em, ao, para o, para a, os, as, privativ[o|a]',
      nl: 'het, van, op, aan, eigen, privé',
    },
  },
} as const satisfies Vocabulary
