/** The outcome of the work; null when the signal is aborted first, for work that does not look at it, or looks too late. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  if (signal.aborted) {
    // Nobody waits for it any more: without this its failure would be nobody's, and end the process.
    work.catch(() => undefined)
    return null
  }
  const aborted = Promise.withResolvers<null>()
  function onAbort(): void {
    return aborted.resolve(null)
  }
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
