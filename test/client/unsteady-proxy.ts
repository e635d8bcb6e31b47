import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * What becomes of one exchange. LOST: the connection is cut, and the request never arrives. UNHEARD: it arrives and is worked on,
 * and the connection is cut before the answer. TORN: it is cut within the answer. SILENT: nothing arrives and nothing is said. A
 * number: it is cut after so many pieces of the answer, of which an event of a stream is at least one. A text: it is the answer, and the gateway is not asked.
 */
export type Fate = 'WHOLE' | 'LOST' | 'UNHEARD' | 'TORN' | 'SILENT' | number | AnswerText

type AnswerText = `HTTP/1.1 ${string}`

export type UnsteadyProxy = {
  readonly url: string
  /** The request line and the headers of everything that was sent, in lower case. */
  readonly requests: readonly string[]
  /** Connections that it has cut. */
  readonly cuts: () => number
  readonly close: () => Promise<void>
}

/** What one connection is about: a client of this package sends a request when it has the answer to the last. */
type Exchange = { fate: Fate; pieces: number }

/** A wire to the gateway that fails as it is told, for each request anew. */
export async function startUnsteadyProxy(
  gatewayUrl: string,
  fateOf: (request: string, cuts: number) => Fate,
): Promise<UnsteadyProxy> {
  const { hostname, port } = new URL(gatewayUrl)
  const sockets = new Set<Socket>()
  const requests: string[] = []
  let cuts = 0

  function keep(socket: Socket): Socket {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    return socket
  }

  /** Cuts the connection, `last` being the last that passes; nothing passes afterwards. */
  function cut(client: Socket, exchange: Exchange, last: Uint8Array | null = null): void {
    cuts += 1
    exchange.fate = 'SILENT'
    if (last) client.write(last, () => client.destroy())
    else client.destroy()
  }

  function answer(client: Socket, exchange: Exchange, bytes: Buffer): void {
    exchange.pieces += 1
    const { fate, pieces } = exchange
    if (fate === 'UNHEARD') cut(client, exchange)
    else if (fate === 'TORN') cut(client, exchange, bytes.subarray(0, Math.ceil(bytes.length / 2)))
    else if (fate === pieces) cut(client, exchange, bytes)
    else if (fate !== 'SILENT') client.write(bytes)
  }

  const server = createServer((client) => {
    keep(client)
    let upstream: Socket | null = null
    let exchange: Exchange = { fate: 'WHOLE', pieces: 1 }

    function dial(): Socket {
      const socket = keep(connect(Number(port), hostname))
      socket.on('data', (bytes) => {
        for (const piece of piecesOf(Buffer.from(bytes as Buffer)))
          if (!client.destroyed) answer(client, exchange, piece)
      })
      socket.on('close', () => client.end())
      client.on('close', () => socket.destroy())
      return socket
    }

    /** A request begins when the answer to the last has begun. */
    function begin(bytes: string | Buffer): void {
      const [head = ''] = String(bytes).toLowerCase().split('\r\n\r\n')
      requests.push(head)
      exchange = { fate: fateOf(head, cuts), pieces: 0 }
    }

    client.on('data', (bytes) => {
      if (exchange.pieces > 0) begin(bytes)
      const { fate } = exchange
      if (fate === 'SILENT' || client.writableEnded) return
      if (fate === 'LOST') return cut(client, exchange)
      if (typeof fate === 'string' && isAnswer(fate)) return void client.end(fate)
      upstream ??= dial()
      upstream.write(bytes)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    cuts: () => cuts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** How bytes fall into packets is the machine's affair; an event ends with an empty line. */
function piecesOf(bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = []
  let from = 0
  for (let end = bytes.indexOf('\n\n'); end >= 0; end = bytes.indexOf('\n\n', from)) {
    pieces.push(bytes.subarray(from, end + 2))
    from = end + 2
  }
  if (from < bytes.length) pieces.push(bytes.subarray(from))
  return pieces
}

function isAnswer(fate: string): fate is AnswerText {
  return fate.startsWith('HTTP/1.1 ')
}

/** An answer as text, after which the connection ends. */
export function answerText(status: string, headers: Readonly<Record<string, string>> = {}, body = ''): AnswerText {
  const all = { 'content-length': String(Buffer.byteLength(body)), connection: 'close', ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`
}

/** The gateway's refusal with a code, as text. */
export function refusalText(status: string, code: string, headers: Readonly<Record<string, string>> = {}): AnswerText {
  const body = {
    code,
    message: code,
    details: {},
    retryable: true,
    request_id: 'req_1',
    documentation_url: '/docs/errors',
  }
  return answerText(status, { 'content-type': 'application/json', ...headers }, JSON.stringify(body))
}

/** The value of a header in a request of `requests`; undefined without it. */
export function headerOf(request: string, name: string): string | undefined {
  return new RegExp(`^${name}: (.*)$`, 'm').exec(request)?.[1]?.trim()
}
