import { type AddressInfo, createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'

/** How a receiver misbehaves once the request is there; it has the raw connection. */
export type Misbehaviour = (socket: Socket) => void

export type HostileReceiver = {
  readonly url: string
  /** Requests so far. */
  readonly count: () => number
  readonly close: () => Promise<void>
}

function drip(socket: Socket, text: string, everyMs: number): void {
  const timer = setInterval(() => {
    if (socket.destroyed) return clearInterval(timer)
    socket.write(text)
  }, everyMs)
  socket.once('close', () => clearInterval(timer))
}

function endless(socket: Socket): void {
  const chunk = Buffer.alloc(64 * 1_024, 'x')
  function write(): void {
    while (!socket.destroyed && socket.write(chunk));
    if (!socket.destroyed) socket.once('drain', write)
  }
  write()
}

function answer(status: string, headers: string, body = ''): string {
  return `HTTP/1.1 ${status}\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`
}

const WEEK_S = 7 * 86_400

export const MISBEHAVIOURS = {
  'never answers': () => undefined,
  'drips its headers': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    drip(socket, 'x-drip: 1\r\n', 300)
  },
  'drips its body': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n')
    drip(socket, '.', 300)
  },
  'sends a body without an end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: identity\r\n\r\n')
    endless(socket)
  },
  'sends a gzip bomb': (socket) => {
    const bomb = gzipSync(Buffer.alloc(20 * 1_024 * 1_024))
    socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`)
    socket.write(bomb)
  },
  'resets the connection': (socket) => socket.resetAndDestroy(),
  'ends the connection': (socket) => socket.end(),
  'speaks no HTTP': (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
  'answers a status that is none': (socket) => socket.end('HTTP/1.1 9x9 Hm\r\n\r\n'),
  'leads to a private address': (socket) =>
    void socket.write(answer('302 Found', 'location: http://169.254.169.254/latest/meta-data\r\n')),
  'leads somewhere else for good': (socket) =>
    void socket.write(answer('308 Permanent Redirect', 'location: http://127.0.0.1:9/\r\n')),
  'is too busy for a week': (socket) =>
    void socket.write(answer('429 Too Many Requests', `retry-after: ${WEEK_S}\r\n`)),
  'fails with a long story': (socket) =>
    void socket.write(answer('500 Internal Server Error', '', `${'story '.repeat(40_000)}\u0000`)),
} as const satisfies Record<string, Misbehaviour>

export async function startHostileReceiver(misbehave: Misbehaviour): Promise<HostileReceiver> {
  let count = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (chunk) => {
      if (!chunk.toString('latin1').startsWith('POST ')) return
      count += 1
      misbehave(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    count: () => count,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
