import type { SandboxReply } from '../exchange.ts'

export function reply(body: object): SandboxReply {
  return { status: 200, headers: {}, body }
}

/** LiteAPI identifies errors by number; the HTTP status is less precise. */
export function refuse(
  status: number,
  code: number,
  { message, description }: { readonly message: string; readonly description?: string },
): SandboxReply {
  return {
    status,
    headers: {},
    body: { error: { code, message, ...(description === undefined ? {} : { description }) } },
  }
}

/** An empty answer: status 204, which has no body. */
export function nothing(): SandboxReply {
  return { status: 204, headers: {} }
}

export function badRequest(description: string): SandboxReply {
  return refuse(400, 4000, { message: 'bad request', description })
}

export function wrongField(description: string): SandboxReply {
  return refuse(400, 4002, { message: 'required request field is missing or wrong input', description })
}

export function outdated(): SandboxReply {
  return refuse(408, 4040, {
    message: 'this offer is marked as not valid, please refetch rates for this hotel',
    description: 'outdated offerId',
  })
}

export function noAvailability(): SandboxReply {
  return refuse(400, 2001, { message: 'no availability found' })
}

export function unauthorized(): SandboxReply {
  return refuse(401, 401, { message: 'Unauthorized' })
}
export function serverError(): SandboxReply {
  return refuse(500, 5000, { message: 'unable to process request' })
}
export function tooManyRequests(): SandboxReply {
  return {
    ...refuse(429, 4290, { message: 'rate limit exceeded' }),
    headers: { 'retry-after': '2' },
  }
}
