/** `--tiny`: one short round of a bench, to see that it still runs and prints rows; its figures say nothing. */
export const isTiny: boolean = process.argv.includes('--tiny')

/** A figure of a bench's size: how many, how often, how long; the second under `--tiny`. */
export function sized<T>(full: T, tiny: T): T {
  return isTiny ? tiny : full
}
