import { editDistance } from '../../domain/text.ts'

const CLASSES: Readonly<Record<string, string>> = {
  b: 'P',
  p: 'P',
  f: 'P',
  v: 'P',
  d: 'T',
  t: 'T',
  g: 'K',
  k: 'K',
  c: 'K',
  s: 'S',
  l: 'L',
  r: 'L',
  m: 'M',
  n: 'N',
}

/**
 * The consonants of a word in classes that survive a change of script: Arabic has no p, Japanese no l, Korean no f, Hebrew and
 * Arabic no short vowels, Thai ends no word in s. `hilton`, `khilton`, `hyltn` and `hiruton` are all `LTN`.
 */
export function soundsOf(latin: string): string {
  const spelt = latin
    .replace(/x/g, 'ks')
    .replace(/sch|tsch|shch|sh|ch|zh|ts|tz|cz|dzh|dj|j|z|ç/g, 's')
    .replace(/ph/g, 'f')
    .replace(/th/g, 't')
    .replace(/kh|gh|ck|q/g, 'k')
    .replace(/c(?=[eiy])/g, 's')
    .replace(/m(?=[bpfv])/g, 'n')
  let sounds = ''
  for (const letter of spelt) {
    const sound = CLASSES[letter] ?? ''
    if (sound !== '' && !sounds.endsWith(sound)) sounds += sound
  }
  return sounds
}

/** Before e and i, a Latin g is spoken as in `garden` or as in `mirage`; a w as in `water` or as the v of `Wien`. */
function waysToSay(latin: string): readonly string[] {
  const ways = [latin]
  if (/g[eiy]/.test(latin)) ways.push(latin.replace(/g(?=[eiy])/g, 'j'))
  if (latin.includes('w')) ways.push(...ways.map((way) => way.replace(/w/g, 'v')))
  return ways.map(soundsOf)
}

/** Of many sounds, this share may differ: r and l at the end of a syllable are often not spoken. */
const MOST_DIFFERENT = 0.3
const MANY_SOUNDS = 6

/** True when two words, or several written together, have the same consonants in one of the ways in which they may be spoken. */
export function areSpokenAlike(a: string, b: string): boolean {
  const [waysA, waysB] = [waysToSay(a), waysToSay(b)]
  return waysA.some((x) => waysB.some((y) => x === y || areNearlyAlike(x, y)))
}

function areNearlyAlike(x: string, y: string): boolean {
  const [short, long] = x.length <= y.length ? [x, y] : [y, x]
  if (short.length < MANY_SOUNDS || editDistance(x, y) > MOST_DIFFERENT * long.length) return false
  // Sounds are lost or gained within words. What the one has at an end, and nothing else, is a further word, such as Annex.
  return long.length - short.length < FURTHER_WORD || !(long.startsWith(short) || long.endsWith(short))
}

const FURTHER_WORD = 2
