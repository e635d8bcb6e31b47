/**
 * Returns the outcome of the work; null when the signal is aborted first. It is for work that ignores the signal, or checks it
 * too late.
 */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  if (signal.aborted) {
    // The result is no longer needed: without this handler a rejection would be unhandled and end the process.
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
