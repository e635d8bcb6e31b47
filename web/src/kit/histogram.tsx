export type Bucket = {
  readonly label: string
  readonly count: number
  /** The list of what it counts. */
  readonly tone?: 'accent' | 'good' | 'warn' | 'bad' | 'quiet'
}

type HistogramProps = { readonly what: string; readonly buckets: readonly Bucket[] }

/** How often each of some ranges was met, as lying bars with their figures. */
export function Histogram({ what, buckets }: HistogramProps) {
  const most = Math.max(1, ...buckets.map(({ count }) => count))
  return (
    <ul className="histogram" aria-label={what}>
      {buckets.map(({ label, count, tone = 'accent' }) => (
        <li key={label}>
          <span className="quiet">{label}</span>
          <span className="histogram-bar" data-tone={tone} style={{ width: `${(count / most) * 100}%` }} aria-hidden />
          <span className="num">{count.toLocaleString('en-GB')}</span>
        </li>
      ))}
    </ul>
  )
}
