import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MINUTE_MS } from '../domain/time.ts'
import type { SignedIn } from '../operations/console/sign-in.ts'
import { createSideField } from '../platform/side-field.ts'
import { type ConsoleMount, isByItself, lacksOwnHeader, NO_HEADER, refuse, SIGNED_OUT, viewerOf } from './session.ts'

/** The largest body that is read: a document, and texts that people write or paste. */
const MAX_BODY_BYTES = 64 * 1024
/** How many streams one session may have open: a page has one, and a person some pages. */
const MAX_STREAMS = 20

const NO_OBJECT = { status: 400, code: 'BAD_INPUT', message: 'Send one JSON object.' }
const TOO_MANY = { status: 429, code: 'CONFLICT', message: `A session has ${MAX_STREAMS} streams at most.` }

const viewers = createSideField<SignedIn>()

type Yoga = Awaited<ReturnType<typeof import('./yoga.ts')['createConsoleYoga']>>

/** `POST <base>/graphql`, and `<base>/graphql/stream` for subscriptions. */
export function addConsoleGraphql(scope: FastifyInstance, mount: ConsoleMount): void {
  let made: Promise<Yoga> | null = null
  function yoga(): Promise<Yoga> {
    made ??= import('./yoga.ts').then(({ createConsoleYoga }) => createConsoleYoga(mount.base, mount.log))
    return made
  }
  const streams = createStreams(mount)
  scope.addHook('preClose', streams.endAll)
  for (const path of ['/graphql', '/graphql/stream']) {
    const isStream = path === '/graphql/stream'
    scope.post(`${mount.base}${path}`, {
      bodyLimit: MAX_BODY_BYTES,
      // Before the body is read.
      onRequest: async (request, reply) => {
        if (lacksOwnHeader(request)) return refuse(request, reply, NO_HEADER)
        const viewer = await viewerOf(mount, request, isStream || isByItself(request) ? 'looks' : 'uses')
        if (!viewer) return refuse(request, reply, SIGNED_OUT)
        viewers.set(request, viewer)
      },
      handler: async (request, reply) => {
        const viewer = viewers.get(request)
        if (!viewer || typeof request.body !== 'object' || request.body === null)
          return refuse(request, reply, NO_OBJECT)
        if (isStream && !streams.add(request, reply, viewer)) return refuse(request, reply, TOO_MANY)
        const [executor, core] = await Promise.all([yoga(), mount.core()])
        const { raw } = reply.hijack()
        for (const [name, value] of Object.entries(reply.getHeaders())) raw.setHeader(name, String(value))
        Object.assign(request.raw, { body: request.body })
        const { sandbox } = mount
        await executor.handle(request.raw, raw, { core, viewer, requestId: request.id, isStream, sandbox })
        return reply
      },
    })
  }
}

/** The open streams by session. Each is cut when its session has ended; a page connects again, and learns why it may not. */
function createStreams(mount: ConsoleMount) {
  const open = new Map<string, Set<FastifyReply['raw']>>()
  return {
    add: (request: FastifyRequest, { raw }: FastifyReply, { sessionId }: SignedIn): boolean => {
      const own = open.get(sessionId) ?? new Set()
      if (own.size >= MAX_STREAMS) return false
      open.set(sessionId, own.add(raw))
      const look = setInterval(() => {
        viewerOf(mount, request, 'looks').then(
          (viewer) => void (viewer ?? raw.destroy()),
          (error: unknown) => mount.log.warn({ err: error }, 'whether a stream may go on could not be found out'),
        )
      }, MINUTE_MS)
      raw.once('close', () => {
        clearInterval(look)
        own.delete(raw)
        if (own.size === 0) open.delete(sessionId)
      })
      return true
    },
    endAll: async (): Promise<void> => {
      for (const own of open.values()) for (const raw of own) raw.destroy()
    },
  }
}
