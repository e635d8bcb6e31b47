import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  readonly port: number
  /** Cuts every connection and takes no new one. */
  readonly cut: () => void
  /** Keeps every connection and takes new ones, and swallows what is sent in either direction: a black hole. */
  readonly swallow: () => void
  /** From now on new connections lead through. What was swallowed is lost, and so are the connections that lost it. */
  readonly mend: () => void
  /** From now on to another port. */
  readonly lead: (port: number) => void
  readonly close: () => Promise<void>
}

/** A wire that can be cut: between a gateway and its Postgres. */
export async function startTcpProxy(host: string, firstPort: number): Promise<TcpProxy> {
  let port = firstPort
  const sockets = new Set<Socket>()
  let state: 'whole' | 'cut' | 'swallowing' = 'whole'
  function keep(socket: Socket): Socket {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  function forward(from: Socket, to: Socket): void {
    let lost = false
    from.on('data', (bytes) => {
      lost ||= state === 'swallowing'
      if (!lost && !to.write(bytes)) from.pause()
    })
    to.on('drain', () => from.resume())
    // Nor does a black hole tell anybody that the other side has gone.
    from.on('close', () => state !== 'swallowing' && to.destroy())
  }
  const server = createServer((client) => {
    keep(client)
    if (state === 'cut') return client.destroy()
    if (state === 'swallowing') return void client.resume()
    const upstream = keep(connect(port, host))
    forward(client, upstream)
    forward(upstream, client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  function cutAll(): void {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      state = 'cut'
      cutAll()
    },
    swallow: () => {
      state = 'swallowing'
    },
    mend: () => {
      state = 'whole'
    },
    lead: (to) => {
      port = to
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        cutAll()
      }),
  }
}
