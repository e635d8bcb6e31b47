import { useElementSize } from '@mantine/hooks'
import { moneyText } from './money-format.ts'
import { fillSteps, type Scale, type Step, scaleOf } from './step-chart-shape.ts'
import { shortTime } from './time-format.ts'
import { useNow } from './use-now.ts'

type StepChartProps = {
  /** What cancelling costs, from when until when; gaps and null are unknown. */
  readonly steps: readonly Step[]
  readonly currency: string
  readonly exponent: number
  readonly from: number
  readonly to: number
  /** Until when it is free. */
  readonly freeUntil?: number | null
  readonly what: string
}

const HEIGHT = 120
const ABOVE = 30
const BELOW = 20

/** A price over time as a step line, with now, the free deadline, and what nobody knows hatched. */
export function StepChart(props: StepChartProps) {
  const { steps, from, to, what } = props
  const { ref, width } = useElementSize()
  const now = useNow(60)
  const filled = fillSteps(steps, from, to)
  const texts = filled.map((step) => `from ${shortTime(step.from, now)} ${amountText(step, props)}`)
  return (
    <div ref={ref} className="step-chart">
      <svg width="100%" height={HEIGHT + ABOVE + BELOW} role="img" aria-label={`${what}: ${texts.join('; ')}`}>
        <defs>
          <pattern
            id="unknown-stretch"
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <line x1="0" y1="0" x2="0" y2="6" stroke="var(--quiet)" strokeOpacity="0.45" strokeWidth="2" />
          </pattern>
        </defs>
        <g transform={`translate(0 ${ABOVE})`}>
          <Drawing {...props} filled={filled} texts={texts} width={width} now={now} />
        </g>
      </svg>
    </div>
  )
}

function amountText(
  { amountMinor }: Step,
  { currency, exponent }: Pick<StepChartProps, 'currency' | 'exponent'>,
): string {
  if (amountMinor === null) return 'unknown'
  return amountMinor === 0 ? 'free' : moneyText({ amountMinor, currency, exponent })
}

type DrawingProps = StepChartProps & {
  readonly filled: readonly Step[]
  readonly texts: readonly string[]
  readonly width: number
  readonly now: number
}

function Drawing(props: DrawingProps) {
  const { filled, texts, width, now, from, to, freeUntil } = props
  const most = Math.max(0, ...filled.map(({ amountMinor }) => amountMinor ?? 0))
  const scale = scaleOf(filled, { width, height: HEIGHT, most })
  return (
    <>
      {filled.map((step, place) => (
        <Stretch
          key={step.from}
          step={step}
          before={filled[place - 1]}
          scale={scale}
          told={texts[place] ?? ''}
          amount={amountText(step, props)}
        />
      ))}
      <line x1="0" y1={HEIGHT} x2={width} y2={HEIGHT} stroke="var(--line)" />
      {freeUntil != null && (
        <Mark
          x={scale.x(freeUntil)}
          width={width}
          text={`free until ${shortTime(freeUntil, now)}`}
          tone="good"
          row={1}
        />
      )}
      {now >= from && now <= to && <Mark x={scale.x(now)} width={width} text="now" tone="accent" row={0} />}
      <text x="0" y={HEIGHT + 14} className="chart-text">
        {shortTime(from, now)}
      </text>
      <text x={width} y={HEIGHT + 14} textAnchor="end" className="chart-text">
        {shortTime(to, now)}
      </text>
    </>
  )
}

type StretchProps = {
  readonly step: Step
  readonly before: Step | undefined
  readonly scale: Scale
  readonly told: string
  readonly amount: string
}

function Stretch({ step, before, scale, told, amount }: StretchProps) {
  const x = scale.x(step.from)
  const end = scale.x(step.to)
  const isRoomy = end - x > amount.length * 6.5
  if (step.amountMinor === null)
    return (
      <g>
        <title>{told}</title>
        <rect x={x} y={0} width={end - x} height={HEIGHT} fill="url(#unknown-stretch)" />
        {isRoomy && <Label x={x} y={HEIGHT - 6} text={amount} />}
      </g>
    )
  const y = scale.y(step.amountMinor)
  const from = before?.amountMinor == null ? y : scale.y(before.amountMinor)
  return (
    <g>
      <title>{told}</title>
      <rect x={x} y={y} width={end - x} height={HEIGHT - y} className="step-area" />
      <path d={`M${x} ${from}V${y}H${end}`} className="step-line" />
      {isRoomy && <Label x={x} y={y < 16 ? y + 14 : y - 5} text={amount} />}
    </g>
  )
}

function Label({ x, y, text }: { readonly x: number; readonly y: number; readonly text: string }) {
  return (
    <text x={x + 5} y={y} className="chart-text num">
      {text}
    </text>
  )
}

type MarkProps = {
  readonly x: number
  readonly width: number
  readonly text: string
  readonly tone: 'good' | 'accent'
  readonly row: 0 | 1
}

function Mark({ x, width, text, tone, row }: MarkProps) {
  return (
    <g>
      <line
        x1={x}
        y1={-4 - row * 12}
        x2={x}
        y2={HEIGHT}
        stroke={`var(--${tone})`}
        strokeDasharray="3 3"
        strokeWidth="1.5"
      />
      <text
        x={x}
        y={-7 - row * 12}
        textAnchor={x < 60 ? 'start' : x > width - 60 ? 'end' : 'middle'}
        className="chart-text"
        fill={`var(--${tone})`}
      >
        {text}
      </text>
    </g>
  )
}
