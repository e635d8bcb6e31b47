import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MINUTE_MS, SECOND_MS } from '../domain/time.ts'
import type { SignedIn } from '../operations/console/sign-in.ts'
import { currentTrace, onTrace } from '../platform/request-trace.ts'
import { createSideField } from '../platform/side-field.ts'
import { isChanging } from './changing.ts'
import { type ConsoleMount, isByItself, lacksOwnHeader, NO_HEADER, refuse, SIGNED_OUT, viewerOf } from './session.ts'

/** The largest body that is read: a document, and texts that people write or paste. */
const MAX_BODY_BYTES = 64 * 1024
/** How many streams a person may have open, however often they are signed in: a page has one, and a person some pages. */
const MAX_STREAMS = 20
/** A body that comes so long after its head is somebody else's by now: whoever sent it may have been signed out, disabled or given other roles. */
const SEEN_FOR_MS = SECOND_MS

const NO_OBJECT = { status: 400, code: 'BAD_INPUT', message: 'Send one JSON object.' }
const TOO_MANY = {
  status: 429,
  code: 'CONFLICT',
  message: `Too many streams are open: a person has ${MAX_STREAMS} at most.`,
}

/** Who asks, and when that was found out. */
type Seen = { readonly viewer: SignedIn; readonly at: number }

const viewers = createSideField<Seen>()

/** Whose share of Postgres' connections readings use: they take no points, so that there may be any number of them at once. */
function ownerOf(viewer: SignedIn): string | null {
  return isChanging(viewer) ? null : (viewer.organizationId ?? viewer.userId)
}

/** Whoever the session is of when the body has come; null: nobody any more. */
async function viewerNow(mount: ConsoleMount, request: FastifyRequest): Promise<SignedIn | null> {
  const seen = viewers.get(request)
  if (!seen) return null
  return performance.now() - seen.at < SEEN_FOR_MS ? seen.viewer : viewerOf(mount, request, 'looks')
}

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
        viewers.set(request, { viewer, at: performance.now() })
      },
      handler: async (request, reply) => {
        if (typeof request.body !== 'object' || request.body === null) return refuse(request, reply, NO_OBJECT)
        const viewer = await viewerNow(mount, request)
        if (!viewer) return refuse(request, reply, SIGNED_OUT)
        if (isStream && !streams.add(request, reply, viewer)) return refuse(request, reply, TOO_MANY)
        const [executor, core] = await Promise.all([yoga(), mount.core()])
        const { raw } = reply.hijack()
        for (const [name, value] of Object.entries(reply.getHeaders())) raw.setHeader(name, String(value))
        Object.assign(request.raw, { body: request.body })
        const { sandbox } = mount
        const asked = { core, viewer, requestId: request.id, isStream, sandbox }
        await onTrace({ ...currentTrace(), owner: () => ownerOf(viewer) }, () =>
          executor.handle(request.raw, raw, asked),
        )
        return reply
      },
    })
  }
}

/**
 * The open streams by person, and by organization, which has as many in the portal as over the facades. Each is cut when its session has ended; a
 * page connects again, and learns why it may not.
 */
function createStreams(mount: ConsoleMount) {
  const open = new Map<string, Set<FastifyReply['raw']>>()
  function streamsOf(whose: string): Set<FastifyReply['raw']> {
    return open.get(whose) ?? new Set()
  }
  return {
    add: (request: FastifyRequest, { raw }: FastifyReply, { userId, organizationId }: SignedIn): boolean => {
      const bounds = [
        { whose: userId, most: MAX_STREAMS },
        ...(organizationId === null ? [] : [{ whose: organizationId, most: mount.config.maxStreamsPerOrganization }]),
      ]
      if (bounds.some(({ whose, most }) => streamsOf(whose).size >= most)) return false
      for (const { whose } of bounds) open.set(whose, streamsOf(whose).add(raw))
      const look = setInterval(() => {
        viewerOf(mount, request, 'looks').then(
          (viewer) => void (viewer ?? raw.destroy()),
          (error: unknown) => mount.log.warn({ err: error }, 'whether a stream may go on could not be found out'),
        )
      }, MINUTE_MS)
      raw.once('close', () => {
        clearInterval(look)
        for (const { whose } of bounds) {
          const left = streamsOf(whose)
          left.delete(raw)
          if (left.size === 0) open.delete(whose)
        }
      })
      return true
    },
    endAll: async (): Promise<void> => {
      for (const own of open.values()) for (const raw of own) raw.destroy()
    },
  }
}
