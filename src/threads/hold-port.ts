import { once } from 'node:events'
import { createServer, type ListenOptions, type Server } from 'node:net'

/** A port that this process alone may have its threads listen on, until it ends or releases it. */
export type HeldPort = { readonly port: number; readonly release: () => Promise<void> }

type Address = { readonly host: string; readonly port: number }

/** For a port of the system's choice: how often another process may take it before this one has it. */
const TRIES = 10

/**
 * The port to listen on; for 0, one that is free. Rejects with EADDRINUSE when another process listens on it, or is about to: threads
 * would not notice, whoever shares a port shares it with every process of this user that shares it, too, and half of the requests would
 * be answered elsewhere. The hold is a socket with a name and no file, which goes with the process; only
 * Linux has those: elsewhere two that start in the same moment are not noticed.
 */
export async function holdPort(address: Address): Promise<HeldPort> {
  for (let tries = 1; ; tries++) {
    try {
      return await hold(address)
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (!isTaken || address.port !== 0 || tries === TRIES) throw error
    }
  }
}

async function hold({ host, port: wanted }: Address): Promise<HeldPort> {
  const probe = await listen({ host, port: wanted, exclusive: true })
  try {
    const address = probe.address()
    const port = typeof address === 'object' ? (address?.port ?? wanted) : wanted
    if (process.platform !== 'linux') return { port, release: () => Promise.resolve() }
    const held = await listen({ path: `\0hotel-gateway ${host}:${port}` })
    held.unref()
    return { port, release: () => close(held) }
  } finally {
    await close(probe)
  }
}

async function listen(options: ListenOptions): Promise<Server> {
  const server = createServer((socket) => socket.destroy())
  server.listen(options)
  await once(server, 'listening')
  return server
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}
