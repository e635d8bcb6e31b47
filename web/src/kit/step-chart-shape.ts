/** A stretch of time with a price; null: nobody knows it. */
export type Step = {
  readonly from: number
  readonly to: number
  /** In minor units, or null for unknown. */
  readonly amountMinor: number | null
}

export type Scale = { readonly x: (at: number) => number; readonly y: (amountMinor: number) => number }

type Frame = { readonly width: number; readonly height: number; readonly most: number }

/** A stretch has this part of the width at the least, divided by how many there are: two days of a penalty are seen beside two months without. */
const LEAST_PART = 0.6

/** Where instants and amounts lie in a picture. Stretches are as wide as they are long, short ones wider. */
export function scaleOf(stretches: readonly Step[], { width, height, most }: Frame): Scale {
  const starts = startsOf(stretches, width)
  return {
    x: (at) => {
      const place = stretches.findLastIndex(({ from }) => from <= at)
      const stretch = stretches[place]
      if (!stretch) return 0
      const [start = 0, end = width] = [starts[place], starts[place + 1]]
      const part = (Math.min(at, stretch.to) - stretch.from) / Math.max(1, stretch.to - stretch.from)
      return start + part * (end - start)
    },
    y: (amountMinor) => height - (most <= 0 ? 0 : (amountMinor / most) * height),
  }
}

/** Where each stretch begins, and where the last one ends. */
function startsOf(stretches: readonly Step[], width: number): readonly number[] {
  const span = stretches.reduce((sum, { from, to }) => sum + to - from, 0)
  const least = LEAST_PART / Math.max(1, stretches.length)
  const parts = stretches.map(({ from, to }) => Math.max(least, (to - from) / Math.max(1, span)))
  const sum = parts.reduce((all, part) => all + part, 0)
  let at = 0
  return [0, ...parts.map((part) => (at += (part / sum) * width))]
}

/** The stretches between `from` and `to`, what no step covers as unknown. */
export function fillSteps(steps: readonly Step[], from: number, to: number): readonly Step[] {
  const filled: Step[] = []
  let at = from
  for (const step of [...steps].sort((one, other) => one.from - other.from)) {
    const start = Math.max(step.from, at)
    const end = Math.min(step.to, to)
    if (end <= start) continue
    if (start > at) filled.push({ from: at, to: start, amountMinor: null })
    filled.push({ from: start, to: end, amountMinor: step.amountMinor })
    at = end
  }
  if (at < to) filled.push({ from: at, to, amountMinor: null })
  return filled
}
