import type { StoredMapping } from '../../store/mapping-claims.ts'

/** Why the engine itself has let a mapping go down. */
const OWN_DOUBTS: ReadonlySet<string> = new Set(['CONTENT_CHANGED', 'ENGINE_CHANGED', 'TRANSITIVE'])

/** Whether the engine may verify it, when nothing speaks against it: it went down for a doubt of the engine's, or nobody has verified it yet. */
export function isRestorable({ verification, decidedBy, reason }: StoredMapping): boolean {
  const isOwnDoubt = reason !== null && OWN_DOUBTS.has(reason)
  const isUnseen = verification === 'PENDING' && decidedBy !== 'PERSON'
  return verification === 'VERIFIED' || isOwnDoubt || isUnseen
}
