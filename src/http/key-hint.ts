import type { FastifyRequest } from 'fastify'
import { ENVIRONMENTS, type Environment } from '../operations/caller.ts'

const IN_URL = /[?&](?:x[-_]?)?(?:api[-_]?key|apikey|key|token|access_token)=/i

/**
 * What a client that has no valid key probably did wrong, as far as its own request shows it: the answer must not tell anything of a
 * key that it was sent, so it is the same for a key that is unknown, revoked or expired. Null without a guess.
 */
export function keyHint(
  { headers, url }: Pick<FastifyRequest, 'headers' | 'url'>,
  environment: Environment,
): string | null {
  const key = headers['x-api-key']
  if (key === undefined && IN_URL.test(url))
    return 'A key in a URL is never accepted, and is in somebody’s log by now: replace it, and send the new one in the header x-api-key.'
  if (key === undefined && headers.authorization !== undefined)
    return 'Send the key in the header x-api-key, without "Bearer", not in Authorization.'
  if (key === undefined) return 'There is no header x-api-key in the request: send your key in it.'
  if (/^["'\s]|["'\s]$/.test(String(key)))
    return 'The key in the header x-api-key has quotation marks or spaces around it: send it without them.'
  const other = ENVIRONMENTS.find((one) => one !== environment && String(key).startsWith(`hdg_${one}_`))
  return other ? `This is a key of the ${other} environment, and this is the ${environment} environment.` : null
}
