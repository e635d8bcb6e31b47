import type { SupplierConnection } from '../suppliers/supplier-call.ts'
import type { Mask } from './masks.ts'

/** The rooms of a booking of the run. */
export type Party = readonly { readonly adults: number; readonly childAges: readonly number[] }[]

export const COUPLE: Party = [{ adults: 2, childAges: [] }]
export const FAMILY: Party = [{ adults: 2, childAges: [6] }]
export const TWO_ROOMS: Party = [
  { adults: 2, childAges: [] },
  { adults: 1, childAges: [4] },
]

/** Names that no hotel, street or rate has, so that they are found wherever they went. */
export const HOLDER = {
  givenName: 'Wilhelmine',
  familyName: 'Pruefstein',
  email: 'wilhelmine.pruefstein@certification.example',
  phone: '+442079460958',
}
const CHILD = { givenName: 'Kunigunde', familyName: HOLDER.familyName }

export const USER_AGENT = 'Mozilla/5.0 (certification of the hotel distribution gateway)'
/** Who acts in a run, for the audit log. */
export const CERTIFIER = 'operator:certification'

/** The guests' nationality: one that the contract may sell to. */
export function nationalityOf({ markets }: Readonly<Record<string, unknown>>): string {
  const first: unknown = Array.isArray(markets) ? markets[0] : null
  return typeof first === 'string' ? first : 'GB'
}

/** An address as a guest's device has one. It is that of no partner's server, and stands in no documentation. */
export const TRAVELLER_ADDRESS = '81.2.69.142'

type Allocation = {
  readonly allocationId: string
  readonly adults: number
  readonly childAges: readonly number[]
}

/** Every guest of the rooms, all of them named. */
export function guestsOf(allocations: readonly Allocation[]) {
  return allocations.flatMap(({ allocationId, adults, childAges }) => [
    ...Array.from({ length: adults }, () => ({
      allocationId,
      type: 'ADULT' as const,
      givenName: HOLDER.givenName,
      familyName: HOLDER.familyName,
    })),
    ...childAges.map((age) => ({ allocationId, type: 'CHILD' as const, ...CHILD, age })),
  ])
}

function guestMasks(address: string): Mask[] {
  const digits = HOLDER.phone.replace(/\D/g, '')
  return [
    { value: HOLDER.email, symbol: '<e-mail of the guest>' },
    { value: HOLDER.phone, symbol: '<phone of the guest>' },
    { value: digits, symbol: '<phone of the guest, digits>' },
    { value: digits.slice(2), symbol: '<phone of the guest, national>' },
    { value: HOLDER.givenName, symbol: '<given name of the guest>' },
    { value: HOLDER.familyName, symbol: '<family name of the guest>' },
    { value: CHILD.givenName, symbol: '<given name of the child>' },
    { value: address, symbol: '<address of the traveller>' },
  ]
}

/** Settings that name people or addresses of the contract's holder, at any depth. */
const PERSONAL = /e-?mail|phone|(given|family|first|last)_?name/i

function settingMasks(settings: object, path = ''): Mask[] {
  return Object.entries(settings).flatMap(([name, value]: [string, unknown]) => {
    const here = path === '' ? name : `${path}.${name}`
    if (typeof value === 'object' && value !== null) return settingMasks(value, here)
    return typeof value === 'string' && PERSONAL.test(name) ? [{ value, symbol: `<setting ${here}>` }] : []
  })
}

/** What is masked in everything that is seen of a connection. */
export function masksOf(
  { credentials, settings }: Pick<SupplierConnection, 'credentials' | 'settings'>,
  address: string,
): Mask[] {
  return [
    ...Object.entries(credentials).map(([name, value]) => ({ value, symbol: `<credential ${name}>` })),
    ...settingMasks(settings),
    ...guestMasks(address),
  ]
}
