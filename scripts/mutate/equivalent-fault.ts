/** Faults by their line as it is and as it would be, and why they make no difference. */
export type Equivalent = {
  readonly file: string
  readonly before: string
  readonly after: readonly string[]
  readonly why: string
}
