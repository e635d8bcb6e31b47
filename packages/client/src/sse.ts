/** An event of a text/event-stream. */
export type ServerSentEvent = {
  /** The last id that was sent with this event or one before it; empty when none was. */
  readonly id: string
  readonly event: string
  readonly data: string
  /** How long to wait before a connection is made again, when the stream has said so. */
  readonly retryMs: number | null
}

const LINE_END = /\r\n|\n|\r/

/** Characters of one event; the gateway's longest have some hundred thousand. */
const MAX_EVENT = 8_388_608

/**
 * Takes a stream's text in pieces, cut anywhere, and gives the events that are whole, as the HTML standard parses them. An event
 * that was not ended by an empty line is never given.
 * @throws RangeError for one that is longer than 8 Mi characters.
 */
export function createSseParser(): (piece: string) => ServerSentEvent[] {
  let rest = ''
  let id = ''
  let event = ''
  let data: string[] = []
  let retryMs: number | null = null
  let endedInCr = false

  function take(field: string, value: string): void {
    if (field === 'data') data.push(value)
    else if (field === 'event') event = value
    else if (field === 'id' && !value.includes('\0')) id = value
    else if (field === 'retry' && /^\d+$/.test(value)) retryMs = Number(value)
  }

  function read(line: string): ServerSentEvent[] {
    if (line !== '') {
      const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
      take(field, value)
      return []
    }
    const whole = { id, event: event || 'message', data: data.join('\n'), retryMs }
    const isEmpty = data.length === 0
    event = ''
    data = []
    return isEmpty ? [] : [whole]
  }

  return (piece) => {
    // The second half of a line end whose first half ended the last piece.
    const text = endedInCr && piece.startsWith('\n') ? piece.slice(1) : piece
    if (piece !== '') endedInCr = piece.endsWith('\r')
    const lines = (rest + text).split(LINE_END)
    rest = lines.pop() ?? ''
    const events = lines.flatMap(read)
    if (rest.length + data.reduce((sum, line) => sum + line.length, 0) > MAX_EVENT)
      throw new RangeError(`an event of the stream is longer than ${MAX_EVENT} characters`)
    return events
  }
}
