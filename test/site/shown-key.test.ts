import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { askAs } from '../support/ask-as.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { useGateway } from '../support/use-gateway.ts'

const PAGES = ['/', '/docs/reference', '/graphql']

/** What other sites can run or show, and what tells of the requests of others. */
const ASSETS = ['reference-start.js', 'reference.js', 'site.js', 'search.js', 'sections.json', 'site.css']

describe('the key of a local sandbox', () => {
  let gateway: StartedGateway

  useGateway(
    (started) => {
      ;({ gateway } = started)
    },
    { env: { SANDBOX_SHOW_KEY: 'on' } },
  )

  it.each(PAGES)('is filled in at %s for a browser of this machine, which does not keep it', async (path) => {
    const { body, headers } = await askAs(gateway, path)
    expect(body).toContain(gateway.apiKey)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
  })

  it.each(PAGES)('is not at %s under a foreign name, or through a proxy or tunnel', async (path) => {
    for (const headers of [
      { host: 'evil.example' },
      { host: 'evil.example:4000' },
      { host: '127.0.0.1.evil.example' },
      { host: '10.0.0.1' },
      { 'x-forwarded-for': '203.0.113.7' },
      { 'x-forwarded-host': 'sandbox.example' },
      { forwarded: 'for=203.0.113.7' },
      { via: '1.1 tunnel' },
    ]) {
      const { status, body } = await askAs(gateway, path, headers)
      expect({ headers, status, shown: body.includes(gateway.apiKey) }).toEqual({ headers, status: 200, shown: false })
    }
  })

  it('is in no script or other asset, which a page of another site could load', async () => {
    for (const name of ASSETS) {
      const { status, body, headers } = await askAs(gateway, `/docs/assets/${name}`)
      expect(status).toBe(200)
      expect(body).not.toContain(gateway.apiKey)
      expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    }
  })
})

describe('a page without a key', () => {
  let gateway: StartedGateway

  useGateway((started) => {
    ;({ gateway } = started)
  })

  it.each(PAGES)('is what a gateway on a shared database has at %s', async (path) => {
    expect((await askAs(gateway, path)).body).not.toContain(gateway.apiKey)
  })

  it('has a first call that takes the key from the shell', async () => {
    const { body } = await askAs(gateway, '/')
    expect(body).toContain('-H &quot;x-api-key: $KEY&quot;')
  })
})

describe('whether the key is shown', () => {
  it.each([
    [{}, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '0.0.0.0', SANDBOX_SHOW_KEY: 'on' }, false],
    [{ HOST: '::1' }, true],
    [{ SANDBOX_SHOW_KEY: 'off' }, false],
    [{ DATABASE_URL: 'postgresql://db/gateway' }, false],
    [{ DATABASE_URL: 'postgresql://db/gateway', SANDBOX_SHOW_KEY: 'on' }, true],
    [{ SANDBOX_API_KEY: 'a-key-that-a-team-has-agreed-on' }, false],
    [{ TRUSTED_PROXIES: '10.0.0.0/8' }, false],
  ])('with %j is %s', (settings, shown) => {
    expect(readConfig(settings)).toMatchObject({ showSandboxKey: shown })
  })
})
