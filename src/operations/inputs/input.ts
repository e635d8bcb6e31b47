import { z } from 'zod'
import { invalid, type Problem } from '../../domain/errors.ts'
import { type Issue, issue } from '../../domain/issue.ts'
import { err, type Result } from '../../domain/result.ts'
import { contractPath, readAs } from './read-as.ts'
import { unwritablePaths } from './unwritable.ts'

/**
 * Parses an operation's input, already in camelCase, with its schema and reports all faults together. `more` finds faults that a
 * schema cannot express. It gets every field that could be parsed, so that its faults are reported in the same answer.
 */
export function parseInput<S extends z.ZodType>(
  schema: S,
  raw: unknown,
  more: (read: Partial<z.output<S>>, isWhole: boolean) => readonly Issue[] = () => [],
): Result<z.output<S>, Problem> {
  const read = readAs(schema, raw)
  const unwritable = unwritablePaths(raw).map((path) => unwritableIssue(contractPath(path)))
  if (!read.ok) return err(invalid([...read.error, ...more(readable(schema, raw), false), ...unwritable]))
  const issues = [...more(read.value, true), ...unwritable]
  return issues.length > 0 ? err(invalid(issues)) : read
}

/** Parses single fields of an input that is invalid as a whole; returns those that are valid. */
function readable<S extends z.ZodType>(schema: S, raw: unknown): Partial<z.output<S>> {
  if (!(schema instanceof z.ZodObject) || typeof raw !== 'object' || raw === null) return {}
  const fields = Object.entries(schema.shape).flatMap(([name, field]) => {
    const read = (field as z.ZodType).safeParse((raw as Record<string, unknown>)[name])
    return read.success ? [[name, read.data]] : []
  })
  return Object.fromEntries(fields) as Partial<z.output<S>> // each field is one of S's own
}

function unwritableIssue(path: string): Issue {
  return issue(path, 'INVALID_FORMAT', `${path || 'the body'} has a character that no text has`)
}

/** The input of operations without parameters. */
export const emptyInput = z.strictObject({})
