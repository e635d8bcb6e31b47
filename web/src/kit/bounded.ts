/** A number that is counted only so far. */
export type Bounded = { readonly count: number; readonly isMore: boolean }

/** `12,400`, or `10,000+` where more were not counted. */
export function boundedTold({ count, isMore }: Bounded): string {
  return `${count.toLocaleString('en-GB')}${isMore ? '+' : ''}`
}
