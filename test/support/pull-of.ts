import type { Core } from '../../src/core.ts'
import type { PullEnd, PullWishes } from '../../src/operations/catalogue/pull/pull.ts'
import { pullContent } from '../../src/operations/catalogue/pull/pull-content.ts'

/** One pull in this process, English only unless told otherwise. */
export function pullOf(
  core: Core,
  wishes: Partial<PullWishes> & Pick<PullWishes, 'connectionId'>,
  isOver: () => boolean = () => false,
): Promise<PullEnd> {
  const nothing = { since: null, isWhole: false, isAccepted: false, isDryRun: false, only: null } as const
  return pullContent(
    core.deps,
    { actor: 'operator:ada', languages: ['en'], ...nothing, ...wishes },
    { onProgress: () => undefined, isOver },
  )
}
