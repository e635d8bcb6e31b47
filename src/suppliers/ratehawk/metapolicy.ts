import { z } from 'zod'
import { toldText } from '../booking-record.ts'

/** Where a rule of a hotel is shown: what every guest pays, what only who wants it pays, or what is merely good to know. */
export type Sentences = {
  readonly mandatoryFees: readonly string[]
  readonly optionalFees: readonly string[]
  readonly others: readonly string[]
}

const loose = z.union([z.string(), z.number()]).optional().catch(undefined)
const entrySchema = z.record(z.string(), loose)
type Entry = z.output<typeof entrySchema>

/** RateHawk's reference calls some lists objects, its examples show lists. */
const entries = z
  .preprocess((raw) => (Array.isArray(raw) ? raw : raw ? [raw] : []), z.array(entrySchema.catch({})))
  .catch([])

type Rule = {
  readonly name: string
  readonly label: string
  /** The field with the kind of the entry; its how-to page calls each of them `type`. */
  readonly kind?: string
  readonly mandatory?: boolean
}

const RULES: readonly Rule[] = [
  { name: 'add_fee', label: 'Fee', kind: 'fee_type', mandatory: true },
  { name: 'deposit', label: 'Deposit', kind: 'deposit_type', mandatory: true },
  { name: 'check_in_check_out', label: 'Check-in and check-out', kind: 'check_in_check_out_type' },
  { name: 'children', label: 'Children' },
  { name: 'children_meal', label: 'Meals of children', kind: 'meal_type' },
  { name: 'cot', label: 'Cot' },
  { name: 'extra_bed', label: 'Extra bed' },
  { name: 'internet', label: 'Internet', kind: 'internet_type' },
  { name: 'meal', label: 'Meals', kind: 'meal_type' },
  { name: 'parking', label: 'Parking', kind: 'territory_type' },
  { name: 'pets', label: 'Pets', kind: 'pets_type' },
  { name: 'shuttle', label: 'Shuttle', kind: 'shuttle_type' },
]

const INCLUSIONS: Readonly<Record<string, string>> = {
  included: 'included',
  not_included: 'not included',
  surcharge: 'for a surcharge',
}

/** What `unspecified` stands for is not told, so nothing is said of it. */
function said(entry: Entry, name: string): string | null {
  const value = entry[name]
  const text = value === undefined ? '' : String(value).trim()
  return text === '' || text === 'unspecified' ? null : text
}

function spaced(text: string): string {
  return text.replaceAll('_', ' ')
}

/** The amount as it was sent, which is in the hotel's currency or a percentage; null for none and for nothing. */
function priceOf(entry: Entry): string | null {
  const price = said(entry, 'price')
  if (price === null || Number(price) === 0) return null
  if (said(entry, 'pricing_method') === 'percent') return `${price} %`
  const currency = said(entry, 'currency')
  return currency === null ? price : `${currency} ${price}`
}

/** `per_room_per_stay` as `per room and stay`. */
function unitOf(entry: Entry): string | null {
  const unit = said(entry, 'price_unit')
  return unit === null ? null : `per ${unit.replace(/^per_/, '').replaceAll('_per_', ' and ').replaceAll('_', ' ')}`
}

function agesOf(entry: Entry): string | null {
  const [from, to] = [said(entry, 'age_start'), said(entry, 'age_end')]
  return from === null || to === null ? null : `${from} to ${to} years`
}

/** Which of its kind an entry is about: what stands in brackets behind the label. */
function detailsOf(entry: Entry, { kind }: Rule): string[] {
  const extraBed = said(entry, 'extra_bed')
  const named = [kind && (said(entry, kind) ?? said(entry, 'type')), said(entry, 'destination_type')]
  return [
    agesOf(entry),
    ...named.map((one) => one && spaced(one)),
    said(entry, 'amount') && `up to ${said(entry, 'amount')}`,
    said(entry, 'work_area') && spaced(said(entry, 'work_area') ?? ''),
    extraBed && `extra bed ${spaced(extraBed)}`,
    said(entry, 'payment_type') && spaced(said(entry, 'payment_type') ?? ''),
  ].filter((one): one is string => Boolean(one))
}

/** `Pets: USD 100 per room and stay, not included`; null for an entry that tells nothing. */
function sentenceOf(entry: Entry, rule: Rule): string | null {
  const details = detailsOf(entry, rule)
  const price = priceOf(entry)
  const inclusion = said(entry, 'inclusion') ?? said(entry, 'availability')
  const terms = [
    price && [price, unitOf(entry)].filter(Boolean).join(' '),
    inclusion && (INCLUSIONS[inclusion] ?? spaced(inclusion)),
  ].filter(Boolean)
  if (details.length === 0 && terms.length === 0) return null
  const what = details.length === 0 ? rule.label : `${rule.label} (${details.join(', ')})`
  return terms.length === 0 ? what : `${what}: ${terms.join(', ')}`
}

function isPaid(entry: Entry): boolean {
  return priceOf(entry) !== null && said(entry, 'inclusion') !== 'included'
}

const structSchema = z.looseObject({
  no_show: z.object({ availability: toldText, day_period: toldText, time: toldText }).nullish().catch(null),
  visa: z.object({ visa_support: toldText }).nullish().catch(null),
})

function noShowOf({ no_show: told }: z.output<typeof structSchema>): string[] {
  const time = told?.time?.slice(0, 5)
  return time ? [`Guests who have not arrived by ${time} count as a no-show`] : []
}

function visaOf({ visa }: z.output<typeof structSchema>): string[] {
  if (visa?.visa_support === 'support_enable') return ['Visa support: available']
  return visa?.visa_support === 'support_disable' ? ['Visa support: not available'] : []
}

/** A rule of a hotel: what it is about, in RateHawk's word (`pets`), and what it says. */
export type ToldRule = {
  readonly name: string
  readonly sentence: string
  readonly isMandatory: boolean
  /** What is paid for it: an amount as it was sent, a percentage when `unit` is `percent`. Null: nothing. */
  readonly price: { readonly amount: string; readonly currency: string | null; readonly unit: string | null } | null
}

/** The rules of `metapolicy_struct`, each with its sentence in English. What cannot be read says nothing, and hides nothing else. */
export function metapolicyRules(raw: unknown): readonly ToldRule[] {
  const struct = structSchema.safeParse(raw)
  if (!struct.success) return []
  const listed = RULES.flatMap((rule) =>
    entries.parse(struct.data[rule.name]).flatMap((entry): ToldRule[] => {
      const sentence = sentenceOf(entry, rule)
      const told = {
        name: rule.name,
        isMandatory: rule.mandatory === true,
        price: isPaid(entry) ? paidOf(entry) : null,
      }
      return sentence === null ? [] : [{ ...told, sentence }]
    }),
  )
  function plain(name: string, sentences: readonly string[]): ToldRule[] {
    return sentences.map((sentence) => ({ name, sentence, isMandatory: false, price: null }))
  }
  return [...listed, ...plain('no_show', noShowOf(struct.data)), ...plain('visa', visaOf(struct.data))]
}

function paidOf(entry: Entry): ToldRule['price'] {
  const isPercent = said(entry, 'pricing_method') === 'percent'
  return {
    amount: said(entry, 'price') ?? '',
    currency: isPercent ? null : said(entry, 'currency'),
    unit: isPercent ? 'percent' : said(entry, 'price_unit'),
  }
}

/** The same rules by where they are shown. */
export function metapolicySentences(raw: unknown): Sentences {
  const told = metapolicyRules(raw)
  function those(wanted: (rule: ToldRule) => boolean): string[] {
    return [...new Set(told.filter(wanted).map(({ sentence }) => sentence))]
  }
  return {
    mandatoryFees: those(({ isMandatory }) => isMandatory),
    optionalFees: those(({ isMandatory, price }) => !isMandatory && price !== null),
    others: those(({ isMandatory, price }) => !isMandatory && price === null),
  }
}
