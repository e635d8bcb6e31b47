import type { Equivalent } from './equivalent-fault.ts'

const NEVER_READ = 'the default is for the compiler alone: the place always has a value'
const SIGN_OF_ZERO = 'zero has no sign'
const ONLY_SLOWER = 'the general way gives the same answer, only more slowly'
const ONLY_KEPT = 'only how much is remembered of what never changes'

/** Faults of src/domain that make no difference. */
export const EQUIVALENT_IN_DOMAIN: readonly Equivalent[] = [
  {
    file: 'src/domain/exchange.ts',
    before: 'const magnitude = numerator < 0n ? -numerator : numerator',
    after: ['const magnitude = numerator <= 0n ? -numerator : numerator'],
    why: SIGN_OF_ZERO,
  },
  {
    file: 'src/domain/exchange.ts',
    before: 'return money(Number(numerator < 0n ? -rounded : rounded), currency)',
    after: ['return money(Number(numerator <= 0n ? -rounded : rounded), currency)'],
    why: SIGN_OF_ZERO,
  },
  {
    file: 'src/domain/money.ts',
    before: 'const magnitude = scaled < 0n ? -scaled : scaled',
    after: ['const magnitude = scaled <= 0n ? -scaled : scaled'],
    why: SIGN_OF_ZERO,
  },
  {
    file: 'src/domain/money.ts',
    before: 'return money(Number(scaled < 0n ? -rounded : rounded), amount.currency)',
    after: ['return money(Number(scaled <= 0n ? -rounded : rounded), amount.currency)'],
    why: SIGN_OF_ZERO,
  },
  {
    file: 'src/domain/money.ts',
    before: 'const magnitude = numerator < 0n ? -numerator : numerator',
    after: ['const magnitude = numerator <= 0n ? -numerator : numerator'],
    why: SIGN_OF_ZERO,
  },
  {
    file: 'src/domain/money.ts',
    before: 'return money(Number(numerator < 0n ? -rounded : rounded), to)',
    after: ['return money(Number(numerator <= 0n ? -rounded : rounded), to)'],
    why: SIGN_OF_ZERO,
  },
  {
    file: 'src/domain/money.ts',
    before: "const [, sign = '', whole = '', decimals = ''] = match",
    after: [
      "const [, sign = 'x', whole = '', decimals = ''] = match",
      "const [, sign = '', whole = 'x', decimals = ''] = match",
    ],
    why: NEVER_READ,
  },
  {
    file: 'src/domain/money.ts',
    before: "const magnitude = wholeNumber(digits) + ((decimals[exponent] ?? '0') >= '5' ? 1 : 0)",
    after: ["const magnitude = wholeNumber(digits) + ((decimals[exponent] ?? '') >= '5' ? 1 : 0)"],
    why: 'an empty text is before 5 as well',
  },
  {
    file: 'src/domain/money.ts',
    before: 'if (digits.length <= 15) return Number(digits)',
    after: [
      'if (true) return Number(digits)',
      'if (false) return Number(digits)',
      'if (digits.length < 15) return Number(digits)',
      'if (digits.length <= 16) return Number(digits)',
    ],
    why: 'a number that is not exact is not safe either, and is refused by the caller as too large',
  },
  {
    file: 'src/domain/money.ts',
    before: 'return exact > BigInt(Number.MAX_SAFE_INTEGER) ? Number.POSITIVE_INFINITY : Number(exact)',
    after: ['return false ? Number.POSITIVE_INFINITY : Number(exact)'],
    why: 'a number beyond the safe ones is refused by the caller as too large',
  },
  {
    file: 'src/domain/cancellation.ts',
    before: '.filter((at) => at !== null && at > input.knownAt)',
    after: ['.filter((at) => at !== null && at >= input.knownAt)'],
    why: 'it becomes a member of a set that has it already',
  },
  {
    file: 'src/domain/cancellation.ts',
    before: 'return amount.amountMinor > limit.amountMinor ? limit : amount',
    after: ['return amount.amountMinor >= limit.amountMinor ? limit : amount'],
    why: 'the two are the same amount',
  },
  {
    file: 'src/domain/discrepancies.ts',
    before: 'const [few, many] = one.length <= other.length ? [one, other] : [other, one]',
    after: ['const [few, many] = one.length < other.length ? [one, other] : [other, one]'],
    why: 'of two lists as long as each other, each is in the other or neither',
  },
  {
    file: 'src/domain/discrepancies.ts',
    before: 'if (!one || !other) return false',
    after: ['if (false) return false', 'if (!one && !other) return false', 'if (!one || !other) return true'],
    why: NEVER_READ,
  },
  {
    file: 'src/domain/geo.ts',
    before: 'return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)))',
    after: ['return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(2, Math.sqrt(h)))'],
    why: 'no rounding was found that leads beyond 1; the bound is a precaution',
  },
  {
    file: 'src/domain/ids.ts',
    before: 'let held = 0',
    after: ['let held = 1'],
    why: 'the bits above those that are looked at are cut off',
  },
  {
    file: 'src/domain/ids.ts',
    before: 'codes.push(ALPHABET[index & 31] ?? 0)',
    after: ['codes.push(ALPHABET[index & 31] ?? 1)'],
    why: NEVER_READ,
  },
  {
    file: 'src/domain/ids.ts',
    before: 'while (bits >= 5) {',
    after: ['while (bits > 5) {', 'while (bits >= 6) {'],
    why: 'the five bits that are left are written with the next byte, or at the end',
  },
  {
    file: 'src/domain/ids.ts',
    before: 'held &= (1 << bits) - 1',
    after: [';', 'held &= (2 << bits) - 1'],
    why: 'the bits above those that are looked at are cut off',
  },
  {
    file: 'src/domain/ids.ts',
    before: 'if (bits > 0) put(held << (5 - bits))',
    after: [
      'if (true) put(held << (5 - bits))',
      'if (bits >= 0) put(held << (5 - bits))',
      'if (bits > 1) put(held << (5 - bits))',
    ],
    why: 'ids have 13 or 16 bytes, after which four or three bits are left',
  },
  {
    file: 'src/domain/observed-price.ts',
    before: 'return upper === undefined || lower === undefined ? null : Math.round((lower + upper) / 2)',
    after: ['return upper === undefined && lower === undefined ? null : Math.round((lower + upper) / 2)'],
    why: 'a list has both middles or none',
  },
  {
    file: 'src/domain/text.ts',
    before: 'let previous = Array.from({ length: b.length + 1 }, (_, index) => index)',
    after: ['let previous = Array.from({ length: b.length + 2 }, (_, index) => index)'],
    why: 'nothing reads beyond the end of the word',
  },
  {
    file: 'src/domain/text.ts',
    before: 'const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)',
    after: ['const substitution = (previous[j - 1] ?? 1) + (a[i - 1] === b[j - 1] ? 0 : 1)'],
    why: NEVER_READ,
  },
  {
    file: 'src/domain/text.ts',
    before: 'const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]',
    after: [
      'const swapped = i >= 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]',
      'const swapped = i > 1 && j >= 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]',
    ],
    why: 'before the first letter there is none that could be the same',
  },
  {
    file: 'src/domain/text.ts',
    before: 'const swap = swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY',
    after: ['const swap = swapped ? (before[j - 2] ?? 1) + 1 : Number.POSITIVE_INFINITY'],
    why: NEVER_READ,
  },
  {
    file: 'src/domain/text.ts',
    before: 'current.push(Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, substitution, swap))',
    after: [
      'current.push(Math.min((previous[j] ?? 1) + 1, (current[j - 1] ?? 0) + 1, substitution, swap))',
      'current.push(Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 1) + 1, substitution, swap))',
    ],
    why: NEVER_READ,
  },
  {
    file: 'src/domain/text.ts',
    before: 'return previous[b.length] ?? 0',
    after: ['return previous[b.length] ?? 1'],
    why: NEVER_READ,
  },
  {
    file: 'src/domain/time.ts',
    before: 'const MAX_TIMESTAMPS = 1_000',
    after: ['const MAX_TIMESTAMPS = 1001'],
    why: ONLY_KEPT,
  },
  {
    file: 'src/domain/time.ts',
    before: 'if (timestamps.size >= MAX_TIMESTAMPS) timestamps.clear()',
    after: [
      'if (true) timestamps.clear()',
      'if (false) timestamps.clear()',
      'if (timestamps.size > MAX_TIMESTAMPS) timestamps.clear()',
      'if (timestamps.size >= MAX_TIMESTAMPS) ;',
    ],
    why: ONLY_KEPT,
  },
  {
    file: 'src/domain/time.ts',
    before: 'timestamps.set(at, text)',
    after: [';'],
    why: ONLY_KEPT,
  },
  {
    file: 'src/domain/time.ts',
    before: 'const MAX_DATES = 500',
    after: ['const MAX_DATES = 501'],
    why: ONLY_KEPT,
  },
  {
    file: 'src/domain/time.ts',
    before: 'if (dates.size >= MAX_DATES) dates.clear()',
    after: [
      'if (true) dates.clear()',
      'if (false) dates.clear()',
      'if (dates.size > MAX_DATES) dates.clear()',
      'if (dates.size >= MAX_DATES) ;',
    ],
    why: ONLY_KEPT,
  },
  {
    file: 'src/domain/time.ts',
    before: 'dates.set(key, date)',
    after: [';'],
    why: ONLY_KEPT,
  },
  {
    file: 'src/domain/time.ts',
    before: 'if (known !== undefined) return known',
    after: ['if (false) return known'],
    why: ONLY_KEPT,
  },
  {
    file: 'src/domain/time.ts',
    before: 'if (usual !== null) return usual',
    after: ['if (false) return usual'],
    why: ONLY_SLOWER,
  },
  {
    file: 'src/domain/time.ts',
    before:
      "if (text[4] !== '-' || text[7] !== '-' || text[10] !== 'T' || text[13] !== ':' || text[16] !== ':') return null",
    after: [
      'if (true) return null',
      "if (text[5] !== '-' || text[7] !== '-' || text[10] !== 'T' || text[13] !== ':' || text[16] !== ':') return null",
      "if (text[4] !== '' || text[7] !== '-' || text[10] !== 'T' || text[13] !== ':' || text[16] !== ':') return null",
      "if (text[4] !== '-' || text[8] !== '-' || text[10] !== 'T' || text[13] !== ':' || text[16] !== ':') return null",
      "if (text[4] !== '-' || text[7] !== '' || text[10] !== 'T' || text[13] !== ':' || text[16] !== ':') return null",
      "if (text[4] !== '-' || text[7] !== '-' || text[11] !== 'T' || text[13] !== ':' || text[16] !== ':') return null",
    ],
    why: ONLY_SLOWER,
  },
]
