/**
 * Country calling codes by ISO 3166-1 alpha-2 code. Source: ITU-T, "List of ITU-T Recommendation E.164 assigned country codes". The
 * territories of the North American plan all have 1.
 */
const CALLING_CODES = `
AC 247 AD 376 AE 971 AF 93 AG 1 AI 1 AL 355 AM 374 AO 244 AR 54 AS 1 AT 43 AU 61 AW 297 AX 358 AZ 994 BA 387 BB 1 BD 880 BE 32 BF 226
BG 359 BH 973 BI 257 BJ 229 BL 590 BM 1 BN 673 BO 591 BQ 599 BR 55 BS 1 BT 975 BW 267 BY 375 BZ 501 CA 1 CC 61 CD 243 CF 236 CG 242
CH 41 CI 225 CK 682 CL 56 CM 237 CN 86 CO 57 CR 506 CU 53 CV 238 CW 599 CX 61 CY 357 CZ 420 DE 49 DJ 253 DK 45 DM 1 DO 1 DZ 213 EC 593
EE 372 EG 20 EH 212 ER 291 ES 34 ET 251 FI 358 FJ 679 FK 500 FM 691 FO 298 FR 33 GA 241 GB 44 GD 1 GE 995 GF 594 GG 44 GH 233 GI 350
GL 299 GM 220 GN 224 GP 590 GQ 240 GR 30 GT 502 GU 1 GW 245 GY 592 HK 852 HN 504 HR 385 HT 509 HU 36 ID 62 IE 353 IL 972 IM 44 IN 91
IO 246 IQ 964 IR 98 IS 354 IT 39 JE 44 JM 1 JO 962 JP 81 KE 254 KG 996 KH 855 KI 686 KM 269 KN 1 KP 850 KR 82 KW 965 KY 1 KZ 7 LA 856
LB 961 LC 1 LI 423 LK 94 LR 231 LS 266 LT 370 LU 352 LV 371 LY 218 MA 212 MC 377 MD 373 ME 382 MF 590 MG 261 MH 692 MK 389 ML 223 MM 95
MN 976 MO 853 MP 1 MQ 596 MR 222 MS 1 MT 356 MU 230 MV 960 MW 265 MX 52 MY 60 MZ 258 NA 264 NC 687 NE 227 NF 672 NG 234 NI 505 NL 31
NO 47 NP 977 NR 674 NU 683 NZ 64 OM 968 PA 507 PE 51 PF 689 PG 675 PH 63 PK 92 PL 48 PM 508 PR 1 PS 970 PT 351 PW 680 PY 595 QA 974
RE 262 RO 40 RS 381 RU 7 RW 250 SA 966 SB 677 SC 248 SD 249 SE 46 SG 65 SH 290 SI 386 SJ 47 SK 421 SL 232 SM 378 SN 221 SO 252 SR 597
SS 211 ST 239 SV 503 SX 1 SY 963 SZ 268 TC 1 TD 235 TG 228 TH 66 TJ 992 TK 690 TL 670 TM 993 TN 216 TO 676 TR 90 TT 1 TV 688 TW 886
TZ 255 UA 380 UG 256 US 1 UY 598 UZ 998 VA 39 VC 1 VE 58 VG 1 VI 1 VN 84 VU 678 WF 681 WS 685 XK 383 YE 967 YT 262 ZA 27 ZM 260 ZW 263`

const CODE_OF: ReadonlyMap<string, string> = new Map(
  [...CALLING_CODES.matchAll(/([A-Z]{2}) (\d{1,3})/g)].map(([, country = '', code = '']) => [country, code]),
)

/**
 * The digits that are dialled before a national number within the country, and are no part of it. Where none stands here it is 0. In
 * Italy the 0 is a part of the number. Source: ITU-T, operational bulletins, "Dialling procedures".
 */
const TRUNK_PREFIXES: Readonly<Record<string, string>> = {
  ...of('', 'IT VA SM ES PT GR NO DK PL CZ LU MT CY EE LV IS HK SG MO QA BH KW OM TN CI SN CM GA'),
  ...of('1', 'US CA PR DO JM BS BB TT'),
  ...of('8', 'RU KZ BY TM'),
  ...of('06', 'HU'),
}

function of(prefix: string, countries: string): Record<string, string> {
  return Object.fromEntries(countries.split(' ').map((country) => [country, prefix]))
}

/** E.164 allows 15 digits; fewer than 7 are an extension or a short code. */
const LEAST_DIGITS = 7
const MOST_DIGITS = 15
const MAX_SHOWN = 40
/** The most that is read of what stands for a number. */
const MAX_RAW = 80

/** The first of ten digits in the scripts that hotels of the Arab world and Iran write theirs in. */
const ZEROES = [0x660, 0x6f0] as const

/**
 * A telephone number as E.164, where it can be told; otherwise as it was written, if it has digits enough to be one. `country` is an
 * ISO 3166-1 alpha-2 code. An extension is left out.
 */
export function toPhone(raw: string, country: string | null): string | null {
  const written = inAscii(raw.slice(0, MAX_RAW))
    .replace(/(?:ext?|x|#|доп|int)\.?\s*\d{1,6}\s*$/i, '')
    .trim()
  // A zero in brackets behind a country code is not dialled from abroad: +44 (0)20 …
  const digits = written.replace(/^(\s*(?:\+|00).*?)\(0\)/, '$1').replaceAll(/\D/g, '')
  if (digits.length < LEAST_DIGITS || digits.length > MOST_DIGITS + 2) return null
  const international = internationalOf(written, digits, country)
  if (international !== null && international.length <= MOST_DIGITS) return `+${international}`
  return written
    .replaceAll(/[^\d+()/. -]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_SHOWN)
}

function inAscii(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => {
    const code = digit.charCodeAt(0)
    return String(code - (ZEROES.findLast((zero) => zero <= code) ?? code))
  })
}

/** The number with its country code and without a plus; null when the country is not known. */
function internationalOf(written: string, digits: string, country: string | null): string | null {
  if (/^\s*\+/.test(written)) return digits
  if (/^\s*00/.test(written)) return digits.slice(2)
  const code = CODE_OF.get(country ?? '')
  if (code === undefined || country === null) return null
  const trunk = TRUNK_PREFIXES[country] ?? '0'
  if (trunk !== '' && digits.startsWith(trunk)) return code + digits.slice(trunk.length)
  // A number that begins with its own country's code, without a plus: only where that leaves a number that is long enough.
  if (code.length > 1 && digits.startsWith(code) && digits.length - code.length >= LEAST_DIGITS + 1) return digits
  return code + digits
}
