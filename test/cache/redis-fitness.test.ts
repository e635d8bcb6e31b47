import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refuseUnfitRedis } from '../../src/cache/redis-fitness.ts'
import { hasRedisServer, openRedisServers, type RedisServer } from '../support/redis-servers.ts'

const HAS_SERVER = hasRedisServer()

describe.runIf(HAS_SERVER)('[21] a REDIS_URL that leads to another kind of server than it says', () => {
  const found: Record<string, RedisServer> = {}
  let stop: (() => Promise<void>) | undefined

  beforeAll(async () => {
    const servers = await openRedisServers()
    stop = servers.stop
    const single = await servers.start({})
    found['single'] = single
    found['locked'] = await servers.start({ requirepass: 'secret' })
    found['node'] = await servers.start({ 'cluster-enabled': 'yes' })
    found['sentinel'] = await servers.start({ 'sentinel monitor': `known 127.0.0.1 ${single.port} 1` })
  })

  afterAll(() => stop?.())

  function at(server: string): string {
    return `127.0.0.1:${found[server]?.port}`
  }

  it.each([
    ['redis://', 'node', '', /leads to a node of a Redis Cluster: write redis\+cluster:\/\//],
    ['redis://', 'sentinel', '', /leads to a Sentinel: write redis\+sentinel:\/\//],
    [
      'redis+cluster://',
      'single',
      '',
      /names a cluster, but 127\.0\.0\.1:\d+ is no node of one \(standalone\): write redis:\/\//,
    ],
    ['redis+sentinel://', 'single', '/known', /names Sentinels, but 127\.0\.0\.1:\d+ is none \(standalone\)/],
    ['redis+sentinel://', 'node', '/known', /names Sentinels, but 127\.0\.0\.1:\d+ is none \(cluster\)/],
    ['redis+sentinel://', 'sentinel', '/other', /names the master “other”, which the Sentinel at .* does not know/],
  ])('refuses to start: %s to a %s', async (scheme, server, rest, sentence) => {
    await expect(refuseUnfitRedis(`${scheme}${at(server)}${rest}`)).rejects.toThrow(sentence)
  })

  it('is told from one that cannot be judged: away, or asking for a password', async () => {
    for (const url of [
      `redis://${at('single')}`,
      `redis+cluster://${at('node')}`,
      `redis+sentinel://${at('sentinel')}/known`,
      `redis://${at('locked')}`,
      'redis://127.0.0.1:1',
      'redis+cluster://127.0.0.1:1,127.0.0.1:2',
      'redis+sentinel://127.0.0.1:1/known',
    ])
      await expect(refuseUnfitRedis(url)).resolves.toBeUndefined()
  })

  it('is judged by the first node that answers', async () => {
    await expect(refuseUnfitRedis(`redis+cluster://127.0.0.1:1,${at('single')}`)).rejects.toThrow(/is no node of one/)
  })
})
