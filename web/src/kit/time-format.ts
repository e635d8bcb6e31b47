/** What a clock shows, in the viewer's zone unless another is given. Instants are RFC 3339 or milliseconds. */
export type At = string | number

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export function toMs(at: At): number {
  return typeof at === 'number' ? at : Date.parse(at)
}

type Parts = { readonly day: string; readonly time: string; readonly year: string }

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string | undefined): Intl.DateTimeFormat {
  const key = zone ?? ''
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    ...(zone === undefined ? {} : { timeZone: zone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(key, made)
  return made
}

function partsOf(ms: number, zone?: string): Parts {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  )
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = parts
  return { year, day: `${Number(day)} ${MONTHS[Number(month) - 1] ?? ''}`, time: `${hour}:${minute}:${second}` }
}

/** `14:02:11` */
export function clockTime(at: At, zone?: string): string {
  return partsOf(toMs(at), zone).time
}

/** As short as it is clear: `14:02:11` today, `24 Nov 14:02` this year, `24 Nov 2025 14:02` before. */
export function shortTime(at: At, now: number, zone?: string): string {
  const ms = toMs(at)
  if (Number.isNaN(ms)) return String(at)
  const told = partsOf(ms, zone)
  const today = partsOf(now, zone)
  const minute = told.time.slice(0, 5)
  if (told.year !== today.year) return `${told.day} ${told.year} ${minute}`
  return told.day === today.day ? told.time : `${told.day} ${minute}`
}

/** `25 Nov 2026 14:02:11` */
export function fullTime(at: At, zone?: string): string {
  const { day, year, time } = partsOf(toMs(at), zone)
  return `${day} ${year} ${time}`
}

/** `25 Nov 2026` of a calendar date `2026-11-25`, which belongs to no zone. */
export function calendarDate(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-')
  const name = MONTHS[Number(month) - 1]
  return name === undefined ? date : `${Number(day)} ${name} ${year}`
}

/** A length in its two largest units: `3 d 4 h`, `2 min 5 s`, `640 ms`. */
export function duration(ms: number): string {
  const length = Math.abs(ms)
  if (length < SECOND) return `${Math.round(length)} ms`
  if (length < MINUTE)
    return length < 10 * SECOND ? `${(length / SECOND).toFixed(1)} s` : `${Math.floor(length / SECOND)} s`
  if (length < HOUR) return pair(length, [MINUTE, 'min'], [SECOND, 's'])
  if (length < DAY) return pair(length, [HOUR, 'h'], [MINUTE, 'min'])
  return pair(length, [DAY, 'd'], [HOUR, 'h'])
}

type Unit = readonly [size: number, name: string]

function pair(length: number, [large, largeName]: Unit, [small, smallName]: Unit): string {
  const rest = Math.floor((length % large) / small)
  const first = `${Math.floor(length / large)} ${largeName}`
  return rest === 0 ? first : `${first} ${rest} ${smallName}`
}

/** `in 2 h 5 min`, `4 d ago`, `now` */
export function relative(at: At, now: number): string {
  const difference = toMs(at) - now
  if (Math.abs(difference) < SECOND) return 'now'
  const length = Math.abs(difference) < MINUTE ? `${Math.floor(Math.abs(difference) / SECOND)} s` : duration(difference)
  return difference > 0 ? `in ${length}` : `${length} ago`
}

/** What hovering over an instant shows. */
export function toldTime(at: At, now: number, zone?: string): string {
  const lines = [`${fullTime(at, 'UTC')} UTC`, relative(at, now)]
  if (zone !== undefined) lines.push(`${fullTime(at, zone)} ${zone}`)
  return lines.join('\n')
}
