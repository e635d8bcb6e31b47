/** A telephone number as its digits within the country, and the country's code if it is told. */
export type Phone = { readonly national: string; readonly callingCode: string | null }

/** E.164 country codes, of the countries with hotels on sale. Source: ITU-T E.164 list of assigned codes. */
const CALLING_CODES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'US1 CA1 PR1787 DO1809 JM1876 BS1242 BB1246 TT1868 AG1268 LC1758 GD1473 KN1869 VC1784 KY1345 TC1649 AW297 CW599 SX1721 ' +
    'BM1441 VG1284 VI1340 AI1264 DM1767 GP590 MQ596 GF594 RU7 KZ7 EG20 ZA27 GR30 NL31 BE32 FR33 ES34 HU36 IT39 VA39 RO40 CH41 ' +
    'AT43 GB44 GG44 JE44 IM44 DK45 SE46 NO47 PL48 DE49 PE51 MX52 CU53 AR54 BR55 CL56 CO57 VE58 MY60 AU61 ID62 PH63 NZ64 SG65 ' +
    'TH66 JP81 KR82 VN84 CN86 TR90 IN91 PK92 AF93 LK94 MM95 IR98 MA212 DZ213 TN216 LY218 GM220 SN221 MR222 ML223 GN224 CI225 ' +
    'BF226 NE227 TG228 BJ229 MU230 LR231 SL232 GH233 NG234 TD235 CF236 CM237 CV238 ST239 GQ240 GA241 CG242 CD243 AO244 GW245 ' +
    'SC248 SD249 RW250 ET251 SO252 DJ253 KE254 TZ255 UG256 BI257 MZ258 ZM260 MG261 RE262 YT262 ZW263 NA264 MW265 LS266 BW267 ' +
    'SZ268 KM269 FO298 GL299 GI350 PT351 LU352 IE353 IS354 AL355 MT356 CY357 FI358 BG359 LT370 LV371 EE372 MD373 AM374 BY375 ' +
    'AD376 MC377 SM378 UA380 RS381 ME382 XK383 HR385 SI386 BA387 MK389 CZ420 SK421 LI423 BZ501 GT502 SV503 HN504 NI505 CR506 ' +
    'PA507 HT509 BO591 GY592 EC593 PY595 SR597 UY598 TL670 BN673 PG675 TO676 SB677 VU678 FJ679 PW680 CK682 WS685 NC687 PF689 ' +
    'HK852 MO853 KH855 LA856 BD880 TW886 MV960 LB961 JO962 SY963 IQ964 KW965 SA966 YE967 OM968 PS970 AE971 IL972 BH973 QA974 ' +
    'BT975 MN976 NP977 TJ992 TM993 AZ994 GE995 KG996 UZ998'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), entry.slice(2)]),
)

/** Reservation desks: free, shared-cost and local-rate numbers, which many hotels give. */
const CALL_CENTRES: readonly RegExp[] = [
  /^1?8(?:00|33|44|55|66|77|88)\d{7}$/,
  /^(?:0?800|0?808|0?845|0?871|0?844|0?330|0?333|0?343|0?345|0?370)\d{6,7}$/,
  /^(?:0?180|0?900|0?901|0?902|1300|1800|400|0?805|0?809|0?810|0?820|0?825|0?848|0?840|0?199)\d{4,7}$/,
]
const FEWEST_DIGITS = 6
const MOST_DIGITS = 15

/** Null for what is no telephone number of one house. */
export function readPhone(text: string, countryCode: string | null): Phone | null {
  const digits =
    text
      .replace(/\(0\)/g, '')
      .split(/ext|x|\/|;|,/i)[0]
      ?.replace(/[^\d+]/g, '') ?? ''
  const code = countryCode === null ? undefined : CALLING_CODES[countryCode]
  const bare = digits.replace(/\D/g, '')
  if (bare.length < FEWEST_DIGITS || bare.length > MOST_DIGITS || /^(\d)\1+$/.test(bare)) return null
  const phone = split(bare, { isInternational: digits.startsWith('+') || bare.startsWith('00'), code })
  return CALL_CENTRES.some((pattern) => pattern.test(phone.national)) ? null : phone
}

const LEAST_NATIONAL = 6

function split(
  digits: string,
  { isInternational, code }: { readonly isInternational: boolean; readonly code: string | undefined },
): Phone {
  const withoutPrefix = digits.startsWith('00') ? digits.slice(2) : digits
  const hasCode =
    code !== undefined && withoutPrefix.startsWith(code) && withoutPrefix.length - code.length >= LEAST_NATIONAL
  // Suppliers often leave out the plus: 44 161 …; a local number that begins like its country's code is seldom that long.
  if (hasCode && (isInternational || withoutPrefix.length >= 10))
    return { national: withoutTrunk(withoutPrefix.slice(code.length)), callingCode: code }
  return { national: withoutTrunk(withoutPrefix), callingCode: isInternational ? null : (code ?? null) }
}

function withoutTrunk(digits: string): string {
  return digits.replace(/^0+/, '')
}

/** Equal numbers; one may lack its area code. */
export function isSamePhone(a: Phone, b: Phone): boolean {
  const [shorter, longer] = a.national.length <= b.national.length ? [a.national, b.national] : [b.national, a.national]
  if (shorter.length < FEWEST_DIGITS || longer.length - shorter.length > 4) return false
  return shorter === longer || (shorter.length >= 7 && longer.endsWith(shorter))
}
