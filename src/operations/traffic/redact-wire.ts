import { MASK } from './known-values.ts'
import { type Place, redactText, technicalWords } from './redact.ts'
import { isTechnicalName } from './technical-words.ts'

/** Headers that are kept, each by its words. Of all others it is only told that they were there. */
const KEPT =
  /^(accept|accept-encoding|accept-language|content-type|content-encoding|content-length|retry-after|transfer-encoding|connection|vary|cache-control|(x-)?rate-?limit[\w-]*|test)$/

/** Whose names at least are shown, because everybody sends them. */
const KNOWN =
  /^(authorization|(x-)?api-key|x-signature|customer-ip|customer-session-id|user-agent|x-request-id|traceparent|date|server|set-cookie|etag|via|keep-alive|content-security-policy|strict-transport-security|access-control-[a-z-]+|x-content-type-options|x-powered-by|transaction-id)$/

const MOST_HEADERS = 60
const MOST_PARAMETERS = 60

/** Whether the value of a header is kept. */
export function isKeptHeader(name: string): boolean {
  return KEPT.test(name.toLowerCase())
}

function headerText(text: string, place: Place): string {
  return /^\d{1,9}$/.test(text) ? place.maskKnown(text) : technicalWords(text, place)
}

export function redactHeaders(
  headers: Readonly<Record<string, string>>,
  place: Place,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers)
      .slice(0, MOST_HEADERS)
      .map(([name, value], index) => [
        headerName(name, index, place),
        isKeptHeader(name) ? headerText(value, place) : MASK,
      ]),
  )
}

/** Names are of protocols; a supplier could still answer with any. */
function headerName(name: string, index: number, { maskKnown }: Place): string {
  const isKnown = isKeptHeader(name) || KNOWN.test(name.toLowerCase())
  return isKnown || (isTechnicalName(name) && maskKnown(name) === name) ? name : `header ${index + 1}`
}

function pathPart(part: string, place: Place): string {
  if (part === '' || isTechnicalName(part)) return place.maskKnown(part)
  // What stands in a path is an id, or it is nobody's business.
  return redactText('id', decoded(part), place)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return MASK
  }
}

/** The address of a call: where it went, the parts of its path that are words or ids, and its query by the same rules as a body. */
export function redactUrl(address: string, place: Place): string {
  if (!URL.canParse(address)) return MASK
  const { origin, pathname, searchParams } = new URL(address)
  const path = pathname
    .split('/')
    .map((part) => pathPart(part, place))
    .join('/')
  const parameters = [...searchParams].map(([name, value]) => `${fieldName(name)}=${redactText(name, value, place)}`)
  const more = parameters.length - MOST_PARAMETERS
  const kept = [...parameters.slice(0, MOST_PARAMETERS), ...(more > 0 ? [`… ${more} more`] : [])]
  return origin + path + (kept.length > 0 ? `?${kept.join('&')}` : '')
}

function fieldName(name: string): string {
  return isTechnicalName(name) ? name : 'field'
}
