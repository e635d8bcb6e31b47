import { CASE_KINDS, type CaseKind } from '../../domain/case.ts'
import { toRfc3339 } from '../../domain/time.ts'
import {
  CASE_ACTIONS,
  caseFile,
  doneAbout,
  type ListedCase,
  triedFor,
  withBookings,
} from '../../operations/console/case-file.ts'
import { CASE_MEANINGS } from '../../operations/operator/cases/case-meanings.ts'
import { CASE_QUEUES, type CaseQueue } from '../../store/cases.ts'
import type { ConsoleContext } from '../context.ts'
import { refusal } from '../errors.ts'
import { Amount } from './amount.ts'
import { timeOrNull } from './booking-parts.ts'
import { BookingRow } from './booking-row.ts'
import { builder, only } from './builder.ts'
import { HistoryEntryType } from './history.ts'
import { PAGE, type Page, pageSize } from './page.ts'

const CaseType = builder.objectRef<ListedCase>('Case')

CaseType.implement({
  description: 'What needs a person, open until its cause is gone or somebody closes it.',
  fields: (t) => ({
    id: t.exposeID('caseId'),
    kind: t.exposeString('kind', { description: CASE_KINDS.join(', ') }),
    why: t.string({ description: 'Why it is here, in a sentence.', resolve: ({ kind }) => CASE_MEANINGS[kind] }),
    subject: t.exposeString('subject', { description: 'The id of what it is about.' }),
    organizationId: t.exposeString('organizationId', { nullable: true }),
    bookingId: t.exposeString('bookingId', { nullable: true }),
    connectionId: t.exposeString('connectionId', { nullable: true }),
    atStake: t.field({ type: Amount, nullable: true, resolve: ({ atStake }) => atStake }),
    dueAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Until when somebody has to settle it; null: there is no such time.',
      resolve: ({ dueAt }) => timeOrNull(dueAt),
    }),
    seen: t.exposeInt('seen', { description: 'How often it was found since it was last closed.' }),
    openedAt: t.field({ type: 'DateTime', resolve: ({ openedAt }) => toRfc3339(openedAt) }),
    seenAt: t.field({ type: 'DateTime', resolve: ({ seenAt }) => toRfc3339(seenAt) }),
    takenBy: t.exposeString('takenBy', { nullable: true, description: 'Who has it, or had it last.' }),
    takenUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Until when it is theirs; null: anybody may take it.',
      resolve: ({ takenUntil }) => timeOrNull(takenUntil),
    }),
    closedBy: t.exposeString('closedBy', { nullable: true }),
    closedAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ closedAt }) => timeOrNull(closedAt) }),
    settledHow: t.exposeString('settledHow', { nullable: true, description: 'How the system settled it.' }),
    note: t.exposeString('note', { nullable: true, description: 'Why a person closed it.' }),
    detail: t.field({
      type: 'JSON',
      description: 'What was found when it was last seen: codes, ids, amounts and counts.',
      resolve: ({ detail }) => detail,
    }),
    booking: t.field({ type: BookingRow, nullable: true, resolve: ({ booking }) => booking }),
  }),
})

/** What only somebody who works on one case needs. */
builder.objectFields(CaseType, (t) => ({
  tried: t.field({
    type: [HistoryEntryType],
    description: 'The calls that were made for its booking, the newest first: what the supplier said last.',
    resolve: (one, _args, { core }) => triedFor(core.deps, one),
  }),
  done: t.field({
    type: [HistoryEntryType],
    description: 'What people have done about it and its booking, the newest first.',
    resolve: (one, _args, { core }) => doneAbout(core.deps, one),
  }),
  stands: t.string({
    nullable: true,
    description: 'Why it cannot be closed yet; null: nothing stands in the way.',
    resolve: async (one, _args, { core, viewer }) => (await caseFile(core.deps, one, viewer)).stands,
  }),
  commands: t.stringList({
    description: 'What can settle it on the command line.',
    resolve: async (one, _args, { core, viewer }) => [...(await caseFile(core.deps, one, viewer)).commands],
  }),
  actions: t.stringList({
    description: `What the viewer could do to it now: ${CASE_ACTIONS.join(', ')}.`,
    resolve: async (one, _args, { core, viewer }) => [...(await caseFile(core.deps, one, viewer)).actions],
  }),
}))

const CasePage = builder.objectRef<Page<ListedCase>>('CasePage').implement({
  fields: (t) => ({
    items: t.field({ type: [CaseType], resolve: ({ items }) => items }),
    next: t.exposeString('next', { nullable: true, description: '`after` of the next page; null: this is the last.' }),
  }),
})

type Given = string | null | undefined

function queueOf(given: Given): CaseQueue | null {
  if (given == null) return null
  const queue = CASE_QUEUES.find((one) => one === given)
  if (!queue) throw refusal('BAD_INPUT', `queue is one of ${CASE_QUEUES.join(', ')}`, { field: 'queue' })
  return queue
}

function kindsOf(given: Given): readonly CaseKind[] | null {
  if (given == null) return null
  const kind = CASE_KINDS.find((one) => one === given)
  if (!kind) throw refusal('BAD_INPUT', `kind is one of ${CASE_KINDS.join(', ')}`, { field: 'kind' })
  return [kind]
}

function placeOf(after: Given): string | null {
  if (after == null) return null
  if (!/^case_\w{1,40}$/.test(after)) throw refusal('BAD_INPUT', 'after is the `next` of a page', { field: 'after' })
  return after
}

builder.queryField('cases', (t) =>
  t.field({
    type: CasePage,
    description: 'What needs a person: the soonest deadline first, then the largest amount. `case list`.',
    ...only('viewer'),
    args: {
      queue: t.arg.string({ description: 'REVIEWS: holds that await a review; CASES: all others.' }),
      kind: t.arg.string({}),
      organizationId: t.arg.string({}),
      mine: t.arg.boolean({ description: 'What the viewer has taken.' }),
      overdue: t.arg.boolean({ description: 'What is past its deadline.' }),
      closed: t.arg.boolean({ description: 'What is over.' }),
      ...PAGE,
    },
    resolve: async (_root, { after, first, ...asked }, { core, viewer }: ConsoleContext): Promise<Page<ListedCase>> => {
      const size = pageSize(first)
      const found = await core.store.cases.list({
        queue: queueOf(asked.queue),
        kinds: kindsOf(asked.kind),
        organizationId: asked.organizationId || null,
        isOpen: asked.closed !== true,
        isOverdue: asked.overdue === true,
        takenBy: asked.mine === true ? viewer.actor : null,
        after: placeOf(after),
        limit: size + 1,
      })
      const items = await withBookings(core.deps, found.slice(0, size))
      return { items, next: found.length > size ? (items.at(-1)?.caseId ?? null) : null }
    },
  }),
)

builder.queryField('case', (t) =>
  t.field({
    type: CaseType,
    ...only('viewer'),
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, { core }) => {
      const found = await core.store.cases.find(id)
      const [listed] = found ? await withBookings(core.deps, [found]) : []
      if (!listed) throw refusal('NOT_FOUND', 'There is no such case.')
      return listed
    },
  }),
)
