import { execFileSync, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { killAt } from '../../src/kill-at.ts'
import { skewedBy, thaw, untilFrozen } from '../support/frozen.ts'
import { until } from '../support/until.ts'

const STOPPER = join(import.meta.dirname, '../fixtures/stop-at-point.ts')
const ROUNDS = 50

it('a process that stops itself runs nothing behind the point before SIGCONT, and stops there only once', async () => {
  const child = spawn(process.execPath, [STOPPER], {
    env: { ...process.env, ROUNDS: String(ROUNDS) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { pid = 0 } = child
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const said: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => said.push(line))
  for (let round = 0; round < ROUNDS; round++) {
    await untilFrozen(pid)
    // Its output from before the stop is still in the pipe.
    await until('its last line', () => said.at(-1) === `before ${round}`)
    thaw(pid)
    await expect.poll(() => said.includes(`after ${round}`)).toBe(true)
  }
  expect(await ended).toBe(0)
})

it('a point that there is not is refused', () => {
  expect(() => killAt('create:somewhere', 'SIGSTOP')).toThrow(
    /no kill point create:somewhere; there are: create:before/,
  )
})

it('a skewed process has another time in everything that means now, and the same in what is given', () => {
  const script = `
    import { setTimeout } from 'node:timers/promises'
    const given = new Date('2026-01-02T03:04:05Z')
    await setTimeout(50)
    console.log(JSON.stringify([
      Date.now(), new Date().getTime(), Date.parse(Date()), given.toISOString(), new Date() instanceof Date,
      Date.UTC(2026, 0, 1), Object.prototype.toString.call(new Date()), new Date(2026, 0).getMonth(), Date.name,
    ]))`
  const startedAt = Date.now()
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, ...skewedBy(-3_600_000) },
    encoding: 'utf8',
  })
  const [now, made, spoken, ...same] = JSON.parse(output)
  for (const time of [now, made, spoken]) {
    expect(time).toBeGreaterThan(startedAt - 3_602_000)
    expect(time).toBeLessThanOrEqual(Date.now() - 3_600_000)
  }
  expect(same).toEqual(['2026-01-02T03:04:05.000Z', true, Date.UTC(2026, 0, 1), '[object Date]', 0, 'Date'])
})
