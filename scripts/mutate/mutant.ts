/** One small fault: `text` in place of what stands from `start` to `end`, and the kind of fault it is. */
export type Mutant = { readonly start: number; readonly end: number; readonly text: string; readonly kind: string }
