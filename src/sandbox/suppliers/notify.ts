import { SECOND_MS } from '../../domain/time.ts'
import type { SandboxLog, SandboxNotification } from './exchange.ts'

export type Notifier = {
  readonly send: (supplierCode: string, notification: SandboxNotification) => void
  /** Discards messages that were not sent yet. */
  readonly close: () => void
}

type NotifierOptions = {
  readonly notificationUrl: (supplierCode: string) => Promise<string | null>
  readonly log: SandboxLog
}

/** The delays after a failed delivery, from RateHawk's own schedule. */
const RETRY_AFTER_S: readonly number[] = [30, 60, 90, 120, 150]
const TIMEOUT_MS = 5 * SECOND_MS

/** Sends the suppliers' notifications. Delays are in real time: they imitate the network, not the business. */
export function createNotifier({ notificationUrl, log }: NotifierOptions): Notifier {
  const waiting = new Set<NodeJS.Timeout>()

  function later(delayMs: number, work: () => Promise<void>): void {
    const timer = setTimeout(() => {
      waiting.delete(timer)
      work().catch((error: unknown) => log.error({ err: error }, 'a sandbox supplier could not send its message'))
    }, delayMs)
    timer.unref()
    waiting.add(timer)
  }

  async function deliver(supplierCode: string, body: object, tries: number): Promise<void> {
    const url = await notificationUrl(supplierCode)
    if (url === null || (await isTaken(url, body))) return
    const retryAfterS = RETRY_AFTER_S[tries]
    if (retryAfterS !== undefined) later(retryAfterS * SECOND_MS, () => deliver(supplierCode, body, tries + 1))
  }

  return {
    send: (supplierCode, { afterMs, body }) => later(afterMs, () => deliver(supplierCode, body, 0)),
    close: () => {
      for (const timer of waiting) clearTimeout(timer)
      waiting.clear()
    },
  }
}

async function isTaken(url: string, body: object): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}
