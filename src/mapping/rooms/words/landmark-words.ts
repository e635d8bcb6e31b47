import type { Vocabulary } from './vocabulary.ts'

/** Sights that have a name. Others are read as they are written: `Waikiki view`. */
export const LANDMARK_WORDS = {
  kind: 'SIGHT',
  values: {
    LANDMARK: { any: 'landmark, monument', es: 'monumento', fr: 'monument', ja: 'ランドマーク' },
    EIFFEL_TOWER: {
      any: 'eiffel tower, eiffel',
      fr: 'tour eiffel',
      de: 'eiffelturm',
      es: 'torre eiffel',
      it: 'torre eiffel',
      ja: 'エッフェル塔',
    },
    ACROPOLIS: {
      any: 'acropolis',
      fr: 'acropole',
      de: 'akropolis',
      es: 'acrópolis',
      it: 'acropoli',
      ja: 'アクロポリス',
    },
    COLOSSEUM: { any: 'colosseum', fr: 'colisée', de: 'kolosseum', es: 'coliseo', it: 'colosseo', ja: 'コロッセオ' },
    BURJ_KHALIFA: { any: 'burj khalifa, burj', ja: 'ブルジュハリファ' },
    BOSPHORUS: { any: 'bosphorus, bosporus', fr: 'bosphore', es: 'bósforo', it: 'bosforo', ja: 'ボスポラス' },
    KREMLIN: { any: 'kremlin', de: 'kreml', it: 'cremlino' },
    PYRAMIDS: { any: 'pyramid, pyramids', fr: 'pyramides', de: 'pyramiden', es: 'pirámides', it: 'piramidi' },
    VESUVIUS: { any: 'vesuvius', fr: 'vésuve', de: 'vesuv', it: 'vesuvio' },
    ETNA: { any: 'etna' },
    FUJI: {
      any: 'mt fuji, mount fuji, fuji, mt fujiyama',
      fr: 'mont fuji',
      de: 'fuji berg',
      es: 'monte fuji',
      it: 'monte fuji',
      ja: '富士山, 富士',
    },
    TOKYO_TOWER: { any: 'tokyo tower', ja: '東京タワー' },
    SKYTREE: { any: 'skytree, tokyo skytree, sky tree', ja: 'スカイツリー, 東京スカイツリー' },
    SPIRE: { any: 'london eye' },
    TIMES_SQUARE: { any: 'times square' },
    CENTRAL_PARK: { any: 'central park' },
    VICTORIA_HARBOUR: { any: 'victoria harbour, victoria harbor' },
  },
} as const satisfies Vocabulary
