import type { Vocabulary } from './vocabulary.ts'

export const ACCESS_WORDS = {
  kind: 'ACCESS',
  values: {
    MOBILITY: {
      any: 'accessible, universal, universal design',
      en: 'mobility accessible, mobility access, mobility, accessibility, disability access, disabled, disabled access, wheelchair, wheelchair accessible, wheelchair access, handicap, handicapped, handicap accessible, handicapped accessible, ada, ada compliant, ada accessible, adapted, barrier free, for disabled, for disabled people, reduced mobility, special needs, disability, disability accessible, accessible room, physically challenged, disabled guests, for disabled guests, handicap access, wheelchair friendly, mobility hearing accessible, disabled facilities, accessable, adapted for people with reduced mobility, adapted for disabled guests, suitable for disabled guests, with mobility accessibility',
      fr: 'pmr, accessible pmr, adapté[|e|s|es], adapté[|e] pmr, mobilité réduite, personnes à mobilité réduite, aux personnes à mobilité réduite, handicapé[|e|s|es], accessible aux personnes à mobilité réduite, adapté[|e] aux personnes à mobilité réduite, handicap, accès handicapés, accessible aux fauteuils roulants, fauteuil roulant, accès fauteuil roulant, accessible en fauteuil roulant, adapté[|e] aux personnes handicapées, pour personnes à mobilité réduite, pour personnes handicapées, accessible aux handicapés, accessible aux personnes handicapées, adaptée handicap, accessibilité',
      de: 'barrierefrei[|es|e|er], behindertengerecht[|es|e|er], behindertenfreundlich[|es|e], rollstuhlgerecht[|es|e|er], rollstuhlgängig[|es|e], barrierearm[|es], rollstuhlgeeignet[|es], für rollstuhlfahrer, behindertenzimmer, rollstuhl, rollstuhlfahrer, mobilitätseingeschränkt[|e], für mobilitätseingeschränkte, für gäste mit eingeschränkter mobilität, für personen mit eingeschränkter mobilität, barrierefreies zimmer, mobilitätsgerecht[|es], rollstuhlzugänglich[|es]',
      es: 'adaptad[a|o|as|os], accesible[|s], movilidad reducida, personas con movilidad reducida, adaptada para personas con movilidad reducida, minusválidos, discapacitados, para discapacitados, silla de ruedas, para personas con movilidad reducida, adaptada para personas de movilidad reducida, para minusválidos, discapacidad, personas con discapacidad, adaptada a personas de movilidad reducida, adaptada para discapacitados, adaptada para minusválidos, acceso para discapacitados, accesible en silla de ruedas, para personas con discapacidad, adaptada para personas con discapacidad, adaptada a personas con movilidad reducida, pmr, minusválido, accesibilidad',
      it: 'accessibile, disabili, per disabili, attrezzata per disabili, accessibile ai disabili, persone con disabilità, mobilità ridotta, senza barriere, persone con mobilità ridotta, per persone con disabilità, adatt[a|o] a persone con disabilità, attrezzat[a|o] per persone con disabilità, accessibile a persone con disabilità, diversamente abili, per diversamente abili, per ospiti disabili, accessibile in sedia a rotelle, sedia a rotelle, accessibile a ospiti con mobilità ridotta, per persone con mobilità ridotta, adatta ai disabili, accessibile alle persone con mobilità ridotta, accessibile ai portatori di handicap, senza barriere architettoniche, handicap, con accesso disabili, accesso disabili, attrezzata per ospiti disabili, accessibilità, adattata per disabili, adatta per disabili',
      ja: 'ユニバーサル, バリアフリー, ハンディキャップ, 車椅子, 車いす, アクセシブル, 身障者, 車椅子対応, 車いす対応, 身障者対応, ユニバーサルルーム, ハンディキャップルーム, バリアフリールーム, ユニバーサルデザイン, アクセシブルルーム, 車椅子利用可, 障害者対応, 障がい者対応, ハートフル',
      pt: 'acessível, adaptado, mobilidade reduzida, pessoas com mobilidade reduzida, deficientes, acesso para deficientes',
      nl: 'toegankelijk[|e], mindervaliden, aangepast[|e], rolstoel, rolstoeltoegankelijk[|e], invaliden, rolstoelvriendelijk',
    },
    ROLL_IN_SHOWER: {
      en: 'roll in shower, with roll in shower, rollin shower, accessible shower, wheel in shower',
      fr: 'douche accessible, douche accessible aux fauteuils roulants, douche accessible en fauteuil roulant, douche adaptée, douche de plain pied',
      de: 'bodengleiche dusche, bodengleicher dusche, rollstuhlgerechte dusche, rollstuhlgerechter dusche, barrierefreie dusche, barrierefreier dusche, ebenerdige dusche, ebenerdiger dusche, befahrbare dusche, schwellenlose dusche',
      es: 'ducha accesible, ducha adaptada, ducha a ras de suelo, ducha sin barreras, ducha accesible en silla de ruedas',
      it: 'doccia accessibile, doccia a filo pavimento, doccia attrezzata, doccia accessibile in sedia a rotelle, doccia senza barriere',
      ja: 'ロールインシャワー, ロールインシャワー付き, 車椅子用シャワー',
    },
    HEARING: {
      en: 'hearing, hearing accessible, hearing impaired, hearing access, deaf, hearing accessibility, hearing loss',
      fr: 'malentendants, déficience auditive, auditif, pour malentendants, déficients auditifs',
      de: 'hörgeschädigte, hörbehindert, hörgeschädigten, für hörgeschädigte, hörbehinderte, gehörlose, für gehörlose',
      es: 'auditiva, discapacidad auditiva, para personas con discapacidad auditiva',
      it: 'non udenti, uditiva, per non udenti, disabilità uditiva, disabilità uditive',
      ja: '聴覚, 聴覚障害, 聴覚障害者対応',
    },
    VISUAL: {
      en: 'visually impaired, visual impairment, blind',
      fr: 'malvoyants',
      de: 'sehbehinderte',
      es: 'discapacidad visual',
      it: 'non vedenti',
    },
  },
} as const satisfies Vocabulary

export const SMOKING_WORDS = {
  kind: 'SMOKING',
  values: {
    NON_SMOKING: {
      en: 'non smoking, no smoking, nonsmoking, smoke free, nosmoking, non smoker, non smokers, nsmk, nosmk, nosmok, nonsmok, non smoke, smokefree, nonsmoker, nsk, smoking not allowed, not smoking',
      fr: 'non fumeur, non fumeurs, non fumeuse, interdit de fumer',
      de: 'nichtraucher, nichtraucherzimmer, nicht raucher, rauchfrei[|es], nichtraucherraum, nicht rauchen, rauchen verboten, für nichtraucher',
      es: 'no fumador, no fumadores, no fumar, no fumadora, libre de humo, para no fumadores, sin humo, prohibido fumar, no se puede fumar',
      it: 'non fumatori, per non fumatori, non fumatore, vietato fumare, non fumo',
      ja: '禁煙, 全室禁煙, 禁煙ルーム, ノンスモーキング, 禁煙室, 禁煙部屋, 喫煙不可, 全面禁煙',
      pt: 'não fumador, não fumadores, para não fumadores, não fumante, não fumantes, para não fumantes',
      nl: 'niet roken, rookvrij, rookvrije, niet rokers',
    },
    SMOKING: {
      en: 'smoking, smoking allowed, smoking permitted, smoker, smokers, smoking room, smk',
      fr: 'fumeur, fumeurs, fumeuse',
      de: 'raucher, raucherzimmer, für raucher, rauchen erlaubt',
      es: 'fumador, fumadores, fumar, para fumadores, se puede fumar',
      it: 'fumatori, per fumatori, fumatore',
      ja: '喫煙, 喫煙可, 喫煙ルーム, スモーキング, 喫煙室, 喫煙可能, 喫煙部屋, 喫煙OK',
      pt: 'fumante, fumantes, para fumantes',
      nl: 'roken, roken toegestaan, rokers, rokerskamer',
    },
  },
} as const satisfies Vocabulary

export const GENDER_WORDS = {
  kind: 'GENDER',
  values: {
    FEMALE: {
      en: 'female, females, women, womens, ladies, lady, female only, women only, ladies only, woman, woman only, girls, for women',
      fr: 'féminin, femmes, dames, pour femmes, femme, réservé aux femmes, réservée aux femmes, filles',
      de: 'damen, frauen, nur für frauen, weiblich, frauenzimmer, damenzimmer, für frauen, nur frauen',
      es: 'femenin[a|o], mujeres, chicas, solo mujeres, para mujeres, solo para mujeres, sólo mujeres',
      it: 'femminile, donne, per donne, solo donne, riservato alle donne, solo femminile',
      ja: '女性, 女性専用, レディース, 女性用, 女性限定, レディースルーム, レディース専用, 女性のみ',
      pt: 'feminin[o|a], mulheres',
      nl: 'vrouwen, dames, vrouwelijke',
    },
    MALE: {
      en: 'male, males, men, mens, male only, men only, gentlemen',
      fr: 'masculin, hommes, pour hommes, homme, réservé aux hommes',
      de: 'herren, männer, nur für männer, männlich, für männer, nur männer',
      es: 'masculin[a|o], hombres, chicos, solo hombres, para hombres, solo para hombres',
      it: 'maschile, uomini, per uomini, solo uomini',
      ja: '男性, 男性専用, 男性用, メンズ, 男性限定, 男性のみ',
      nl: 'mannen, heren',
    },
    MIXED: {
      en: 'mixed, mixed gender, mix, co ed, coed, unisex',
      fr: 'mixte[|s]',
      de: 'gemischt[|er|es|e|en]',
      es: 'mixt[a|o|as|os]',
      it: 'mist[a|o]',
      ja: '男女混合, 男女共用, ミックス, 混合, 男女兼用, 男女',
      pt: 'mist[a|o]',
      nl: 'gemengd[|e]',
    },
  },
} as const satisfies Vocabulary
