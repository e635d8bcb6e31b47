import type { SandboxCall, SandboxReply, SandboxRequest } from '../../exchange.ts'

/** Of the seven sizes that there are in all, these exist for the sandbox's pictures; the empty one is the usual size. */
const SIZES: ReadonlySet<string> = new Set(['', 'small', 'bigger', 'original'])
const PATH = /^\/photos\/giata\/(?:(small|medium|bigger|xl|xxl|original)\/)?\d\d\/\d{6}\/[\w.]+\.jpg$/

/** The smallest picture: one grey point. */
const PICTURE = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AKp//2Q==',
  'base64',
)

/** A call of the host of pictures, which asks for no credentials; null for any other request. A size that is not there is 403. */
export function openPhoto({ method, path }: SandboxRequest): SandboxCall | null {
  const [whole, size = ''] = PATH.exec(path) ?? []
  if (method !== 'GET' || whole === undefined) return null
  const answer: SandboxReply = SIZES.has(size)
    ? { status: 200, headers: {}, bytes: { contentType: 'image/jpeg', content: PICTURE } }
    : { status: 403, headers: {} }
  return { operation: 'content', faults: [], answer: () => answer }
}
