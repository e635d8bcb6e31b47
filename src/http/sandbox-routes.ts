import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, problem } from '../domain/errors.ts'
import type { Result } from '../domain/result.ts'
import { fromWire, toWire } from '../domain/wire.ts'
import { authenticated, type HttpContext, limitRate } from './context.ts'
import { sendJson, sendProblem } from './respond.ts'

type Act = (organizationId: string, raw: unknown) => Promise<Result<unknown, Problem>>

/** Sandbox controls have a few short fields, so a large body is refused before it is parsed. */
const MAX_BODY_BYTES = 16 * 1024

/** Routes for the caller's clock and faults in the sandbox, for keys with the scope `sandbox`. In production these paths do not exist. */
export function addSandboxRoutes(app: FastifyInstance, context: HttpContext): void {
  const { sandbox } = context
  if (!sandbox) return
  /** Whose world a request is about, from its key. */
  const owners = new WeakMap<FastifyRequest, string>()
  function add(path: string, message: string, act: Act): void {
    app.post(path, {
      bodyLimit: MAX_BODY_BYTES,
      onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
        const key = await authenticated(context, request)
        if (!key.ok) return sendProblem(reply, request.id, key.error)
        const limited = await limitRate(context, key.value, { rateClass: 'sandbox', reply })
        const allowed = key.value.scopes.includes('sandbox')
        const fault = allowed ? limited : problem('FORBIDDEN', undefined, { requiredScope: 'sandbox' })
        if (fault) return sendProblem(reply, request.id, fault)
        owners.set(request, key.value.organizationId)
      },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const done = await act(owners.get(request) ?? '', fromWire(request.body ?? {}))
        return done.ok
          ? sendJson(reply, 200, { contract_version: '1', success: true, message, data: toWire(done.value) })
          : sendProblem(reply, request.id, done.error)
      },
    })
  }
  add('/sandbox/clock', 'the sandbox clock was moved', sandbox.moveClock)
  add('/sandbox/notify', 'the supplier sends the message', sandbox.notify)
  add('/sandbox/faults', 'the faults that wait were changed', sandbox.changeFaults)
}
