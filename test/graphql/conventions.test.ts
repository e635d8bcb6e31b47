import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  buildSchema,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  isUnionType,
  printSchema,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { breakingChanges, RELEASED_SCHEMA } from '../../scripts/generated/breaking-changes.ts'
import { faultsOf, saidByGraphql } from '../../scripts/generated/descriptions.ts'
import { schema } from '../../src/graphql/schema.ts'

const TYPES = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
function objectType(name: string): GraphQLObjectType {
  const type = schema.getType(name)
  if (!isObjectType(type)) throw new Error(`no object type ${name}`)
  return type
}
function fieldsOf(name: string): GraphQLField<unknown, unknown>[] {
  return Object.values(objectType(name).getFields())
}
const ROOTS = ['Query', 'Mutation', 'Subscription']

describe('the schema', () => {
  it('describes every type, field, argument and value, in sentences that say more than the name', () => {
    const said = [...saidByGraphql(schema)]
    expect(said.length).toBeGreaterThan(1_000)
    expect(faultsOf(said)).toEqual([])
  })

  it('says what HTTP says, with the names of GraphQL', () => {
    const { holdDeadlineAt, availableActions } = objectType('Booking').getFields()
    expect(holdDeadlineAt?.description).toMatch(/Example: `"\d{4}-/)
    expect(availableActions?.description).toMatch(/Example: `\[\w+/)
    expect(printSchema(schema)).not.toMatch(/HTTP: `/)
  })

  it('gives every scalar of its own the address of its specification', () => {
    const scalars = TYPES.filter((type) => isScalarType(type)).filter((type) => !isSpecifiedScalarType(type))
    expect(scalars.map(({ name }) => name).toSorted()).toEqual([
      'CountryCode',
      'CurrencyCode',
      'Date',
      'DateTime',
      'JSON',
      'LocalDateTime',
      'SafeInt',
      'URL',
    ])
    expect(scalars.filter(({ specifiedByURL }) => !specifiedByURL?.startsWith('https://'))).toEqual([])
  })

  it('asks for exactly one where there is a choice', () => {
    const oneOf = TYPES.filter((type) => isInputObjectType(type)).filter(({ isOneOf }) => isOneOf)
    expect(oneOf.map(({ name }) => name).toSorted()).toEqual(['BookingLookup', 'DestinationInput'])
  })

  it('answers every query and mutation with a nullable union of its success and problems', () => {
    const problem = schema.getType('Problem')
    for (const field of [...fieldsOf('Query'), ...fieldsOf('Mutation')]) {
      const union = field.type
      if (!isUnionType(union)) throw new Error(`${field.name} is no nullable union`)
      const problems = union.getTypes().filter((type) => type.getInterfaces().some((one) => one === problem))
      expect({ field: field.name, successes: union.getTypes().length - problems.length }).toEqual({
        field: field.name,
        successes: 1,
      })
      expect([field.name, ...problems.map(({ name }) => name)]).toEqual(
        expect.arrayContaining(['ValidationProblem', 'NotFoundProblem', 'RefusedProblem']),
      )
      expect(problems.every(({ name }) => name.endsWith('Problem'))).toBe(true)
    }
    for (const type of TYPES.filter((one) => isObjectType(one)).filter(({ name }) => name.endsWith('Problem')))
      expect(type.getInterfaces().map(({ name }) => name)).toContain('Problem')
  })

  it('has one input a mutation', () => {
    for (const { name, args } of fieldsOf('Mutation')) {
      expect([name, ...args.map((arg) => arg.name)]).toEqual([name, 'input'])
      const isNeeded = isNonNullType(args[0]?.type) && isInputObjectType(getNamedType(args[0].type))
      expect({ name, isNeeded }).toEqual({ name, isNeeded: true })
    }
  })

  it('pages forward only: `first`, 20 when left out, and `after`', () => {
    const paged = fieldsOf('Query').filter(({ type }) => {
      const union = getNamedType(type)
      return isUnionType(union) && union.getTypes().some(({ name }) => name.endsWith('Connection'))
    })
    expect(paged.map(({ name }) => name)).toEqual(['bookings', 'events', 'webhookDeliveries'])
    for (const { args } of paged) {
      expect(args.find(({ name }) => name === 'first')).toMatchObject({ defaultValue: 20 })
      expect(args.map(({ name }) => name)).toContain('after')
      expect(args.some(({ name }) => name === 'last' || name === 'before')).toBe(false)
    }
    // What a connection tells beside its page.
    const more: Readonly<Record<string, readonly string[]>> = { BookingEventConnection: ['completeSince: DateTime'] }
    for (const { name } of TYPES.filter((type) => type.name.endsWith('Connection')))
      expect(
        fieldsOf(name).map((field) => `${field.name}: ${String(field.type).replace(/\w*Edge|\w+(?=!\]!$)/, '…')}`),
      ).toEqual([...(more[name] ?? []), 'edges: […!]!', 'nodes: […!]!', 'pageInfo: PageInfo!'])
  })

  it('has no list that holds null, and money that loses no digit', () => {
    for (const type of TYPES.filter((one) => isObjectType(one)))
      for (const field of Object.values(type.getFields())) {
        const list = getNullableType(field.type)
        const holdsNull = isListType(list) && !isNonNullType(list.ofType)
        expect([type.name, field.name, holdsNull]).toEqual([type.name, field.name, false])
      }
    expect(fieldsOf('Money').map(({ name, type }) => `${name}: ${String(type)}`)).toEqual([
      'amountMinor: SafeInt!',
      'currency: CurrencyCode!',
      'decimal: String!',
      'exponent: Int!',
    ])
  })

  it('tells nothing apart by a name that compiled code could confuse', () => {
    // graphql-jit keeps resolvers by type and field, written one after the other.
    const names = TYPES.filter((one) => isObjectType(one)).flatMap((type) =>
      Object.keys(type.getFields()).map((field) => `${type.name}${field}`),
    )
    expect(new Set(names).size).toBe(names.length)
  })

  it('has the two subscriptions, each with what resumes it', () => {
    expect(fieldsOf('Subscription').map(({ name, args }) => [name, args.map((arg) => arg.name)])).toEqual([
      ['bookingUpdated', ['afterSequence', 'bookingId']],
      ['roomOptions', ['afterEventId', 'input', 'streamId']],
    ])
    expect(ROOTS.every((name) => objectType(name).description)).toBe(true)
  })
})

describe('the released schema', () => {
  function released(): Promise<string> {
    return readFile(join(import.meta.dirname, '../..', RELEASED_SCHEMA), 'utf8')
  }

  it('is not broken by the schema of now', async () => {
    expect(breakingChanges(await released(), schema)).toEqual([])
  })

  it('is broken by a field that goes, a type that changes and an argument that becomes needed', () => {
    const sdl = printSchema(schema)
    const broken = buildSchema(
      sdl
        .replace(/\n {2}hotelName: String!/, '\n  hotelNamed: String!')
        .replace('exponent: Int!', 'exponent: String!')
        .replace(/afterSequence: Int\b/, 'afterSequence: Int!'),
    )
    expect(breakingChanges(sdl, broken).map((change) => change.split(':')[0])).toEqual(
      expect.arrayContaining(['FIELD_REMOVED', 'FIELD_CHANGED_KIND', 'ARG_CHANGED_KIND']),
    )
    expect(breakingChanges(sdl, buildSchema(sdl))).toEqual([])
  })
})
