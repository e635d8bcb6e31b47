import { isSlip } from '../text/slips.ts'
import { areSpokenAlike, soundsOf } from '../text/sounds.ts'
import type { NameWord } from './name-word.ts'

/** A word that both names have, and how alike its two spellings are. */
export type SharedWord = { readonly word: NameWord; readonly likeness: number }

export type Alignment = {
  readonly shared: readonly SharedWord[]
  readonly onlyA: readonly NameWord[]
  readonly onlyB: readonly NameWord[]
}

const SLIP = 0.85
const SOUND = 0.8
const JOINED = 0.95

/** Finds the words that two names share: the same, written in one or in two, with a slip, or of the same sound. Order is nothing. */
export function alignWords(a: readonly NameWord[], b: readonly NameWord[]): Alignment {
  const aligner = new Aligner(a, b)
  aligner.match((x, y) => (x.key === y.key ? 1 : 0))
  if (aligner.isDone()) return aligner.result()
  aligner.match((x, y) => (x.text === y.text ? 1 : 0))
  if (aligner.isDone()) return aligner.result()
  aligner.joinNeighbours()
  aligner.match(likenessBySlip)
  if (aligner.hasForeign()) {
    aligner.match(likenessBySound)
    aligner.matchAllBySound()
  }
  return aligner.result()
}

function likenessBySlip(x: NameWord, y: NameWord): number {
  const isSpelt = (x.role === 'RARE' || y.role === 'RARE') && isWord(x) && isWord(y) && !x.isForeign && !y.isForeign
  return isSpelt && isSlip(x.text, y.text) ? SLIP : 0
}

function isWord({ role }: NameWord): boolean {
  return role === 'RARE' || role === 'COMMON'
}

const TELLING_SOUNDS = 2

function likenessBySound(x: NameWord, y: NameWord): number {
  if (!x.isForeign && !y.isForeign) return 0
  if (x.text.length >= 2 && withoutVowels(x.text) === withoutVowels(y.text)) return SOUND
  const sounds = soundsOf(x.text)
  return sounds.length >= TELLING_SOUNDS && areSpokenAlike(x.text, y.text) ? SOUND : 0
}

/** Arabic and Hebrew write no short vowels: `ys` is Yas. */
function withoutVowels(text: string): string {
  return text.replace(/[aeiouy]/g, '')
}

class Aligner {
  private readonly shared: SharedWord[] = []
  private restA: NameWord[]
  private restB: NameWord[]

  constructor(a: readonly NameWord[], b: readonly NameWord[]) {
    this.restA = once(a)
    this.restB = once(b)
  }

  isDone(): boolean {
    return this.restA.length === 0 || this.restB.length === 0
  }

  hasForeign(): boolean {
    return this.restA.some(({ isForeign }) => isForeign) || this.restB.some(({ isForeign }) => isForeign)
  }

  /** Takes each word of A that is like one of B out of both rests. */
  match(likeness: (x: NameWord, y: NameWord) => number): void {
    this.restA = this.restA.filter((x) => {
      const index = this.restB.findIndex((y) => likeness(x, y) > 0)
      const y = this.restB[index]
      if (y === undefined) return true
      this.restB.splice(index, 1)
      this.share(x, y, likeness(x, y))
      return false
    })
  }

  /** `Da Vinci` and `DaVinci`. */
  joinNeighbours(): void {
    const [a, b] = [joined(this.restA, this.restB), joined(this.restB, this.restA)]
    for (const { parts, whole } of a) this.take({ parts, whole, isA: true })
    for (const { parts, whole } of b) this.take({ parts, whole, isA: false })
  }

  /**
   * All that is left, spoken in one: words are divided otherwise in other scripts. In so long a text an annex is hardly heard, so what tells
   * houses apart stays alone where the rest sounds alike without it.
   */
  matchAllBySound(): void {
    if (this.isDone()) return
    const [apartA, apartB] = [this.restA.filter(tellsApart), this.restB.filter(tellsApart)]
    if (this.matchSpoken(without(this.restA, apartA), without(this.restB, apartB))) {
      this.restA = apartA
      this.restB = apartB
    } else if (this.matchSpoken(this.restA, this.restB)) {
      this.restA = []
      this.restB = []
    }
  }

  private matchSpoken(a: readonly NameWord[], b: readonly NameWord[]): boolean {
    const [spokenA, spokenB] = [textOf(a), textOf(b)]
    if (soundsOf(spokenA).length < 3 || !areSpokenAlike(spokenA, spokenB)) return false
    for (const word of a) this.shared.push({ word, likeness: SOUND })
    return true
  }

  result(): Alignment {
    return { shared: this.shared, onlyA: this.restA, onlyB: this.restB }
  }

  private take({ parts, whole, isA }: { parts: readonly NameWord[]; whole: NameWord; isA: boolean }): void {
    const [mine, theirs] = isA ? [this.restA, this.restB] : [this.restB, this.restA]
    if (!parts.every((part) => mine.includes(part)) || !theirs.includes(whole)) return
    const [mineLeft, theirsLeft] = [
      mine.filter((word) => !parts.includes(word)),
      theirs.filter((word) => word !== whole),
    ]
    this.restA = isA ? mineLeft : theirsLeft
    this.restB = isA ? theirsLeft : mineLeft
    this.shared.push({ word: whole, likeness: JOINED })
  }

  private share(x: NameWord, y: NameWord, likeness: number): void {
    this.shared.push({ word: x.weight >= y.weight ? x : y, likeness })
  }
}

function tellsApart({ role, isHard }: NameWord): boolean {
  return role === 'NUMBER' || (role === 'DIVIDING' && isHard)
}

function without(words: readonly NameWord[], others: readonly NameWord[]): NameWord[] {
  return words.filter((word) => !others.includes(word))
}

/** A city named twice is named once. */
function once(words: readonly NameWord[]): NameWord[] {
  return words.filter((word, index) => words.findIndex(({ key }) => key === word.key) === index)
}

type Joined = { readonly parts: readonly NameWord[]; readonly whole: NameWord }

function joined(parts: readonly NameWord[], wholes: readonly NameWord[]): readonly Joined[] {
  const pairs = parts.slice(1).flatMap((second, index) => {
    const first = parts[index]
    const whole = first && wholes.find(({ text }) => text === spelt(first) + spelt(second))
    return first && whole ? [{ parts: [first, second], whole }] : []
  })
  return [...pairs, ...withArticles(parts, wholes)]
}

/** `7Seasons` is `Seven Seasons`. */
function spelt({ role, key, text }: NameWord): string {
  return role === 'NUMBER' ? key.slice(1) : text
}

/** `Da Vinci`, of which `da` is an article, and `DaVinci`. */
function withArticles(words: readonly NameWord[], wholes: readonly NameWord[]): readonly Joined[] {
  return words.flatMap((word) => {
    const whole = word.before === '' ? undefined : wholes.find(({ text }) => text === word.before + word.text)
    return whole ? [{ parts: [word], whole }] : []
  })
}

function textOf(words: readonly NameWord[]): string {
  return words.map(({ before, text }) => before + text).join('')
}
