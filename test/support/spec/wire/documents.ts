import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Json } from '../../http-client.ts'
import { sharedJson } from '../shared.ts'

type Overlay = (document: Json) => void

/** What stands in a supplier's prose or examples and not in its specification, or stands there and is wrong. */
const OVERLAYS: Readonly<Record<string, Overlay>> = {
  'expedia-rapid/openapi.json': (document) => {
    // The newer documentation has the flag; the specification of 2025-07 does not.
    const { parameters } = document.paths['/v3/properties/availability'].get
    parameters.find(({ name }: Json) => name === 'include').schema.items.enum.push('rooms.rates.holdable')
    // What every call needs stands in prose alone.
    const needed = ['Authorization', 'Accept', 'Accept-Encoding', 'User-Agent']
    document.components.securitySchemes = Object.fromEntries(
      needed.map((name) => [name, { type: 'apiKey', in: 'header', name }]),
    )
    document.security = [Object.fromEntries(needed.map((name) => [name, []]))]
    for (const item of Object.values<Json>(document.paths))
      for (const operation of Object.values<Json>(item)) delete operation.security
    const { NightCharge, Stay, Adjustment, UnavailableReason } = document.components.schemas
    // The description of the code explains this one, which its list of values lacks.
    UnavailableReason.properties.code.enum.push('restricted_stay_lengths')
    // The official examples have these as numbers.
    for (const { properties } of [NightCharge, Stay, Adjustment]) properties.value.type = ['string', 'number']
  },
  'ratehawk/openapi.derived.json': ({ components }) => {
    // Fields of an order that the documented example has, and the derived schema has not.
    const orders = components.schemas.OrderInfoResponse.properties.data.properties.orders.items
    Object.assign(orders.properties, ORDER_FIELDS)
    // Its reference page of the call has it, and the derived schema has not.
    components.schemas.FinishRequest.properties.upsell_data = UPSELLS
    orders.required = [...orders.required, 'order_type', 'source', 'modified_at', 'hotel_data']
  },
  // It requires the members of a guest of the `metadata` of a booking, which has none of them, and breaks that in its example.
  'liteapi/booking.openapi.json': ({ paths }) => {
    delete paths['/rates/book'].post.requestBody.content['application/json'].schema.properties.metadata.required
  },
}

const UPSELLS = {
  type: 'array',
  items: {
    type: 'object',
    required: ['name', 'uid'],
    properties: { name: { type: 'string', enum: ['early_checkin', 'late_checkout'] }, uid: { type: 'string' } },
  },
}

const ORDER_FIELDS = {
  order_type: { type: 'string', enum: ['hotel'] },
  source: { type: 'string' },
  modified_at: { type: 'string', nullable: true, pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$' },
  hotel_data: {
    type: 'object',
    required: ['id', 'hid', 'order_id'],
    properties: {
      id: { type: 'string' },
      hid: { type: 'integer' },
      order_id: { type: 'string', nullable: true },
    },
  },
}

/** A supplier's specification as it is meant; `name` is below `../shared/suppliers`. */
export function specificationDocument(name: string): Json {
  const document = sharedJson(`suppliers/${name}`)
  OVERLAYS[name]?.(document)
  followDiscriminators(document)
  return document
}

/** The path of a copy of a specification as it is meant, for programs that read files. */
export function correctedFile(name: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'specification-')), 'openapi.json')
  writeFileSync(path, JSON.stringify(specificationDocument(name)))
  return path
}

/**
 * A base schema that tells its kinds apart by a property, without saying `oneOf`, would be checked by itself alone. Its kind is
 * checked as well then, and the property has to name one.
 */
function followDiscriminators({ components }: Json): void {
  for (const [name, schema] of Object.entries<Json>(components?.schemas ?? {})) {
    const { discriminator, ...base } = schema
    if (!discriminator || schema.oneOf || schema.anyOf) continue
    const own = `#/components/schemas/${name}`
    const baseName = `${name}WithoutItsKind`
    const kinds = Object.entries<string>(discriminator.mapping)
    for (const [, target] of kinds)
      for (const part of components.schemas[target.slice('#/components/schemas/'.length)].allOf)
        if (part.$ref === own) part.$ref = `#/components/schemas/${baseName}`
    components.schemas[baseName] = base
    const { propertyName } = discriminator
    components.schemas[name] = {
      type: 'object',
      required: [propertyName],
      properties: { [propertyName]: { enum: kinds.map(([kind]) => kind) } },
      // Of each kind: it is not this one, or it is as this one has to be.
      allOf: kinds.map(([kind, $ref]) => ({
        anyOf: [{ not: { properties: { [propertyName]: { const: kind } } } }, { $ref }],
      })),
    }
  }
}
