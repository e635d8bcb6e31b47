import { describe, expect, test } from 'vitest'
import { welcome } from '../src/welcome.ts'

const shown = welcome({
  url: 'http://127.0.0.1:4000',
  keys: { apiKey: 'hdg_sandbox_a', defaultLimitsKey: 'hdg_sandbox_b' },
  signIn: { console: '/console/sign-in?link=one', portal: '/portal/sign-in?link=two' },
  hasCatalogue: true,
})

describe('what a start prints', () => {
  test('each link is told with the command that makes the next one', () => {
    const lines = shown.split('\n')
    for (const [path, name] of [
      ['/console/sign-in?link=one', 'sandbox-operator'],
      ['/portal/sign-in?link=two', 'sandbox-partner'],
    ] as const) {
      const at = lines.findIndex((line) => line.endsWith(path))
      expect(at).toBeGreaterThan(-1)
      expect(lines[at + 1]).toContain(`npm run admin -- user link ${name}`)
    }
  })
})
