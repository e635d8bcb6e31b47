import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type TcpProxy = {
  readonly port: number
  /** Cuts every connection and takes no new one. */
  readonly cut: () => void
  readonly mend: () => void
  /** From now on to another port. */
  readonly lead: (port: number) => void
  readonly close: () => Promise<void>
}

/** A wire that can be cut: between a gateway and its Postgres. */
export const startTcpProxy = async (host: string, firstPort: number): Promise<TcpProxy> => {
  let port = firstPort
  const sockets = new Set<Socket>()
  let whole = true
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  const server = createServer((client) => {
    keep(client)
    if (!whole) return client.destroy()
    const upstream = keep(connect(port, host))
    client.pipe(upstream).pipe(client)
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cutAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      whole = false
      cutAll()
    },
    mend: () => {
      whole = true
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
