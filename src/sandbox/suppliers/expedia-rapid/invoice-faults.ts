import { fieldsOf, textOf } from '../json-body.ts'
import { fault } from './body-fault.ts'
import type { InputFault } from './reply.ts'

type Fields = Readonly<Record<string, unknown>>

const BRAZIL = '55'

/** Brazilian customers have a CPF of 11 digits or a CNPJ of 14 places, written without marks. */
function taxFaults({ tax_registration_number: number, phone }: Fields): InputFault[] {
  if (number === undefined) return []
  const isBrazilian = textOf(fieldsOf(phone)['country_code']) === BRAZIL
  const isWhole = isBrazilian
    ? /^(\d{11}|[A-Z\d]{12}\d{2})$/.test(textOf(number))
    : /^[A-Z\d]{1,32}$/.test(textOf(number))
  return isWhole ? [] : [fault('tax_registration_number', number, 'Tax registration number is invalid.')]
}

function invoicingFaults({ invoicing }: Fields): InputFault[] {
  if (invoicing === undefined) return []
  const told = fieldsOf(invoicing)
  const address = fieldsOf(told['company_address'])
  const isPlaced =
    /\S/.test(textOf(address['line_1'])) &&
    /\S/.test(textOf(address['city'])) &&
    /^[A-Z]{2}$/.test(textOf(address['country_code']))
  return [
    ...(/\S/.test(textOf(told['company_name']))
      ? []
      : [fault('invoicing.company_name', told['company_name'], 'A company name is required.')]),
    ...(isPlaced ? [] : [fault('invoicing.company_address', told['company_address'], 'The address is not whole.')]),
    ...(textOf(told['email']).includes('@')
      ? []
      : [fault('invoicing.email', told['email'], 'Invoicing email address is invalid.')]),
  ]
}

/** What is wrong with the fields of a create request that an invoice is made of. */
export function invoiceFaults(body: Fields): InputFault[] {
  return [...taxFaults(body), ...invoicingFaults(body)]
}

/** The membership of a room's guest: both of its parts, or none. */
export function loyaltyFaults(room: Fields, index: number): InputFault[] {
  if (room['loyalty'] === undefined) return []
  const { program_id: program, member_id: member } = fieldsOf(room['loyalty'])
  return textOf(program) !== '' && textOf(member) !== ''
    ? []
    : [fault(`rooms.${index}.loyalty`, room['loyalty'], 'A membership has a program_id and a member_id.')]
}
