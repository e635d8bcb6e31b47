import type { Background } from './deps.ts'

/** How long a client that books, confirms or cancels waits at the most: its answer comes within 10 s, whatever the supplier does. */
export const ANSWER_WITHIN_MS = 9_500

/** When a client that asks now has to have its answer, by `performance.now()`. */
export const answerDeadline = (): number => performance.now() + ANSWER_WITHIN_MS

/** True when `work` ended within `ms`; the work goes on either way. */
export const endsWithin = (work: Promise<unknown>, ms: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(false), Math.max(0, ms))
    work.then(() => resolve(true), reject).finally(() => clearTimeout(timer))
  })

/**
 * What `work` came to by `answerBy`; null when it is not over then, or failed. It goes on in the background, which logs what
 * it throws.
 */
export const outcomeBy = async <T>(
  background: Background,
  name: string,
  work: Promise<T>,
  answerBy: number,
): Promise<T | null> => {
  background.follow(name, work)
  let outcome: T | null = null
  const noted = work.then(
    (value) => {
      outcome = value
    },
    () => undefined,
  )
  await endsWithin(noted, answerBy - performance.now())
  return outcome
}
