import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { holdPort } from '../../src/threads/hold-port.ts'

const HOST = '127.0.0.1'

// Only Linux has threads that share a port.
describe.runIf(process.platform === 'linux')('[21] a port that threads are to share', () => {
  it('is of one process, also while nobody listens on it yet', async () => {
    const held = await holdPort({ host: HOST, port: 0 })
    await expect(holdPort({ host: HOST, port: held.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    await held.release()
    const again = await holdPort({ host: HOST, port: held.port })
    expect(again.port).toBe(held.port)
    await again.release()
  })

  it('is refused while another process listens on it, as threads or alone', async () => {
    for (const reusePort of [true, false]) {
      const server = createServer()
      server.listen({ host: HOST, port: 0, reusePort })
      await once(server, 'listening')
      const address = server.address()
      const port = typeof address === 'object' ? (address?.port ?? 0) : 0
      await expect(holdPort({ host: HOST, port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
      server.close()
    }
  })

  it('leaves the port itself to the threads', async () => {
    const { port, release } = await holdPort({ host: HOST, port: 0 })
    const servers = [createServer(), createServer()]
    for (const server of servers) {
      server.listen({ host: HOST, port, reusePort: true })
      await once(server, 'listening')
    }
    expect(servers.map((server) => server.listening)).toEqual([true, true])
    for (const server of servers) server.close()
    await release()
  })
})
