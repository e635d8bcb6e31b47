import { DAY_MS } from '../../domain/time.ts'
import { hash32 } from '../catalogue/hash.ts'
import type { SandboxSupplierCode } from '../catalogue/types.ts'

/**
 * What days do to a listing. All of it is drawn by hash, event after event, from the world's first day on, so that any day is known
 * without the days before it having been asked for.
 *
 * A listing is changed on one day of two hundred. A tenth of these changes give it another name or point for some weeks; the day on
 * which that is put right is a change too. A listing that is PASSING closes, and opens again after some weeks; one closing of six is
 * only for days. The rates hold the listings of each supplier at the same number.
 */

/** Whole days since 1970-01-01, UTC. */
export type Day = number

export function dayOf(at: number): Day {
  return Math.floor(at / DAY_MS)
}
export function dateOf(day: Day): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** 2026-01-01. Days before it are like it. */
export const FIRST_DAY: Day = Date.UTC(2026, 0, 1) / DAY_MS

/** What of a listing changes. The numbers count the changes so far. */
export type Edits = {
  readonly phone: number
  readonly text: number
  readonly images: number
  readonly times: number
  readonly fees: number
  readonly facilities: number
  readonly isRenamed: boolean
  readonly isMoved: boolean
}

export type Life = {
  readonly isListed: boolean
  /** When it was first listed. */
  readonly addedDay: Day
  /** The last day on which anything about it changed. */
  readonly updatedDay: Day
  /** When it closed; null while it is listed, or when it never was. */
  readonly closedDay: Day | null
  readonly edits: Edits
}

/** The chance of a change on a day, without those that put one right. */
const CHANGE = 0.0046

/** For each supplier: which share of its passing listings is listed on a day, and the chance that one of these closes. */
const PASSING: Readonly<Record<SandboxSupplierCode, { readonly listed: number; readonly closes: number }>> = {
  expedia_rapid: { listed: 0.67, closes: 0.0092 },
  hotelbeds: { listed: 0.91, closes: 0.003 },
  ratehawk: { listed: 0.89, closes: 0.0034 },
  liteapi: { listed: 0.95, closes: 0.0025 },
}
const BRIEF_SHARE = 1 / 6
/** Longer than the longest brief closing. */
export const BRIEF_DAYS = 14

/** Lives longer than the sandbox's clock can be moved are not needed. */
const MAX_DAYS = 365 * 40

export type Living = {
  readonly seed: string
  readonly supplierCode: SandboxSupplierCode
  readonly supplierHotelId: string
  readonly isPassing: boolean
}

export function lifeOf(one: Living, asked: Day): Life {
  const day = Math.min(Math.max(asked, FIRST_DAY), FIRST_DAY + MAX_DAYS)
  const key = hash32(one.seed, one.supplierCode, one.supplierHotelId)
  const firstAdded = FIRST_DAY - 1 - (hash32('added', key) % 4_000)
  const stays = one.isPassing ? staysOf(one.supplierCode, key, day) : ALWAYS
  const { edits, changedDay } = editsOf(key, day)
  return {
    isListed: stays.isListed,
    addedDay: stays.firstOpened ?? firstAdded,
    updatedDay: Math.max(changedDay, stays.lastTurn ?? firstAdded),
    closedDay: stays.isListed || !stays.wasListed ? null : stays.lastTurn,
    edits,
  }
}

type Stays = {
  readonly isListed: boolean
  readonly wasListed: boolean
  /** The first opening; null when it was listed from the beginning. */
  readonly firstOpened: Day | null
  /** The last day on which it opened or closed. */
  readonly lastTurn: Day | null
}
const ALWAYS: Stays = { isListed: true, wasListed: true, firstOpened: null, lastTurn: null }

function staysOf(supplierCode: SandboxSupplierCode, key: number, day: Day): Stays {
  const { listed, closes } = PASSING[supplierCode]
  const meanAway = (1 - listed) / listed / closes
  // What the brief closings leave to the others, so that the mean is as it should be.
  const opens = (1 - BRIEF_SHARE) / (meanAway - (BRIEF_SHARE * (BRIEF_DAYS + 2)) / 2)
  let isListed = share(hash32('listed', key)) < listed
  let stays: Stays = { isListed, wasListed: isListed, firstOpened: null, lastTurn: null }
  for (let turn = 0, at = FIRST_DAY; ; turn += 1) {
    at += isListed ? gap(hash32('closes', key, turn), closes) : awayFor(key, { turn, opens })
    if (at > day) return stays
    isListed = !isListed
    stays = {
      isListed,
      wasListed: true,
      firstOpened: stays.wasListed ? stays.firstOpened : at,
      lastTurn: at,
    }
  }
}

function awayFor(key: number, { turn, opens }: { readonly turn: number; readonly opens: number }): number {
  const hash = hash32('opens', key, turn)
  const isBrief = turn > 0 && share(hash32('brief', key, turn)) < BRIEF_SHARE
  return isBrief ? 2 + (hash % (BRIEF_DAYS - 1)) : gap(hash, Math.min(opens, 0.9))
}

const PLAIN_EDITS = ['phone', 'text', 'images', 'times', 'fees', 'facilities'] as const

function editsOf(key: number, day: Day): { readonly edits: Edits; readonly changedDay: Day } {
  const counts = { phone: 0, text: 0, images: 0, times: 0, fees: 0, facilities: 0 }
  let changedDay = Number.NEGATIVE_INFINITY
  let isRenamed = false
  let isMoved = false
  for (let event = 0, at = FIRST_DAY; ; event += 1) {
    at += gap(hash32('changes', key, event), CHANGE)
    if (at > day) return { edits: { ...counts, isRenamed, isMoved }, changedDay }
    const hash = hash32('edit', key, event)
    changedDay = Math.max(changedDay, at)
    if (hash % 10 !== 0) {
      counts[PLAIN_EDITS[(hash >>> 8) % PLAIN_EDITS.length] ?? 'text'] += 1
      continue
    }
    const rightAgain = at + 20 + ((hash >>> 8) % 80)
    if (rightAgain <= day) changedDay = Math.max(changedDay, rightAgain)
    else if ((hash >>> 4) % 2 === 0) isRenamed = true
    else isMoved = true
  }
}

/** A hash as a number above 0 and below 1. */
function share(hash: number): number {
  return (hash + 0.5) / 2 ** 32
}

/** Days until something happens that has that chance on each day: 1 or more. */
function gap(hash: number, chance: number): number {
  return 1 + Math.floor(Math.log(share(hash)) / Math.log(1 - chance))
}
