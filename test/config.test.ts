import { describe, expect, it } from 'vitest'
import { readConfig } from '../src/config.ts'

/** SHA-256 of nothing in particular. */
const GOOD_KEY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

function faultsOf(env: Record<string, string>): string[] {
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
      sandboxStock: 'awkward',
    })
  })

  it('say whether the sandbox sells awkward rates', () => {
    expect(readConfig({ SANDBOX_STOCK: 'plain' })).toMatchObject({ sandboxStock: 'plain' })
    expect(faultsOf({ SANDBOX_STOCK: 'easy' })).toEqual(['SANDBOX_STOCK'])
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

  it('say how a security contact is written, in a form that is taken', () => {
    expect(readConfig({ SECURITY_CONTACT: 'security@example.com' })).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/begins with https:\/\/ or mailto:(?!\/)/) }),
    ])
    expect(readConfig({ SECURITY_CONTACT: 'mailto:security@example.com' })).toMatchObject({ port: 4000 })
  })

  it('refuse a master key that nobody drew at random, but let it open so that it can be replaced', () => {
    const weak = '0'.repeat(64)
    expect(readConfig({ MASTER_KEY: weak, PORT: 'x' })).toEqual([
      expect.objectContaining({ setting: 'PORT' }),
      { setting: 'MASTER_KEY', message: expect.stringMatching(/^is one byte over and over: take 32 random bytes/) },
    ])
    expect(faultsOf({ MASTER_KEY: 'short', MASTER_KEY_OPEN_ONLY: 'short' })).toEqual([
      'MASTER_KEY',
      'MASTER_KEY_OPEN_ONLY',
    ])
    expect(readConfig({ MASTER_KEY: GOOD_KEY, MASTER_KEY_OPEN_ONLY: weak })).toMatchObject({
      masterKeyOpenOnly: Buffer.alloc(32),
    })
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
      MASTER_KEY: GOOD_KEY,
    })
    expect(read).toMatchObject({ sandboxClock: false, webhookAllowPrivateNetworks: false })
  })
})
