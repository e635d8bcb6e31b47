import { describe, expect, it } from 'vitest'
import { readConfig } from '../src/config.ts'
import { mostConnections } from '../src/config-database.ts'

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
      roles: ['api', 'relay', 'worker', 'suppliers', 'export'],
      sandboxStock: 'awkward',
    })
  })

  it('say whether the sandbox sells awkward rates', () => {
    expect(readConfig({ SANDBOX_STOCK: 'plain' })).toMatchObject({ sandboxStock: 'plain' })
    expect(faultsOf({ SANDBOX_STOCK: 'easy' })).toEqual(['SANDBOX_STOCK'])
  })

  it('[21] open connections by role, and say how many', () => {
    function connections(env: Record<string, string>) {
      const read = readConfig(env)
      if (!('port' in read)) throw new Error(JSON.stringify(read))
      return mostConnections(read.database, read.roles)
    }
    expect(connections({})).toEqual({ main: 21, direct: 6, replica: 0 })
    expect(connections({ ROLES: 'api' })).toEqual({ main: 13, direct: 1, replica: 0 })
    expect(connections({ ROLES: 'relay' })).toEqual({ main: 7, direct: 1, replica: 0 })
    expect(connections({ ROLES: 'worker,worker' })).toEqual({ main: 9, direct: 6, replica: 0 })
    const replica = { DATABASE_URL: 'postgresql://p', DATABASE_REPLICA_URL: 'postgresql://r' }
    expect(connections({ ...replica, DATABASE_POOL_SIZE: '3' })).toEqual({ main: 4, direct: 6, replica: 5 })
  })

  it('[21] ask for a direct way beside a pooler for transactions, and name no statements through it', () => {
    const pooled = { DATABASE_URL: 'postgresql://pooler/gateway', DATABASE_POOLER: 'transaction' }
    expect(faultsOf(pooled)).toEqual(['DATABASE_DIRECT_URL'])
    const whole = { ...pooled, DATABASE_DIRECT_URL: 'postgresql://primary/gateway' }
    expect(readConfig(whole)).toMatchObject({ database: { pooler: 'transaction', namesStatements: false } })
    const named = { ...whole, DATABASE_STATEMENT_NAMES: 'on' }
    expect(readConfig(named)).toMatchObject({ database: { namesStatements: true } })
    expect(faultsOf({ DATABASE_REPLICA_URL: 'postgresql://replica/gateway' })).toEqual(['DATABASE_REPLICA_URL'])
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

describe('[22] an identity provider', () => {
  const WHOLE = {
    OIDC_ISSUER: 'https://id.example.com',
    OIDC_CLIENT_ID: 'gateway',
    OIDC_CLIENT_SECRET: 'secret',
    CONSOLE_URL: 'https://ops.example.com/console/',
  }

  it('is none by default, and is read whole', () => {
    expect(readConfig({})).toMatchObject({ oidc: null })
    expect(readConfig({ ...WHOLE, OIDC_ROLES: 'a=viewer, cn=b=support,a=finance' })).toMatchObject({
      oidc: {
        issuer: 'https://id.example.com/',
        consoleUrl: 'https://ops.example.com/console',
        portalUrl: null,
        groupsClaim: 'groups',
        rolesOfGroups: new Map([
          ['a', ['viewer', 'finance']],
          ['cn=b', ['support']],
        ]),
      },
    })
  })

  it('has every fault told at once, beside those of other settings', () => {
    expect(faultsOf({ OIDC_CLIENT_ID: 'gateway', PORTAL_URL: 'https://x.example.com/portal', PORT: 'x' })).toEqual([
      'PORT',
      'PORTAL_URL',
      'OIDC_CLIENT_ID',
    ])
    const wrong = { OIDC_ISSUER: 'http://id.example.com', OIDC_ROLES: 'a=king', OIDC_SCOPES: 'email' }
    expect(faultsOf(wrong)).toEqual([
      'OIDC_ISSUER',
      'OIDC_SCOPES',
      'OIDC_ROLES',
      'OIDC_CLIENT_ID',
      'OIDC_CLIENT_SECRET',
      'CONSOLE_URL',
    ])
    expect(faultsOf({ ...WHOLE, CONSOLE_URL: 'https://ops.example.com/' })).toEqual(['CONSOLE_URL'])
    expect(faultsOf({ ...WHOLE, OIDC_CLIENT_SECRET: '', OIDC_CLIENT_SECRET_FILE: '/not/there' })).toEqual([
      'OIDC_CLIENT_SECRET_FILE',
    ])
    expect(faultsOf({ ...WHOLE, OIDC_CLIENT_SECRET_FILE: import.meta.filename })).toEqual([
      'OIDC_CLIENT_SECRET_FILE',
      'OIDC_CLIENT_SECRET',
    ])
  })

  it('is asked without TLS on this very machine alone', () => {
    for (const host of ['localhost', '127.0.0.1:8080', '[::1]:8080'])
      expect([host, faultsOf({ ...WHOLE, OIDC_ISSUER: `http://${host}/x` })]).toEqual([host, []])
    for (const host of ['127.example.com', 'localhost.example.com', '10.0.0.1'])
      expect([host, faultsOf({ ...WHOLE, OIDC_ISSUER: `http://${host}/x` })]).toEqual([host, ['OIDC_ISSUER']])
  })
})

describe('the removed setting WORKERS', () => {
  it('is accepted when it is 1 or empty, which changes nothing', () => {
    for (const workers of ['', '1']) expect([workers, faultsOf({ WORKERS: workers })]).toEqual([workers, []])
  })

  it('is refused with any other value, beside the other faults', () => {
    const message = 'a process serves with one thread: leave it empty and run more processes, as deploy/ shows'
    for (const workers of ['2', '0', 'auto'])
      expect([workers, readConfig({ WORKERS: workers })]).toEqual([workers, [{ setting: 'WORKERS', message }]])
    expect(faultsOf({ WORKERS: '4', PORT: 'x' })).toEqual(['PORT', 'WORKERS'])
  })
})

describe('[22] shares of the traffic with suppliers', () => {
  it('are set by operation, and a setting that is none says what it may be', () => {
    expect(readConfig({ TRAFFIC_SHARES: 'search=0.5, find=0' })).toMatchObject({
      traffic: { shares: { search: 0.5, find: 0, book: 1 } },
    })
    expect(readConfig({ TRAFFIC_SHARES: 'searches=0.5,rooms=2' })).toMatchObject([
      { setting: 'TRAFFIC_SHARES', message: expect.stringContaining('"searches=0.5" must be an operation') },
      { setting: 'TRAFFIC_SHARES', message: expect.stringContaining('"rooms=2"') },
    ])
    expect(readConfig({ TRAFFIC_MAX_MB: '0' })).toMatchObject({ traffic: null })
  })
})
