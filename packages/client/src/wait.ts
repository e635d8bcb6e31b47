/** Waits; rejects with the signal's reason when it aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    function abort(): void {
      clearTimeout(timer)
      // What an AbortSignal is aborted with is its owner's.
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
}

/** A signal that aborts with the caller's or when a time is over, for one exchange with the gateway. */
export type Lifeline = {
  readonly signal: AbortSignal
  /** From now on so long; null: as long as it takes. */
  readonly within: (ms: number | null) => void
  readonly isLate: () => boolean
  /** Cuts what is still open. */
  readonly end: () => void
}

export function lifeline(callers: AbortSignal | undefined): Lifeline {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let late = false
  function abort(): void {
    controller.abort(callers?.reason)
  }
  if (callers?.aborted) abort()
  else callers?.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    within: (ms) => {
      clearTimeout(timer)
      if (ms === null) return
      timer = setTimeout(() => {
        late = true
        controller.abort()
      }, ms)
    },
    isLate: () => late,
    end: () => {
      clearTimeout(timer)
      callers?.removeEventListener('abort', abort)
      controller.abort()
    },
  }
}
