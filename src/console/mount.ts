import cookie from '@fastify/cookie'
import type { FastifyError, FastifyInstance } from 'fastify'
import { clientsFault, keepIfReadable } from '../http/server.ts'
import { signInByLink, signOut } from '../operations/console/sign-in.ts'
import { failureCode } from '../platform/outage.ts'
import { createBundle } from './bundle.ts'
import { addConsoleGraphql } from './graphql.ts'
import { addProviderSignIn } from './oidc/routes.ts'
import {
  COOKIE,
  type ConsoleMount,
  cookieOptions,
  lacksOwnHeader,
  NO_HEADER,
  refuse,
  setSession,
  waysOf,
} from './session.ts'

/** Adds the console, or the portal, to a server: its pages, its GraphQL schema, and signing in and out. */
export function mountConsole(app: FastifyInstance, mount: ConsoleMount): void {
  app.register(async (scope) => {
    await scope.register(cookie)
    scope.setErrorHandler<FastifyError>((error, request, reply) => {
      keepIfReadable(error, request, reply)
      const fault = clientsFault(error, request)
      if (fault) return refuse(request, reply, { status: fault.status, code: 'BAD_INPUT', message: fault.message })
      mount.log.error({ err: error, requestId: request.id }, 'the console could not answer')
      const code = failureCode(error)
      return refuse(request, reply, {
        status: code === 'SERVICE_UNAVAILABLE' ? 503 : 500,
        code,
        message: 'This could not be done.',
      })
    })
    addSigning(scope, mount)
    addProviderSignIn(scope, mount)
    addConsoleGraphql(scope, mount)
    addPages(scope, mount)
  })
}

function addSigning(scope: FastifyInstance, mount: ConsoleMount): void {
  const { base } = mount
  scope.get<{ Querystring: { link?: unknown } }>(`${base}/sign-in`, async ({ query }, reply) => {
    const hasLink = typeof query.link === 'string' && waysOf(mount).includes('link')
    const token = hasLink ? await signInByLink((await mount.core()).deps, String(query.link)) : null
    if (token === null) return reply.redirect(`${base}/?signed-out=link`, 303)
    return setSession(mount, reply, token).redirect(`${base}/`, 303)
  })
  scope.post(`${base}/sign-out`, async (request, reply) => {
    if (lacksOwnHeader(request)) return refuse(request, reply, NO_HEADER)
    const token = request.cookies[COOKIE]
    if (token) await signOut((await mount.core()).deps, token)
    return reply.clearCookie(COOKIE, cookieOptions(mount)).code(204).send()
  })
}

function addPages(scope: FastifyInstance, mount: ConsoleMount): void {
  const { base } = mount
  const send = createBundle({ base, ways: waysOf(mount) })
  scope.get(base, (_request, reply) => reply.redirect(`${base}/`, 308))
  scope.get<{ Params: { '*': string } }>(`${base}/*`, (request, reply) => send(request, reply, request.params['*']))
}
