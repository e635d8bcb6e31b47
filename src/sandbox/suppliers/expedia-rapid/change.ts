import { behaviourOf } from '../../scenarios.ts'
import type { SandboxDeps, SandboxReply } from '../exchange.ts'
import {
  ITINERARY,
  isHeld,
  released,
  roomStatus,
  type StoredItinerary,
  toItinerary,
  toRecord,
  withoutRoom,
} from './itinerary.ts'
import { RAPID } from './offer.ts'
import { alreadyCancelled, invalidInput, linkInvalid, notFound, reply } from './reply.ts'
import { loadItinerary } from './retrieve.ts'
import { openToken } from './token.ts'

/** Changes an itinerary in one atomic step; null when it does not exist or `to` leaves it as it is. */
async function change(
  { state, clock }: SandboxDeps,
  itineraryId: string,
  to: (itinerary: StoredItinerary) => StoredItinerary | null,
): Promise<StoredItinerary | null> {
  const body = await state.update(ITINERARY, itineraryId, (before) => {
    const after = to(toItinerary(before, clock.now()))
    return after && toRecord(after)
  })
  return body === null ? null : toItinerary(body, clock.now())
}

type ItineraryLinkInput = { readonly itineraryId: string; readonly token: string | null }

/**
 * `PUT /v3/itineraries/{itinerary_id}`: turns a hold into a booking. After the deadline, or the second time, the link is invalid.
 */
export async function resumeItinerary(deps: SandboxDeps, input: ItineraryLinkInput): Promise<SandboxReply> {
  const nowAt = deps.clock.now()
  if (openToken('resume', input.token, nowAt)?.[0] !== input.itineraryId) return linkInvalid(deps)
  const itinerary = await loadItinerary(deps, input.itineraryId)
  if (!itinerary) return notFound(deps)
  const { confirmHold } = behaviourOf(RAPID, itinerary.propertyId)
  const after = await change(deps, input.itineraryId, (before) => {
    if (!isHeld(before, nowAt)) return null
    const refuses = confirmHold === 'REFUSED_ONCE' && before.refusedResumes === 0
    return refuses ? { ...before, refusedResumes: 1 } : { ...before, resumedAt: nowAt }
  })
  if (!after) return linkInvalid(deps)
  if (after.resumedAt === null) return notResumable(deps)
  return { ...reply(deps, 204), lost: confirmHold === 'ANSWER_LOST' }
}

/** The refusal of the scenario `hold-refused`; the hold remains, and may be resumed again. */
function notResumable(deps: SandboxDeps): SandboxReply {
  return invalidInput(deps, [
    { type: 'hold.not_resumable', message: 'The held booking could not be resumed, please try again.' },
  ])
}

/** `DELETE /v3/itineraries/{itinerary_id}`: releases a hold. A booked itinerary is cancelled room by room instead. */
export async function releaseItinerary(deps: SandboxDeps, input: ItineraryLinkInput): Promise<SandboxReply> {
  const nowAt = deps.clock.now()
  if (openToken('release', input.token, nowAt)?.[0] !== input.itineraryId) return linkInvalid(deps)
  const after = await change(deps, input.itineraryId, (before) =>
    isHeld(before, nowAt) ? released(before, nowAt) : null,
  )
  return after ? cancelled(deps, after) : refuseRelease(deps, input.itineraryId)
}

async function refuseRelease(deps: SandboxDeps, itineraryId: string): Promise<SandboxReply> {
  const itinerary = await loadItinerary(deps, itineraryId)
  if (!itinerary) return notFound(deps)
  const isGone = itinerary.rooms.every((room) => roomStatus(itinerary, room, deps.clock.now()) === 'canceled')
  return isGone ? alreadyCancelled(deps) : linkInvalid(deps)
}

type RoomLinkInput = ItineraryLinkInput & { readonly roomId: string }

/**
 * `DELETE /v3/itineraries/{itinerary_id}/rooms/{room_id}`: cancels one booked room; the refund follows the cancellation terms.
 */
export async function cancelRoom(deps: SandboxDeps, input: RoomLinkInput): Promise<SandboxReply> {
  const nowAt = deps.clock.now()
  const [itineraryId, roomId] = openToken('cancel_room', input.token, nowAt) ?? []
  if (itineraryId !== input.itineraryId || roomId !== input.roomId) return linkInvalid(deps)
  const after = await change(deps, input.itineraryId, (before) => {
    const room = before.rooms.find(({ id }) => id === input.roomId)
    return room && roomStatus(before, room, nowAt) === 'booked' ? withoutRoom(before, input.roomId, nowAt) : null
  })
  if (after) return cancelled(deps, after)
  return (await loadItinerary(deps, input.itineraryId)) ? alreadyCancelled(deps) : notFound(deps)
}

/** Status 204. In the scenario `cancel-timeout` the cancellation took effect, but the answer is not sent. */
function cancelled(deps: SandboxDeps, { propertyId }: StoredItinerary): SandboxReply {
  return {
    ...reply(deps, 204),
    lost: behaviourOf(RAPID, propertyId).cancel === 'ANSWER_LOST',
  }
}
