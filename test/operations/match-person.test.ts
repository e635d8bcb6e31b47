import { describe, expect, it } from 'vitest'
import { findTraces, type Person, type Traces } from '../../src/operations/operator/erasing/match-person.ts'

const nobody: Person = { email: null, phone: null, name: null }

const traces: Traces = {
  party: {
    holder: { givenName: 'José', familyName: 'Núñez Ortega', email: 'Jose.Nunez@example.com', phone: '+442071234567' },
    guests: [
      { allocationId: 'a', type: 'ADULT', givenName: 'José', familyName: 'Núñez Ortega' },
      { allocationId: 'a', type: 'ADULT', givenName: 'Ana', familyName: 'Li' },
      { allocationId: 'a', type: 'CHILD', age: 4 },
    ],
    extras: {
      invoicing: {
        companyName: 'Bo Chan Trading',
        companyAddress: { addressLines: ['c/o Mei Wong'], city: 'Macau', countryCode: 'MO' },
        email: 'bo.chan@example.net',
      },
    },
    specialRequests: 'Call (0034) 912 345 678, or write to ana.li@example.org.',
  },
  clientReference: 'JOSE NUNEZ ORTEGA / 17',
  metadata: { traveller: 'ana li' },
}

function find(person: Partial<Person>): string[] {
  return findTraces({ ...nobody, ...person }, traces)
}

describe('a person is found in a booking', () => {
  it.each([
    [{ email: 'jose.nunez@EXAMPLE.com ' }, ['holder.email']],
    [{ email: 'ana.li@example.org' }, ['special_requests']],
    [{ email: 'BO.chan@example.net' }, ['invoicing']],
    [{ name: 'Bo Chan' }, ['invoicing']],
    [{ name: 'Mei Wong' }, ['invoicing']],
    [{ phone: '+44 (0)20 7123-4567' }, ['holder.phone']],
    [{ phone: '0044 20 7123 4567' }, ['holder.phone']],
    [{ phone: '020 7123 4567' }, ['holder.phone']],
    [{ phone: '+34 912345678' }, ['special_requests']],
    [{ name: 'nunez ortega, JOSE' }, ['holder.name', 'guests[0]']],
    [{ name: 'Jose Núñez Ortega' }, ['holder.name', 'guests[0]', 'client_reference']],
    [{ name: 'Ana Li' }, ['guests[1]', 'metadata.traveller', 'special_requests']],
    [{ name: 'Ana Li', email: 'ANA.LI@example.org' }, ['guests[1]', 'metadata.traveller', 'special_requests']],
  ])('by %j in %j', (person, places) => {
    expect(find(person).sort()).toEqual([...places].sort())
  })

  it.each([
    { email: 'nunez@example.com' },
    { email: 'ana.li@example.org.uk' },
    { phone: '+49 20 7123 4567' },
    { phone: '4567' },
    { name: 'José' },
    { name: 'Ana Lin' },
    { name: '-' },
    { name: 'Ana Li', email: 'somebody.else@example.com' },
    {},
  ])('but not by %j', (person) => {
    expect(find(person)).toEqual([])
  })

  it('in what is left when the guests are gone', () => {
    expect(findTraces({ ...nobody, name: 'Ana Li' }, { ...traces, party: null })).toEqual(['metadata.traveller'])
  })
})
