import { describe, expect, it } from 'vitest'
import { readConfig } from '../src/config.ts'

const faultsOf = (env: Record<string, string>): string[] => {
  const read = readConfig(env)
  return 'port' in read ? [] : read.map(({ setting }) => setting)
}

describe('settings', () => {
  it('need nothing: every one has a default', () => {
    expect(readConfig({})).toMatchObject({
      port: 4000,
      host: '127.0.0.1',
      environment: 'sandbox',
      databaseUrl: null,
      redisUrl: null,
      roles: ['api', 'relay', 'worker', 'suppliers'],
    })
  })

  it('tell every fault at once, by name', () => {
    const env = {
      PORT: 'http',
      ROLES: 'api,cook',
      DATABASE_URL: 'mysql://x',
      MASTER_KEY: 'short',
      SANDBOX_CLOCK: 'yes',
    }
    expect(faultsOf(env).sort()).toEqual(['DATABASE_URL', 'MASTER_KEY', 'PORT', 'ROLES', 'SANDBOX_CLOCK'])
  })

  it('do not let production run on made-up keys or an embedded database', () => {
    expect(faultsOf({ ENVIRONMENT: 'production', KILL_POINT: 'x' })).toEqual([
      'DATABASE_URL',
      'MASTER_KEY',
      'KILL_POINT',
    ])
  })

  it('switch the sandbox’s levers off in production', () => {
    const read = readConfig({
      ENVIRONMENT: 'production',
      DATABASE_URL: 'postgresql://db/x',
      MASTER_KEY: 'ab'.repeat(32),
    })
    expect(read).toMatchObject({ sandboxClock: false, webhookAllowPrivateNetworks: false })
  })
})
