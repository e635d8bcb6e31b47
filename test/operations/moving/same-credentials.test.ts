import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createSeals } from '../../../src/operations/operator/key-material/sealed-places.ts'
import { createAreSame } from '../../../src/operations/operator/moving/same-credentials.ts'
import { toMasterKeys } from '../../../src/platform/master-key.ts'

const [source, target, former] = [1, 2, 3].map(() => createSeals(toMasterKeys(randomBytes(32), null)))
if (!source || !target || !former) throw new Error('three cells are needed')
const areSame = createAreSame(source, target)
const ours = source.credentials.seal('{"apiKey":"a","secret":"b"}', 'con_1')

describe('credentials of one connection in two cells with a master key each', () => {
  it.each([
    ['the same in another order', '{"secret":"b","apiKey":"a"}', true],
    ['those of another account', '{"apiKey":"other","secret":"b"}', false],
    ['those with a secret of before', '{"apiKey":"a","secret":"former"}', false],
  ])('[21] %s', (_, there, isSame) => {
    const theirs = target.credentials.seal(there, 'con_1')
    expect(areSame({ connectionId: 'con_1', ours, theirs })).toBe(isSame)
  })

  it('[21] that the named key does not open cannot be compared', () => {
    const theirs = former.credentials.seal('{"apiKey":"a","secret":"b"}', 'con_1')
    expect(() => areSame({ connectionId: 'con_1', ours, theirs })).toThrow(/./)
  })
})
