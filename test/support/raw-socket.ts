import { connect, type Socket } from 'node:net'

/** A connection on which a test says what no client would. */
export type RawSocket = {
  readonly socket: Socket
  readonly send: (bytes: string | Buffer) => void
  /** Everything that came so far. */
  readonly received: () => string
  /** Resolves with everything that came, when the other side has closed. */
  readonly closed: Promise<string>
}

export async function rawSocket(url: string): Promise<RawSocket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // A reset is one way of closing; what came before it counts.
  socket.on('error', () => undefined)
  function received(): string {
    return Buffer.concat(chunks).toString('latin1')
  }
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => resolve(received()))
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  return { socket, send: (bytes) => void socket.write(bytes), received, closed }
}

/** Sends the bytes and answers all that comes until the other side closes. */
export async function exchange(url: string, bytes: string | Buffer): Promise<string> {
  const { send, closed } = await rawSocket(url)
  send(bytes)
  return closed
}

export type RawAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The first answer of what came. */
export function parseAnswer(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  return {
    status: Number(line.split(' ')[1]),
    headers: Object.fromEntries(
      lines.map((header) => [
        header.slice(0, header.indexOf(':')).toLowerCase(),
        header.slice(header.indexOf(':') + 2),
      ]),
    ),
    body: rest.join('\r\n\r\n'),
  }
}
