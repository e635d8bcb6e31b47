export type { Attempt, CallOptions, GatewayOptions } from './connection.ts'
export {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  type ErrorCode,
  GatewayError,
  InvalidRequestError,
  isProblem,
  NotFoundError,
  ProblemError,
  RateLimitError,
  TimeoutError,
  UnavailableError,
} from './errors.ts'
export { HotelGateway } from './gateway.ts'
export type * from './generated/types.ts'
export type { AnswerOf, InputOf } from './methods.ts'
export type { OperationName } from './operation.ts'
export type { Abortable, EventOptions, LogEvent } from './pages.ts'
export type { SettledOptions } from './settled.ts'
export type { StreamOptions } from './stream.ts'
export { type SignedWebhook, verifyWebhook, type WebhookFault, WebhookVerificationError } from './webhook.ts'
