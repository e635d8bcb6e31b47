import type { Core } from '../core.ts'
import { SECOND_MS } from '../domain/time.ts'
import { onTrace } from '../platform/request-trace.ts'

/** Two short statements for all pages of a process, and none while no page is open. */
const LOOK_EVERY_MS = 2 * SECOND_MS

type News = {
  /** Resolves when a booking's event, or an entry of the audit log, was written after the last look, and once more at the next; or never. */
  readonly next: (signal: AbortSignal) => Promise<void>
}

const made = new WeakMap<object, News>()

/** What pages of this process wait for, so that they ask again. */
export function newsOf(core: Core): News {
  const known = made.get(core.store)
  if (known) return known
  const news = createNews(core)
  made.set(core.store, news)
  return news
}

function createNews({ store, background, log }: Core): News {
  const waiting = new Set<() => void>()
  let last: string | null = null
  /** A position is told when it is given out: what was written with it is there a moment later, so pages are told once more. */
  let isToTellAgain = false
  let timer: NodeJS.Timeout | null = null

  async function look(): Promise<void> {
    try {
      const now = (await Promise.all([store.events.lastPosition(), store.audit.lastId()])).join('/')
      const isNew = last !== null && now !== last
      if (isNew || isToTellAgain) for (const tell of waiting) tell()
      isToTellAgain = isNew
      last = now
    } catch (error) {
      log.debug({ err: error }, 'whether there is news could not be found out')
    }
    timer = waiting.size > 0 || isToTellAgain ? setTimeout(lookLater, LOOK_EVERY_MS) : null
  }
  /** For all pages, and so in no share of whoever asked first. */
  function lookLater(): void {
    onTrace({ requestId: null, span: null }, () => background.follow('look-for-news', look()))
  }

  return {
    next: (signal) =>
      new Promise((resolve) => {
        function end(): void {
          waiting.delete(end)
          signal.removeEventListener('abort', end)
          resolve()
        }
        if (signal.aborted) return resolve()
        signal.addEventListener('abort', end)
        waiting.add(end)
        timer ??= setTimeout(lookLater, 0)
      }),
  }
}
