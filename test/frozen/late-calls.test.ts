import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { thaw, untilFrozen } from '../support/frozen.ts'
import { until } from '../support/until.ts'

const CALLER = join(import.meta.dirname, '../fixtures/late-caller.ts')

/** Longer than the call of the process may take. */
const TOO_LONG_MS = 1_700

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** Keeps what is sent to it, and answers each piece with what it is told to. */
async function listen(answer?: string) {
  const sockets: Socket[] = []
  let heard = ''
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.on('data', (bytes: Buffer) => {
      heard += bytes.toString('latin1')
      if (answer !== undefined) socket.write(answer)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    port: String(port),
    url: `http://127.0.0.1:${port}`,
    heard: () => heard,
    isConnected: () => sockets.length > 0,
    /** Until the other side has it in its socket, whether it runs or not. */
    say: (text: string) => new Promise<void>((resolve) => sockets.at(-1)?.write(text, () => resolve())),
  }
}

/** A process with one call to make; `ended` are the lines that it has said. */
function startCaller(...args: string[]) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', CALLER, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  closers.push(() => child.kill('SIGKILL'))
  const said: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => said.push(line))
  return { pid: child.pid ?? 0, ended: once(child, 'close').then(() => said) }
}

it('[C-139] a call whose process stood still until its time was over does not leave when it wakes', async () => {
  const supplier = await listen('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')
  const { pid, ended } = startCaller(supplier.url)
  await untilFrozen(pid)
  await pause(TOO_LONG_MS)
  thaw(pid)
  expect(await ended).toEqual(['exchange retrieve', 'refused book TIMEOUT', 'ended TIMEOUT'])
  expect(supplier.heard()).toContain('/desk/retrieve')
  expect(supplier.heard()).not.toContain('/desk/book')
})

it('[C-139] nor when the process wakes to a connection that was made meanwhile, before it hears its timers', async () => {
  const [proxy, bell] = [await listen(), await listen()]
  const { pid, ended } = startCaller('http://supplier.example', proxy.url, bell.port)
  await until('the call to wait for its connection', () => proxy.heard().endsWith('\r\n\r\n') && bell.isConnected())
  expect(proxy.heard()).toMatch(/^CONNECT supplier\.example:80 /)
  process.kill(pid, 'SIGSTOP')
  await untilFrozen(pid)
  // It finds both at once when it wakes, and stops again at the first.
  await bell.say('stop')
  await proxy.say('HTTP/1.1 200 Connection established\r\n\r\n')
  const before = proxy.heard()
  thaw(pid)
  await untilFrozen(pid)
  await pause(TOO_LONG_MS)
  thaw(pid)
  expect((await ended).at(-1)).toBe('ended TIMEOUT')
  expect(proxy.heard()).toBe(before)
})
