import type { z } from 'zod'
import { type Problem, problem } from '../../../domain/errors.ts'
import { err, ok, type Result } from '../../../domain/result.ts'
import type { Instant } from '../../../domain/time.ts'
import type { Booking } from '../../../store/booking.ts'
import type { KeyedOperation, KeyScope, UsedKey } from '../../../store/idempotency-keys.ts'
import type { CallContext } from '../../../suppliers/supplier.ts'
import type { Caller } from '../../caller.ts'
import { answerDeadline, outcomeBy } from '../../deadline.ts'
import type { Deps } from '../../deps.ts'
import type { BookingAnswer } from '../../gateway.ts'
import { parseTold } from '../../inputs/traveller-headers.ts'
import { contextOf } from '../../supplier-calls.ts'
import { checkKey, type Fingerprint, fingerprintOf, keyConflict } from './idempotency.ts'
import type { KillMoment, KillOperation } from './kill-points.ts'

/** An idempotency key and the request that it is used for. */
type KeyClaim = KeyScope & Fingerprint

/** What a command has committed. `attemptId` is null when no supplier has to be called. */
export type Begun = {
  readonly booking: Booking
  readonly cancellationId: string | null
  readonly attemptId: string | null
  /** When what was agreed for the supplier's call ends; null or absent: it does not. */
  readonly until?: Instant | null
}

/** What a key was used for. `booking` is the current record if it is at hand; null means that it must be read. */
export type Subject = {
  readonly bookingId: string
  readonly cancellationId: string | null
  readonly booking: Booking | null
}

/**
 * A command that has passed its guard: the caller, the input, and what the guard has read. `claim` is null when it was sent
 * without a key.
 */
export type Request<Input, Read> = {
  readonly caller: Caller
  readonly claim: KeyClaim | null
  readonly input: Input
  readonly read: Read
  readonly context: CallContext
  /** Call this inside the transaction after its last write: tests may kill the process at this point. */
  readonly beforeCommit: () => void
}

type Answer<Data> = Promise<Result<BookingAnswer<Data>, Problem>>

/** The steps of one change that a client requests under a key. `keyedCommand` documents the order of the calls. */
type Command<Schema extends z.ZodType, Read, Data> = {
  readonly operation: KeyedOperation
  readonly schema: Schema
  /** For a change that can be made only once. The key then only serves to repeat the first answer. */
  readonly keyIsOptional?: true
  /**
   * For a change whose write tells by itself that the key is used, and whose guard asks no supplier: the key is looked up only when
   * one of them says no, which saves most requests a round trip.
   */
  readonly looksUpLast?: true
  /** Checks for every reason to refuse, and reads what `begin` needs. It writes nothing. */
  readonly guard: (deps: Deps, caller: Caller, input: z.output<Schema>) => Promise<Result<Read, Problem>>
  /**
   * Commits key, booking and attempt together. Returns null and writes nothing when another request has taken one of them; returns
   * a refusal that only the write can find, with nothing written either.
   */
  readonly begin: (deps: Deps, request: Request<z.output<Schema>, Read>) => Promise<Result<Begun, Problem> | null>
  /** Calls the supplier and records the outcome. Returns the booking as it is then, or null when it has to be read. */
  readonly execute: (deps: Deps, begun: Started, context: CallContext) => Promise<Booking | null>
  readonly answer: (deps: Deps, caller: Caller, subject: Subject & { readonly replayed: boolean }) => Answer<Data>
}

/** A command with a committed attempt, so that the supplier has to be called. */
type Started = Begun & { readonly attemptId: string }

/** What a client sent, unchecked. */
export interface KeyedInput {
  readonly input: unknown
  readonly key: string | null
}

type Operation<Data> = (deps: Deps, caller: Caller, sent: KeyedInput) => Answer<Data>

/** The operations around whose commits tests may kill the process. */
const KILLED: Readonly<Record<KeyedOperation, KillOperation | null>> = {
  CREATE: 'create',
  CANCEL: 'cancel',
  REVIEW: null,
}

/** How many times a command runs because another request was faster; more would mean a bug of ours. */
const MAX_TURNS = 3

/**
 * A change at a supplier that is made once for each idempotency key:
 * 1. The key and the body are checked. For a key that was used before, the current state of its booking is returned and nothing
 * else happens. A command that `looksUpLast` does this after step 2 or 3 has said no.
 * 2. `guard` checks for reasons to refuse. Before a refusal is returned, the key is looked up once more.
 * 3. `begin` commits the key, the booking and the attempt in one step. If another request was faster, the command starts over,
 * and the result of that request decides the answer.
 * 4. `execute` calls the supplier. Past the client's deadline it continues in the background.
 * 5. `answer` returns the booking as it is then.
 */
export function keyedCommand<Schema extends z.ZodType, Read, Data>(
  command: Command<Schema, Read, Data>,
): Operation<Data> {
  return async (deps, caller, sent) => {
    const answerBy = answerDeadline(caller)
    const key = command.keyIsOptional && sent.key === null ? ok(null) : checkKey(sent.key)
    if (!key.ok) return key
    const input = parseTold(command.schema, { raw: sent.input, caller })
    if (!input.ok) return input
    const claim =
      key.value === null ? null : claimOf(caller, { operation: command.operation, key: key.value, input: input.value })
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      const looksUp = turn > 0 || !command.looksUpLast
      const answered = await takeTurn(deps, command, { caller, claim, input: input.value, answerBy, looksUp })
      if (answered) return answered
    }
    return err(problem('SERVICE_UNAVAILABLE'))
  }
}

type Turn<Schema extends z.ZodType> = {
  readonly caller: Caller
  readonly claim: KeyClaim | null
  readonly input: z.output<Schema>
  readonly answerBy: number
  readonly looksUp: boolean
}

/** Runs a command once; null when another request was faster. Before any refusal the key is looked up: it may have caused the reason. */
async function takeTurn<Schema extends z.ZodType, Read, Data>(
  deps: Deps,
  command: Command<Schema, Read, Data>,
  { caller, claim, input, answerBy, looksUp }: Turn<Schema>,
): Promise<Result<BookingAnswer<Data>, Problem> | null> {
  const earlier = looksUp && (await replay(deps, command, { caller, claim }))
  if (earlier) return earlier
  const read = await command.guard(deps, caller, input)
  if (!read.ok) return (await replay(deps, command, { caller, claim })) ?? read
  const begun = await begin(deps, command, { caller, claim, input, read: read.value, context: contextOf(caller) })
  if (begun?.ok === false) return (await replay(deps, command, { caller, claim })) ?? begun
  return begun && finish(deps, command, { caller, begun: begun.value, answerBy })
}

/** The same attempt can be sent again from another device: who shops is no part of what is asked. */
function withoutTraveller(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('traveller' in input)) return input
  const { traveller: _, ...asked } = input
  return asked
}

function claimOf(
  caller: Caller,
  { operation, key, input }: { readonly operation: KeyedOperation; readonly key: string; readonly input: unknown },
): KeyClaim {
  const { organizationId, environment } = caller
  return { organizationId, environment, operation, key, ...fingerprintOf(withoutTraveller(input), key) }
}

/** The stored form of a claim with what it was used for. With `lifeMs` null it lives as long as its booking. */
export function usedKey(
  claim: KeyClaim,
  use: Pick<UsedKey, 'bookingId' | 'cancellationId' | 'createdAt'>,
  lifeMs: number | null,
): UsedKey {
  const expiresAt: Instant | null = lifeMs === null ? null : use.createdAt + lifeMs
  return { ...claim, ...use, expiresAt }
}

/** The current answer for what the key was used for; null when the key is free, and without one. */
async function replay<Schema extends z.ZodType, Read, Data>(
  deps: Deps,
  command: Command<Schema, Read, Data>,
  { caller, claim }: { readonly caller: Caller; readonly claim: KeyClaim | null },
): Promise<Result<BookingAnswer<Data>, Problem> | null> {
  if (!claim) return null
  const used = await deps.store.idempotencyKeys.find(claim, deps.clock.of(caller.organizationId).now())
  if (!used) return null
  const conflict = keyConflict(used, claim)
  if (conflict) return err(conflict)
  const { bookingId, cancellationId } = used
  return command.answer(deps, caller, { bookingId, cancellationId, booking: null, replayed: true })
}

async function begin<Schema extends z.ZodType, Read, Data>(
  deps: Deps,
  command: Command<Schema, Read, Data>,
  request: Omit<Request<z.output<Schema>, Read>, 'beforeCommit'>,
): Promise<Result<Begun, Problem> | null> {
  const killed = KILLED[command.operation]
  function reach(moment: KillMoment): void {
    if (killed) deps.killPoint(`${killed}:${moment}`)
  }
  reach('before-commit')
  const begun = await command.begin(deps, { ...request, beforeCommit: () => reach('in-transaction') })
  reach('after-commit')
  return begun
}

async function finish<Schema extends z.ZodType, Read, Data>(
  deps: Deps,
  command: Command<Schema, Read, Data>,
  { caller, begun, answerBy }: { readonly caller: Caller; readonly begun: Begun; readonly answerBy: number },
): Answer<Data> {
  const { cancellationId, attemptId } = begun
  const { bookingId } = begun.booking
  function answer(booking: Booking | null): Answer<Data> {
    return command.answer(deps, caller, { bookingId, cancellationId, booking, replayed: false })
  }
  if (attemptId === null) return answer(begun.booking)
  const work = command.execute(deps, { ...begun, attemptId }, contextOf(caller))
  return answer(
    await outcomeBy(deps.background, { name: `${command.operation.toLowerCase()}-booking`, work, answerBy }),
  )
}
