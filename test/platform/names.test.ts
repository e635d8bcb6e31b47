import type { LookupAddress } from 'node:dns'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createLookup } from '../../src/platform/names/lookup.ts'
import { createNames, type Names } from '../../src/platform/names/names.ts'
import { createSlots } from '../../src/platform/names/slots.ts'
import { createWebhookSender } from '../../src/relay/deliver.ts'
import { checkAddress } from '../../src/relay/guard.ts'
import { type DnsAnswer, type DnsServer, startDnsServer } from '../support/dns-server.ts'
import { startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'

const closers: (() => Promise<void> | void)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

type Zone = (name: string, count: number) => DnsAnswer

async function namesOver(zone: Zone, hostsFile = '/nowhere'): Promise<{ names: Names; dns: DnsServer }> {
  const dns = await startDnsServer(zone)
  const names = createNames({ servers: [dns.address], hostsFile })
  closers.push(dns.close, names.close)
  return { names, dns }
}

const one = { asker: 'org_1' }

describe('a name', () => {
  it('gives the addresses of both families, IPv4 first', async () => {
    const { names } = await namesOver(() => ({ addresses: ['2001:db8::5', '192.0.2.7', '192.0.2.8'] }))
    expect(await names.resolve('a.example', one)).toEqual({
      ok: true,
      value: ['192.0.2.7', '192.0.2.8', '2001:db8::5'],
    })
  })

  it('is asked for once while a question is under way, and not again before its time to live is over', async () => {
    const { names, dns } = await namesOver(() => ({ slowMs: 100, addresses: ['192.0.2.7'] }))
    const answers = await Promise.all(Array.from({ length: 100 }, () => names.resolve('A.Example.', one)))
    expect(answers.every((answer) => answer.ok)).toBe(true)
    await names.resolve('a.example', { asker: 'org_2' })
    expect(dns.asked).toEqual(['a.example'])
  })

  it('whose answer does not fit into a datagram is asked for over TCP', async () => {
    const { names } = await namesOver(() => ({ truncated: Array.from({ length: 60 }, (_, n) => `192.0.2.${n + 1}`) }))
    const found = await names.resolve('many.example', one)
    expect(found.ok && found.value.length).toBe(60)
  })

  it.each([
    ['SERVFAIL', 'FAILED'],
    ['NXDOMAIN', 'NOT_FOUND'],
  ] as const)('that is answered %s is %s, at once, and for a few seconds nobody asks again', async (answer, fault) => {
    const { names, dns } = await namesOver(() => answer)
    expect(await names.resolve('a.example', one)).toEqual({ ok: false, error: fault })
    const asked = dns.asked.length
    expect(await names.resolve('a.example', one)).toEqual({ ok: false, error: fault })
    expect(dns.asked.length).toBe(asked)
  })

  it('that nobody answers for is given up within its deadline, and known to be silent to whoever asks next', async () => {
    const { names, dns } = await namesOver(() => 'silence')
    expect(await names.resolve('a.example', one)).toEqual({ ok: false, error: 'TOO_LATE' })
    const asked = dns.asked.length
    expect(await names.resolve('a.example', { asker: 'org_2' })).toEqual({ ok: false, error: 'TOO_LATE' })
    expect(dns.asked).toHaveLength(asked)
  })

  it('is not asked for any more when whoever asked has gone', async () => {
    const { names, dns } = await namesOver((_name, count) => (count === 1 ? 'silence' : { addresses: ['192.0.2.7'] }))
    const gone = new AbortController()
    const given = names.resolve('a.example', { asker: 'org_1', signal: gone.signal })
    await until('the question', () => dns.asked.length === 1)
    gone.abort()
    expect(await given).toEqual({ ok: false, error: 'TOO_LATE' })
    // What was given up is no answer: the next one asks again.
    expect(await names.resolve('a.example', one)).toEqual({ ok: true, value: ['192.0.2.7'] })
  })

  it('of the machine’s own hosts file, and localhost, are never asked of a server', async () => {
    const path = join(tmpdir(), `hosts-${process.pid}`)
    await writeFile(path, '# ours\n::1 db\n10.1.2.3\tdb db.internal # the database\nnonsense x\n')
    const { names, dns } = await namesOver(() => 'silence', path)
    expect(await names.resolve('db', one)).toEqual({ ok: true, value: ['10.1.2.3', '::1'] })
    expect(await names.resolve('app.localhost', one)).toEqual({ ok: true, value: ['127.0.0.1', '::1'] })
    expect(dns.asked).toEqual([])
  })
})

describe('[C-144] silent names of one asker', () => {
  it('hold up its own further names, and no other asker’s', async () => {
    const { names } = await namesOver((name) => (name.endsWith('.dead') ? 'silence' : { addresses: ['192.0.2.7'] }))
    const dead = Array.from({ length: 60 }, (_, n) => names.resolve(`a${n}.dead`, { asker: 'org_1' }))
    const more = Array.from({ length: 60 }, (_, n) => names.resolve(`b${n}.dead`, one))
    const first = await Promise.race([names.resolve('fine.example', { asker: 'org_2' }), ...dead.slice(0, 8)])
    expect(first, 'while the first of the silent ones are still waited for').toMatchObject({ ok: true })
    const crowded = await Promise.all(more)
    expect(crowded.filter((answer) => !answer.ok && answer.error === 'CROWDED').length).toBeGreaterThan(40)
    const answers = await Promise.all(dead)
    expect(answers.every((answer) => !answer.ok)).toBe(true)
  })

  it('take no more than its share of what is free, however long its queue', async () => {
    const slots = createSlots({ each: 2, all: 3, waiting: 10 })
    const { signal } = new AbortController()
    const served: string[] = []
    const held: (() => void)[] = []
    async function take(asker: string): Promise<void> {
      const slot = await slots.take(asker, signal)
      served.push(asker)
      if (slot.ok) held.push(slot.value)
    }
    const all = ['a', 'a', 'a', 'a', 'a', 'b', 'c', 'c'].map(take)
    await until('three to run', () => held.length === 3)
    while (served.length < all.length) {
      held.shift()?.()
      await until('the next', () => held.length > 0)
    }
    expect(served.slice(0, 3)).toEqual(['a', 'a', 'b'])
    // Both of `c` go before the last of `a`, which came first.
    expect(served.lastIndexOf('a')).toBe(served.length - 1)
  })
})

describe('[C-110] a name that changes to a private address after it was checked', () => {
  it('is not followed there: the address that was checked is dialled, and the next attempt is refused', async () => {
    const receiver = await startReceiver()
    closers.push(receiver.close)
    // 198.18.0.0/15 leads nowhere; that it passes at all shows that the check saw the first answer.
    const { names, dns } = await namesOver((_name, count) => ({
      addresses: [count === 1 ? '93.184.216.34' : '127.0.0.1'],
      ttl: 0,
    }))
    const guard = { names, allowPrivateNetworks: false }
    const courier = createWebhookSender(guard)
    closers.push(courier.close)
    const url = receiver.url.replace('127.0.0.1', 'rebinding.example')
    const checked = await checkAddress({ url: new URL(url), organizationId: 'org_1' }, guard)
    expect(checked).toEqual({ ok: true, value: [{ address: '93.184.216.34', family: 4 }] })
    const refused = await until('the name to be asked for again', async () => {
      const again = await checkAddress({ url: new URL(url), organizationId: 'org_1' }, guard)
      return again.ok ? null : again
    })
    expect(refused.error).toBe('rebinding.example is a loopback address')
    const { error } = await courier.deliver({ url, organizationId: 'org_1', headers: {}, body: '{}' })
    expect(error).toBe('refused: rebinding.example is a loopback address')
    expect(receiver.received).toEqual([])
    expect(dns.asked.length).toBeGreaterThan(1)
  })
})

describe('the look-up for sockets', () => {
  it('answers as net.connect asks, and tells a silent name from one that is not there', async () => {
    const { names } = await namesOver((name) =>
      name === 'none.example' ? 'NXDOMAIN' : { addresses: ['192.0.2.7', '2001:db8::5'] },
    )
    const lookup = createLookup(names, 'connection a')
    function look(hostname: string, options: object): Promise<unknown> {
      return new Promise((resolve) =>
        lookup(hostname, options, (error, address: string | LookupAddress[], family) =>
          resolve(error ? error.message : family === undefined ? address : [address, family]),
        ),
      )
    }
    expect(await look('a.example', { all: true })).toEqual([
      { address: '192.0.2.7', family: 4 },
      { address: '2001:db8::5', family: 6 },
    ])
    expect(await look('a.example', { family: 6 })).toEqual(['2001:db8::5', 6])
    expect(await look('none.example', {})).toBe('none.example cannot be resolved: there is no such name')
  })
})
