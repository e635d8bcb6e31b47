import { z } from 'zod'
import type { Result } from '../../../domain/result.ts'
import { contentError } from '../../content/content-failure.ts'
import { type ContentCall, ContentError } from '../../content-source.ts'
import type { SupplierFailure, SupplierResponse } from '../../supplier-call.ts'
import { members } from '../../wire-values.ts'
import { profileOf } from '../connection.ts'
import { readFailure } from '../errors.ts'
import { send } from '../send.ts'

/** Where Rapid has its properties: hotels, and vacation rentals for accounts that may sell them. */
export const SUPPLY_SOURCES = ['expedia', 'vrbo'] as const
export type SupplySource = (typeof SUPPLY_SOURCES)[number]

/** The first page of a question, or a file's link. Links that Rapid gives carry the profile in their token. */
export function pathOf(call: ContentCall, path: string, query: Readonly<Record<string, string>>): string {
  return `${path}?${new URLSearchParams([...Object.entries(query), ...profileOf(call)])}`
}

/** The answer to a call for content; throws `ContentError` for anything but 200. */
export async function ask(call: ContentCall, path: string): Promise<SupplierResponse> {
  const what = path.split('?')[0] ?? path
  const answer: Result<SupplierResponse, SupplierFailure> = await send(call, {
    operation: 'content',
    method: 'GET',
    path,
  })
  if (!answer.ok) throw contentError(what, answer.error)
  if (answer.value.status === 410) throw new PageGoneError()
  if (answer.value.status !== 200) throw contentError(what, readFailure(answer.value))
  return answer.value
}

/** The link of a page has expired: the question is asked from its beginning. */
export class PageGoneError extends Error {}

const linkSchema = z.object({ href: z.string().min(1) })

/** A link to the file of all properties in a language. */
export async function fileLink(call: ContentCall, language: string, source: SupplySource): Promise<string> {
  const path = pathOf(call, '/v3/files/properties/content', { language, supply_source: source })
  const link = linkSchema.safeParse((await ask(call, path)).json)
  if (!link.success) throw new ContentError('FAILED', 'Rapid gave no link to its file')
  return link.data.href
}

const NEXT = /<([^<>]+)>\s*;[^<]*\brel="?next"?/i

/** The path of the next page, from the header `Link`; null on the last page. It is asked of the connection's own host. */
export function nextPage({ headers }: SupplierResponse): string | null {
  const [, href = ''] = NEXT.exec(headers['link'] ?? '') ?? []
  const from = href.indexOf('/v3/')
  if (href !== '' && from < 0) throw new ContentError('FAILED', 'the link of the next page does not lead into /v3')
  return href === '' ? null : href.slice(from)
}

/** Rapid's English names of image categories by their numbers, which are all that a property has. */
export async function imageCategories(call: ContentCall): Promise<Readonly<Record<string, string>>> {
  return call.dictionary('expedia_rapid image categories en', async () => {
    const names: Record<string, string> = {}
    for (const list of ['room-images', 'images']) {
      const { json } = await ask(call, pathOf(call, `/v3/references/${list}`, { language: 'en-US' }))
      for (const [id, entry] of Object.entries(members(json))) {
        const { name } = members(entry)
        if (typeof name === 'string' && name !== '') names[id] = name
      }
    }
    return names
  })
}
