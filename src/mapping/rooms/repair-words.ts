/** Shorter words are too often others by chance. */
const SHORTEST_PART = 4
const SHORTEST_SLIP = 6
const LONGEST = 40

const LATIN = /^[a-z]+$/

/** Words below SHORTEST_PART that compounds are made of. */
const SHORT_PARTS: ReadonlySet<string> = new Set([
  'sea',
  'see',
  'bay',
  'hof',
  'bad',
  'eck',
  'tal',
  'bed',
  'non',
  'zee',
  'dom',
])

/** What German puts between two parts of a compound. */
const JOINTS = ['', 's', 'n', 'es'] as const

/** Reads words that stand in no table as compounds of known ones (`Komfortdoppelzimmer`, `seaview`), or as slips of the pen. */
export type Repair = (word: string) => readonly string[]

/** What a word means by itself; undefined: it only stands in longer phrases. */
type Meaning = (word: string) => string | undefined

/** `words` are all words of the tables. A word that cannot be read stays as it is. */
export function createRepair(words: ReadonlySet<string>, meaning: Meaning): Repair {
  const parts = new Set([...words].filter((word) => word.length >= SHORTEST_PART || SHORT_PARTS.has(word)))
  const slips = slipsOf([...words].filter((word) => word.length >= SHORTEST_SLIP && LATIN.test(word)))
  return (word) => {
    if (words.has(word) || word.length < SHORTEST_SLIP || word.length > LONGEST || !LATIN.test(word)) return [word]
    const split = splitCompound(word, parts)
    if (split) return split
    const meant = meantBy(word, slips, meaning)
    return meant ? [meant] : withKnownTail(word)
  }
}

/** The parts of a compound, the longest first; null when some of it is no word. */
function splitCompound(word: string, parts: ReadonlySet<string>): string[] | null {
  for (let end = word.length; end >= 3; end--) {
    const head = word.slice(0, end)
    if (!parts.has(head)) continue
    if (end === word.length) return [head]
    for (const joint of JOINTS) {
      if (!word.startsWith(joint, end)) continue
      const rest = splitCompound(word.slice(end + joint.length), parts)
      if (rest) return [head, ...rest]
    }
  }
  return null
}

const TAILS = /^(.{3,})(blick|zimmer|suite|wohnung|view)$/

/** `Moselblick` is a view of something that no table has. */
function withKnownTail(word: string): string[] {
  const [, head, tail] = TAILS.exec(word) ?? []
  return head && tail ? [head, tail] : [word]
}

/** The words by what is left of them without one letter, and by themselves. */
function slipsOf(words: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const slips = new Map<string, string[]>()
  for (const word of words)
    for (const shorter of new Set([word, ...withoutOne(word)]))
      slips.set(shorter, [...(slips.get(shorter) ?? []), word])
  return slips
}

/** The word that differs by a letter added, left out or mistaken, or by two neighbours swapped; all there are must mean the same. */
function meantBy(word: string, slips: ReadonlyMap<string, readonly string[]>, meaning: Meaning): string | null {
  const near = [word, ...withoutOne(word)].flatMap((shorter) => slips.get(shorter) ?? [])
  const meant = new Set(near.filter((known) => known[0] === word[0] && isOneSlip(known, word)))
  const meanings = new Set([...meant].map((known) => meaning(known) ?? known))
  const [first] = meant
  return first !== undefined && meanings.size === 1 ? first : null
}

function withoutOne(word: string): string[] {
  return Array.from({ length: word.length }, (_, index) => word.slice(0, index) + word.slice(index + 1))
}

function isOneSlip(a: string, b: string): boolean {
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const left = a.slice(start, a.length - end)
  const right = b.slice(start, b.length - end)
  const isSwap = left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
  return isSwap || Math.max(left.length, right.length) <= 1
}
