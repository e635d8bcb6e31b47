/** Repeats a batch until nothing is left or the time is over. Returns how many there were. */
export async function drain(batch: () => Promise<number>, inTime: () => boolean): Promise<number> {
  let total = 0
  while (inTime()) {
    const count = await batch()
    total += count
    if (count === 0) return total
  }
  return total
}
