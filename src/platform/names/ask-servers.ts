import { Resolver } from 'node:dns/promises'
import { err, ok, type Result } from '../../domain/result.ts'
import { SECOND_MS } from '../../domain/time.ts'

/** Why a DNS look-up gave no address. */
export type NameFault =
  /** The servers report that the name does not exist, or has no address. */
  | 'NOT_FOUND'
  /** The servers cannot answer: SERVFAIL, refused or unreadable. */
  | 'FAILED'
  /** No answer came in time, or the caller aborted. */
  | 'TOO_LATE'
  /** The look-up was not sent: the asker has too many names waiting. */
  | 'CROWDED'

export type FoundAddresses = {
  /** The addresses found, at least one; IPv4 addresses come first. */
  readonly addresses: readonly string[]
  /** How long the addresses may be used, ms: the shortest TTL of the records. */
  readonly ttlMs: number
}

/** The time limit for one server before the next one is tried; c-ares waits longer in each further round. */
const TRY_MS = 1_500
const TRIES = 3

/** Once one address family has returned addresses, the other is waited for at most this long. */
const OTHER_FAMILY_WITHIN_MS = 200

type DnsRecord = { readonly address: string; readonly ttl: number }
type FamilyAnswer = Result<readonly DnsRecord[], NameFault>

/**
 * Queries the name servers for both address families. Each query has its own c-ares channel, so that cancelling it affects no
 * other. c-ares needs no thread of the pool that files, Node's own DNS and compression share.
 */
export async function askServers(
  hostname: string,
  { servers, signal }: { readonly servers: readonly string[]; readonly signal: AbortSignal },
): Promise<Result<FoundAddresses, NameFault>> {
  if (signal.aborted) return err('TOO_LATE')
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES })
  if (servers.length > 0) resolver.setServers(servers)
  function cancel(): void {
    return resolver.cancel()
  }
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return merge(await bothFamilies(resolver, hostname))
  } finally {
    signal.removeEventListener('abort', cancel)
    // Cancels the query for the family that was not waited for.
    cancel()
  }
}

/**
 * Returns the answers as soon as one family has addresses and the other had its short wait; a family without an answer is left
 * out.
 */
async function bothFamilies(resolver: Resolver, hostname: string): Promise<readonly FamilyAnswer[]> {
  const answers: [FamilyAnswer, FamilyAnswer] = [err('TOO_LATE'), err('TOO_LATE')]
  const asked = [resolver.resolve4(hostname, { ttl: true }), resolver.resolve6(hostname, { ttl: true })].map(
    async (question, index) => {
      const answer = await readAnswer(question)
      answers[index] = answer
      return answer
    },
  )
  const first = await Promise.race(asked)
  const isEnough = first.ok && first.value.length > 0
  await (isEnough ? atMost(OTHER_FAMILY_WITHIN_MS, Promise.all(asked)) : Promise.all(asked))
  return answers
}

async function readAnswer(question: Promise<readonly DnsRecord[]>): Promise<FamilyAnswer> {
  try {
    return ok(await question)
  } catch (error) {
    return err(faultOf((error as NodeJS.ErrnoException).code)) // node:dns rejects with no other type.
  }
}

function faultOf(code: string | undefined): NameFault {
  if (code === 'ENOTFOUND' || code === 'ENODATA' || code === 'EBADNAME') return 'NOT_FOUND'
  return code === 'ETIMEOUT' || code === 'ECANCELLED' ? 'TOO_LATE' : 'FAILED'
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, ms)
  await Promise.race([work, late.promise])
  clearTimeout(timer)
}

/**
 * Merges the answers. Addresses of one family are used even if the other failed. Without any address, the least certain fault is
 * returned.
 */
function merge(answers: readonly FamilyAnswer[]): Result<FoundAddresses, NameFault> {
  const records = answers.flatMap((answer) => (answer.ok ? answer.value : []))
  if (records.length > 0)
    return ok({
      addresses: records.map(({ address }) => address),
      ttlMs: Math.min(...records.map(({ ttl }) => ttl)) * SECOND_MS,
    })
  const faults = answers.map((answer) => (answer.ok ? 'NOT_FOUND' : answer.error))
  return err((['TOO_LATE', 'FAILED'] as const).find((fault) => faults.includes(fault)) ?? 'NOT_FOUND')
}
