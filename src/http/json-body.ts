import type { FastifyInstance } from 'fastify'
import { MAX_DEPTH } from '../operations/inputs/excess.ts'
import type { FairShare } from '../platform/fair-share.ts'
import { excessOf } from '../platform/nested-json.ts'
import { forbiddenName } from './forbidden-name.ts'
import { jsonFault } from './json-fault.ts'
import { createBodyTurns } from './own-turn.ts'

/**
 * Bodies of up to this many characters are parsed in a fraction of a millisecond; longer ones wait for a turn on the event loop.
 */
const LIGHT_BODY = 32_768

function fault(
  code: 'MALFORMED_JSON' | 'FORBIDDEN_NAME' | 'JSON_TOO_DEEP' | 'ENCODED_BODY' | 'TOO_MANY_BODIES',
  message: string,
): Error {
  return Object.assign(new Error(message), { code })
}

/** What is wrong with a body that was not read: a name that no field has, or its JSON. */
function faultOf(body: string): Error {
  const path = forbiddenName(body)
  return path === null
    ? Object.assign(fault('MALFORMED_JSON', 'the body is not JSON'), jsonFault(body))
    : Object.assign(fault('FORBIDDEN_NAME', `${path} is not known`), { path })
}

/**
 * Installs the only body parser, for JSON; every other media type is refused. An empty body counts as none. A body that contains
 * `__proto__` or `constructor.prototype`, escaped or not, is refused entirely: no field of the contract has such a name.
 */
export function parseJsonOnly(app: FastifyInstance, fairShare: FairShare): void {
  const bodyTurns = createBodyTurns(fairShare)
  const parseSafely = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    function parse(): void {
      try {
        parseChecked()
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    }
    function parseChecked(): void {
      if (excessOf(body, { depth: MAX_DEPTH })) return done(fault('JSON_TOO_DEEP', 'the body is nested too deeply'))
      void parseSafely(request, body, (error, value) => (error ? done(faultOf(body)) : done(null, value)))
    }
    if (body.length <= LIGHT_BODY) return parse()
    const turn = bodyTurns.waitFor(request)
    if (turn) void turn.then(parse)
    else done(fault('TOO_MANY_BODIES', 'too many large bodies wait'))
  })
}

/** Compressed bodies are refused unread: one kilobyte could decompress to a gigabyte. */
export function refuseEncodedBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const encoding = request.headers['content-encoding']
    if (encoding === undefined || encoding.trim().toLowerCase() === 'identity') return payload
    throw fault('ENCODED_BODY', 'send the body as it is, without Content-Encoding')
  })
}
