import { toWallTime } from '../../domain/content/wall-time.ts'
import { told } from './told.ts'

/** How suppliers say a time in words, in the languages that we read. */
const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '12:00': ['noon', '12 noon', 'midday', 'midi', 'mittag', 'mittags', '正午', 'الظهر', 'ظهرا', 'ظهرًا'],
    '00:00': ['midnight', '12 midnight', 'minuit', 'mitternacht', '深夜0時', '午前0時', 'منتصف الليل'],
    ANYTIME: [
      'anytime',
      'any time',
      '24 hours',
      '24-hour check-in',
      'à tout moment',
      'jederzeit',
      'いつでも',
      'في أي وقت',
    ],
  }).flatMap(([time, words]) => words.map((word) => [word, time] as const)),
)

/** How the languages that we read spell a time, put into the form that English has. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/^午前\s*(.+)$/, '$1 am'],
  [/^午後\s*(.+)$/, '$1 pm'],
  [/(\d{1,2})時(\d\d)分/, '$1:$2'],
  [/(\d{1,2})時/, '$1:00'],
  [/\s*ص$/, ' am'],
  [/\s*م$/, ' pm'],
  [/^(\d{1,2})\s*h$/, '$1:00'],
  [/^(\d{1,2})\s*h\s*(\d\d)$/, '$1:$2'],
  [/^(\d{1,2})\s*uhr$/, '$1:00'],
  [/\s*uhr$/, ''],
  [/([ap])\.\s?m\.?$/, '$1m'],
  [/^24:00/, '00:00'],
]

/**
 * The hotel's local time as `HH:MM`, 24 hours; ANYTIME for words that say so; null where nothing is told; else the value as it came.
 */
export function readTime(value: unknown): unknown {
  const sent = told(value)
  if (typeof sent !== 'string') return sent
  const text = plain(sent)
  const spelled = SPELLINGS.reduce((so, [pattern, by]) => so.replace(pattern, by), text)
  return WORDS.get(text) ?? toWallTime(spelled) ?? sent
}

/** Lower case, with ordinary blanks and digits. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[\u200e\u200f]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}
