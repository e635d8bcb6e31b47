import { z } from 'zod'
import { contentError } from '../../content/content-failure.ts'
import { CONTENT_LANGUAGES, type ContentCall, ContentError } from '../../content-source.ts'
import { errorOf, readFailure } from '../errors.ts'
import { send } from '../send.ts'

/** Names of codes by language. */
type Names = Readonly<Record<string, Readonly<Record<string, string>>>>
export type Dictionary = { readonly filters: Names; readonly roomAmenities: Names }

const entries = z
  .array(
    z
      .object({ name: z.string(), locale: z.record(z.string(), z.unknown()).catch({}) })
      .nullable()
      .catch(null),
  )
  .catch([])
const staticSchema = z.object({ serp_filters: entries, room_amenities: entries })

/** RateHawk's names for the codes of filters and of rooms' amenities, in our languages. */
export function readDictionary(call: ContentCall): Promise<Dictionary> {
  return call.dictionary('ratehawk static', async () => {
    const answer = await send(call, { operation: 'content', path: '/hotel/static/', body: {} })
    if (!answer.ok) throw contentError('/hotel/static/', answer.error)
    if (errorOf(answer.value) !== null || answer.value.response.status !== 200)
      throw contentError('/hotel/static/', readFailure(answer.value))
    const parsed = staticSchema.safeParse(answer.value.envelope?.data)
    if (!parsed.success) throw new ContentError('FAILED', '/hotel/static/ has an unknown shape')
    return { filters: namesOf(parsed.data.serp_filters), roomAmenities: namesOf(parsed.data.room_amenities) }
  })
}

function namesOf(listed: z.output<typeof entries>): Names {
  return Object.fromEntries(
    listed.flatMap((entry) => {
      if (entry === null) return []
      const names = CONTENT_LANGUAGES.flatMap((language) => {
        const name = entry.locale[language]
        return typeof name === 'string' && name !== '' ? [[language, name] as const] : []
      })
      return [[entry.name, Object.fromEntries(names)]]
    }),
  )
}

/** The name of a code; in English where the language lacks it, and the code itself where nobody knows it. */
export function nameOf(names: Names, code: string, language: string): string {
  const known = Object.hasOwn(names, code) ? names[code] : undefined
  return known?.[language] ?? known?.['en'] ?? code
}
