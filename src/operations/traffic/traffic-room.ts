import { SECOND_MS } from '../../domain/time.ts'
import type { Background } from '../../platform/background.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Store } from '../../store/store.ts'
import type { TrafficRaise } from '../../store/supplier-traffic.ts'

const REFRESH_EVERY_MS = 5 * SECOND_MS

/** From this part of the room on, less of what is sampled is kept, and days go. */
export const SCARCE = 0.8
const SCARCE_FACTOR = 0.1

/** What of a sample is kept by how full the room is; null: nothing of anything. */
export function factorOf(bytes: number, maxBytes: number): number | null {
  if (bytes >= maxBytes) return null
  return bytes >= maxBytes * SCARCE ? SCARCE_FACTOR : 1
}

type RoomDeps = {
  readonly maxBytes: number
  readonly store: Pick<Store, 'traffic'>
  readonly clock: Pick<Clock, 'real'>
  readonly background: Pick<Background, 'follow'>
  readonly onRead: (room: { readonly bytes: number; readonly factor: number }) => void
  readonly onFault: (error: unknown) => void
}

/** What operators have raised, by connection, and by what other shares are multiplied; null: there is no room. */
export type Room = { readonly raises: ReadonlyMap<string, TrafficRaise>; readonly factor: number | null }

/** Knows both as they were some seconds ago; whoever asks has them read again in the background, and nobody waits. */
export function createTrafficRoom({ maxBytes, store, clock, background, onRead, onFault }: RoomDeps) {
  let room: Room = { raises: new Map(), factor: 1 }
  let readAt = Number.NEGATIVE_INFINITY

  async function refresh(): Promise<void> {
    readAt = performance.now()
    try {
      const [bytes, known] = await Promise.all([store.traffic.bytes(), store.traffic.raises(clock.real())])
      const factor = factorOf(bytes, maxBytes)
      room = { raises: new Map(known.map((one) => [one.connectionId, one])), factor }
      onRead({ bytes, factor: factor ?? 0 })
    } catch (error) {
      onFault(error)
    }
  }

  return {
    now: (): Room => {
      if (performance.now() - readAt > REFRESH_EVERY_MS) background.follow('read-traffic-room', refresh())
      return room
    },
    refresh,
  }
}
