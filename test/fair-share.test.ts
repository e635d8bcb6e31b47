import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createFairShare, type FairShare, MAX_WAITING } from '../src/platform/fair-share.ts'

/** Blocks the event loop, as heavy work does. */
function work(ms: number): void {
  const endsAt = performance.now() + ms
  while (performance.now() < endsAt);
}

const PIECE_MS = 2
const LONGER_THAN_A_SLICE_MS = 4

/** Asks for so many turns at once; each notes whose it was, and works. */
function drive(share: FairShare, organizationId: string, pieces: number, done: string[]): Promise<unknown> {
  return Promise.all(
    Array.from({ length: pieces }, async () => {
      await share.turn(organizationId)
      done.push(organizationId)
      work(PIECE_MS)
    }),
  )
}

describe('the event loop’s time', () => {
  it('is given at once to who asks first', () => {
    const share = createFairShare()
    expect(share.turn('org_a')).toBeNull()
  })

  it('goes to the organization that has used the least of it lately', async () => {
    const share = createFairShare()
    const done: string[] = []
    const busy = drive(share, 'org_busy', 100, done)
    const quiet = drive(share, 'org_quiet', 3, done)
    await quiet
    expect(done.filter((one) => one === 'org_busy').length).toBeLessThan(10)
    await busy
    expect(done).toHaveLength(103)
  })

  it('is halved between two that both drive', async () => {
    const share = createFairShare()
    const done: string[] = []
    await Promise.all([drive(share, 'org_many', 200, done), drive(share, 'org_few', 50, done)])
    // Until the smaller one was through, each had as many turns as the other.
    const both = done.slice(0, done.lastIndexOf('org_few') + 1)
    expect(both.filter((one) => one === 'org_many').length).toBeGreaterThan(30)
    expect(both.filter((one) => one === 'org_many').length).toBeLessThan(70)
  })

  it('is left to the sockets in between: what takes no turn is answered within a few pieces', async () => {
    const share = createFairShare()
    const echo = createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1')
    await once(echo, 'listening')
    const client = connect((echo.address() as AddressInfo).port, '127.0.0.1')
    await once(client, 'connect')
    const done: string[] = []
    const busy = drive(share, 'org_busy', 100, done)
    client.write('how is my booking?')
    await once(client, 'data')
    expect(done.length).toBeLessThan(30)
    await busy
    client.destroy()
    echo.close()
  })

  it('is left to the sockets however long one organization keeps others of its own waiting', async () => {
    const share = createFairShare()
    const echo = createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1')
    await once(echo, 'listening')
    const client = connect((echo.address() as AddressInfo).port, '127.0.0.1')
    await once(client, 'connect')
    let pieces = 0
    let isOver = false
    async function search(): Promise<void> {
      while (!isOver) {
        await share.turn('org_busy')
        work(PIECE_MS / 4)
        // It continues when the loop has heard something of outside.
        await stat('.')
        await share.laterTurn('org_busy')
        work(PIECE_MS / 4)
        pieces += 2
      }
    }
    const searches = Array.from({ length: 100 }, search)
    const between: number[] = []
    for (let asked = 0; asked < 30; asked++) {
      const before = pieces
      client.write('how is my booking?')
      await once(client, 'data')
      between.push(pieces - before)
    }
    isOver = true
    await Promise.all(searches)
    client.destroy()
    echo.close()
    // The first questions are asked before many wait.
    expect(Math.max(...between.slice(-10))).toBeLessThan(60)
  })

  it('is waited for by so many of one organization, and no more', async () => {
    const share = createFairShare()
    const waiting = drive(share, 'org_busy', MAX_WAITING, [])
    expect(share.hasRoom('org_busy')).toBe(true)
    // The first of them has not waited.
    const one = share.turn('org_busy')
    expect(share.hasRoom('org_busy')).toBe(false)
    expect(share.hasRoom('org_quiet')).toBe(true)
    await Promise.all([waiting, one])
    expect(share.hasRoom('org_busy')).toBe(true)
  })

  it('is left to short pieces without another turn, while nobody waits and the slice lasts', () => {
    const share = createFairShare()
    expect(share.turn('org_a')).toBeNull()
    expect(share.laterTurn('org_a')).toBeNull()
    expect(share.laterTurn('org_b')).toBeNull()
    work(LONGER_THAN_A_SLICE_MS)
    expect(share.laterTurn('org_a'), 'a long one waits').not.toBeNull()
    expect(share.turn('org_b'), 'and so does everybody after it').not.toBeNull()
  })

  it('is left to a few at once that have not worked yet, and to no more', () => {
    const share = createFairShare()
    const turns = Array.from({ length: 20 }, (_, index) => share.laterTurn(`org_${index}`))
    expect(turns.filter((turn) => turn === null).length).toBeLessThan(6)
  })

  it('is not left to what continues while another organization waits', () => {
    const share = createFairShare()
    expect(share.turn('org_a')).toBeNull()
    work(LONGER_THAN_A_SLICE_MS)
    expect(share.turn('org_b')).not.toBeNull()
    expect(share.laterTurn('org_a')).not.toBeNull()
  })

  it('is waited for by what requests have left behind, without any being refused for it', async () => {
    const share = createFairShare()
    await drive(share, 'org_busy', 1, [])
    const later = Array.from({ length: MAX_WAITING * 2 }, async () => {
      work(0.01)
      await share.laterTurn('org_busy')
    })
    expect(share.hasRoom('org_busy')).toBe(true)
    await Promise.all(later)
  })
})
