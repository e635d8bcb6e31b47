import { FAULTS_OF } from '../../content/content-faults.ts'
import type { SandboxDeps, SandboxReply, SandboxRequest } from '../../exchange.ts'
import type { SandboxRoute } from '../../routes.ts'
import { invalidInput, notFound, reply } from '../reply.ts'
import { describeProperties } from './describe.ts'
import { fileLink } from './files.ts'
import { inactiveProperties } from './inactive.ts'
import { languageFaults } from './query.ts'
import { regions } from './regions.ts'
import { byId, chainsById, REFERENCES } from './vocabulary.ts'

/** The calls for static content; one for given properties is `describe_hotel`, as the gateway makes it for single hotels. */
export const CONTENT_ROUTES: readonly SandboxRoute[] = [
  {
    method: 'GET',
    path: /^\/v3\/properties\/content$/,
    open: (deps, request) => ({
      operation: request.query.has('property_id') ? 'describe_hotel' : 'content',
      ...(request.query.has('property_id') ? {} : { faults: FAULTS_OF.page }),
      answer: (fault) => describeProperties(deps, request, fault),
    }),
  },
  {
    method: 'GET',
    path: /^\/v3\/properties\/inactive$/,
    open: (deps, request) => ({
      operation: 'content',
      faults: FAULTS_OF.page,
      answer: (fault) => inactiveProperties(deps, request, fault),
    }),
  },
  {
    method: 'GET',
    path: /^\/v3\/files\/properties\/(content|catalog)$/,
    open: (deps, request, [kind]) => ({
      operation: 'content',
      answer: () => fileLink(deps, kind === 'catalog' ? 'catalog' : 'content', request),
    }),
  },
  {
    method: 'GET',
    path: /^\/v3\/regions$/,
    open: (deps, request) => ({
      operation: 'content',
      faults: FAULTS_OF.page,
      answer: (fault) => regions(deps, request, fault),
    }),
  },
  {
    method: 'GET',
    path: /^\/v3\/(?:references\/)?chains$/,
    open: (deps) => ({ operation: 'content', answer: () => reply(deps, 200, chainsById()) }),
  },
  {
    method: 'GET',
    path: /^\/v3\/references\/([a-z-]+)$/,
    open: (deps, request, [name = '']) => ({ operation: 'content', answer: () => reference(deps, request, name) }),
  },
]

function reference(deps: SandboxDeps, { query }: Pick<SandboxRequest, 'query'>, name: string): SandboxReply {
  const entries = REFERENCES[name]
  if (!entries) return notFound(deps)
  const faults = languageFaults(query)
  if (faults.length > 0) return invalidInput(deps, faults)
  return reply(deps, 200, byId(entries((query.get('language') ?? 'en').slice(0, 2))))
}
