import type { ParseArgsOptionsConfig } from 'node:util'
import type { Core } from '../core.ts'
import type { StoreParts } from '../store/store.ts'

/** What a command prints: a table of rows, or JSON with --json. */
export type Rows = readonly Readonly<Record<string, unknown>>[]

export type Values = Readonly<Record<string, string | boolean | undefined>>

type CommandFacts = {
  readonly noun: string
  readonly verb: string
  /** One line that says what the command does. */
  readonly summary: string
  /** The options as the help shows them. */
  readonly usage: string
  readonly options: ParseArgsOptionsConfig
  /** The name under which the argument without an option name is passed. */
  readonly positional?: string
  /** The names of several of them, in their order. */
  readonly positionals?: readonly string[]
  /** True: `--json` gives a line of JSON for each row, and a mistake in its use has exit code 2. */
  readonly isLineByLine?: true
  /** How people are shown the rows; a table by default. */
  readonly show?: (rows: Rows) => string
  readonly required: readonly string[]
  /** True for rows by which the command ends with 1, although it has done what it was told: scripts look at that. */
  readonly isFailure?: (rows: Rows) => boolean
  /** Options whose value is a secret, which may be stored elsewhere, see `readSecrets`. */
  readonly secrets?: readonly string[]
}

/** What a change writes into `audit_log`. It must not contain credentials, keys or guests. */
export type Trace = {
  /** `noun.verb`, for example `organization.set`. */
  readonly action: string
  /** The id of the changed record. */
  readonly subject: string
  readonly organizationId: string | null
  /** The booking that it is about, where the subject is something that goes before it: forgetting deletes the reason. */
  readonly bookingId?: string | null
  /** The record before the change; null when it is new. */
  readonly before: unknown
  /** The record after the change; null when it was deleted. */
  readonly after: unknown
}

/** `trace` is null when nothing was written, because the record already had the wanted values. */
export type Changed = { readonly rows: Rows; readonly trace: Trace | null }

/** What a change may use. It must write through `tx` only, so that the change is committed together with its trace. */
export type ChangeContext = { readonly core: Core; readonly tx: StoreParts; readonly actor: string }

/** A command that changes something, in one transaction with its trace. */
type ChangeCommand = CommandFacts & {
  /** Runs before the transaction begins, for what takes long; throws to refuse the change. */
  readonly before?: (core: Core, values: Values) => Promise<void>
  readonly change: (context: ChangeContext, values: Values) => Promise<Changed>
  /** Runs when the change is committed, for what follows from it and takes long; the change stands if it fails. */
  readonly after?: (core: Core, values: Values) => Promise<void>
}

/** A command whose changes need many transactions. The audit log has an entry before the first one and another after the last. */
export type WorkCommand = CommandFacts & {
  readonly subjectOf: (values: Values) => string
  readonly work: (core: Core, values: Values, actor: string) => Promise<Rows>
}

/** A command that only reads, or that runs an operation which takes the actor and writes its own audit entry. */
type RunCommand = CommandFacts & {
  readonly run: (core: Core, values: Values, actor: string) => Promise<Rows>
}

/** 0: done. 1: some lines or items were bad, told by number. 2: wrong usage. */
export type ExitCode = 0 | 1 | 2

/** A command that needs neither database nor settings, and writes what it finds as it goes. */
type FilterCommand = CommandFacts & {
  readonly filter: (values: Values) => Promise<ExitCode>
}

export type Command = RunCommand | ChangeCommand | WorkCommand | FilterCommand

/** A mistake in the use of a command: it is reported in one line, with exit code 1, or 2 where rows go line by line. */
export class UsageError extends Error {}

/** What a command is about is not there, or forbids it: always exit code 1. */
export class ItemError extends UsageError {}

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
