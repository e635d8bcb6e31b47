import { isCalendarDate } from '../domain/time.ts'
import type { PassEnd, PullWishes } from '../operations/catalogue/pull/pull.ts'
import { pullContent } from '../operations/catalogue/pull/pull-content.ts'
import { PullError } from '../operations/catalogue/pull/pull-error.ts'
import type { PassProgress } from '../operations/catalogue/pull/read-pass.ts'
import type { Store } from '../store/store.ts'
import { CONTENT_LANGUAGES, type ContentLanguage } from '../suppliers/content-source.ts'
import { type Command, optionalText, UsageError, type Values } from './command.ts'
import { note } from './io.ts'
import { supplierOf } from './listing-argument.ts'
import { clearBar, createProgress } from './progress.ts'

/** At most this many bad rows are printed; `catalogue runs --run` has more of them. */
const MAX_TOLD = 200

const pull: Command = {
  noun: 'content',
  verb: 'pull',
  summary:
    'reads a supplier’s hotels over a connection and stages them as listings: everything once in a while, else what has changed',
  usage:
    'conn_acme | --supplier CODE [--since 2027-01-31] [--languages en,fr] [--only dictionaries|hotels] [--dry-run] [--whole] [--accept]',
  options: {
    connection: { type: 'string' },
    supplier: { type: 'string' },
    since: { type: 'string' },
    languages: { type: 'string' },
    only: { type: 'string' },
    'dry-run': { type: 'boolean' },
    whole: { type: 'boolean' },
    accept: { type: 'boolean' },
  },
  positional: 'connection',
  required: [],
  isFailure: (rows) => rows.some(({ outcome }) => outcome !== 'DONE'),
  subjectOf: (values) => optionalText(values, 'connection') ?? optionalText(values, 'supplier') ?? 'nothing',
  work: async ({ deps, store }, values, actor) => {
    const wishes = { ...readWishes(values), connectionId: await connectionOf(store, values), actor }
    const end = await pullContent(deps, wishes, { onProgress: showProgress(), isOver: () => false }).catch(
      (error: unknown) => {
        if (error instanceof PullError) throw new UsageError(error.message)
        throw error
      },
    )
    clearBar()
    const [kept] = await store.catalogueRuns.list(end.runId, 1)
    const faults = kept?.faults ?? []
    for (const { pass, line, listing, faults: told } of faults.slice(0, MAX_TOLD))
      note(`${pass ?? ''} line ${line}${listing ? `, ${listing}` : ''}: ${told.join('; ')}`)
    if (faults.length > MAX_TOLD) note(`… and more: npm run admin -- catalogue runs --run ${end.runId}`)
    if (end.said !== null) note(`${wishes.connectionId}: ${end.said}`)
    const { runId, outcome, said, passes } = end
    const run = { connectionId: wishes.connectionId, runId, outcome }
    return passes.length > 0 ? passes.map((pass) => ({ ...run, ...rowOf(pass) })) : [{ ...run, said }]
  },
}

/** What a pass counted; the first lines of each kind are kept with the run. */
function rowOf({ kind, language, state, counts, foreseen }: PassEnd): Readonly<Record<string, unknown>> {
  const { rows, added, changed, unchanged, bad, ended, gone, moved, seconds, cleaned, drift } = counts
  const told = { pass: `${kind} ${language}`, state, rows, added, changed, unchanged, bad, ended, gone, moved, seconds }
  return { ...told, cleaned: inWords(cleaned), unknownFields: inWords(drift), ...foreseen }
}

function inWords(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([what, count]) => `${what} ${count}`)
    .join(', ')
}

function readWishes(values: Values): Omit<PullWishes, 'connectionId' | 'actor'> {
  const since = optionalText(values, 'since')
  if (since !== null && !isCalendarDate(since)) throw new UsageError('--since is a date, for example 2027-01-31')
  const isWhole = values['whole'] === true
  if (isWhole && since !== null) throw new UsageError('--whole reads everything: it has no --since')
  return {
    since,
    isWhole,
    isAccepted: values['accept'] === true,
    isDryRun: values['dry-run'] === true,
    languages: languagesOf(optionalText(values, 'languages')),
    only: onlyOf(optionalText(values, 'only')),
  }
}

function onlyOf(given: string | null): PullWishes['only'] {
  if (given === null) return null
  if (given === 'dictionaries') return 'DICTIONARIES'
  if (given === 'hotels') return 'HOTELS'
  throw new UsageError(`--only is dictionaries or hotels, not ${given}`)
}

function languagesOf(given: string | null): readonly ContentLanguage[] | null {
  if (given === null) return null
  const named = given.split(',').map((one) => one.trim())
  const languages = CONTENT_LANGUAGES.filter((language) => named.includes(language))
  const unknown = named.filter((one) => !CONTENT_LANGUAGES.some((language) => language === one))
  if (unknown.length > 0)
    throw new UsageError(`--languages are some of ${CONTENT_LANGUAGES.join(',')}, not ${unknown.join(',')}`)
  return languages
}

/** The connection that is named, or the only one of the supplier. */
async function connectionOf(store: Store, values: Values): Promise<string> {
  const named = optionalText(values, 'connection')
  const supplier = optionalText(values, 'supplier')
  if ((named === null) === (supplier === null)) throw new UsageError('name a connection, or a --supplier, and not both')
  if (named !== null) return named
  const ids = await store.connections.ofSupplier(supplierOf(supplier ?? ''))
  const [only] = ids
  if (only === undefined) throw new UsageError(`there is no connection to ${supplier}`)
  if (ids.length > 1) throw new UsageError(`${supplier} has several connections, name one: ${ids.join(', ')}`)
  return only
}

function showProgress(): (progress: PassProgress) => void {
  const show = createProgress()
  return ({ kind, language, done, total, tally }) => {
    const { rows, added, changed, bad } = tally
    const counted = `${rows.toLocaleString('en')} rows, ${added} new, ${changed} changed, ${bad} bad`
    show(done, total ?? Math.max(1, done * 2), `${kind} ${language}: ${counted}`)
  }
}

export const CONTENT_COMMANDS: readonly Command[] = [pull]
