import type { Operations, StreamOperations } from './generated/types.ts'

export type OperationName = keyof Operations | keyof StreamOperations

/** What the client knows of an operation. */
export type Operation = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** With parameters as `{name}`. */
  readonly path: string
  /** The contract version that the client was written for; 1 when absent. */
  readonly version?: '2'
  /** ATTEMPT: every call carries an Idempotency-Key. LOOKUP: the input's `idempotency_key` is looked up by it. */
  readonly keyed?: 'ATTEMPT' | 'LOOKUP'
  /** Where the answer is no plain envelope. */
  readonly answer?: 'PREBOOK' | 'STREAM'
  /** True when it may be sent again although nobody knows what became of it; a GET always may. */
  readonly safe?: true
}

/** What an error tells of the call that it ended. */
export type CallFacts = {
  readonly operation: OperationName
  /** The key of a call that has one, given or made: call again with it after an outcome that is unknown. */
  readonly idempotencyKey: string | null
}
