import { Ajv } from 'ajv'
import { beforeEach, describe, expect, it } from 'vitest'
import { listingLine } from '../../src/operations/inputs/listing-line.ts'
import { tellUnknown } from '../../src/suppliers/content/known-fields.ts'
import { KNOWN_PROPERTY } from '../../src/suppliers/expedia-rapid/content/known.ts'
import { readProperty } from '../../src/suppliers/expedia-rapid/content/property.ts'
import type { Json } from '../support/http-client.ts'
import { sharedJson } from '../support/spec/shared.ts'
import { bytesOf, unpacked, useContentSandbox } from '../support/use-content-sandbox.ts'

const SPECIFICATION = sharedJson('suppliers/expedia-rapid/openapi.json')

describe('Rapid’s content in the sandbox', () => {
  const sandbox = useContentSandbox()
  beforeEach(() => sandbox.setTime(sandbox.NOON))

  it('has rows as the specification has them, but for those of an odd form', async () => {
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
    ajv.addSchema({ $id: 'rapid', components: SPECIFICATION.components })
    const validate = ajv.compile({ $ref: 'rapid#/components/schemas/PropertyContent' })
    const rows = unpacked(await bytesOf(await sandbox.rapidLink()), 'gzip')
    const wrong = rows.filter((row) => !validate(row))
    expect(wrong.length / rows.length).toBeLessThan(0.02)
  })
})

describe('the content examples of Rapid’s specification', () => {
  const { examples } = SPECIFICATION.paths['/v3/properties/content'].get.responses['200'].content['application/json']
  const properties = Object.values<Json>(examples).flatMap(({ value }) => Object.values<Json>(value))

  it.each(properties.map((property) => [property.name, property] as const))('%s becomes a listing', (_, property) => {
    const unknown: string[] = []
    tellUnknown(property, { known: KNOWN_PROPERTY, tell: (path) => unknown.push(path) })
    const listing = readProperty({ language: 'en', categories: {} })(property)
    const parsed = listingLine.safeParse({
      type: 'listing',
      supplier_code: 'expedia_rapid',
      supplier_hotel_id: '1',
      ...listing,
    })
    expect([parsed.error?.issues ?? [], unknown]).toEqual([[], []])
  })
})
