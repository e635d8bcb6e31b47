import { createServer } from 'node:http'
import { type AddressInfo, connect as dial, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rows, Values } from '../../src/admin/command.ts'
import { allCommands } from '../../src/admin/commands.ts'
import { runCommand } from '../../src/admin/run-command.ts'
import type { Core } from '../../src/core.ts'
import { SANDBOX_CREDENTIALS } from '../../src/sandbox/suppliers/credentials.ts'
import type { TestDatabase } from '../support/database.ts'
import { openCore } from '../support/open-core.ts'
import { useGateway } from '../support/use-gateway.ts'

const COMMANDS = await allCommands()

let database: TestDatabase
let core: Core
let proxy: { readonly url: string; readonly asked: string[]; readonly close: () => void }

useGateway((started) => {
  ;({ database } = started)
})

beforeAll(async () => {
  core = await openCore(database)
  proxy = await startProxy()
})

afterAll(async () => {
  await core?.close()
  proxy?.close()
})

const KNOWN = `Basic ${Buffer.from('egress:secret').toString('base64')}`

/** A proxy that opens tunnels for one user, and writes down what it was asked for. */
async function startProxy(): Promise<typeof proxy> {
  const asked: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(405).end()
  })
  server.on('connect', (request, client: Socket, head: Buffer) => {
    asked.push(`CONNECT ${request.url}`)
    sockets.add(client)
    client.on('error', () => client.destroy())
    if (request.headers['proxy-authorization'] !== KNOWN)
      return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n')
    const [host = '', port = ''] = (request.url ?? '').split(':')
    const upstream = dial(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      upstream.write(head)
      upstream.pipe(client).pipe(upstream)
    })
    upstream.on('error', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

function run(name: string, values: Values): Promise<Rows> {
  const command = COMMANDS.find(({ noun, verb }) => `${noun} ${verb}` === name)
  if (!command) throw new Error(`there is no command ${name}`)
  return runCommand(core, command, { values, actor: 'operator:ada' })
}

type Given = { readonly settings: object; readonly credentials?: object }

function connect(supplier: keyof typeof SANDBOX_CREDENTIALS, { settings, credentials = {} }: Given): Promise<Rows> {
  return run('supplier connect', {
    organization: 'org_sandbox_default',
    supplier,
    connection: `conn_${supplier}_egress`,
    credentials: JSON.stringify({ ...SANDBOX_CREDENTIALS[supplier], ...credentials }),
    settings: JSON.stringify(settings),
  })
}

describe('[X-11] a connection with a proxy', () => {
  it.each(['expedia_rapid', 'hotelbeds', 'ratehawk', 'liteapi'] as const)(
    'calls %s through it alone, in a tunnel, and shows it who we are',
    async (supplier) => {
      const before = proxy.asked.length
      const credentials = { proxyUser: 'egress', proxyPassword: 'secret' }
      await connect(supplier, { settings: { proxyUrl: proxy.url }, credentials })
      const checks = await run('supplier test', { connection: `conn_${supplier}_egress` })
      expect(checks.filter(({ result }) => result === 'FAULT')).toEqual([])
      const asked = proxy.asked.slice(before)
      // One socket for the question before it was stored, another for the check after it.
      expect(asked).toHaveLength(2)
      for (const one of asked) expect(one).toMatch(/^CONNECT 127\.0\.0\.1:\d+$/)
    },
  )

  it('is not stored when the proxy does not know us, nor with a password in a setting, which everybody may read', async () => {
    await expect(connect('liteapi', { settings: { proxyUrl: proxy.url } })).rejects.toThrow(/reachability: .*407/)
    const telling = proxy.url.replace('//', '//egress:secret@')
    await expect(connect('liteapi', { settings: { proxyUrl: telling } })).rejects.toThrow(
      /proxyUrl: must not hold a name or password/,
    )
    await expect(connect('liteapi', { settings: { proxyUrl: 'socks5://x' } })).rejects.toThrow(/proxyUrl: must be http/)
  })

  it('goes on without it when the setting is gone', async () => {
    await connect('hotelbeds', { settings: {} })
    const before = proxy.asked.length
    const fresh = await openCore(database)
    try {
      const [command] = COMMANDS.filter(({ noun, verb }) => noun === 'supplier' && verb === 'test')
      if (!command) throw new Error('there is no supplier test')
      await runCommand(fresh, command, { values: { connection: 'conn_hotelbeds_egress' }, actor: 'operator:ada' })
    } finally {
      await fresh.close()
    }
    expect(proxy.asked).toHaveLength(before)
  })
})
