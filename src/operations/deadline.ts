import { setTimeout as sleep } from 'node:timers/promises'

/** How long a client that books, confirms or cancels waits at the most: its answer comes within 10 s, whatever the supplier does. */
export const ANSWER_WITHIN_MS = 9_500

/** True when `work` ended within `ms`; the work goes on either way. */
export const endsWithin = async (work: Promise<unknown>, ms: number): Promise<boolean> => {
  const over = new AbortController()
  try {
    return await Promise.race([work.then(() => true), sleep(ms, false, { signal: over.signal })])
  } finally {
    over.abort()
  }
}
