import { expect, it } from 'vitest'
import { createClock } from '../../src/platform/clock.ts'

const DAY_MS = 86_400_000

function daysAhead(clock: ReturnType<typeof createClock>, organizationId: string): number {
  // Not -0, which is 0 when a millisecond passes between the two looks.
  return Math.round((clock.of(organizationId).now() - clock.real()) / DAY_MS) || 0
}

it('each organization has its own time, and whoever waits in it is told whose was moved', () => {
  const clock = createClock({ worlds: true })
  const moved: string[] = []
  const stop = clock.onShift((organizationId) => moved.push(organizationId))
  const kept = clock.of('org_a')
  clock.shift('org_a', { offsetMs: 400 * DAY_MS, resets: 0 })
  expect([daysAhead(clock, 'org_a'), daysAhead(clock, 'org_b')]).toEqual([400, 0])
  expect(Math.round((kept.now() - clock.real()) / DAY_MS)).toBe(400)
  clock.shift('org_a', { offsetMs: 400 * DAY_MS, resets: 0 })
  clock.shift('org_b', { offsetMs: DAY_MS, resets: 0 })
  expect(moved).toEqual(['org_a', 'org_b'])
  stop()
  clock.shift('org_b', { offsetMs: 2 * DAY_MS, resets: 0 })
  expect(moved).toHaveLength(2)
})

it('an older word changes nothing, in whatever order words arrive', () => {
  const clock = createClock({ worlds: true })
  clock.shift('org_a', { offsetMs: 2 * DAY_MS, resets: 0 })
  clock.shift('org_a', { offsetMs: DAY_MS, resets: 0 })
  expect(daysAhead(clock, 'org_a')).toBe(2)
  clock.shift('org_a', { offsetMs: 0, resets: 1 })
  clock.shift('org_a', { offsetMs: 3 * DAY_MS, resets: 0 })
  expect(daysAhead(clock, 'org_a')).toBe(0)
})

it('organizations have worlds of their own in the sandbox, another one after a reset, and share one in production', () => {
  const [sandbox, production] = [createClock({ worlds: true }), createClock()]
  const before = sandbox.of('org_a').world
  expect(before).not.toBe(sandbox.of('org_b').world)
  sandbox.shift('org_a', { offsetMs: DAY_MS, resets: 0 })
  expect(sandbox.of('org_a').world).toBe(before)
  sandbox.shift('org_a', { offsetMs: 0, resets: 1 })
  expect(sandbox.of('org_a').world).not.toBe(before)
  expect([production.of('org_a').world, production.of('org_b').world]).toEqual(['', ''])
})
