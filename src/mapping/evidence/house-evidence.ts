import { type Comparison, isVouched } from '../compare-hotels.ts'
import type { NameReading } from '../names/read-name.ts'
import type { Evidence } from '../verdict.ts'
import { WEIGHTS } from '../weights.ts'
import { capped } from './capped.ts'
import { houseTypeEvidence } from './house-type-evidence.ts'

/** What kind of house the listings tell, whose brand it bears, and how many stars it has. */
export function houseEvidence(comparison: Comparison): readonly Evidence[] {
  return [
    ...brandEvidence(comparison),
    ...chainEvidence(comparison),
    ...houseTypeEvidence(comparison),
    ...starEvidence(comparison),
  ]
}

function brandEvidence(comparison: Comparison): readonly Evidence[] {
  const { name } = comparison
  const told = { a: brandNames(name.a), b: brandNames(name.b) }
  switch (name.is.brands) {
    case 'NONE':
      return []
    case 'SAME':
      // What it is worth is in the name's own weight.
      return [{ kind: 'BRAND', effect: 0, ...told }]
    case 'ONE':
      return capped(
        { kind: 'BRAND', effect: WEIGHTS.brand.one, ...told },
        !isVouched(comparison) && !isOfName(comparison),
      )
    case 'MORE':
      return capped({ kind: 'BRAND', effect: WEIGHTS.brand.more, ...told }, true)
    case 'FAMILY':
      return [{ kind: 'BRAND_FAMILY', effect: 'NEVER', ...told }]
    case 'CHANGE':
      return isVouched(comparison) || isNamedAlike(comparison) || isOneSite(comparison)
        ? capped({ kind: 'BRAND_CHANGE', effect: WEIGHTS.brand.change, ...told }, true)
        : [{ kind: 'BRAND_CHANGE', effect: 'NEVER', ...told }]
    case 'OTHER':
      return isVouched(comparison) || isOneSite(comparison)
        ? capped({ kind: 'BRAND_CONFLICT', effect: WEIGHTS.brand.other, ...told }, true)
        : [{ kind: 'BRAND_CONFLICT', effect: 'NEVER', ...told }]
  }
}

/** Beside their brands the names have nothing of their own, and no address says otherwise. */
function isNamedAlike({ name, address }: Comparison): boolean {
  const isElsewhere = address === 'OTHER_HOUSE' || address === 'OTHER_STREET'
  return !isElsewhere && (name.grade === 'EQUAL' || name.grade === 'BARE')
}

/** One address without a number, and no telephone that says otherwise: a renamed house, or its neighbour in one compound. */
function isOneSite({ address, phone }: Comparison): boolean {
  return address === 'SAME_TEXT' && phone === null
}

/** A brand comes and goes beside a name of several rare words (Taj Jai Mahal Palace), in one street and at one point. */
function isOfName({ name, address, phone, apart }: Comparison): boolean {
  const isThere = address === 'SAME_TEXT' && apart !== null && !apart.isMended && apart.meters <= NAME_METERS
  return isThere && phone !== 'OTHER' && name.grade === 'EQUAL' && name.is.telling > SEVERAL_WORDS
}

const NAME_METERS = 300
const SEVERAL_WORDS = 1.4

function brandNames({ brands }: NameReading): string | null {
  return brands.length === 0 ? null : brands.map(({ name }) => name).join(' + ')
}

function chainEvidence({ a, b, name }: Comparison): readonly Evidence[] {
  if (a.facts.chain === null || b.facts.chain === null || name.is.brands === 'SAME') return []
  const told = { kind: 'CHAIN', a: a.facts.chain, b: b.facts.chain } as const
  const isSame = [...a.around.chainWords].some((word) => b.around.chainWords.has(word))
  return [{ ...told, effect: isSame ? WEIGHTS.chain.same : WEIGHTS.chain.other }]
}

const NEAR_STARS = 1

function starEvidence({ a, b }: Comparison): readonly Evidence[] {
  const [starsA, starsB] = [a.facts.stars, b.facts.stars]
  if (starsA === null || starsB === null || starsA <= 0 || starsB <= 0) return []
  const isNear = Math.abs(starsA - starsB) <= NEAR_STARS
  const effect = isNear ? WEIGHTS.stars.near : WEIGHTS.stars.far
  return [{ kind: 'STARS', effect, a: String(starsA), b: String(starsB) }]
}
