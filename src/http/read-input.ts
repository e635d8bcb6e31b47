import type { FastifyRequest } from 'fastify'
import { invalid, type Problem, problem } from '../domain/errors.ts'
import { issue } from '../domain/issue.ts'
import { err, ok, type Result } from '../domain/result.ts'
import { FOREIGN, fromWire } from '../domain/wire.ts'
import { excessOf } from '../operations/inputs/excess.ts'
import { contractPath } from '../operations/inputs/read-as.ts'
import type { QueryKind, Route } from './routes/route.ts'

const NOT_AN_OBJECT = issue('', 'INVALID_TYPE', 'the body must be a JSON object')

function queryValue(text: unknown, kind: QueryKind | undefined): unknown {
  if (typeof text !== 'string') return text
  if (kind === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text)
  return kind === 'list' ? text.split(',').filter((part) => part !== '') : text
}

/** The kind of a query parameter that the route has. Inherited property names such as `toString` do not count. */
function kindOf({ query }: Route, name: string): QueryKind | undefined {
  return query && Object.hasOwn(query, name) ? query[name] : undefined
}

/** Marks names that are not allowed in their position, so that the operation's schema refuses them by name. */
function foreign(values: object, known: (name: string) => boolean): object {
  return Object.keys(values).every(known)
    ? values
    : Object.fromEntries(Object.entries(values).map(([name, value]) => [known(name) ? name : FOREIGN + name, value]))
}

/**
 * Combines path, query and body into one input with the operations' spelling. A path parameter cannot be repeated in the body,
 * nor a body field in the query: such names are refused like unknown ones.
 */
export function readInput(route: Route, request: FastifyRequest): Result<unknown, Problem> {
  const body = request.body === undefined ? {} : request.body
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return err(invalid([NOT_AN_OBJECT]))
  const excess = excessOf(body)
  if (excess) {
    const path = contractPath(excess.path)
    return err(invalid([issue(path, 'OUT_OF_RANGE', `${path || 'the body'} ${excess.message}`)]))
  }
  // Fastify's parsers of path and query return flat objects of strings.
  const params = request.params as Record<string, string>
  const query = Object.entries(request.query as Record<string, unknown>).map(
    ([name, value]) => [name, queryValue(value, kindOf(route, name))] as const,
  )
  try {
    return ok(
      fromWire({
        ...foreign(Object.fromEntries(query), (name) => kindOf(route, name) !== undefined),
        ...foreign(body, (name) => !Object.hasOwn(params, name)),
        ...params,
      }),
    )
  } catch (error) {
    if (error instanceof RangeError) return err(problem('MALFORMED_JSON', 'the body is nested too deeply'))
    throw error
  }
}
