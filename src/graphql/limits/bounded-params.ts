import type { GraphQLError } from 'graphql'
import { excessOf } from '../../operations/inputs/excess.ts'
import { wrongInput } from '../errors.ts'
import { LIMITS, limitError } from './limits.ts'

/** The parameters of a request that are checked before they are read. */
type Params = { readonly query?: unknown; readonly variables?: unknown }

/** The reason why a request is refused before it is parsed; null when it is not. */
export function excessFault({ query, variables }: Params): GraphQLError | null {
  if (typeof query === 'string' && query.length > LIMITS.characters)
    return limitError(`at most ${LIMITS.characters} characters, not ${query.length}`)
  const excess = excessOf(variables)
  if (!excess) return null
  const [name, ...path] = excess.path
  const subject = name === undefined ? 'The variables' : `Variable "$${String(name)}"`
  const where = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  return wrongInput(`${subject}${where === '' ? '' : ` at "${where}"`} ${excess.message}.`)
}
