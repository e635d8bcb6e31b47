import type { InputFault } from '../reply.ts'

/** Rapid's languages. Source: the specification's error of an unsupported one. */
const LANGUAGES =
  'ar-SA, cs-CZ, da-DK, de-DE, el-GR, en-US, es-ES, es-MX, fi-FI, fr-CA, fr-FR, hr-HR, hu-HU, id-ID, is-IS, it-IT, ja-JP, lt-LT, ko-KR, ms-MY, nb-NO, nl-NL, pl-PL, pt-BR, pt-PT, ru-RU, sk-SK, sv-SE, th-TH, tr-TR, uk-UA, vi-VN, zh-CN, zh-TW'
const KNOWN: ReadonlySet<string> = new Set(LANGUAGES.split(', '))
const SUPPORTED = `Supported languages are: [${LANGUAGES}]`

function fault(
  [name, problem]: readonly [string, string],
  message: string,
  values: readonly string[] = [''],
): InputFault {
  return {
    type: `${name}.${problem}`,
    message,
    fields: values.map((value) => ({ name, type: 'querystring', value })),
  }
}

export function languageFaults(query: URLSearchParams): readonly InputFault[] {
  const given = query.getAll('language')
  const [language = ''] = given
  if (language === '') return [fault(['language', 'required'], `A language is required. ${SUPPORTED}`)]
  if (given.length > 1)
    return [fault(['language', 'above_maximum'], 'The number of languages passed in must not be greater than 1.')]
  return KNOWN.has(language)
    ? []
    : [fault(['language', 'not_supported'], `Language is not supported. ${SUPPORTED}`, [language])]
}

export function sourceFaults(query: URLSearchParams): readonly InputFault[] {
  const given = query.getAll('supply_source')
  const [source = ''] = given
  if (source === '') return [fault(['supply_source', 'required'], 'A supply_source is required.')]
  if (given.length > 1)
    return [
      fault(['supply_source', 'above_maximum'], 'The number of supply_source passed in must not be greater than 1.'),
    ]
  return source === 'expedia' || source === 'vrbo'
    ? []
    : [fault(['supply_source', 'invalid'], 'Supply source is not supported.', [source])]
}

const MAX_IDS = 250

export function idFaults(ids: readonly string[]): readonly InputFault[] {
  const wrong = ids.filter((id) => !/^\d+$/.test(id))
  return [
    ...(wrong.length === 0
      ? []
      : [
          fault(
            ['property_id', 'must_be_numeric'],
            'All provided property_id query parameters must be numeric (contains only digits 0-9, with no other characters).',
            wrong,
          ),
        ]),
    ...(ids.length <= MAX_IDS
      ? []
      : [
          fault(
            ['property_id', 'above_maximum'],
            'A maximum of 250 property_id query parameters may be provided to this request.',
          ),
        ]),
  ]
}

const DATE = /^\d{4}-\d\d-\d\d$/

/** The faults of parameters that are UTC dates, where they are given. */
export function dateFaults(query: URLSearchParams, names: readonly string[]): readonly InputFault[] {
  return names.flatMap((name) => {
    const value = query.get(name)
    return value === null || (DATE.test(value) && !Number.isNaN(Date.parse(value)))
      ? []
      : [
          fault(
            [name, 'invalid_date_format'],
            `The ${name} field is not formatted correctly. Please provide a date in ISO 8601 (YYYY-MM-DD) format.`,
            [value],
          ),
        ]
  })
}

export function sinceFaults(query: URLSearchParams): readonly InputFault[] {
  return query.has('since')
    ? dateFaults(query, ['since'])
    : [
        fault(
          ['since', 'required'],
          'The since field is required. Please provide a date in ISO 8601 (YYYY-MM-DD) format.',
        ),
      ]
}
