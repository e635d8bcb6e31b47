/** The value below which that share of them lies; 0 of none. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0
}

export function rounded(value: number, digits = 2): number {
  return Number(value.toFixed(digits))
}
