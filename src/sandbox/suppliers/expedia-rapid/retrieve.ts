import type { SandboxDeps, SandboxReply, SandboxRequest } from '../exchange.ts'
import { apiKeyOf } from './accounts.ts'
import { ITINERARY, itineraryIdOf, type StoredItinerary, toItinerary, toRecord } from './itinerary.ts'
import { itineraryView } from './itinerary-view.ts'
import { type InputFault, invalidInput, linkInvalid, notFound, reply } from './reply.ts'
import { shopperOf } from './terms.ts'
import { openToken } from './token.ts'

/** The stored itinerary; null when there is none. */
export async function loadItinerary(
  { state, clock }: SandboxDeps,
  itineraryId: string,
): Promise<StoredItinerary | null> {
  const body = await state.get(ITINERARY, itineraryId)
  const itinerary = body === null ? null : toItinerary(body, clock.now())
  return itinerary?.forgotten ? null : itinerary
}

/** Keeps the session of a call about an itinerary beside those that it has. */
export async function noteSession(deps: SandboxDeps, itineraryId: string, request: SandboxRequest): Promise<void> {
  const {
    sessions: [session],
  } = shopperOf(request)
  if (session === undefined) return
  await deps.state.update(ITINERARY, itineraryId, (body) => {
    const itinerary = toItinerary(body, deps.clock.now())
    const known = itinerary.sessions ?? []
    return known.includes(session) ? null : toRecord({ ...itinerary, sessions: [...known, session] })
  })
}

/** Rapid shows an itinerary to the account only that has made it. */
export async function isOfAnotherAccount(
  deps: SandboxDeps,
  itineraryId: string,
  request: SandboxRequest,
): Promise<boolean> {
  const itinerary = await loadItinerary(deps, itineraryId)
  return itinerary !== null && !isMadeBy(itinerary, request)
}

/** Records of an earlier release do not say who made them. */
function isMadeBy({ apiKey }: StoredItinerary, request: SandboxRequest): boolean {
  return apiKey === undefined || apiKey === apiKeyOf(request)
}

type RetrieveInput = {
  readonly itineraryId: string
  readonly token: string | null
  readonly email: string | null
}

/** `GET /v3/itineraries/{itinerary_id}`: authorized by the link's token or by the booking's email. */
export async function retrieveItinerary(deps: SandboxDeps, input: RetrieveInput): Promise<SandboxReply> {
  const { itineraryId, token, email } = input
  const nowAt = deps.clock.now()
  if (token === null && email === null)
    return invalidInput(deps, [queryFault('token', '', 'token or email is required.')])
  if (token !== null && openToken('retrieve', token, nowAt)?.[0] !== itineraryId) return linkInvalid(deps)
  const itinerary = await loadItinerary(deps, itineraryId)
  if (!itinerary || (token === null && !isBookedBy(itinerary, email))) return notFound(deps)
  return reply(deps, 200, itineraryView(itinerary, deps))
}

type FindInput = {
  readonly affiliateReferenceId: string | null
  readonly email: string | null
  readonly request: SandboxRequest
}

/** `GET /v3/itineraries`: the bookings under a reference and email; `[]` when there are none. New bookings appear immediately. */
export async function findItineraries(deps: SandboxDeps, input: FindInput): Promise<SandboxReply> {
  const reference = input.affiliateReferenceId ?? ''
  const email = input.email ?? ''
  const faults = [
    ...(reference === '' ? [queryFault('affiliate_reference_id', reference, 'It is required.')] : []),
    ...(email.includes('@') ? [] : [queryFault('email', email, 'Customer email address is invalid.')]),
  ]
  if (faults.length > 0) return invalidInput(deps, faults)
  const itinerary = await loadItinerary(deps, itineraryIdOf(reference))
  const isFound =
    itinerary?.affiliate_reference_id === reference &&
    isBookedBy(itinerary, email) &&
    isMadeBy(itinerary, input.request)
  const found = isFound ? [itinerary] : []
  return reply(
    deps,
    200,
    found.map((one) => itineraryView(one, deps)),
  )
}

function isBookedBy(itinerary: StoredItinerary, email: string | null): boolean {
  return itinerary.email.toLowerCase() === email?.toLowerCase()
}

function queryFault(name: string, value: string, message: string): InputFault {
  return {
    type: `${name}.${value === '' ? 'required' : 'invalid'}`,
    message,
    fields: [{ name, type: 'querystring', value }],
  }
}
