import type { ParseArgsOptionsConfig } from 'node:util'
import type { Core } from '../core.ts'
import type { StoreParts } from '../store/store.ts'

/** What a command prints: rows become a table, or JSON with --json. */
export type Rows = readonly Readonly<Record<string, unknown>>[]

export type Values = Readonly<Record<string, string | boolean | undefined>>

type CommandFacts = {
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
  /** Options whose value is a secret: it may be kept elsewhere, see `readSecrets`. */
  readonly secrets?: readonly string[]
}

/** What a change leaves in `audit_log`. Credentials, keys and guests have no place in it. */
export type Trace = {
  /** `noun.verb`, as in `organization.set`. */
  readonly action: string
  /** The id of what was changed. */
  readonly subject: string
  readonly organizationId: string | null
  /** As it was; null: it is new. */
  readonly before: unknown
  /** As it is now; null: it is gone. */
  readonly after: unknown
}

/** Without a trace nothing was written: it is as it was to be already. */
type Changed = { readonly rows: Rows; readonly trace: Trace | null }

/** What a change works with: it writes through `tx` alone, so that it is committed together with its trace. */
type ChangeContext = { readonly core: Core; readonly tx: StoreParts }

/** Changes something, in one transaction with its trace. */
type ChangeCommand = CommandFacts & {
  readonly change: (context: ChangeContext, values: Values) => Promise<Changed>
}

/** Changes so much that it takes many transactions: the log has an entry before the first one and another after the last. */
export type WorkCommand = CommandFacts & {
  readonly subjectOf: (values: Values) => string
  readonly work: (core: Core, values: Values, actor: string) => Promise<Rows>
}

/** Reads, or runs an operation that is handed the actor and leaves its own trace. */
type RunCommand = CommandFacts & {
  readonly run: (core: Core, values: Values, actor: string) => Promise<Rows>
}

export type Command = RunCommand | ChangeCommand | WorkCommand

/** A mistake in a command: reported in one line, exit 1. */
export class UsageError extends Error {}

export function text(values: Values, name: string): string {
  const value = values[name]
  if (typeof value !== 'string' || value === '') throw new UsageError(`--${name} needs a value`)
  return value
}

export function optionalText(values: Values, name: string): string | null {
  return typeof values[name] === 'string' ? text(values, name) : null
}

export function wholeNumber(values: Values, name: string): number | null {
  const given = optionalText(values, name)
  if (given === null) return null
  if (!/^\d{1,9}$/.test(given)) throw new UsageError(`--${name} must be a whole number`)
  return Number(given)
}
