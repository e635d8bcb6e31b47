import { SANDBOX_CREDENTIALS } from '../credentials.ts'
import type { SandboxReply } from '../exchange.ts'

type Account = {
  /** True: answers say `sandbox: true`, as LiteAPI's do to every key of its sandbox. */
  readonly isSandbox: boolean
}

/** A key of production as LiteAPI gives it out; ours is good for nothing but this sandbox. */
export const PRODUCTION_KEY = 'prod_sandbox-liteapi-key'

/** By API key. The last is a connection that is taken for production and answered by the sandbox. */
const ACCOUNTS: ReadonlyMap<string, Account> = new Map([
  [SANDBOX_CREDENTIALS.liteapi.apiKey, { isSandbox: true }],
  [PRODUCTION_KEY, { isSandbox: false }],
  [`${PRODUCTION_KEY}-pretends-sandbox`, { isSandbox: true }],
])

export function accountOf(apiKey: string | undefined): Account | null {
  return ACCOUNTS.get(apiKey ?? '') ?? null
}

/** The answer as the account gets it: only the sandbox says that it is one. */
export function answeredTo({ isSandbox }: Account, reply: SandboxReply): SandboxReply {
  const { body } = reply
  if (isSandbox || typeof body !== 'object' || body === null || !('sandbox' in body)) return reply
  const { sandbox: _, ...rest } = body
  return { ...reply, body: rest }
}
