import { beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '../../support/http-client.ts'
import { unpacked, useContentSandbox } from '../../support/use-content-sandbox.ts'

/** The world repeated under other ids, for whoever wants a million rows. */
const COPIES = 3
const sandbox = useContentSandbox({ copies: COPIES })
const { rapid, hotelbeds, liteapi, ratehawk, NOON } = sandbox

beforeEach(() => sandbox.setTime(NOON))

async function rowsOf(url: string, packing: 'gzip' | 'zstd'): Promise<Json[]> {
  const answer = await fetch(url)
  expect(answer.headers.get('content-length')).toBeNull()
  return unpacked(Buffer.from(await answer.arrayBuffer()), packing)
}

describe('copies', () => {
  it('are as many rows with as many ids, of which the first are those for sale', async () => {
    const files = [
      (await rowsOf(await sandbox.rapidLink(), 'gzip')).map((row) => row.property_id),
      (await rowsOf(await sandbox.dumpLink(), 'zstd')).map((row) => row.hid),
    ]
    for (const ids of files) {
      expect(ids.length % COPIES).toBe(0)
      expect(ids.length).toBeGreaterThan(2_500 * COPIES)
      expect(new Set(ids).size).toBe(ids.length)
    }
    const { body } = await hotelbeds('/hotels?from=1&to=1&fields=name')
    const { total } = body
    const last = await hotelbeds(`/hotels?from=${total}&to=${total + 10}&fields=name`)
    expect(last.body.hotels).toHaveLength(1)
    expect(total % COPIES).toBe(0)
    expect((await liteapi('/data/hotels?countryCode=FJ&limit=5000')).body.total % COPIES).toBe(0)
  })

  it('are found by their ids, as the original but for the id', async () => {
    const rows = await rowsOf(await sandbox.rapidLink(), 'gzip')
    const [original, copy] = rows
    const { body } = await rapid(
      `/v3/properties/content?language=en-US&supply_source=expedia&property_id=${copy.property_id}`,
    )
    expect(copy.property_id).not.toBe(original.property_id)
    expect(body[copy.property_id]).toEqual({ ...original, property_id: copy.property_id, address: expect.anything() })
    const [, second] = await rowsOf(await sandbox.dumpLink(), 'zstd')
    expect((await ratehawk('/hotel/info/', { hid: second.hid, language: 'en' })).body.data.name).toBe(second.name)
  })

  it('are cut in the middle of the stream when a file is', async () => {
    const url = await sandbox.rapidLink()
    sandbox.faults.add('expedia_rapid', 'content', { fault: 'cut' })
    await expect((await fetch(url)).arrayBuffer()).rejects.toThrow()
  })
})
