import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withheldFor } from '../../src/domain/selling.ts'
import { hotelbeds } from '../../src/suppliers/hotelbeds/index.ts'
import { ratehawk } from '../../src/suppliers/ratehawk/index.ts'
import type { Supplier } from '../../src/suppliers/supplier.ts'
import type { SupplierFetch } from '../../src/suppliers/supplier-call.ts'
import type { Json } from '../support/http-client.ts'
import {
  bookingOf,
  questionFor,
  type SupplierSandbox,
  scenarioAt,
  startSupplierSandbox,
} from '../support/suppliers/sandbox.ts'

let sandbox: SupplierSandbox

beforeAll(async () => {
  sandbox = await startSupplierSandbox()
})
afterAll(() => sandbox.close())

const CHILDREN = ['Castor', 'Pollux', null].map((givenName, index) => ({
  roomIndex: 0,
  type: 'CHILD' as const,
  givenName,
  familyName: givenName && 'Tyndareus',
  age: index === 2 ? 3 : 5,
}))

/** The booking of a room for an adult, twins and an unnamed sibling, as it went out. */
async function sentBy(supplier: Supplier, slug: string): Promise<Json> {
  const question = questionFor([{ adults: 1, childAges: [5, 3, 5] }])
  const asked = { ...question, supplierHotelId: scenarioAt(supplier, slug), hotelTimeZone: null, sells: [] }
  const call = sandbox.call(supplier)
  const answer = await supplier.rooms(call, asked)
  const rate = answer.ok ? answer.value.rates.find((one) => withheldFor(one, new Set()) === null) : undefined
  const checked = rate && (await supplier.checkPrice(call, { ...asked, rate }))
  if (!checked?.ok || !checked.value.available) throw new Error(`${slug} has no rate`)
  const booking = bookingOf(checked.value.rate, question)
  const adults = booking.guests.filter(({ type }) => type === 'ADULT')
  const bodies: Json[] = []
  const fetch: SupplierFetch = (request) => {
    if (request.operation === 'book') bodies.push(JSON.parse(request.body ?? ''))
    return call.fetch(request)
  }
  const { outcome } = await supplier.book({ ...call, fetch }, { ...booking, guests: [...adults, ...CHILDREN] })
  expect(outcome).toBe('ACCEPTED')
  return bodies[0]
}

describe('two children of one age', () => {
  it('each have their own name at Hotelbeds', async () => {
    const { rooms } = await sentBy(hotelbeds, 'confirm')
    const children = rooms[0].paxes.filter(({ type }: Json) => type === 'CH')
    expect(children.map(({ age, name }: Json) => [age, name])).toEqual([
      [5, 'Castor'],
      [3, undefined],
      [5, 'Pollux'],
    ])
  })

  it('each have their own name at RateHawk', async () => {
    const { rooms } = await sentBy(ratehawk, 'async')
    const children = rooms[0].guests.filter(({ is_child: isChild }: Json) => isChild)
    expect(children.map(({ age, first_name: name }: Json) => [age, name])).toEqual([
      [5, 'Castor'],
      [3, undefined],
      [5, 'Pollux'],
    ])
  })
})
