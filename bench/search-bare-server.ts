/** Parses what it is sent and stringifies an answer that it was given: the fastest that HTTP and JSON can be. Prints its port. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const answer: unknown = JSON.parse(process.argv[2] ?? 'null')

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString('utf8'))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
