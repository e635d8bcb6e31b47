import { NOTHING_TOLD } from '../../domain/instructions.ts'
import type { Essential, SupplierTold } from '../../domain/supplier-told.ts'
import { parseRfc3339 } from '../../domain/time.ts'
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

/** The record's own part of the instructions, and when it will have more: `instructionsUpdateAt` is null once all is told. */
function instructionsOf(
  told: EssentialInformation,
): Pick<SupplierTold, 'instructions' | 'essentials' | 'instructionsUpdateAt'> {
  if (!told) return {}
  const { update_available_date: updateDate } = told
  const update = { instructionsUpdateAt: updateDate === undefined ? null : parseRfc3339(updateDate) }
  const essentials = told.essentials.flatMap((one) => essentialOf(one) ?? [])
  if (essentials.length === 0) return update
  const special = essentials.map(({ name, text }) => (name === null ? text : `${name}: ${text}`))
  return { ...update, essentials, instructions: { ...NOTHING_TOLD, special } }
}

type RapidEssential = NonNullable<EssentialInformation>['essentials'][number]

function essentialOf({
  name,
  instructions,
  additional_info: more = {},
  images = [],
}: RapidEssential): Essential | null {
  const said = [instructions, ...Object.entries(more).map(([what, text]) => `${spaced(what)}: ${text}`)]
  const text = said.filter(Boolean).join(' ')
  const imageUrls = images.flatMap(({ url }) => (url && URL.canParse(url) ? [url] : []))
  return text === '' && imageUrls.length === 0 ? null : { name: name ? spaced(name) : null, text, imageUrls }
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
