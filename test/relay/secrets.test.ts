import { describe, expect, it } from 'vitest'
import { toMasterKeys } from '../../src/platform/master-key.ts'
import { createSeal, type Seal } from '../../src/platform/seal.ts'
import { createKeyring } from '../../src/relay/secrets.ts'

const SEAL = createSeal(toMasterKeys(Buffer.alloc(32, 1), null), {
  purpose: 'test',
  column: 'webhook_endpoints.secrets',
})

/** The seal itself, and whose secrets it was asked to open. */
function watched(): { readonly seal: Seal; readonly opened: string[] } {
  const opened: string[] = []
  return {
    opened,
    seal: {
      ...SEAL,
      open: (sealed, endpointId) => {
        opened.push(endpointId)
        return SEAL.open(sealed, endpointId)
      },
    },
  }
}

function keys(secret: string) {
  return { secret, asymmetric: null }
}

function endpoint(endpointId: string, ...secrets: readonly (readonly [string, number | null])[]) {
  return {
    endpointId,
    secrets: secrets.map(([secret, expiresAt]) => ({
      sealed: SEAL.seal(JSON.stringify(keys(secret)), endpointId).toString('base64'),
      publicKey: null,
      expiresAt,
    })),
  }
}

describe('the keys of an endpoint', () => {
  it('[C-103] are those that have not expired, in their order', () => {
    const keyring = createKeyring(SEAL)
    const asked = endpoint('end_1', ['new', null], ['old', 1_000], ['older', 999])
    expect(keyring.keysOf(asked, 998)).toEqual([keys('new'), keys('old'), keys('older')])
    expect(keyring.keysOf(asked, 999)).toEqual([keys('new'), keys('old')])
    expect(keyring.keysOf(asked, 1_000)).toEqual([keys('new')])
  })

  it('are opened once', () => {
    const { seal, opened } = watched()
    const keyring = createKeyring(seal)
    const asked = endpoint('end_1', ['new', null])
    for (let count = 0; count < 3; count++) expect(keyring.keysOf(asked, 0)).toEqual([keys('new')])
    expect(opened).toEqual(['end_1'])
  })

  it('are opened again for another endpoint, which they were not sealed for', () => {
    const keyring = createKeyring(SEAL)
    const asked = endpoint('end_1', ['new', null])
    keyring.keysOf(asked, 0)
    expect(() => keyring.keysOf({ ...asked, endpointId: 'end_2' }, 0)).toThrow()
  })

  it('are kept for two thousand endpoints, and forgotten first of those that were not asked for lately', () => {
    const { seal, opened } = watched()
    const keyring = createKeyring(seal)
    const all = Array.from({ length: 2_001 }, (_, index) => endpoint(`end_${index}`, ['secret', null]))
    for (const one of all.slice(0, 2_000)) keyring.keysOf(one, 0)
    const [first, second, ...rest] = all as [(typeof all)[0], (typeof all)[0], ...typeof all]
    keyring.keysOf(first, 0)
    expect(opened).toHaveLength(2_000)
    keyring.keysOf(rest.at(-1) as typeof first, 0)
    keyring.keysOf(first, 0)
    expect(opened).toHaveLength(2_001)
    keyring.keysOf(second, 0)
    expect(opened.slice(2_001)).toEqual(['end_1'])
  })
})
