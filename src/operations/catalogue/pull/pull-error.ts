import type { Tally } from './tally.ts'

/** Why a pull could not be made, or could not go on: a sentence for operators. What was staged before it stays. */
export class PullError extends Error {
  override readonly name = 'PullError'
  /** When it is worth another try, ms; null: as every day. */
  readonly retryAfterMs: number | null
  constructor(message: string, retryAfterMs: number | null = null) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

/** A brake has stopped a pass: an operator has to look. */
export class BrakeError extends PullError {
  override readonly name = 'PullError'
  /** With what stopped it, which is not staged; null: what is stored of the pass has it all. */
  readonly tally: Tally | null
  constructor(message: string, tally: Tally | null = null) {
    super(message)
    this.tally = tally
  }
}
