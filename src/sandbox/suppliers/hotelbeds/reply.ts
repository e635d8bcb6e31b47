import type { SandboxDeps, SandboxReply } from '../exchange.ts'

function auditData({ clock }: SandboxDeps): object {
  return {
    processTime: '41',
    timestamp: new Date(clock.now()).toISOString().replace('T', ' ').replace('Z', ''),
    requestHost: '127.0.0.1',
    serverId: 'sandbox',
    environment: '[sandbox]',
    release: '1',
    token: '0CFB10D6442D46AE9C3083AAC4E6114B',
  }
}

export function reply(deps: SandboxDeps, body: object): SandboxReply {
  return {
    status: 200,
    headers: {},
    body: { auditData: auditData(deps), ...body },
  }
}

function refuse(
  deps: SandboxDeps,
  status: number,
  { code, message }: { readonly code: string; readonly message: string },
): SandboxReply {
  return {
    status,
    headers: {},
    body: { auditData: auditData(deps), error: { code, message } },
  }
}

/** Hotelbeds' answer to a faulty field. Its error code includes a token that identifies the call. */
export function invalidData(deps: SandboxDeps, message: string): SandboxReply {
  return refuse(deps, 400, { code: 'INVALID_DATA-C55F4D35A4964D32ABC9ECB1F64600C8', message })
}

/** A rate that the guest pays at the hotel is booked with the data of a card, or not at all. */
export function paymentRequired(deps: SandboxDeps): SandboxReply {
  return refuse(deps, 402, { code: 'INVALID_DATA', message: 'Payment data is required' })
}

export function invalidRequest(deps: SandboxDeps, message: string): SandboxReply {
  return refuse(deps, 400, { code: 'INVALID_REQUEST', message })
}

export function productError(deps: SandboxDeps, message: string): SandboxReply {
  return refuse(deps, 500, { code: 'PRODUCT_ERROR', message })
}

/** The answer to a request that has failed within the last 15 minutes. */
export function goneForNow(deps: SandboxDeps): SandboxReply {
  return refuse(deps, 410, {
    code: 'INVALID_REQUEST',
    message: 'The same request has failed within the last 15 minutes',
  })
}

export function systemError(deps: SandboxDeps): SandboxReply {
  return refuse(deps, 500, { code: 'SYSTEM_ERROR', message: 'Please do not retry again' })
}

/** The proxy in front of Hotelbeds' API has its own error format, and 403 for everything that it refuses. */
function gatewayReply(code: string, error: string): SandboxReply {
  return { status: 403, headers: { 'x-mashery-error-code': code }, body: { error } }
}

export function unsigned(): SandboxReply {
  return gatewayReply('ERR_403_NOT_AUTHORIZED', 'Request signature verification failed')
}
export function tooManyQueries(): SandboxReply {
  return gatewayReply('ERR_403_DEVELOPER_OVER_QPS', 'Account Over Queries Per Second Limit')
}
/** The same for the calls of a day. */
export function quotaUsedUp(): SandboxReply {
  return gatewayReply('ERR_403_DEVELOPER_OVER_RATE', 'Account Over Rate Limit')
}
