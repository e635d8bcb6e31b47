import type { SupplierTold } from '../../domain/supplier-told.ts'
import type { EssentialInformation, RapidItinerary } from './schema.ts'

/** What a record tells of the arrival: how guests get in, whom they call, and the hotel's own number of each room. */
export function mapTold({
  essential_information: essentials,
  rooms = [],
}: RapidItinerary): Omit<SupplierTold, 'charged'> {
  const numbers = rooms
    .filter(({ status }) => status !== 'canceled')
    .map(({ confirmation_id: confirmation }) => confirmation?.property ?? null)
  return {
    ...instructionsOf(essentials),
    ...contactOf(essentials),
    ...(numbers.some((number) => number !== null) ? { roomConfirmations: numbers } : {}),
  }
}

function instructionsOf(told: EssentialInformation): Pick<SupplierTold, 'instructions'> {
  const special = (told?.essentials ?? []).flatMap(({ name, instructions, additional_info: more = {} }) => {
    const said = [instructions, ...Object.entries(more).map(([what, text]) => `${spaced(what)}: ${text}`)]
    const text = said.filter(Boolean).join(' ')
    return text === '' ? [] : [name ? `${spaced(name)}: ${text}` : text]
  })
  if (special.length === 0) return {}
  return {
    instructions: {
      checkInFrom: null,
      checkInUntil: null,
      checkOutUntil: null,
      text: [],
      special,
      mandatoryFeesText: null,
      optionalFeesText: null,
      knowBeforeYouGo: null,
    },
  }
}

/** `access_type` as a person reads it. */
function spaced(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function contactOf(told: EssentialInformation): Pick<SupplierTold, 'hotelContact'> {
  const { name = null, email = null, phone } = told?.contact ?? {}
  const parts = [phone?.area_code, phone?.number].filter(Boolean)
  const number = parts.length === 0 ? null : [phone?.country_code && `+${phone.country_code}`, ...parts].filter(Boolean)
  const contact = { name, phone: number?.join(' ') ?? null, email }
  return Object.values(contact).some((value) => value !== null) ? { hotelContact: contact } : {}
}
