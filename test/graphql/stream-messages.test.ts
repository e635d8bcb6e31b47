import { Readable } from 'node:stream'
import { parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { createStreamLane } from '../../src/graphql/fast-path/subscriptions.ts'
import type { GraphqlContext } from '../../src/resolvers/context.ts'

describe('an event that cannot be made', () => {
  const TEXT = 'subscription Rooms { roomOptions(streamId: "stream_1") { eventId } }'
  const context = { caller: { requestId: 'r' }, unforeseen: () => 'INTERNAL_ERROR' } as unknown as GraphqlContext

  it.each([
    [
      'throws',
      (): never => {
        throw new Error('a secret')
      },
    ],
    ['is refused', () => Promise.reject(new Error('a secret'))],
  ])('%s: is told without its reason, and the next ones come', async (_what, broken) => {
    const lane = createStreamLane(() => ({
      open: async () => Readable.from([1, 2]),
      result: (event) => (event === 1 ? broken() : { data: { event } }),
    }))
    lane.learn(TEXT, parse(TEXT))
    const messages = await lane.subscribe({ query: TEXT }, () => context)
    const texts: string[] = []
    for await (const message of messages ?? []) texts.push(await message())
    expect(texts).toHaveLength(3)
    expect(texts[0]).toContain('INTERNAL_ERROR')
    expect(texts[0]).not.toContain('secret')
    expect(texts[1]).toContain('"data":{"event":2}')
    expect(texts[2]).toContain('event: complete')
  })
})
