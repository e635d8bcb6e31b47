import type { Problem } from '../domain/errors.ts'
import type { Issue } from '../domain/issue.ts'
import * as bookingInputs from '../domain/meanings/booking-inputs.ts'
import * as keyInputs from '../domain/meanings/key-inputs.ts'
import * as searchInputs from '../domain/meanings/search-inputs.ts'
import * as webhookInputs from '../domain/meanings/webhook-inputs.ts'
import { snakeCase } from '../domain/wire.ts'

/** Names that differ by more than their spelling: the path of operations, then that of GraphQL. */
type Renamed = Readonly<Record<string, string>>

/** The arguments of a connection. */
export const PAGE_ARGUMENTS = { limit: 'first', cursor: 'after' } as const

/** Every field of an input, from HTTP's spelling to GraphQL's. Other words of a message, such as an event's type, stay as they are. */
const INPUT_FIELDS: ReadonlyMap<string, string> = new Map(
  [bookingInputs, keyInputs, searchInputs, webhookInputs]
    .flatMap((meanings) => Object.values<object>(meanings))
    .flatMap((meaning) => ('fields' in meaning ? Object.keys(meaning.fields as object) : []))
    .map((name) => [snakeCase(name), name]),
)

/** The names of entries that the client made up itself. */
const VERBATIM = /^metadata\./

function spelt(text: string): string {
  return text.replace(/[a-z]+(?:_[a-z0-9]+)+/g, (word) => INPUT_FIELDS.get(word) ?? word)
}

function speltPath(path: string): string {
  return VERBATIM.test(path) ? path : spelt(path)
}

function ownIssue({ path, code, message }: Issue, renamed: Renamed): Issue {
  const own = renamed[path] ?? speltPath(path)
  return { path: own, code, message: path === '' ? spelt(message) : spelt(message.replace(path, own)) }
}

/** A refusal with the names of GraphQL's arguments and fields: operations and their faults know them as HTTP spells them. */
export function inOwnNames(refused: Problem, renamed: Renamed = {}): Problem {
  const { issues, differingPaths } = refused.details
  if (Array.isArray(differingPaths)) {
    const paths = (differingPaths as readonly string[]).map(speltPath)
    return { ...refused, details: { ...refused.details, differingPaths: paths } }
  }
  if (!Array.isArray(issues)) return { ...refused, message: spelt(refused.message) }
  const known = issues as readonly Issue[]
  const own = known.map((issue) => ownIssue(issue, renamed))
  const [before, after] = [known[0]?.message ?? '', own[0]?.message ?? '']
  const message = spelt(refused.message.replace(before, after)).replace('details.issues', 'issues')
  return { ...refused, message, details: { ...refused.details, issues: own } }
}
