/** States, each with the territories that have an own ISO 3166-1 code and that suppliers also list under the state's. */
const TERRITORIES: Readonly<Record<string, string>> = {
  US: 'PR VI GU AS MP UM',
  FR: 'GP MQ GF RE YT BL MF PM NC PF WF',
  CN: 'HK MO',
  GB: 'GG JE IM GI BM KY VG TC AI MS FK SH',
  NL: 'AW CW SX BQ',
  DK: 'FO GL',
  NO: 'SJ',
  FI: 'AX',
  AU: 'CX CC NF',
  NZ: 'CK NU TK',
}

const STATE_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(TERRITORIES).flatMap(([state, territories]) =>
    territories.split(' ').map((territory) => [territory, state] as const),
  ),
)

/** True of one country told twice, and of a territory and its state. Two territories of one state are two countries. */
export function areCompatibleCountries(a: string, b: string): boolean {
  return a === b || STATE_OF.get(a) === b || STATE_OF.get(b) === a
}

/** The code of a territory's state; any other code is itself. */
export function stateOf(code: string): string {
  return STATE_OF.get(code) ?? code
}
