import { expect, it } from 'vitest'
import { createPresence } from '../../web/src/kit/presence.ts'

it('[22] a page is attended for a minute after somebody has opened or touched it', () => {
  let now = 1_000_000
  const presence = createPresence(() => now)
  function after(passedMs: number): boolean {
    now += passedMs
    return presence.isAttended()
  }
  expect([after(0), after(59_999), after(1)]).toEqual([true, true, false])
  presence.touch()
  expect([after(0), after(60_000)]).toEqual([true, false])
})
