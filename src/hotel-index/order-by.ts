/**
 * Orders rows by a whole-numbered key whose absolute value is below 2^32; equal keys stay in row order. Key and row are sorted as
 * one number.
 */
export function orderBy(
  count: number,
  keyOf: (row: number) => number,
  scratch = new Float64Array(count),
): Uint32Array<ArrayBuffer> {
  for (let row = 0; row < count; row++) scratch[row] = keyOf(row) * count + row
  scratch.sort()
  const order = new Uint32Array(count)
  for (let place = 0; place < count; place++) {
    const value = scratch[place] ?? 0
    order[place] = value - Math.floor(value / count) * count
  }
  return order
}
