import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A receiver for the relay bench, in a process of its own: answers 204 at once on `/N`, after 10 s on `/slow`. Counts what
 * comes and, where the body says when it was committed, how long it took. `GET /` tells and forgets.
 */
let received = 0
let delays: number[] = []

const server = createServer((incoming, outgoing) => {
  if (incoming.method === 'GET') {
    outgoing.setHeader('content-type', 'application/json')
    outgoing.end(JSON.stringify({ received, delays }))
    received = 0
    delays = []
    return
  }
  const chunks: Buffer[] = []
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.on('end', () => {
    const committedAt = /"committed_at":(\d+(?:\.\d+)?)/.exec(Buffer.concat(chunks).toString())
    received += 1
    if (committedAt) delays.push(performance.timeOrigin + performance.now() - Number(committedAt[1]))
    function answer(): void {
      return void outgoing.writeHead(204).end()
    }
    if (incoming.url === '/slow') setTimeout(answer, 10_000)
    else answer()
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
