import { describe, expect, it } from 'vitest'
import { areAmbiguous, type ConnectionScope, mostSpecific } from '../../src/domain/connection-scope.ts'
import { chooseConnections } from '../../src/operations/access/choose-connections.ts'
import { tenantFor } from '../../src/operations/access/tenants.ts'
import type { EnabledSupplier } from '../../src/store/organizations.ts'

const MARKETS = [null, ['GB'], ['DE'], ['GB', 'DE']]
const COUNTRIES = [null, ['ES'], ['FR'], ['ES', 'FR']]
const SCOPES = MARKETS.flatMap((markets) => COUNTRIES.map((countries): ConnectionScope => ({ markets, countries })))
const ROUTES = ['GB', 'DE', 'US'].flatMap((nationality) =>
  ['ES', 'FR', 'IT'].map((countryCode) => ({ nationality, countryCode })),
)

function connection(connectionId: string, scope: Partial<ConnectionScope>, supplierCode = 'a'): EnabledSupplier {
  return { supplierCode, connectionId, markets: null, countries: null, ...scope }
}

const everywhere = connection('everywhere', {})
const country = connection('country', { countries: ['ES'] })
const market = connection('market', { markets: ['GB'] })
const both = connection('both', { markets: ['GB'], countries: ['ES'] })
const all = [everywhere, country, market, both]

describe('the connection of a supplier that is asked', () => {
  it.each([
    ['GB', 'ES', 'both'],
    ['GB', 'FR', 'market'],
    ['DE', 'ES', 'country'],
    ['DE', 'FR', 'everywhere'],
  ])('[X-13] is for guests from %s to %s the one that names most of them: %s', (nationality, countryCode, expected) => {
    const route = { nationality, countryCode }
    expect(mostSpecific(all, route)).toMatchObject({ connectionId: expected })
    expect(mostSpecific(all.toReversed(), route)).toMatchObject({ connectionId: expected })
  })

  it('[X-13] is the same in whichever order they were connected, unless connecting them is refused', () => {
    const pairs = SCOPES.flatMap((a) => SCOPES.filter((b) => a !== b).map((b) => ({ a, b })))
    const surprising = pairs.filter(({ a, b }) => {
      const isDecided = ROUTES.every((route) => mostSpecific([a, b], route) === mostSpecific([b, a], route))
      return areAmbiguous(a, b) === isDecided
    })
    expect(surprising).toEqual([])
    expect(pairs.filter(({ a, b }) => areAmbiguous(a, b)).length).toBeGreaterThan(10)
  })

  it('[X-13] is none where no contract may sell, and the supplier is still named', () => {
    const route = { nationality: 'DE', countryCode: 'FR' }
    expect(chooseConnections([country, connection('b', {}, 'b'), both], route)).toEqual([
      { ...country, notSold: true },
      connection('b', {}, 'b'),
    ])
  })

  it('[X-13] is one for each supplier, in the order of the suppliers', () => {
    const chosen = chooseConnections([market, connection('b', {}, 'b'), both], { nationality: 'GB', countryCode: 'ES' })
    expect(chosen.map(({ connectionId }) => connectionId)).toEqual(['both', 'b'])
  })
})

describe('the memory of hotels without a price', () => {
  const organization = {
    organizationId: 'o',
    name: 'o',
    listCurrency: null,
    rateLimitFactor: 1,
    rateLimits: {},
    supplierOrder: [],
    rateConditions: [],
    closedUserGroup: false,
    sellingPriceRule: 'TELL' as const,
  }

  it('[X-13] is kept apart for the connections with one supplier, and shared as before where there is one', () => {
    function setOf(connections: readonly EnabledSupplier[], nationality: string): string {
      return tenantFor({ organization, connections }, { nationality, countryCode: 'FR' }).supplierSet
    }
    const alone = connection('b', {}, 'b')
    expect(setOf([market, alone], 'GB')).toBe('a,b')
    expect(setOf([market, everywhere, alone], 'GB')).toBe('a@market,b')
    expect(setOf([market, everywhere, alone], 'DE')).toBe('a@everywhere,b')
  })
})
