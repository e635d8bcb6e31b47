import { type Spelling, spelled } from '../../domain/meanings/meaning.ts'
import { snakeCase } from '../../domain/wire.ts'
import type { Route } from '../routes/route.ts'
import { ROUTES } from '../routes.ts'

/** The operation as a client calls it: `POST /hotels/prebook`. */
function callOf({ method, path }: Route): string {
  return `${method} ${path.replace(/:(\w+)/g, '{$1}')}`
}

const SPELLING: Spelling = {
  field: snakeCase,
  value: (value) => value,
  operation: (name) => {
    const route = ROUTES.find(({ operation }) => operation === name)
    if (!route) throw new Error(`a description names ${name}, which has no route`)
    return callOf(route)
  },
}

/** A text of `domain/meanings` with its names as HTTP's clients write them. */
export function spell(text: string): string {
  return spelled(text, SPELLING)
}
