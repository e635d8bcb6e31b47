import { execFile, spawn } from 'node:child_process'
import { appendFile, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFileTarget } from '../../src/event-export/file-target.ts'
import type { ExportedEvent } from '../../src/store/event-exports.ts'

const EVENT: ExportedEvent = {
  id: 'evt_1',
  bookingId: 'ubk_1',
  xid: '1',
  position: 12n,
  organizationId: 'org_1',
  environment: 'sandbox',
  type: 'booking.confirmed',
  body: '{"type":"booking.confirmed"}',
  requestId: null,
  traceparent: null,
}
const LINE = {
  id: 'evt_1',
  position: 12,
  subject: 'hotel.events.sandbox.org_1.ubk_1.booking.confirmed',
  event: { type: 'booking.confirmed' },
}

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'events-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('[21] a file of events has a line each, also behind one that was cut off', async () => {
  const path = join(folder, 'events.ndjson')
  const target = createFileTarget(pathToFileURL(path).href)
  expect(await target.publish([EVENT])).toEqual([null])
  await target.close()
  // Events tell who at a hotel confirmed.
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  await appendFile(path, '{"id":"evt_2","posi')
  const next = createFileTarget(pathToFileURL(path).href)
  expect(await next.publish([EVENT])).toEqual([null])
  await next.close()
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
  expect(lines.map((line) => (line.endsWith('}') ? JSON.parse(line) : line))).toEqual([
    LINE,
    '{"id":"evt_2","posi',
    LINE,
  ])
})

it('[21] a file that cannot be written refuses each event, and says why', async () => {
  const target = createFileTarget(pathToFileURL(join(folder, 'none', 'events.ndjson')).href)
  const answers = await target.publish([EVENT, EVENT])
  expect(answers.map((answer) => answer?.message.split(':')[0])).toEqual(['ENOENT', 'ENOENT'])
})

it('[21] a write that a full disk cut off does not spoil the event that follows it', async () => {
  const path = join(folder, 'full.ndjson')
  const child = spawn(
    'sh',
    [
      '-c',
      'ulimit -S -f 1; exec "$0" "$@"',
      process.execPath,
      join(import.meta.dirname, '../support/file-export-child.ts'),
    ],
    { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, EVENT_FILE: pathToFileURL(path).href } },
  )
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  async function publish(event: ExportedEvent): Promise<string> {
    child.stdin.write(`${JSON.stringify({ ...event, position: String(event.position) })}\n`)
    return (await answers.next()).value ?? 'nothing'
  }
  try {
    const long = { ...EVENT, id: 'evt_2', body: JSON.stringify({ filler: 'x'.repeat(2_000) }) }
    expect(await publish(EVENT)).toBe('stored')
    expect(await publish(long)).toMatch(/EFBIG/)
    expect((await stat(path)).size).toBeGreaterThan(100)
    await promisify(execFile)('prlimit', ['--pid', String(child.pid), '--fsize=unlimited:unlimited'])
    expect(await publish(long)).toBe('stored')
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
    expect(lines.flatMap((line) => (line.endsWith('}') ? JSON.parse(line).id : []))).toEqual(['evt_1', 'evt_2'])
  } finally {
    child.kill('SIGKILL')
  }
})

it('[21] a file that was moved away or deleted is followed by a new one', async () => {
  const path = join(folder, 'rotated.ndjson')
  const target = createFileTarget(pathToFileURL(path).href)
  expect(await target.publish([EVENT])).toEqual([null])
  await rename(path, `${path}.1`)
  expect(await target.publish([{ ...EVENT, id: 'evt_2' }])).toEqual([null])
  await rm(path)
  expect(await target.publish([{ ...EVENT, id: 'evt_3' }])).toEqual([null])
  await target.close()
  expect((await readFile(`${path}.1`, 'utf8')).trimEnd().split('\n')).toHaveLength(1)
  expect(
    (await readFile(path, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id),
  ).toEqual(['evt_3'])
})
