import { describe, expect, it } from 'vitest'
import { readRedisAddress } from '../../src/cache/redis-address.ts'
import { groupsByTag } from '../../src/cache/redis-wire.ts'
import { readConfig } from '../../src/config.ts'

const NONE = { credentials: {}, tls: false }

describe('[21] REDIS_URL', () => {
  it.each([
    ['redis://127.0.0.1:6379', { kind: 'single' }],
    ['rediss://:p,w@cache.example:6380/3', { kind: 'single', url: 'rediss://:p,w@cache.example:6380/3' }],
    ['redis+cluster://a:7001', { kind: 'cluster', nodes: [{ host: 'a', port: 7001 }], ...NONE }],
    [
      'redis+cluster://a,[::1]:7002,c:7003/0',
      {
        kind: 'cluster',
        nodes: [
          { host: 'a', port: 6379 },
          { host: '::1', port: 7002 },
          { host: 'c', port: 7003 },
        ],
      },
    ],
    [
      'redis://a:1,b:2',
      {
        kind: 'cluster',
        nodes: [
          { host: 'a', port: 1 },
          { host: 'b', port: 2 },
        ],
        ...NONE,
      },
    ],
    [
      'redis://a:1, redis://b:2',
      {
        kind: 'cluster',
        nodes: [
          { host: 'a', port: 1 },
          { host: 'b', port: 2 },
        ],
        ...NONE,
      },
    ],
    [
      'rediss://me:s%40crt@a:1,rediss://me:s%40crt@b:2',
      { kind: 'cluster', credentials: { username: 'me', password: 's@crt' }, tls: true },
    ],
    ['rediss+cluster://:secret@a:1', { kind: 'cluster', credentials: { password: 'secret' }, tls: true }],
    [
      'redis+sentinel://me:x@s1,s2:26380/cache?db=2&sentinel_user=watch&sentinel_password=y',
      {
        kind: 'sentinel',
        name: 'cache',
        sentinels: [
          { host: 's1', port: 26_379 },
          { host: 's2', port: 26_380 },
        ],
        database: 2,
        credentials: { username: 'me', password: 'x' },
        sentinelCredentials: { username: 'watch', password: 'y' },
        tls: false,
      },
    ],
    ['rediss+sentinel://s1/cache', { kind: 'sentinel', sentinelCredentials: {}, database: 0, tls: true }],
  ])('%s is read', (text, address) => {
    expect(readRedisAddress(text)).toMatchObject({ ok: true, value: address })
    expect(readConfig({ REDIS_URL: text })).toMatchObject({ redisUrl: text })
  })

  it.each([
    ['localhost:6379', /must be a URL that begins with redis:\/\/host:port for one server, redis\+cluster:/],
    ['memcached://a:1', /begins with redis:/],
    ['redis+ring://a:1,b:2', /begins with redis:/],
    ['redis://a:b', /must be redis:\/\/host:port/],
    ['redis+cluster://a:1/2', /names database 2: a Redis Cluster has only database 0/],
    ['redis+cluster://a:1?db=1', /has db behind its “\?”/],
    ['redis+cluster://a:99999', /lists “a:99999”, which is no host:port/],
    ['redis+cluster://a:1,,b:2', /lists “”, which is no host:port/],
    ['redis://a:1,rediss://b:2', /different kinds/],
    ['redis://x:1@a:1,redis://y:1@b:2', /different users or passwords/],
    ['redis+sentinel://s1:1,s2:2', /has to end with the name under which the Sentinels know the master/],
    ['redis+sentinel://s1/cache?database=2', /has database behind its “\?”: known are db, sentinel_user/],
    ['redis+sentinel://s1/cache?db=two', /has the database “two”/],
    ['redis+cluster://me:50%@a:1', /not percent-encoded/],
  ])('%s is refused with a sentence', (text, sentence) => {
    expect(readRedisAddress(text)).toMatchObject({ ok: false, error: expect.stringMatching(sentence) })
    expect(readConfig({ REDIS_URL: text })).toEqual([
      { setting: 'REDIS_URL', message: expect.stringMatching(sentence) },
    ])
  })
})

describe('[21] keys of one command on a cluster', () => {
  it('are those with the same hash tag, as Redis reads it', () => {
    expect(groupsByTag(['a{x}1', 'b', 'c{x}{y}', 'b', '{}d', '{}d', 'e{', 'x'])).toEqual([
      [0, 2, 7],
      [1, 3],
      [4, 5],
      [6],
    ])
    expect(groupsByTag(['only'])).toEqual([[0]])
  })
})
