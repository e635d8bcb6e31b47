import { describe, expect, it } from 'vitest'
import { type PartWriter, SharedPart } from '../../src/platform/written-once.ts'

function writerOf(name: string) {
  let times = 0
  const writer: PartWriter<string> = { write: (part) => `${name} ${part} ${(times += 1)}` }
  return { writer, times: () => times }
}

describe('a part of an answer', () => {
  it('is written once by each of a few writers, and again by one that others have displaced', () => {
    const part = new SharedPart()
    const writers = ['a', 'b', 'c', 'd'].map(writerOf)
    const firstThree = writers.slice(0, 3)
    for (const { writer } of firstThree) SharedPart.written(part, writer, 'é')
    expect(firstThree.map(({ writer }) => SharedPart.written(part, writer, 'é'))).toEqual([
      { text: 'a é 1', bytes: 6 },
      { text: 'b é 1', bytes: 6 },
      { text: 'c é 1', bytes: 6 },
    ])
    for (const { writer } of writers) SharedPart.written(part, writer, 'é')
    expect(writers.map(({ times }) => times())).toEqual([1, 1, 1, 1])
    for (const { writer } of firstThree) SharedPart.written(part, writer, 'é')
    expect(writers.map(({ times }) => times())).toEqual([2, 2, 2, 1])
  })

  it('of another object is another', () => {
    const { writer, times } = writerOf('a')
    expect([
      SharedPart.written(new SharedPart(), writer, 'x').text,
      SharedPart.written(new SharedPart(), writer, 'y').text,
    ]).toEqual(['a x 1', 'a y 2'])
    expect(times()).toBe(2)
  })
})
