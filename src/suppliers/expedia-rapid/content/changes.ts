import { z } from 'zod'
import { readRow } from '../../content/read-line.ts'
import { toldText } from '../../content/told.ts'
import { type ContentCall, ContentError, type ContentItem, type ContentPass } from '../../content-source.ts'
import type { SupplierResponse } from '../../supplier-call.ts'
import { members } from '../../wire-values.ts'
import { ask, nextPage, PageGoneError, pathOf, SUPPLY_SOURCES, type SupplySource } from './ask.ts'
import type { Reading } from './reading.ts'

/** What is asked, in this order: what is gone comes last, so that nothing before it brings it back. */
const STEPS = ['expedia updated', 'expedia added', 'vrbo updated', 'vrbo added', 'inactive'] as const
type Step = (typeof STEPS)[number]

/** `next` null: the first page of the step. `line`: the rows before it. */
const markSchema = z.object({
  step: z.enum(STEPS),
  next: z.string().nullable(),
  line: z.int().nonnegative(),
})
type Place = z.output<typeof markSchema>

/** How often a step begins again because its pages were forgotten. */
const MAX_TURNS = 3
/** A longer link is not kept: the step would be asked from its beginning. */
const MAX_LINK = 3_000

/**
 * What was updated or added on or after a UTC day, in pages, and which properties have become inactive since. A property may come twice.
 */
export async function* readChanges(
  call: ContentCall,
  { since, resume }: ContentPass,
  reading: Reading,
): AsyncGenerator<ContentItem> {
  if (since === null) throw new ContentError('FAILED', 'a pass of changes needs the day since which it reads')
  let place: Place = markSchema.safeParse(resume).data ?? { step: STEPS[0], next: null, line: 0 }
  for (const step of STEPS.slice(STEPS.indexOf(place.step))) {
    place = place.step === step ? place : { step, next: null, line: place.line }
    for await (const item of readStep({ call, since, reading }, place)) {
      if (item.type === 'MARK') place = markSchema.parse(item.mark)
      yield item
    }
  }
}

type Asked = { readonly call: ContentCall; readonly since: string; readonly reading: Reading }

async function* readStep({ call, since, reading }: Asked, from: Place): AsyncGenerator<ContentItem> {
  const { step } = from
  const first = firstPath(call, { step, since, language: reading.language })
  let { next, line } = from
  for (let turns = 1; ; ) {
    const page = await pageOf(call, next ?? first, step)
    if (page === 'NONE') return
    if (page === 'GONE') {
      if (turns === MAX_TURNS)
        throw new ContentError('FAILED', `Rapid forgets the pages of ${step} while they are read`)
      turns += 1
      next = null
      continue
    }
    for (const row of rowsOf(page)) {
      line += 1
      yield step === 'inactive' ? endedOf(row, line) : readRow({ line, raw: JSON.stringify(row), row }, reading)
    }
    next = nextPage(page)
    const mark = next === null ? after(step, line) : { step, next: next.length > MAX_LINK ? null : next, line }
    if (mark !== null) yield { type: 'MARK', mark, done: line, total: null }
    if (next === null) return
  }
}

/** The place behind the last page of a step: the next step; null behind the last one. */
function after(step: Step, line: number): Place | null {
  const next = STEPS[STEPS.indexOf(step) + 1]
  return next === undefined ? null : { step: next, next: null, line }
}

type Question = { readonly step: Step; readonly since: string; readonly language: string }

function firstPath(call: ContentCall, { step, since, language }: Question): string {
  if (step === 'inactive') return pathOf(call, '/v3/properties/inactive', { since })
  const [source = '', what = ''] = step.split(' ')
  return pathOf(call, '/v3/properties/content', { language, supply_source: source, [`date_${what}_start`]: since })
}

/** GONE: the link of the page has expired. NONE: these are vacation rentals, and the account may not sell them. */
async function pageOf(call: ContentCall, path: string, step: Step): Promise<SupplierResponse | 'GONE' | 'NONE'> {
  try {
    return await ask(call, path)
  } catch (error) {
    if (error instanceof PageGoneError) return 'GONE'
    if (sourceOf(step) === 'vrbo' && error instanceof ContentError && error.kind === 'REFUSED') return 'NONE'
    throw error
  }
}

function sourceOf(step: Step): SupplySource | null {
  return SUPPLY_SOURCES.find((source) => step.startsWith(source)) ?? null
}

/** Properties come as a map by id, ids of inactive ones as a list. */
function rowsOf({ json }: SupplierResponse): readonly unknown[] {
  return Array.isArray(json) ? json : Object.values(members(json))
}

function endedOf(row: unknown, line: number): ContentItem {
  const supplierHotelId = toldText(members(row)['property_id'])
  return supplierHotelId === null
    ? { type: 'FAULTY', line, supplierHotelId: null, faults: ['property_id: is missing from the inactive properties'] }
    : { type: 'ENDED', supplierHotelId, status: 'GONE' }
}
