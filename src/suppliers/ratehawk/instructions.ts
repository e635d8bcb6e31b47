import { z } from 'zod'
import { mergeInstructions } from '../../domain/instructions.ts'
import type { Instructions } from '../../domain/selling.ts'
import { toldText } from '../booking-record.ts'
import { plainText } from '../plain-text.ts'
import { metapolicySentences } from './metapolicy.ts'

/** A hotel as the dump and `POST /hotel/info/` describe it: the fields that say how guests arrive. */
const contentSchema = z.object({
  check_in_time: toldText,
  check_in_time_end: toldText,
  check_out_time: toldText,
  keys_pickup: z
    .object({
      phone: toldText,
      email: toldText,
      apartment_office_address: toldText,
      apartment_extra_information: toldText,
    })
    .nullish()
    .catch(null),
  metapolicy_struct: z.unknown().optional(),
  metapolicy_extra_info: toldText,
})
type Content = z.output<typeof contentSchema>

/** Reads what RateHawk's contract wants to be shown before and after booking. */
export function readInstructions(raw: Readonly<Record<string, unknown>>): Instructions | null {
  const parsed = contentSchema.safeParse(raw)
  if (!parsed.success) return null
  const content = parsed.data
  const { mandatoryFees, optionalFees, others } = metapolicySentences(content.metapolicy_struct)
  return mergeInstructions({
    checkInFrom: wallTime(content.check_in_time),
    checkInUntil: wallTime(content.check_in_time_end),
    checkOutUntil: wallTime(content.check_out_time),
    text: others,
    special: keysOf(content),
    mandatoryFeesText: textOf(mandatoryFees),
    optionalFeesText: textOf(optionalFees),
    knowBeforeYouGo: textOf((content.metapolicy_extra_info ?? '').split(/\r?\n|<br\s*\/?>|<\/p>/i).map(plainText)),
  })
}

/** `15:00:00` as `15:00`. An end that equals the beginning is how RateHawk says that there is none; it stays as sent. */
function wallTime(text: string | null | undefined): string | null {
  return /^([01]\d|2[0-3]):[0-5]\d/.exec(text ?? '')?.[0] ?? null
}

function keysOf({ keys_pickup: keys }: Content): string[] {
  if (!keys) return []
  const place = plainText(keys.apartment_office_address ?? '')
  const more = plainText(keys.apartment_extra_information ?? '')
  const contact = [keys.phone, keys.email].filter(Boolean).join(', ')
  const parts = [
    ...(place === '' ? [] : [`Keys are collected at ${place}.`]),
    ...(more === '' ? [] : [more]),
    ...(contact === '' ? [] : [`For the keys contact ${contact}.`]),
  ]
  return parts.length === 0 ? [] : [parts.join(' ')]
}

function textOf(lines: readonly string[]): string | null {
  const told = lines.filter((line) => line !== '')
  return told.length === 0 ? null : told.join('\n')
}
