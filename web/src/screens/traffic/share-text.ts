/** `1 in 1,000`, `all`, `none`. */
export function shareText(share: number): string {
  if (share >= 1) return 'all'
  return share <= 0 ? 'none' : `1 in ${Math.round(1 / share).toLocaleString('en-GB')}`
}

const REASONS: Readonly<Record<string, string>> = {
  ALWAYS: 'all of its kind are kept',
  SHARE: 'a sample',
  RAISED: 'a sample that somebody raised',
  FAILED: 'it failed',
}

/** Why an exchange was kept, in words. */
export function whyText(why: string, share: number): string {
  const told = REASONS[why] ?? why
  return why === 'SHARE' || why === 'RAISED' ? `${told}, ${shareText(share)}` : told
}
