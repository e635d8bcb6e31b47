/** Letters that Unicode does not take apart, but that writers without them on the keyboard spell otherwise. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ħ: 'h',
  ŋ: 'n',
  ə: 'a',
  ĸ: 'k',
  // Arabic and Persian letters that are typed for each other.
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ة: 'ه',
  ى: 'ي',
  ی: 'ي',
  ئ: 'ي',
  ؤ: 'و',
  ک: 'ك',
  گ: 'ك',
  ڤ: 'ف',
  پ: 'ب',
  چ: 'ج',
  ژ: 'ز',
  ς: 'σ',
  // Traditional characters that hotel and city names use, as simplified ones.
  飯: '饭',
  館: '馆',
  賓: '宾',
  國: '国',
  際: '际',
  東: '东',
  廣: '广',
  場: '场',
  機: '机',
  園: '园',
  華: '华',
  達: '达',
  萬: '万',
  麗: '丽',
  樂: '乐',
  爾: '尔',
  頓: '顿',
  諾: '诺',
  來: '来',
  溫: '温',
  龍: '龙',
  鳳: '凤',
  臺: '台',
  灣: '湾',
  濱: '滨',
  瀋: '沈',
  陽: '阳',
  長: '长',
  門: '门',
  蘭: '兰',
  烏: '乌',
  魯: '鲁',
  齊: '齐',
  貴: '贵',
  漢: '汉',
  寧: '宁',
  蘇: '苏',
  慶: '庆',
  連: '连',
  島: '岛',
  橋: '桥',
  縣: '县',
  區: '区',
  鎮: '镇',
  灘: '滩',
  倫: '伦',
  羅: '罗',
  馬: '马',
  紐: '纽',
  約: '约',
}

const folded = new Map<string, string>()
const ASCII_ONLY = /^[\0-\x7f]*$/
/** Marks that are accents on the letter below them; in other scripts (Devanagari) marks are vowels and stay. */
const ACCENTED = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u
/** Vowel points of Arabic and Hebrew, the Arabic lengthening line, Thai tone marks: written or not, as the writer likes. */
const OPTIONAL_MARKS = /[\u064b-\u065f\u0670\u0640\u0591-\u05c7\u0e47-\u0e4e]/
const TRADE_MARKS = /[\u2122\u00ae\u00a9]/g

/** A text in one case, without accents, in one spelling of each letter; its punctuation stays. */
export function foldLetters(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase()
  let result = ''
  for (const letter of text.replace(TRADE_MARKS, '').normalize('NFKC')) result += foldLetter(letter)
  return result
}

function foldLetter(letter: string): string {
  const known = folded.get(letter)
  if (known !== undefined) return known
  const made = makeFolded(letter)
  folded.set(letter, made)
  return made
}

function makeFolded(letter: string): string {
  if (OPTIONAL_MARKS.test(letter)) return ''
  const lower = letter.toLowerCase()
  const special = LETTERS[lower]
  if (special !== undefined) return special
  if (!ACCENTED.test(lower) && !/^\p{M}/u.test(lower)) return lower
  const bare = /^[\u0300-\u036f]/.test(lower) ? '' : lower
  return ACCENTED.test(bare) ? withoutAccents(bare) : bare
}

function withoutAccents(letter: string): string {
  const bare = letter.normalize('NFD').replace(/\p{M}+/gu, '')
  return LETTERS[bare] ?? bare
}

/** Written in one word or none: `Queen's`, `O’Hare`. */
const APOSTROPHES = /['’‘`´ʼ׳"״]/g
const ASCII_WORDS = /[a-z0-9]+/g
const WORDS = /[\p{L}\p{N}\p{M}]+/gu

/** The folded words of a text, in their order; words of scripts without spaces stay in one piece. */
export function foldWords(text: string): readonly string[] {
  const letters = foldLetters(text).replace(APOSTROPHES, '')
  return letters.match(ASCII_ONLY.test(letters) ? ASCII_WORDS : WORDS) ?? []
}
