import { z } from 'zod'
import type { Problem } from '../../domain/errors.ts'
import { type Issue, issue } from '../../domain/issue.ts'
import type { Result } from '../../domain/result.ts'
import type { Caller, TravellerHeaders } from '../caller.ts'
import { parseInput } from './input.ts'
import { traveller } from './search.ts'

const { ip, sessionId } = traveller.shape

/** The fields of the traveller that a header can tell, and the header that does. */
const HEADERS = [
  { field: 'ip', path: 'traveller.ip', header: 'X-Traveller-IP', schema: ip },
  { field: 'sessionId', path: 'traveller.session_id', header: 'X-Traveller-Session', schema: sessionId },
] as const

type Told = { readonly fields: Readonly<Record<string, string>>; readonly faults: readonly Issue[] }

/** What the headers tell of the traveller. Every value is checked, whether or not the input tells the same field itself. */
function readHeaders(headers: TravellerHeaders): Told {
  const faults: Issue[] = []
  const fields: Record<string, string> = {}
  for (const { field, path, header, schema } of HEADERS) {
    const [value, ...more] = headers[field].filter((one) => one.trim() !== '')
    if (value === undefined) continue
    const read = schema.safeParse(value)
    if (more.length > 0) faults.push(issue(path, 'EXACTLY_ONE', `${header} was sent ${more.length + 1} times`))
    else if (read.success) fields[field] = value
    else faults.push(issue(path, 'INVALID_FORMAT', `${header} ${read.error.issues[0]?.message ?? 'is not valid'}`))
  }
  return { fields, faults }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The input with the fields of the headers where it has none of its own. What is no object is left for its schema to refuse. */
function completed(raw: unknown, fields: Told['fields']): unknown {
  if (!isObject(raw) || Object.keys(fields).length === 0) return raw
  const own = raw['traveller'] ?? {}
  if (!isObject(own)) return raw
  const told = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== null && value !== undefined))
  return { ...raw, traveller: { ...fields, ...told } }
}

/**
 * Parses an input as `parseInput` does, with what the request's headers tell of the traveller where the operation takes one: each
 * field of the input wins over the header of the same. Faults of headers are reported with all others.
 */
export function parseTold<S extends z.ZodType>(
  schema: S,
  { raw, caller }: { readonly raw: unknown; readonly caller: Pick<Caller, 'travellerHeaders'> },
  more: (read: Partial<z.output<S>>, isWhole: boolean) => readonly Issue[] = () => [],
): Result<z.output<S>, Problem> {
  const takesTraveller = schema instanceof z.ZodObject && 'traveller' in schema.shape
  if (!caller.travellerHeaders || !takesTraveller) return parseInput(schema, raw, more)
  const { fields, faults } = readHeaders(caller.travellerHeaders)
  return parseInput(schema, completed(raw, fields), (read, isWhole) => [...faults, ...more(read, isWhole)])
}
