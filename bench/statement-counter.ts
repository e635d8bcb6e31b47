import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type StatementCounter = {
  readonly port: number
  /** Statements so far: what was executed, BEGIN and COMMIT among it. */
  readonly count: () => number
  readonly close: () => Promise<void>
}

/** Reads the frontend's messages of Postgres' protocol 3: Query and Execute are statements. */
function createReader(onStatement: () => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  let isStarted = false
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = isStarted ? 1 : 0
      if (rest.length < head + 4) return
      const length = rest.readInt32BE(head) + head
      if (rest.length < length) return
      const type = isStarted ? String.fromCharCode(rest[0] ?? 0) : ''
      if (type === 'Q' || type === 'E') onStatement()
      isStarted = true
      rest = rest.subarray(length)
    }
  }
}

/** Between a gateway and its Postgres: counts the statements on the connections that `isCounted` by their startup message. */
export async function startStatementCounter(
  { host, port }: { readonly host: string; readonly port: number },
  isCounted: (startup: string) => boolean,
): Promise<StatementCounter> {
  let statements = 0
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(port, host)
    let read: ((chunk: Buffer) => void) | null = null
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    client.on('data', (chunk: Buffer) => {
      read ??= isCounted(chunk.toString('latin1')) ? createReader(() => statements++) : () => undefined
      read(chunk)
    })
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    count: () => statements,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
