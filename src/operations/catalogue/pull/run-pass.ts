import { addDays, dateInZone, daysBetween } from '../../../domain/time.ts'
import type { StoredPass } from '../../../store/content-passes.ts'
import type { StoreParts } from '../../../store/store.ts'
import type { ContentCall, ContentLanguage } from '../../../suppliers/content-source.ts'
import type { Checks } from './check-row.ts'
import { concludePass, foresee } from './conclude-pass.ts'
import { contentCall } from './content-call.ts'
import { markCentres } from './mark-centres.ts'
import { changesSince, planPass } from './plan-passes.ts'
import type { Pull } from './pull.ts'
import { BrakeError, PullError } from './pull-error.ts'
import { type Reading, readPass } from './read-pass.ts'
import { type Tally, toTally } from './tally.ts'

/** Reads one language of a connection, and what has changed meanwhile when there is no newer whole. */
export async function runPass(pull: Pull, language: ContentLanguage, checks: Checks): Promise<void> {
  const begun = await beginPass(pull, language)
  const isUnchanged = await followPass(pull, begun, { language, checks })
  if (!isUnchanged || begun.pass.kind !== 'WHOLE' || begun.done.length === 0) return
  const { kind, since } = changesSince(begun.done)
  const changes = await newPass(pull, { kind, since, language, done: begun.done, today: begun.today })
  await followPass(pull, { ...begun, pass: changes }, { language, checks })
}

type Begun = {
  readonly pass: StoredPass
  readonly done: readonly StoredPass[]
  readonly today: string
}

async function beginPass(pull: Pull, language: ContentLanguage): Promise<Begun> {
  const { deps, wishes, source } = pull
  const { contentPasses } = deps.store
  const { connectionId, isDryRun } = wishes
  function ofLanguage(pass: StoredPass): boolean {
    return pass.language === language
  }
  const open = (await contentPasses.open(connectionId)).filter(ofLanguage)
  const today = await todayOf(pull, language)
  // What was read in days that are still to come, while a sandbox's clock was ahead, says nothing of those until then.
  const done = (await contentPasses.lastDone(connectionId)).filter(
    (pass) => ofLanguage(pass) && pass.beganDate <= today,
  )
  const plan = planPass(language, wishes, { today, wholeEveryDays: source.wholeEveryDays, open, done })
  for (const passId of await contentPasses.dryRuns(connectionId)) await forget(pull, passId)
  const givenUp = open.filter((pass) => pass.passId !== plan.stored?.passId)
  if (!isDryRun && givenUp.length > 0)
    await fenced(pull, async (passes) => {
      for (const { passId } of givenUp) {
        await passes.setState(passId, 'GIVEN_UP')
        await passes.forgetSeen(passId)
      }
    })
  const { kind, since, stored } = plan
  return { pass: stored ?? (await newPass(pull, { kind, since, language, done, today })), done, today }
}

/** The day by the clock that the supplier goes by: that of an organization's sandbox may have been moved. */
async function todayOf(pull: Pull, language: ContentLanguage): Promise<string> {
  const nothing = { remember: () => undefined, onUnknownField: () => undefined }
  return dateInZone((await callOf(pull, language, { memory: {}, told: nothing })).nowAt, 'UTC')
}

type NewPass = Pick<StoredPass, 'kind' | 'since'> & {
  readonly language: ContentLanguage
  readonly done: readonly StoredPass[]
  readonly today: string
}

function newPass(pull: Pull, { kind, since, language, done, today }: NewPass): Promise<StoredPass> {
  const { connectionId, isDryRun } = pull.wishes
  const covered = done.length > 0 ? changesSince(done).since : null
  // Changes since a later day than what was read up to leave a gap: the next ones begin before it.
  const isGap = since !== null && (covered === null || daysBetween(covered, since) > 0)
  const beganDate = isGap ? (covered ?? addDays(since, -1)) : today
  const state = isDryRun ? 'DRY_RUN' : 'READING'
  return fenced(pull, (passes) => passes.begin({ connectionId, kind, language, since, beganDate, state }))
}

/** Changes what is kept of passes while this process holds the lease: one that wakes late changes nothing of another's. */
function fenced<T>({ deps, lease }: Pull, change: (passes: StoreParts['contentPasses']) => Promise<T>): Promise<T> {
  return deps.store.transaction(async (tx) => {
    await lease.hold(tx)
    return change(tx.contentPasses)
  })
}

type OfPass = { readonly language: ContentLanguage; readonly checks: Checks }

/** Reads a pass to its end and concludes what follows from it; true when the supplier had nothing newer. */
async function followPass(pull: Pull, { pass, done }: Begun, { language, checks }: OfPass): Promise<boolean> {
  const { wishes, ends } = pull
  const reading = await readingOf(pull, { pass, done, language, checks })
  let tally = toTally(pass.counts)
  let isUnchanged = false
  let isRead = pass.state === 'READ' || pass.state === 'HELD_READ' || pass.state === 'CONCLUDING'
  const isConcluded = pass.kind === 'WHOLE' && language === 'en'
  try {
    if (!isRead) {
      if (pass.state === 'HELD') await fenced(pull, (passes) => passes.setState(pass.passId, 'READING'))
      ;({ tally, isUnchanged } = await readPass(reading))
      isRead = true
    }
    if (wishes.isDryRun) return await endDryRun(pull, { reading, tally, isConcluded })
    if (isConcluded && !isUnchanged) {
      if (pass.state !== 'CONCLUDING') await fenced(pull, (passes) => passes.setState(pass.passId, 'READ', tally))
      await concludePass(reading, pass.state, tally)
    }
    if (language === 'en') await markCentres(reading, tally)
    const state = isUnchanged ? 'UNCHANGED' : 'DONE'
    await fenced(pull, async (passes) => {
      await passes.setState(pass.passId, state, tally)
      await passes.forgetSeen(pass.passId)
    })
    ends.push({ kind: pass.kind, language, since: pass.since, state, counts: tally })
    return isUnchanged
  } catch (error) {
    await endCut(pull, { pass, isRead, error })
    throw error
  }
}

type Cut = { readonly pass: StoredPass; readonly isRead: boolean; readonly error: unknown }

/** Notes how a pass was stopped, for whoever goes on with it. */
async function endCut(pull: Pull, { pass, isRead, error }: Cut): Promise<void> {
  const { deps, wishes, ends } = pull
  const { contentPasses } = deps.store
  const { passId, kind, language, since } = pass
  if (wishes.isDryRun) {
    await contentPasses.forgetSeen(passId)
    return contentPasses.remove(passId)
  }
  const brake = error instanceof BrakeError ? error : null
  if (brake) await fenced(pull, (passes) => passes.setState(passId, isRead ? 'HELD_READ' : 'HELD'))
  else if (!(error instanceof PullError && error.retryAfterMs === 0))
    await fenced(pull, (passes) => passes.countFruitless(passId))
  const [stored] = (await contentPasses.open(wishes.connectionId)).filter((one) => one.passId === passId)
  if (stored) ends.push({ kind, language, since, state: stored.state, counts: brake?.tally ?? toTally(stored.counts) })
}

type DryEnd = { readonly reading: Reading; readonly tally: Tally; readonly isConcluded: boolean }

async function endDryRun(pull: Pull, { reading, tally, isConcluded }: DryEnd): Promise<boolean> {
  const { passId, kind, language, since } = reading.pass
  const foreseen = isConcluded ? { foreseen: await foresee(reading, tally) } : {}
  pull.ends.push({ kind, language, since, state: 'DRY_RUN', counts: tally, ...foreseen })
  await forget(pull, passId)
  return false
}

async function forget({ deps }: Pull, passId: number): Promise<void> {
  await deps.store.contentPasses.forgetSeen(passId)
  await deps.store.contentPasses.remove(passId)
}

type OfReading = OfPass & Pick<Begun, 'pass' | 'done'>

async function readingOf(pull: Pull, { pass, done, language, checks }: OfReading): Promise<Reading> {
  const { deps, wishes, pulling, source, supplierCode, lease, runId, ends } = pull
  const whole = done.find(({ kind }) => kind === 'WHOLE')
  const ofKind = done.find(({ kind }) => kind === pass.kind)
  const lastRows = whole && pass.kind === 'WHOLE' ? toTally(whole.counts).rows : null
  return {
    store: deps.store,
    lease,
    checks,
    supplierCode,
    language,
    pass,
    runId,
    isDryRun: wishes.isDryRun,
    source,
    isAccepted: wishes.isAccepted,
    known: { active: await deps.store.pulledListings.countActive({ supplierCode, ...wishes }), lastRows },
    openCall: (told) => callOf(pull, language, { memory: ofKind?.memory ?? {}, told }),
    runCounts: (tally) => ({
      outcome: null,
      passes: [...ends, { kind: pass.kind, language, since: pass.since, state: 'READING', counts: tally }],
    }),
    onProgress: pulling.onProgress,
  }
}

type OfCall = {
  readonly memory: StoredPass['memory']
  readonly told: Pick<ContentCall, 'remember' | 'onUnknownField'>
}

function callOf(pull: Pull, language: ContentLanguage, { memory, told }: OfCall): Promise<ContentCall> {
  const { deps, wishes, lease, organizationId, openFile } = pull
  const keepsDictionaries = wishes.only === 'HOTELS'
  const { remember, onUnknownField } = told
  return contentCall(deps, {
    lease,
    organizationId,
    language,
    openFile,
    memory,
    remember,
    onUnknownField,
    keepsDictionaries,
  })
}

/** Loads a language's dictionaries: readers do that before their first hotel. */
export async function readDictionaries(pull: Pull, language: ContentLanguage): Promise<void> {
  const nothing = { remember: () => undefined, onUnknownField: () => undefined }
  const call = await callOf(pull, language, { memory: {}, told: nothing })
  for await (const item of pull.source.read(call, { kind: 'WHOLE', language, since: null, resume: null })) {
    if (item.type === 'HOTEL' || item.type === 'UNCHANGED') return
    await pull.lease.turn()
  }
}
