import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { certifyConnection } from '../../src/admin/certify.ts'
import { UsageError } from '../../src/admin/command.ts'
import { TRAVELLER_ADDRESS } from '../../src/certification/party.ts'
import type { Core } from '../../src/core.ts'
import { openCore } from '../support/open-core.ts'
import { useGateway } from '../support/use-gateway.ts'

let core: Core
let folder: string

useGateway(async ({ database }) => {
  core = await openCore(database)
  folder = await mkdtemp(join(tmpdir(), 'certification-'))
})
afterAll(async () => {
  await core.close()
  await rm(folder, { recursive: true, force: true })
})

type Contract = {
  readonly supplierCode: string
  readonly credentials: Readonly<Record<string, string>>
  readonly baseUrl: string | null
}

/** Certifies a contract as it may stand in the database of an earlier release. */
async function certifyAtTestHost({ supplierCode, credentials, baseUrl }: Contract): Promise<unknown> {
  const connectionId = `conn_${crypto.randomUUID().slice(0, 8)}`
  const sealed = core.seals.credentials.seal(JSON.stringify(credentials), connectionId)
  await core.store.connections.upsert(
    {
      connectionId,
      supplierCode,
      environment: 'sandbox',
      name: connectionId,
      baseUrl,
      credentials: sealed,
      settings: {},
    },
    Date.now(),
  )
  return certifyConnection(core, {
    connectionId,
    host: 'TEST',
    out: join(folder, connectionId),
    resume: false,
    only: [],
    address: TRAVELLER_ADDRESS,
    supplierHotelId: null,
  }).catch((error: unknown) => error)
}

const RAPID = { supplierCode: 'expedia_rapid', credentials: { apiKey: 'a', sharedSecret: 'b' } }

it.each(['https://api.ean.com', 'https://API.EAN.com/v3', 'https://api.ean.com.:443', 'http://api.ean.com'])(
  'a certification never books at %s, the production host however it is spelt',
  async (baseUrl) => {
    const refused = await certifyAtTestHost({ ...RAPID, baseUrl })
    expect(refused).toBeInstanceOf(UsageError)
    expect(String(refused)).toMatch(/cost money.*production host/)
  },
)

it('a certification never books with a key of production where both environments have one host', async () => {
  const refused = await certifyAtTestHost({
    supplierCode: 'liteapi',
    credentials: { apiKey: 'prod_secret' },
    baseUrl: null,
  })
  expect(refused).toBeInstanceOf(UsageError)
  expect(String(refused)).toMatch(/cost money.*apiKey/)
  expect(String(refused)).not.toContain('prod_secret')
})
