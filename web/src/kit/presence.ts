/** Whoever has done nothing for so long may be gone: what the page asks from then on it asks by itself. */
const ATTENDED_MS = 60_000

type Presence = {
  /** Somebody has done something. */
  readonly touch: () => void
  readonly isAttended: () => boolean
}

/** Whether somebody is at the page. To open it was something that they did. */
export function createPresence(now: () => number): Presence {
  let touchedAt = now()
  return {
    touch: () => {
      touchedAt = now()
    },
    isAttended: () => now() - touchedAt < ATTENDED_MS,
  }
}

const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchmove', 'focus'] as const

/** Of this page. The clock of the day goes on while a machine sleeps. */
export const PRESENCE = createPresence(Date.now)

if (typeof window !== 'undefined')
  for (const sign of SIGNS) window.addEventListener(sign, PRESENCE.touch, { capture: true, passive: true })
