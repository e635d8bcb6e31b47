import { distanceM, distanceText, offsetM, type Place, roundLengthM } from './distance.ts'

export type Point = Place & {
  readonly id: string
  readonly label: string
  readonly tone?: 'accent' | 'warn' | 'bad' | 'quiet'
}

type PointMapProps = {
  readonly points: readonly Point[]
  readonly what: string
  readonly size?: number
}

const MARGIN = 34
/** Two points at one place are shown as if the picture were this wide. */
const NARROWEST_M = 60

/** Places on a plain plot, north on top, with a length to scale: it needs no map server. Distances are to the first point. */
export function PointMap({ points, what, size = 240 }: PointMapProps) {
  const [first] = points
  if (!first) return <p className="quiet">No place is known.</p>
  const centre = {
    latitude:
      (Math.min(...points.map(({ latitude }) => latitude)) + Math.max(...points.map(({ latitude }) => latitude))) / 2,
    longitude:
      (Math.min(...points.map(({ longitude }) => longitude)) + Math.max(...points.map(({ longitude }) => longitude))) /
      2,
  }
  const offsets = points.map((point) => ({ point, ...offsetM(centre, point), metres: distanceM(first, point) }))
  const reach = Math.max(NARROWEST_M, ...offsets.flatMap(({ east, north }) => [Math.abs(east), Math.abs(north)]))
  const perMetre = (size / 2 - MARGIN) / reach
  const told = offsets.slice(1).map(({ point, metres }) => `${point.label} ${distanceText(metres)} from ${first.label}`)
  function toX(east: number): number {
    return size / 2 + east * perMetre
  }
  function toY(north: number): number {
    return size / 2 - north * perMetre
  }
  const [home] = offsets
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={size}
      height={size}
      className="point-map"
      role="img"
      aria-label={`${what}: ${told.join('; ')}`}
    >
      <rect width={size} height={size} rx="4" className="point-map-ground" />
      <path d={`M${size / 2} 0V${size}M0 ${size / 2}H${size}`} stroke="var(--line)" />
      {home &&
        offsets.slice(1).map(({ point, east, north, metres }) => (
          <g key={point.id}>
            <line
              x1={toX(home.east)}
              y1={toY(home.north)}
              x2={toX(east)}
              y2={toY(north)}
              stroke="var(--quiet)"
              strokeDasharray="3 3"
            />
            <text
              x={(toX(home.east) + toX(east)) / 2 + 4}
              y={(toY(home.north) + toY(north)) / 2 - 4}
              className="chart-text num"
            >
              {distanceText(metres)}
            </text>
          </g>
        ))}
      {offsets.map(({ point, east, north }) => (
        <Dot key={point.id} point={point} x={toX(east)} y={toY(north)} size={size} />
      ))}
      <Ruler perMetre={perMetre} size={size} />
    </svg>
  )
}

type DotProps = { readonly point: Point; readonly x: number; readonly y: number; readonly size: number }

function Dot({ point: { label, tone = 'accent', latitude, longitude }, x, y, size }: DotProps) {
  const isRight = x > size / 2
  return (
    <g>
      <title>{`${label}: ${latitude}, ${longitude}`}</title>
      <circle cx={x} cy={y} r="5" fill={`var(--${tone})`} stroke="var(--surface)" strokeWidth="1.5" />
      <text x={isRight ? x - 8 : x + 8} y={y + 14} textAnchor={isRight ? 'end' : 'start'} className="chart-text">
        {label.length > 22 ? `${label.slice(0, 21)}…` : label}
      </text>
    </g>
  )
}

function Ruler({ perMetre, size }: { readonly perMetre: number; readonly size: number }) {
  const metres = roundLengthM(size / 4 / perMetre)
  const y = size - 10
  return (
    <g>
      <path d={`M10 ${y - 4}V${y}H${10 + metres * perMetre}V${y - 4}`} fill="none" stroke="var(--quiet)" />
      <text x="14" y={y - 5} className="chart-text num">
        {distanceText(metres)}
      </text>
    </g>
  )
}
