import { buildSchema, parse, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { askedFields, missingIn, mutationOf, sentValues } from '../../web/src/kit/action.ts'

const SETTLE = {
  values: { id: 'ubk_1' },
  fields: [
    { name: 'as', label: 'As', isRequired: true },
    {
      name: 'supplierId',
      label: 'Id',
      isRequired: true,
      isShown: (values: object) => 'as' in values && values.as === 'CONFIRMED',
    },
    { name: 'tell', label: 'Tell', kind: 'flag' as const },
  ],
}

describe('an action', () => {
  it('sends what it brought, what was asked and filled in, and the reason', () => {
    const filled = { as: ' FAILED ', supplierId: 'left over', tell: false }
    expect(sentValues(SETTLE, filled, ' the hotel says so ')).toEqual({
      id: 'ubk_1',
      as: 'FAILED',
      reason: 'the hotel says so',
    })
  })

  it('gives the reason to a second argument that wants it', () => {
    expect(sentValues({ reasonAs: 'note' }, {}, 'TICKET-1 lost')).toEqual({
      reason: 'TICKET-1 lost',
      note: 'TICKET-1 lost',
    })
  })

  it('asks for a field only where it matters', () => {
    expect(askedFields(SETTLE, { as: 'CONFIRMED' }).map(({ name }) => name)).toEqual(['as', 'supplierId', 'tell'])
    expect(askedFields(SETTLE, { as: 'FAILED' }).map(({ name }) => name)).toEqual(['as', 'tell'])
  })

  it('says what is missing, the reason too', () => {
    expect(Object.keys(missingIn(SETTLE, { as: 'CONFIRMED' }, 'too short'))).toEqual(['supplierId', 'reason'])
    expect(missingIn(SETTLE, { as: 'FAILED' }, 'long enough')).toEqual({})
    expect(missingIn({ ...SETTLE, asksReason: false }, { as: 'FAILED' }, '')).toEqual({})
  })

  it('has a document that a schema of the console takes', () => {
    const schema = buildSchema(`
      type Query { a: Int }
      type Proposal { id: ID! action: String! subject: String! reason: String! proposedBy: String! expiresAt: String! decision: String }
      type ActionResult { rows: String! proposal: Proposal }
      type Mutation { settleBooking(id: ID!, as: String, tell: Boolean, reason: String!): ActionResult! }
    `)
    const action = { mutation: 'settleBooking', types: { id: 'ID' } }
    const document = mutationOf(action, { id: 'ubk_1', as: 'FAILED', tell: true, reason: 'the hotel says so' })
    expect(validate(schema, parse(document))).toEqual([])
  })
})
