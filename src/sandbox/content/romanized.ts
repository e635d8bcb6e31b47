/** The pairs of a text in which words and what they stand for take turns. */
function pairsOf(text: string): Readonly<Record<string, string>> {
  const parts = text.split(' ')
  return Object.fromEntries(parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? '']] : [])))
}

/** Katakana by their sound in Hepburn's romanization; a small kana after one changes it. */
const KANA = pairsOf(
  'ア a イ i ウ u エ e オ o カ ka キ ki ク ku ケ ke コ ko ガ ga ギ gi グ gu ゲ ge ゴ go サ sa シ shi ス su セ se ソ so ザ za ジ ji ' +
    'ズ zu ゼ ze ゾ zo タ ta チ chi ツ tsu テ te ト to ダ da デ de ド do ナ na ニ ni ヌ nu ネ ne ノ no ハ ha ヒ hi フ fu ヘ he ホ ho ' +
    'バ ba ビ bi ブ bu ベ be ボ bo パ pa ピ pi プ pu ペ pe ポ po マ ma ミ mi ム mu メ me モ mo ヤ ya ユ yu ヨ yo ラ ra リ ri ル ru ' +
    'レ re ロ ro ワ wa ヲ o ン n ヴ vu シャ sha シュ shu ショ sho ジャ ja ジュ ju ジョ jo チャ cha チュ chu チョ cho チェ che ジェ je シェ she ' +
    'ファ fa フィ fi フェ fe フォ fo ヴィ vi ヴェ ve ヴォ vo ヴァ va ティ ti ディ di クィ kui ウィ wi ウェ we ウォ wo ニュ nyu ビュ byu ミュ myu ' +
    'リュ ryu キャ kya キュ kyu キョ kyo ピュ pyu デュ dyu クォ kuo ギャ gya ギュ gyu ギョ gyo',
)

/** Words in kanji that names of the catalogue have. */
const KANJI: readonly (readonly [string, string])[] = [
  ['旧港', 'Kyuko '],
  ['植物園', 'Shokubutsuen '],
  ['時計台', 'Tokeidai '],
  ['東京', 'Tokyo'],
  ['大阪', 'Osaka'],
]

/** A Japanese name in Latin letters, as it sounds: `Ribaasaido Hoteru Tokyo`. */
export function romanizedJapanese(name: string): string {
  const spelled = KANJI.reduce((text, [kanji, latin]) => text.replaceAll(kanji, latin), name)
  let out = ''
  for (let index = 0; index < spelled.length; index += 1) {
    const pair = KANA[spelled.slice(index, index + 2)]
    const one = spelled[index] ?? ''
    if (pair !== undefined) {
      out += pair
      index += 1
    } else if (one === 'ー') out += out.at(-1) ?? ''
    else if (one === 'ッ') out += (KANA[spelled[index + 1] ?? ''] ?? '').charAt(0)
    else out += one === '・' ? ' ' : (KANA[one] ?? one)
  }
  return capitalized(out)
}

const CYRILLIC = pairsOf(
  'а a б b в v г g д d е e ё yo ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ sch ы y э e ю yu я ya ь  ъ ',
)

/** A name in Cyrillic letter by letter: `Riversayd Otel`. */
export function romanizedCyrillic(name: string): string {
  return capitalized(Array.from(name.toLowerCase(), (letter) => CYRILLIC[letter] ?? letter).join(''))
}

/** Sounds that Arabic lacks or does not tell apart, as its speakers write them in Latin letters. */
const ARABIC_EAR: readonly (readonly [RegExp, string])[] = [
  [/ch/g, 'sh'],
  [/ck/g, 'k'],
  [/c(?=[ei])/g, 's'],
  [/c/g, 'k'],
  [/p/g, 'b'],
  [/v/g, 'f'],
  [/ou|oo|o/g, 'u'],
  [/ea|ee|e(?=[a-z])/g, 'i'],
  [/q/g, 'k'],
]

/** An English name as it comes back from Arabic: `Bark Fiiw Hutil`. The city has its Arabic name. */
export function heardInArabic(nameWithoutCity: string): string {
  return capitalized(ARABIC_EAR.reduce((text, [from, to]) => text.replace(from, to), nameWithoutCity.toLowerCase()))
}

function capitalized(text: string): string {
  return text
    .replace(/(^|[\s-])(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    .trim()
}
