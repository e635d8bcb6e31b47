import 'uplot/dist/uPlot.min.css'
import { useComputedColorScheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import type { Series, SeriesChartProps } from './series-chart.tsx'
import { clockTime, fullTime, shortTime } from './time-format.ts'

const TONES = ['accent', 'warn', 'busy', 'bad', 'good', 'quiet'] as const

/** The drawing of a SeriesChart, with uPlot. */
export function SeriesPlot({ times, series, height = 160, print = String }: SeriesChartProps) {
  const { ref, width } = useElementSize()
  const inner = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme('light')
  useEffect(() => {
    const host = inner.current
    if (!host || width === 0) return
    const drawn = new UPlot(
      optionsOf({ series, print, width, height: height - 30, look: getComputedStyle(host) }),
      [times.map((ms) => ms / 1000), ...series.map(({ values }) => [...values])],
      host,
    )
    return () => drawn.destroy()
    // The colours are read from the page: another scheme draws it again.
  }, [width, height, times, series, print, scheme])
  return (
    <div ref={ref}>
      <div ref={inner} className="series-plot" />
    </div>
  )
}

type Drawing = {
  readonly series: readonly Series[]
  readonly print: (value: number) => string
  readonly width: number
  readonly height: number
  readonly look: CSSStyleDeclaration
}

function optionsOf({ series, print, width, height, look }: Drawing): UPlot.Options {
  const probe = document.createElement('span')
  document.body.append(probe)
  function colour(name: string): string {
    probe.style.color = `var(--${name})`
    return getComputedStyle(probe).color
  }
  const axis = {
    stroke: colour('quiet'),
    font: `11px ${look.fontFamily}`,
    grid: { stroke: colour('line'), width: 1 },
    ticks: { show: false },
  }
  const options: UPlot.Options = {
    width,
    height,
    padding: [8, 8, 0, 0],
    cursor: { y: false, points: { size: 6 } },
    legend: { live: true },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 72,
        values: (_plot, ticks) => ticks.map((at) => shortTick(at * 1_000, ticks)),
      },
      { ...axis, size: 52, space: 24, values: (_plot, values) => values.map(print) },
    ],
    series: [
      { label: 'Time', value: (_plot, at) => (at == null ? '–' : fullTime(at * 1000)) },
      ...series.map(({ label, tone, isDashed }, place) => ({
        label,
        stroke: colour(tone ?? TONES[place % TONES.length] ?? 'accent'),
        width: 1.5,
        points: { show: false },
        ...(isDashed ? { dash: [4, 4] } : {}),
        value: (_plot: UPlot, value: number | null) => (value == null ? '–' : print(value)),
      })),
    ],
  }
  probe.remove()
  return options
}

/** A time alone where the ticks are within a day of each other, and else with its date. */
function shortTick(at: number, ticks: readonly number[]): string {
  const spanS = (ticks.at(-1) ?? 0) - (ticks[0] ?? 0)
  return spanS <= 86_400 ? clockTime(at).slice(0, 5) : shortTime(at, 0).replace(/ \d{4} .*/, '')
}
