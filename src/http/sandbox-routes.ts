import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../domain/errors.ts'
import type { Result } from '../domain/result.ts'
import { fromWire, toWire } from '../domain/wire.ts'
import { authenticated, type HttpContext } from './context.ts'
import { sendJson, sendProblem } from './respond.ts'

/** The sandbox's clock and faults, for any key of the sandbox. In production these paths do not exist. */
export const addSandboxRoutes = (app: FastifyInstance, context: HttpContext): void => {
  const { sandbox } = context
  if (!sandbox) return
  const add = (path: string, message: string, act: (raw: unknown) => Promise<Result<unknown, Problem>>): void => {
    app.post(path, {
      onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
        const key = await authenticated(context, request)
        if (!key.ok) return sendProblem(reply, request.id, key.error)
      },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const done = await act(fromWire(request.body ?? {}))
        return done.ok
          ? sendJson(reply, 200, { contract_version: '1', success: true, message, data: toWire(done.value) })
          : sendProblem(reply, request.id, done.error)
      },
    })
  }
  add('/sandbox/clock', 'the sandbox clock was moved', sandbox.advanceClock)
  add('/sandbox/faults', 'the fault waits for its call', sandbox.addFault)
}
