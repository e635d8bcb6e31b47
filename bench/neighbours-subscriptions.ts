/**
 * The partner of the neighbours bench that listens, a process of its own: opens so many `bookingUpdated` over SSE and holds them
 * until it is ended; then it prints how many were still open.
 */
import { Agent, type IncomingMessage, request } from 'node:http'

export type SubscriptionsOrder = {
  readonly port: number
  readonly key: string
  readonly bookingIds: readonly string[]
  readonly count: number
}

const QUERY = 'subscription($id: ID!) { bookingUpdated(bookingId: $id, afterSequence: 0) { sequence } }'
const OPENED_AT_ONCE = 25

function answerOf({ port, key }: SubscriptionsOrder, agent: Agent, bookingId: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json', accept: 'text/event-stream' }
    const asked = request({ agent, port, path: '/graphql/stream', method: 'POST', headers }, resolve)
    asked.once('error', reject)
    asked.end(JSON.stringify({ query: QUERY, variables: { id: bookingId } }))
  })
}

/** Open is what has told its first event: a refusal, too, begins with 200. */
async function open(order: SubscriptionsOrder, agent: Agent, bookingId: string): Promise<IncomingMessage> {
  const answer = await answerOf(order, agent, bookingId)
  return new Promise((resolve, reject) => {
    let heard = ''
    function hear(bytes: Buffer): void {
      heard += bytes.toString()
      if (!heard.includes('\n\n') || /^:[^\n]*\n\n$/.test(heard)) return
      answer.off('data', hear).resume()
      if (heard.includes('"sequence"')) resolve(answer)
      else reject(new Error(`answered ${answer.statusCode} ${heard.slice(0, 500)}`))
    }
    answer.on('data', hear)
    answer.once('error', reject)
  })
}

async function hold(order: SubscriptionsOrder): Promise<void> {
  const { bookingIds, count } = order
  const agent = new Agent()
  let opened = 0
  const held: IncomingMessage[] = []
  async function keepOpening(): Promise<void> {
    while (opened < count) {
      const bookingId = bookingIds[opened % bookingIds.length] ?? ''
      opened += 1
      held.push(await open(order, agent, bookingId))
    }
  }
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, keepOpening))
  process.once('SIGTERM', () => {
    console.log(JSON.stringify({ open: held.filter(({ destroyed }) => !destroyed).length }))
    process.exit(0)
  })
  console.log('driving')
}

const order = process.argv[2]
// Given by the bench that starts this.
if (import.meta.main && order !== undefined) await hold(JSON.parse(order) as SubscriptionsOrder)
