/** The readers of the streams bench: raw sockets, so that reading costs next to nothing. Told what to do over IPC. */
import { connect, type Socket } from 'node:net'
import { MARK } from './streams-event.ts'

export type ClientOrder =
  | { readonly open: { readonly port: number; readonly requests: readonly string[] } }
  | { readonly latencies: true }
  | { readonly close: true }

/** At once: a server takes connections faster than a thousand callers can be told to wait. */
const DIALLED_AT_ONCE = 25

const sockets: Socket[] = []
let latenciesMs: number[] = []

/** Long enough for a mark that two reads share. */
const CARRY = 64

function receive(text: string, atNs: bigint): void {
  for (let from = text.indexOf(MARK); from >= 0; ) {
    const to = text.indexOf(MARK, from + MARK.length)
    if (to < 0) return
    latenciesMs.push(Number(atNs - BigInt(text.slice(from + MARK.length, to))) / 1e6)
    from = text.indexOf(MARK, to + MARK.length)
  }
}

/** What a later read completes: from a mark that has not ended. */
function unfinished(text: string): string {
  const marks = text.split(MARK).length - 1
  return marks % 2 === 1 ? text.slice(text.lastIndexOf(MARK)) : text.endsWith('@') ? '@' : ''
}

function read(port: number, request: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    sockets.push(socket)
    let rest = ''
    let isOpen = false
    socket.once('error', reject)
    socket.on('data', (chunk) => {
      const atNs = process.hrtime.bigint()
      const text = rest + chunk.toString('latin1')
      if (!isOpen && /stream_ready/.test(text)) {
        isOpen = true
        resolve()
      } else if (!isOpen && text.startsWith('HTTP/1.1 ') && !text.startsWith('HTTP/1.1 200'))
        reject(new Error(text.slice(0, 500)))
      receive(text, atNs)
      rest = isOpen ? unfinished(text).slice(0, CARRY) : text
    })
    socket.write(request)
  })
}

async function open(port: number, requests: readonly string[]): Promise<void> {
  for (let from = 0; from < requests.length; from += DIALLED_AT_ONCE)
    await Promise.all(requests.slice(from, from + DIALLED_AT_ONCE).map((request) => read(port, request)))
}

async function obey(order: ClientOrder): Promise<unknown> {
  if ('open' in order) return open(order.open.port, order.open.requests)
  if ('latencies' in order) {
    const told = latenciesMs
    latenciesMs = []
    return told
  }
  for (const socket of sockets.splice(0)) socket.destroy()
  return null
}

process.on('message', (order: ClientOrder) => {
  obey(order).then(
    (answer) => process.send?.({ answer: answer ?? null }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
process.send?.({ answer: null })
