import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Evidence } from '../../src/certification/evidence.ts'
import { createMasks } from '../../src/certification/masks.ts'
import { requirementsOf } from '../../src/certification/requirements/all.ts'
import { stepsOf } from '../../src/certification/run.ts'

const TESTS = join(import.meta.dirname, '..')
const SUPPLIERS = ['expedia_rapid', 'hotelbeds', 'ratehawk', 'liteapi']

const titles = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && !file.startsWith('certification/'))
  .map((file) => readFileSync(join(TESTS, file), 'utf8'))
  .join('\n')

/** A run that has seen nothing. */
function nothing(supplierCode: string): Evidence {
  return { supplierCode, host: 'TEST', settings: {}, exchanges: [], told: [] }
}

/** What is being built: whoever finishes one takes it out of here. */
const AWAITED: readonly string[] = []

describe.each(SUPPLIERS)('the requirements of %s', (supplierCode) => {
  const requirements = requirementsOf(supplierCode)

  it('[X-10] are each listed once, with a sentence', () => {
    const ids = requirements.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(requirements.filter(({ says }) => says.length < 8 || says.endsWith('.'))).toEqual([])
  })

  it('[X-10] are never met by a run that has seen nothing', () => {
    const met = requirements.filter(({ judge }) => judge(nothing(supplierCode)).verdict === 'MET')
    expect(met.map(({ id }) => id)).toEqual([])
  })

  it('[X-10] point to tests that exist, where a run cannot show them', () => {
    const byTests = requirements.filter(({ judge }) => judge(nothing(supplierCode)).verdict === 'BY_TESTS')
    const untested = byTests.map(({ id }) => id).filter((id) => !titles.includes(`[${id}]`))
    expect(untested.filter((id) => !AWAITED.includes(id))).toEqual([])
  })

  it('[X-10] are asked for one at a time by running no more than they need', () => {
    const all = stepsOf(supplierCode, 'SANDBOX', [])
    for (const { id } of requirements) expect(stepsOf(supplierCode, 'SANDBOX', [id]).length).toBeGreaterThan(0)
    expect(stepsOf(supplierCode, 'TEST', []).filter(({ sandboxOnly }) => sandboxOnly)).toEqual([])
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  })
})

describe('what is handed in', () => {
  const masked = createMasks([
    { value: 's3cr3t', symbol: '<credential apiKey>' },
    { value: 'Ada', symbol: '<given name>' },
    { value: 'ada+1@example.com', symbol: '<e-mail of the guest>' },
  ])

  it('[X-10] has the same symbol for the same person everywhere, and touches no word that only looks alike', () => {
    expect(masked({ name: 'Ada', hotel: 'Adagio', rooms: [{ lead: 'ADA' }], n: 1, none: null })).toEqual({
      name: '<given name>',
      hotel: 'Adagio',
      rooms: [{ lead: '<given name>' }],
      n: 1,
      none: null,
    })
  })

  it('[X-10] has no credentials, not in headers, not in addresses and not in texts', () => {
    const exchange = {
      url: 'https://host/v3?key=s3cr3t&email=ada%2B1%40example.com',
      headers: { authorization: 'EAN apikey=other,signature=abc', 'X-Signature': 'abc' },
      body: { echo: 'token s3cr3t.', other: 'somebody@else.example' },
    }
    expect(masked(exchange)).toEqual({
      url: 'https://host/v3?key=<credential apiKey>&email=<e-mail of the guest>',
      headers: { authorization: '<credentials>', 'X-Signature': '<credentials>' },
      body: { echo: 'token <credential apiKey>.', other: '<another e-mail address>' },
    })
  })

  it('[X-10] has no e-mail address in a text of half a million letters, which are each read once', () => {
    const token = 'q'.repeat(500_000)
    expect(masked(`${token} somebody@else.example ${token}@`)).toBe(`${token} <another e-mail address> ${token}@`)
  })

  it('[X-10] tells of a device’s address only whether a guest can have it', () => {
    expect(masked({ 'customer-ip': '192.0.2.1', user_ip: '10.0.0.8', ip: '8.8.4.4', description: '10.0.0.8' })).toEqual(
      {
        'customer-ip': '<an address of no guest>',
        user_ip: '<an address of no guest>',
        ip: '<another address>',
        description: '10.0.0.8',
      },
    )
  })
})
