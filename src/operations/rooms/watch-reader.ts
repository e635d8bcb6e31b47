import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '../../domain/time.ts'
import type { Deps } from '../deps.ts'
import { readerKey, wasReadKey } from './room-stream-log.ts'

const LOOK_EVERY_MS = SECOND_MS

/** A reader that lost its connection reconnects within this time, because its `retry` is 2 s; after it, the reader has left. */
const LEFT_AFTER_MS = 4 * SECOND_MS

/**
 * Calls `onLeft` when the stream's reader, in whichever process it is, has gone and no other has taken over. Ends then, or when
 * `over` is aborted. A stream without a first reader is waited for.
 */
export async function watchReader(
  { cache }: Pick<Deps, 'cache'>,
  streamId: string,
  { over, onLeft }: { readonly over: AbortSignal; readonly onLeft: () => void },
): Promise<void> {
  let goneSince: number | null = null
  while (await stays(over)) {
    const [reader, wasRead] = await cache.values.getMany([readerKey(streamId), wasReadKey(streamId)])
    const isRead = reader !== null
    goneSince = isRead ? null : (goneSince ?? performance.now())
    if (wasRead !== null && goneSince !== null && performance.now() - goneSince >= LEFT_AFTER_MS) return onLeft()
  }
}

async function stays(over: AbortSignal): Promise<boolean> {
  try {
    await sleep(LOOK_EVERY_MS, null, { signal: over, ref: false })
    return true
  } catch {
    return false
  }
}
