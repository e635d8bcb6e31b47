import { MINUTE_MS, toRfc3339 } from '../domain/time.ts'
import { type FoundExchange, MOST_PINNED } from '../store/supplier-traffic.ts'
import { type Command, optionalText, text, UsageError, type Values, wholeNumber } from './command.ts'

const MAX_LISTED = 1_000
/** Raised samples end by themselves, after this at the latest. */
const LONGEST_MINUTES = 60
const LONGEST_NOTE = 500

const list: Command = {
  noun: 'traffic',
  verb: 'list',
  summary: 'lists the exchanges with suppliers that are kept, the newest first, without what was said',
  usage:
    '[--connection conn_acme] [--operation search] [--outcome failed|5xx|TIMEOUT] [--request req_…] [--booking ubk_…] [--pinned] [--limit 50] [--after sxg_…]',
  options: {
    connection: { type: 'string' },
    operation: { type: 'string' },
    outcome: { type: 'string' },
    request: { type: 'string' },
    booking: { type: 'string' },
    pinned: { type: 'boolean' },
    limit: { type: 'string' },
    after: { type: 'string' },
  },
  required: [],
  run: async ({ store }, values) => {
    const filter = {
      connectionId: optionalText(values, 'connection'),
      operation: optionalText(values, 'operation'),
      outcome: optionalText(values, 'outcome'),
      requestId: optionalText(values, 'request'),
      bookingId: optionalText(values, 'booking'),
      pinned: values['pinned'] === true,
    }
    const limit = Math.min(MAX_LISTED, wholeNumber(values, 'limit') ?? 50)
    const { items } = await store.traffic.page(filter, { after: optionalText(values, 'after'), limit })
    return items.map(({ at, pinnedAt, hotels, ...one }) => ({
      at: toRfc3339(at),
      ...one,
      hotels: hotels.join(','),
      pinned: pinnedAt !== null,
    }))
  },
}

const show: Command = {
  noun: 'traffic',
  verb: 'show',
  summary: 'shows one exchange with a supplier, without people and secrets: they are not kept',
  usage: 'sxg_…',
  options: { exchange: { type: 'string' } },
  positional: 'exchange',
  required: ['exchange'],
  run: async ({ store }, values) => {
    const exchangeId = text(values, 'exchange')
    const found = await store.traffic.find(exchangeId)
    if (!found) throw notKept(exchangeId)
    const { at, pinnedAt, ...one } = found
    return [{ ...one, at: toRfc3339(at), pinnedAt: pinnedAt === null ? null : toRfc3339(pinnedAt) }]
  },
}

function notKept(exchangeId: string): UsageError {
  return new UsageError(`there is no exchange ${exchangeId}: it was never kept, or its term is over`)
}

function shareOf(values: Values): number {
  const given = text(values, 'share')
  if (!/^(0?\.\d{1,6}|1|1\.0+)$/.test(given) || Number(given) === 0)
    throw new UsageError('--share must be more than 0 and at most 1, e.g. 0.1 for one in ten')
  return Number(given)
}

const sample: Command = {
  noun: 'traffic',
  verb: 'sample',
  summary: `keeps a larger share of the exchanges of one connection for a while, ${LONGEST_MINUTES} minutes at most; 0 minutes end that`,
  usage: '--connection conn_acme --share 0.1 [--minutes 60]',
  options: { connection: { type: 'string' }, share: { type: 'string' }, minutes: { type: 'string' } },
  required: ['connection', 'share'],
  change: async ({ tx, core, actor }, values) => {
    const connectionId = text(values, 'connection')
    if (!(await tx.connections.find(connectionId))) throw new UsageError(`there is no connection ${connectionId}`)
    if (!core.config.traffic) throw new UsageError('no traffic is kept: TRAFFIC_MAX_MB is 0')
    const minutes = wholeNumber(values, 'minutes') ?? LONGEST_MINUTES
    if (minutes > LONGEST_MINUTES) throw new UsageError(`--minutes is 0 to ${LONGEST_MINUTES}`)
    const share = shareOf(values)
    const now = core.clock.real()
    const before = (await tx.traffic.raises(now)).find((one) => one.connectionId === connectionId) ?? null
    const until = now + minutes * MINUTE_MS
    if (minutes === 0) await tx.traffic.endRaise(connectionId)
    else await tx.traffic.raise({ connectionId, share, until, raisedBy: actor }, now)
    const after = minutes === 0 ? null : { share, until: toRfc3339(until) }
    return {
      rows: [{ connectionId, ...(after ?? { share: 'as set', until: null }) }],
      trace:
        before === null && after === null
          ? null
          : {
              action: 'traffic.sample',
              subject: connectionId,
              organizationId: null,
              before: before && { share: before.share, until: toRfc3339(before.until) },
              after,
            },
    }
  },
}

const pin: Command = {
  noun: 'traffic',
  verb: 'pin',
  summary: `keeps an exchange past its term, until it is unpinned; ${MOST_PINNED} at most`,
  usage: 'sxg_… [--note "what it shows"]',
  options: { exchange: { type: 'string' }, note: { type: 'string' } },
  positional: 'exchange',
  required: ['exchange'],
  change: async ({ tx, core, actor }, values) => {
    const exchangeId = text(values, 'exchange')
    const note = optionalText(values, 'note')
    if (note !== null && note.length > LONGEST_NOTE)
      throw new UsageError(`--note is ${LONGEST_NOTE} characters at most`)
    const found = await tx.traffic.find(exchangeId)
    if (!found) throw notKept(exchangeId)
    const pinned = await tx.traffic.pin(exchangeId, { by: actor, note, now: core.clock.real() })
    if (pinned === 'FULL') throw new UsageError(`${MOST_PINNED} exchanges are pinned: unpin one first`)
    return { rows: [{ exchangeId, pinned: true }], trace: traceOf('traffic.pin', found, true) }
  },
}

const unpin: Command = {
  noun: 'traffic',
  verb: 'unpin',
  summary: 'lets a pinned exchange go with the others of its day; one that is past its term goes in the next night',
  usage: 'sxg_…',
  options: { exchange: { type: 'string' } },
  positional: 'exchange',
  required: ['exchange'],
  change: async ({ tx }, values) => {
    const exchangeId = text(values, 'exchange')
    const found = await tx.traffic.find(exchangeId)
    if (!found) throw notKept(exchangeId)
    await tx.traffic.unpin(exchangeId)
    return { rows: [{ exchangeId, pinned: false }], trace: traceOf('traffic.unpin', found, false) }
  },
}

/** The note is in the operator's words, and stays with the exchange: it goes when the booking is forgotten, and so does the reason. */
function traceOf(action: string, { exchangeId, connectionId, bookingId, pinnedAt }: FoundExchange, isPinned: boolean) {
  if (!isPinned && pinnedAt === null) return null
  return {
    action,
    subject: exchangeId,
    organizationId: null,
    bookingId,
    before: { pinned: pinnedAt !== null },
    after: { pinned: isPinned, connectionId },
  }
}

export const TRAFFIC_COMMANDS: readonly Command[] = [list, show, sample, pin, unpin]
