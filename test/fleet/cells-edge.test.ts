import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { NO_HAPROXY } from '../support/haproxy.ts'
import { changed, type HaproxyProcess, runHaproxy } from '../support/haproxy-process.ts'
import { until } from '../support/until.ts'

const SHIPPED = join(import.meta.dirname, '../../deploy/haproxy-cells.cfg')
const KEYS = ['hdg_sandbox_first', 'hdg_sandbox_second'] as const

function lineOf(key: string, backend: string): string {
  return `${createHash('sha256').update(key).digest('hex')} ${backend}`
}

/** As each cell's `cell directory` prints it: its keys, and that these are all. */
const WHOLE = [lineOf(KEYS[0], 'cell_0'), 'whole:cell_0 cell_0', lineOf(KEYS[1], 'cell_1'), 'whole:cell_1 cell_1']

const servers: Server[] = []
const ports: number[] = []
let edge: HaproxyProcess | undefined

/** What stands where a cell's process stands: ready, and saying which it is. */
async function startCell(name: string): Promise<void> {
  const server = createServer((_request, response) => void response.writeHead(200).end(name))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.push(server)
  ports.push((server.address() as AddressInfo).port)
}

/** The edge over a directory file, as text; answers what a partner with a key is told. */
async function startEdge(map: string): Promise<(key: string | null) => Promise<{ status: number; text: string }>> {
  const [port, operatorsPort] = [await freePort(), await freePort()]
  const started = await runHaproxy(operatorsPort, async (folder) => {
    const file = join(folder, 'cells.map')
    await writeFile(file, map)
    const shipped = await readFile(SHIPPED, 'utf8')
    return changed(shipped.replaceAll('/etc/haproxy/cells.map', file), {
      'maxconn 20000': 'maxconn 2000',
      '/run/haproxy/cells.sock': join(folder, 'cells.sock'),
      'bind :8080': `bind 127.0.0.1:${port}`,
      'bind 127.0.0.1:8404': `bind 127.0.0.1:${operatorsPort}`,
      'server cell0-api1 cell0-api1:4000': `server cell0-api1 127.0.0.1:${ports[0]}`,
      'server cell1-api1 cell1-api1:4000': `server cell1-api1 127.0.0.1:${ports[1]}`,
    })
  })
  edge = started
  await until('HAProxy to find both cells', async () => {
    const rows = await started.statistics()
    return rows.filter(([, name, ...columns]) => name?.endsWith('api1') && columns.includes('UP')).length === 2
  })
  return async (key) => {
    const answer = await fetch(`http://127.0.0.1:${port}/me`, { headers: key === null ? {} : { 'x-api-key': key } })
    return { status: answer.status, text: await answer.text() }
  }
}

describe.skipIf(NO_HAPROXY)('the edge of cells', () => {
  beforeAll(async () => {
    for (const name of ['cell_0', 'cell_1']) await startCell(name)
  })
  afterEach(() => edge?.stop())
  afterAll(() => Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve)))))

  it('[21] finds each key’s cell, and leaves what nobody knows to the first', async () => {
    const ask = await startEdge(`${WHOLE.join('\n')}\n`)
    expect(await ask(KEYS[0])).toEqual({ status: 200, text: 'cell_0' })
    expect(await ask(KEYS[1])).toEqual({ status: 200, text: 'cell_1' })
    expect(await ask('hdg_sandbox_unknown')).toEqual({ status: 200, text: 'cell_0' })
    expect(await ask(null)).toEqual({ status: 200, text: 'cell_0' })
  })

  it.each([
    ['is empty', ''],
    ['ends before a cell', `${WHOLE.slice(0, 2).join('\n')}\n`],
    ['was cut in the middle of a line', WHOLE.slice(0, 3).join('\n').slice(0, -3)],
    ['was cut behind a key', WHOLE.slice(0, 3).join('\n').slice(0, -' cell_1'.length)],
  ])('[21] says of a key that it does not find that it comes back, where its directory %s', async (_what, map) => {
    const ask = await startEdge(map)
    const { status, text } = await ask(KEYS[1])
    // 401 would have a partner throw away a good key.
    expect({ status, ...JSON.parse(text) }).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE', retryable: true })
    expect(await ask(null)).toEqual({ status: 200, text: 'cell_0' })
  })
})
