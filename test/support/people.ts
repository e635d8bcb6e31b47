import { randomUUID } from 'node:crypto'
import type { Json } from './http-client.ts'

/** A word that is nowhere else, in letters: names take no digits. */
export function uniqueWord(): string {
  return `Xq${randomUUID()
    .replaceAll('-', '')
    .slice(0, 12)
    .replace(/\d/g, (digit) => String.fromCodePoint(103 + Number(digit)))}`
}

export type Traveller = {
  readonly email: string
  readonly phone: string
  readonly name: string
  /** Everything that tells of them. */
  readonly words: readonly string[]
  /** A booking request with a word of its own in each of its personal fields. */
  readonly fill: (input: Json) => Json
}

export function newTraveller(): Traveller {
  const [given = '', family = '', other = '', mail = '', request = '', reference = '', meta = ''] = Array.from(
    { length: 7 },
    uniqueWord,
  )
  const [member = '', taxNumber = '', company = '', street = '', invoices = ''] = Array.from({ length: 5 }, uniqueWord)
  const email = `${mail}@example.com`
  const phone = `+4420${String(10_000_000 + Math.floor(Math.random() * 89_999_999))}`
  return {
    email,
    phone,
    name: `${given} ${family}`,
    words: [
      given,
      family,
      other,
      mail,
      request,
      reference,
      meta,
      phone.slice(1),
      member,
      taxNumber,
      company,
      street,
      invoices,
    ],
    fill: (input) => ({
      ...input,
      client_reference: `trip of ${reference}`,
      holder: { given_name: given, family_name: family, email, phone },
      guests: input.guests.map((guest: Json, index: number) => ({
        ...guest,
        given_name: index === 0 ? given : other,
        family_name: family,
      })),
      special_requests: `a quiet room for ${request}`,
      loyalty: { program_id: 'SN', member_id: member },
      tax_registration_number: taxNumber,
      invoicing: {
        company_name: company,
        company_address: { address_lines: [street], city: 'London', country_code: 'GB' },
        email: `${invoices}@example.com`,
      },
      metadata: { [`note_${meta}`]: meta },
    }),
  }
}
