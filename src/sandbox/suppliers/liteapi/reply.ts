import type { SandboxReply } from '../exchange.ts'

export const reply = (body: object): SandboxReply => ({ status: 200, headers: {}, body })

/** LiteAPI's errors go by number; the HTTP status says less. */
export const refuse = (status: number, code: number, message: string, description?: string): SandboxReply => ({
  status,
  headers: {},
  body: { error: { code, message, ...(description === undefined ? {} : { description }) } },
})

/** Nothing to tell: 204 carries no body. */
export const nothing = (): SandboxReply => ({ status: 204, headers: {} })

export const badRequest = (description: string): SandboxReply => refuse(400, 4000, 'bad request', description)

export const wrongField = (description: string): SandboxReply =>
  refuse(400, 4002, 'required request field is missing or wrong input', description)

export const outdated = (): SandboxReply =>
  refuse(408, 4040, 'this offer is marked as not valid, please refetch rates for this hotel', 'outdated offerId')

export const noAvailability = (): SandboxReply => refuse(400, 2001, 'no availability found')

export const unauthorized = (): SandboxReply => refuse(401, 401, 'Unauthorized')
export const serverError = (): SandboxReply => refuse(500, 5000, 'unable to process request')
export const tooManyRequests = (): SandboxReply => ({
  ...refuse(429, 4290, 'rate limit exceeded'),
  headers: { 'retry-after': '2' },
})
