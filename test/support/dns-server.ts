import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

export type DnsAnswer =
  | { readonly addresses: readonly string[]; readonly ttl?: number }
  | 'silence'
  | 'SERVFAIL'
  | 'NXDOMAIN'
  /** Over UDP: "ask again over TCP". Over TCP the addresses. */
  | { readonly truncated: readonly string[] }
  | { readonly slowMs: number; readonly addresses: readonly string[] }

export type DnsServer = {
  /** For the setting DNS_SERVERS. */
  readonly address: string
  /** Every name that was asked for an IPv4 address, in order. */
  readonly asked: readonly string[]
  readonly close: () => Promise<void>
}

/** A real name server on loopback, UDP and TCP on one port. `answer` decides by name and by how often the name was asked. */
export async function startDnsServer(
  answer: (name: string, count: number) => DnsAnswer,
  { host = '127.0.0.1', port = 0 } = {},
): Promise<DnsServer> {
  const asked: string[] = []
  const udp = createSocket('udp4')
  const tcp = createServer((socket) => serveTcp(socket, answer))
  udp.on('message', (query: Buffer, from: RemoteInfo) => {
    const question = readQuestion(query)
    if (question.type === A) asked.push(question.name)
    const count = asked.filter((name) => name === question.name).length
    const reply = answer(question.name, count)
    if (reply === 'silence') return
    // oxlint-disable-next-line func-style -- what was found above is known to be there in an arrow only
    const send = (): void => udp.send(encode(query, question, reply, 'udp'), from.port, from.address)
    if (typeof reply === 'object' && 'slowMs' in reply) setTimeout(send, reply.slowMs).unref()
    else send()
  })
  // TCP first: far more of its ports are taken by others.
  tcp.listen(port, host)
  await once(tcp, 'listening')
  udp.bind((tcp.address() as AddressInfo).port, host)
  await once(udp, 'listening')
  return {
    address: `${host}:${(tcp.address() as AddressInfo).port}`,
    asked,
    close: async () => {
      udp.close()
      tcp.close()
      await Promise.all([once(udp, 'close'), once(tcp, 'close')])
    },
  }
}

const A = 1
const AAAA = 28
const RCODES: Readonly<Record<string, number>> = { SERVFAIL: 2, NXDOMAIN: 3 }

type Question = { readonly name: string; readonly type: number; readonly end: number }

/** RFC 1035: twelve bytes of header, then labels with their lengths, type and class. */
function readQuestion(query: Buffer): Question {
  const labels: string[] = []
  let at = 12
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function encode(query: Buffer, question: Question, reply: Exclude<DnsAnswer, 'silence'>, over: 'udp' | 'tcp'): Buffer {
  const code = typeof reply === 'string' ? (RCODES[reply] ?? 0) : 0
  const truncated = typeof reply === 'object' && 'truncated' in reply && over === 'udp'
  const records = truncated ? [] : addressesOf(reply).flatMap((address) => record(address, question.type, reply))
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | code | (truncated ? 0x0200 : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  return Buffer.concat([header, query.subarray(12, question.end), ...records])
}

function addressesOf(reply: Exclude<DnsAnswer, 'silence'>): readonly string[] {
  if (typeof reply === 'string') return []
  return 'truncated' in reply ? reply.truncated : reply.addresses
}

/** Nothing when the address is of the other family. */
function record(address: string, type: number, reply: Exclude<DnsAnswer, 'silence'>): Buffer[] {
  const isV6 = address.includes(':')
  if (type !== (isV6 ? AAAA : A)) return []
  const data = isV6 ? v6Bytes(address) : Buffer.from(address.split('.').map(Number))
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(typeof reply === 'object' && 'ttl' in reply ? (reply.ttl ?? 60) : 60, 6)
  head.writeUInt16BE(data.length, 10)
  return [Buffer.concat([head, data])]
}

/** Of a spelling with at most one `::`. */
function v6Bytes(address: string): Buffer {
  const [left = '', right] = address.split('::')
  function groups(text: string): number[] {
    return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  }
  const [before, after] = [groups(left), groups(right ?? '')]
  const bytes = Buffer.alloc(16)
  before.forEach((group, index) => bytes.writeUInt16BE(group, index * 2))
  after.forEach((group, index) => bytes.writeUInt16BE(group, 16 - (after.length - index) * 2))
  return bytes
}

function serveTcp(socket: Socket, answer: (name: string, count: number) => DnsAnswer): void {
  let received = Buffer.alloc(0)
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
      const query = received.subarray(2, 2 + received.readUInt16BE(0))
      received = received.subarray(2 + query.length)
      const question = readQuestion(query)
      const reply = answer(question.name, 1)
      if (reply === 'silence') continue
      const message = encode(query, question, reply, 'tcp')
      const length = Buffer.alloc(2)
      length.writeUInt16BE(message.length)
      socket.write(Buffer.concat([length, message]))
    }
  })
}
