import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CONTENT_LANGUAGES, type ContentLanguage, type ContentSource } from '../../../suppliers/content-source.ts'
import type { Deps } from '../../deps.ts'
import { openIsInCountry, openPlaceFaults } from '../place-faults.ts'
import { LEASE_MS, leaseOf } from './lease.ts'
import type { Pull, PullDeps, PullEnd, Pulling, PullWishes } from './pull.ts'
import { BrakeError, PullError } from './pull-error.ts'
import { readDictionaries, runPass } from './run-pass.ts'

/**
 * Reads the content of a connection and stages it: English first, then the other languages. One process at a time reads a connection.
 * Throws a `PullError` when it cannot begin; what happens afterwards is told by what it returns, and kept with the run.
 */
export async function pullContent(deps: PullDeps, wishes: PullWishes, pulling: Pulling): Promise<PullEnd> {
  const { store } = deps
  const { connectionId } = wishes
  const connection = await store.connections.find(connectionId)
  if (!connection) throw new PullError(`there is no connection ${connectionId}`)
  const { supplierCode, environment } = connection
  const source = deps.suppliers.find(supplierCode)?.content
  if (!source) throw new PullError(`the gateway does not read the content of ${supplierCode}`)
  languagesOf(source, wishes)
  await refuseOtherEnvironment(deps, supplierCode, environment)
  const openFile = await deps.openFiles(connectionId)
  const leaseId = randomUUID()
  if (!(await store.contentPulls.take({ connectionId, leaseId }, LEASE_MS))) {
    await openFile.close()
    throw new PullError(
      `${connectionId} is being pulled by another process; one that was lost gives way after ${LEASE_MS / 1_000} seconds`,
      LEASE_MS,
    )
  }
  let end: PullEnd | null = null
  try {
    const runId = await store.catalogueRuns.begin({
      kind: 'PULL',
      source: connectionId,
      supplierCode,
      environment,
      actor: wishes.actor,
    })
    const users = await store.connections.usersOf(connectionId)
    const lease = leaseOf({ connectionId, leaseId, store, sleep, isOver: pulling.isOver })
    const organizationId = users.length === 1 ? (users[0] ?? null) : null
    end = await runPasses({
      deps,
      wishes,
      pulling,
      source,
      supplierCode,
      lease,
      runId,
      openFile,
      organizationId,
      ends: [],
    })
    return end
  } finally {
    await openFile.close()
    await store.contentPulls.release({ connectionId, leaseId }, nextOf(end, wishes))
  }
}

function nextOf(end: PullEnd | null, { isDryRun, only }: PullWishes): 'MORNING' | 'AS_IT_WAS' | number {
  if (end === null || isDryRun || only === 'DICTIONARIES') return 'AS_IT_WAS'
  // A supplier that refuses is asked again a day later: some block the keys of those who insist.
  if (end.outcome === 'FAILED') return end.retryAfterMs ?? DAY_AFTER
  return end.outcome === 'DONE' ? 'MORNING' : DAY_AFTER
}

/** Also when nothing was ever pulled whole: then it stays without a daily pull. */
const DAY_AFTER = 24 * 3_600_000

/** English first, because all other languages are added to it. Throws a `PullError` for one that the supplier lacks. */
export function languagesOf(source: ContentSource, { languages }: Pick<PullWishes, 'languages'>): ContentLanguage[] {
  const missing = languages?.filter((language) => source.languages[language] === undefined) ?? []
  const has = CONTENT_LANGUAGES.filter((language) => source.languages[language] !== undefined)
  if (missing.length > 0)
    throw new PullError(`the supplier does not tell its content in ${missing.join(', ')}, only in ${has.join(', ')}`)
  return has.filter((language) => languages === null || languages.includes(language))
}

/** Hotels of a supplier's test host are not those of its live one, though they may have the same ids. */
async function refuseOtherEnvironment(
  { store }: Pick<Deps, 'store'>,
  supplierCode: string,
  environment: string,
): Promise<void> {
  const other = await store.pulledListings.fromOtherEnvironment(supplierCode, environment)
  if (other)
    throw new PullError(
      `the listings of ${supplierCode} came from ${other.source}, which is ${other.environment}: ${environment} content has other hotels under the same ids. Use another database, or remove those listings first`,
    )
}

async function runPasses(pull: Pull): Promise<PullEnd> {
  const { deps, wishes, source, runId, ends } = pull
  const since = performance.now()
  let outcome: Omit<PullEnd, 'passes'> = { runId, outcome: 'DONE', said: null, retryAfterMs: null }
  try {
    const checks = { placeFaults: await openPlaceFaults(), isInCountry: await openIsInCountry() }
    if (wishes.only === 'DICTIONARIES') await deps.store.contentPasses.dropDictionaries(wishes.connectionId)
    const languages = languagesOf(source, wishes)
    if (wishes.only !== 'DICTIONARIES' && !languages.includes('en')) await demandEnglish(pull)
    for (const language of languages)
      if (wishes.only === 'DICTIONARIES') await readDictionaries(pull, language)
      else await runPass(pull, language, checks)
  } catch (error) {
    outcome = { ...outcome, ...failureOf(error) }
    if (!(error instanceof PullError)) deps.log.warn({ err: error, runId }, 'a pull of content failed')
  }
  const seconds = Math.round((performance.now() - since) / 100) / 10
  await deps.store.catalogueRuns.close(runId, {
    outcome: outcome.outcome,
    said: outcome.said,
    isDryRun: wishes.isDryRun,
    seconds,
    passes: ends,
  })
  return { ...outcome, passes: ends }
}

/** Other languages are added to hotels that are there. */
async function demandEnglish({ deps, wishes }: Pull): Promise<void> {
  const done = await deps.store.contentPasses.lastDone(wishes.connectionId)
  if (!done.some(({ kind, language }) => kind === 'WHOLE' && language === 'en'))
    throw new PullError('English was never read whole, and other languages are added to it: pull en first')
}

function failureOf(error: unknown): Pick<PullEnd, 'outcome' | 'said' | 'retryAfterMs'> {
  if (error instanceof BrakeError) {
    const said = `${error.message}: nothing was ended. If that is right, pull it with --accept`
    return { outcome: 'HELD', said, retryAfterMs: null }
  }
  if (error instanceof PullError) return { outcome: 'FAILED', said: error.message, retryAfterMs: error.retryAfterMs }
  return { outcome: 'FAILED', said: error instanceof Error ? error.message : String(error), retryAfterMs: AGAIN_MS }
}

/** After a fault of ours, or of the database. */
const AGAIN_MS = 3_600_000
