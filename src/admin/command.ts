import type { ParseArgsOptionsConfig } from 'node:util'
import type { Core } from '../core.ts'

/** What a command prints: rows become a table, or JSON with --json. */
export type Rows = readonly Readonly<Record<string, unknown>>[]

export type Values = Readonly<Record<string, string | boolean | undefined>>

export type Command = {
  readonly noun: string
  readonly verb: string
  /** One line: what it does. */
  readonly summary: string
  /** The options as they are typed, for the help. */
  readonly usage: string
  readonly options: ParseArgsOptionsConfig
  /** What stands without a name after the verb, under this name. */
  readonly positional?: string
  readonly required: readonly string[]
  readonly run: (core: Core, values: Values) => Promise<Rows>
}

/** A mistake of whoever typed the command: told in one line, exit 1. */
export class UsageError extends Error {}

export const text = (values: Values, name: string): string => {
  const value = values[name]
  if (typeof value !== 'string' || value === '') throw new UsageError(`--${name} needs a value`)
  return value
}

export const optionalText = (values: Values, name: string): string | null =>
  typeof values[name] === 'string' ? text(values, name) : null

export const wholeNumber = (values: Values, name: string): number | null => {
  const given = optionalText(values, name)
  if (given === null) return null
  if (!/^\d{1,9}$/.test(given)) throw new UsageError(`--${name} must be a whole number`)
  return Number(given)
}
