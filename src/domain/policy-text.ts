import type { CancellationPolicy, PenaltyWindow } from './cancellation.ts'
import { currencyExponent, type Money } from './money.ts'
import type { Instant } from './time.ts'

/** The sentences of a policy. `{until}` and `{from}` are times at the hotel, `{amount}` is what cancelling costs. */
type Sentences = {
  readonly freeAlways: string
  readonly freeUntil: string
  readonly freeFrom: string
  readonly costsAlways: string
  readonly costsUntil: string
  readonly costsFrom: string
  readonly unknownAlways: string
  readonly unknownUntil: string
  readonly unknownFrom: string
  readonly wholePrice: string
  readonly noShow: string
  readonly noShowUnknown: string
  readonly noTerms: string
}

const SENTENCES: Readonly<Record<string, Sentences>> = {
  en: {
    freeAlways: 'Cancelling is free of charge at any time.',
    freeUntil: 'Cancelling is free of charge before {until}.',
    freeFrom: 'From {from} cancelling is free of charge.',
    costsAlways: 'Cancelling costs {amount} at any time.',
    costsUntil: 'Before {until} cancelling costs {amount}.',
    costsFrom: 'From {from} cancelling costs {amount}.',
    unknownAlways: 'The cost of cancelling is not known in advance.',
    unknownUntil: 'Before {until} the cost of cancelling is not known in advance.',
    unknownFrom: 'From {from} the cost of cancelling is not known in advance.',
    wholePrice: '{amount} (the whole price)',
    noShow: 'Not arriving costs {amount}.',
    noShowUnknown: 'The cost of not arriving is not known in advance.',
    noTerms: 'No cancellation terms are known.',
  },
  fr: {
    freeAlways: 'L’annulation est gratuite à tout moment.',
    freeUntil: 'L’annulation est gratuite avant le {until}.',
    freeFrom: 'À partir du {from}, l’annulation est gratuite.',
    costsAlways: 'L’annulation coûte {amount} à tout moment.',
    costsUntil: 'Avant le {until}, l’annulation coûte {amount}.',
    costsFrom: 'À partir du {from}, l’annulation coûte {amount}.',
    unknownAlways: 'Le coût de l’annulation n’est pas connu à l’avance.',
    unknownUntil: 'Avant le {until}, le coût de l’annulation n’est pas connu à l’avance.',
    unknownFrom: 'À partir du {from}, le coût de l’annulation n’est pas connu à l’avance.',
    wholePrice: '{amount} (le prix total)',
    noShow: 'La non-présentation coûte {amount}.',
    noShowUnknown: 'Le coût de la non-présentation n’est pas connu à l’avance.',
    noTerms: 'Aucune condition d’annulation n’est connue.',
  },
  de: {
    freeAlways: 'Die Stornierung ist jederzeit kostenlos.',
    freeUntil: 'Die Stornierung ist vor dem {until} kostenlos.',
    freeFrom: 'Ab dem {from} ist die Stornierung kostenlos.',
    costsAlways: 'Die Stornierung kostet jederzeit {amount}.',
    costsUntil: 'Vor dem {until} kostet die Stornierung {amount}.',
    costsFrom: 'Ab dem {from} kostet die Stornierung {amount}.',
    unknownAlways: 'Die Kosten der Stornierung sind vorher nicht bekannt.',
    unknownUntil: 'Vor dem {until} sind die Kosten der Stornierung nicht bekannt.',
    unknownFrom: 'Ab dem {from} sind die Kosten der Stornierung nicht bekannt.',
    wholePrice: '{amount} (den ganzen Preis)',
    noShow: 'Bei Nichtanreise kostet es {amount}.',
    noShowUnknown: 'Die Kosten bei Nichtanreise sind vorher nicht bekannt.',
    noTerms: 'Es sind keine Stornierungsbedingungen bekannt.',
  },
  ja: {
    freeAlways: 'キャンセルはいつでも無料です。',
    freeUntil: '{until}より前のキャンセルは無料です。',
    freeFrom: '{from}以降のキャンセルは無料です。',
    costsAlways: 'キャンセル料は常に{amount}です。',
    costsUntil: '{until}より前のキャンセル料は{amount}です。',
    costsFrom: '{from}以降のキャンセル料は{amount}です。',
    unknownAlways: 'キャンセル料は事前に確定していません。',
    unknownUntil: '{until}より前のキャンセル料は事前に確定していません。',
    unknownFrom: '{from}以降のキャンセル料は事前に確定していません。',
    wholePrice: '{amount}（全額）',
    noShow: '連絡なしに宿泊しない場合の料金は{amount}です。',
    noShowUnknown: '連絡なしに宿泊しない場合の料金は事前に確定していません。',
    noTerms: 'キャンセル条件は不明です。',
  },
  ar: {
    freeAlways: 'الإلغاء مجاني في أي وقت.',
    freeUntil: 'الإلغاء مجاني قبل {until}.',
    freeFrom: 'ابتداءً من {from} يكون الإلغاء مجانيًا.',
    costsAlways: 'تكلفة الإلغاء {amount} في أي وقت.',
    costsUntil: 'قبل {until} تكون تكلفة الإلغاء {amount}.',
    costsFrom: 'ابتداءً من {from} تكون تكلفة الإلغاء {amount}.',
    unknownAlways: 'تكلفة الإلغاء غير معروفة مسبقًا.',
    unknownUntil: 'قبل {until} تكون تكلفة الإلغاء غير معروفة مسبقًا.',
    unknownFrom: 'ابتداءً من {from} تكون تكلفة الإلغاء غير معروفة مسبقًا.',
    wholePrice: '{amount} (السعر كاملًا)',
    noShow: 'تكلفة عدم الحضور {amount}.',
    noShowUnknown: 'تكلفة عدم الحضور غير معروفة مسبقًا.',
    noTerms: 'شروط الإلغاء غير معروفة.',
  },
}

/** Formatters take tens of microseconds to make, and a room search makes texts of hundreds of options. */
const times = new Map<string, Intl.DateTimeFormat>()
const amounts = new Map<string, Intl.NumberFormat>()
/** Zones and currencies come from suppliers and the catalogue; the limit keeps a strange one from filling the memory. */
const MAX_KEPT = 2_000

function kept<Format>(formats: Map<string, Format>, key: string, make: () => Format): Format {
  const known = formats.get(key)
  if (known !== undefined) return known
  if (formats.size >= MAX_KEPT) formats.clear()
  const made = make()
  formats.set(key, made)
  return made
}

function timeText(at: Instant, zone: string, language: string): string {
  const format = kept(
    times,
    `${language} ${zone}`,
    () =>
      new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
        timeZone: zone,
        day: 'numeric',
        month: 'long',
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      }),
  )
  return `${format.format(at)} (${zone})`
}

function moneyText({ amountMinor, currency }: Money, language: string): string {
  const exponent = currencyExponent(currency)
  const format = kept(
    amounts,
    `${language} ${currency}`,
    () =>
      new Intl.NumberFormat(language, {
        style: 'currency',
        currency,
        currencyDisplay: 'code',
        minimumFractionDigits: exponent,
        maximumFractionDigits: exponent,
      }),
  )
  return format.format(amountMinor / 10 ** exponent)
}

/**
 * A policy in sentences for guests, one for each window, with times at the hotel. `language` is one of those that names have; any
 * other is read as English. It is never empty, and says nothing that the windows do not say.
 */
export function policyText({ windows, noShow, timeZone }: CancellationPolicy, language: string): string {
  const known = Object.hasOwn(SENTENCES, language)
  const sentences = (known ? SENTENCES[language] : SENTENCES['en']) as Sentences
  const told = { sentences, zone: timeZone ?? 'UTC', language: known ? language : 'en' }
  if (windows.length === 0) return sentences.noTerms
  const texts = windows.map((window, index) => windowText(window, { ...told, isFirst: index === 0 }))
  return [...texts, ...(noShow ? [noShowText(noShow, told)] : [])].join(language === 'ja' ? '' : ' ')
}

type Told = { readonly sentences: Sentences; readonly zone: string; readonly language: string }

/** The first window is told by its end, the others by their beginnings. */
function windowText(
  { fromAt, untilAt, status, penalty, basis }: PenaltyWindow,
  { sentences, zone, language, isFirst }: Told & { readonly isFirst: boolean },
): string {
  const kind = status === 'NO_CHARGE' ? 'free' : penalty === null ? 'unknown' : 'costs'
  const when = isFirst ? (untilAt === null ? 'Always' : 'Until') : 'From'
  const amount = penalty === null ? '' : moneyText(penalty, language)
  return sentences[`${kind}${when}`]
    .replace('{until}', untilAt === null ? '' : timeText(untilAt, zone, language))
    .replace('{from}', timeText(fromAt, zone, language))
    .replace('{amount}', basis === 'FULL_STAY' ? sentences.wholePrice.replace('{amount}', amount) : amount)
}

function noShowText({ penalty }: PenaltyWindow, { sentences, language }: Told): string {
  return penalty === null ? sentences.noShowUnknown : sentences.noShow.replace('{amount}', moneyText(penalty, language))
}
