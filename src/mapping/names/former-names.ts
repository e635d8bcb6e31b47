import type { HotelFacts } from '../hotel-facts.ts'

/** What a name says was its name before: `Palms Hotel (ex Sofitel)`, `Scandic Webers, formerly First Hotel Webers`. */
const FORMER =
  /[\s(,;\-–/[]+(?:ex\.?|former|formerly|formally|previously|prev\.?|fka|f\.k\.a\.?|known before as|ehem\.?|ehemals|ehemaliges|vormals|früher|anciennement|ancien|antes|anteriormente|antiguo|già|voormalig|voorheen|dawniej|dříve|tidigare|tidligere|eski adı|экс|бывш\.?|бывший|ранее|旧|原|舊|구)[\s.:\-–]+(.+?)[)\]]?$/iu
/** Houses that are called so: Hotel Ex Hacienda San Xavier. */
const NO_FORMER = /^(?:hacienda|convento|monastero|fabrica|seminario|finca)/i

type Names = { readonly current: readonly string[]; readonly former: readonly string[] }

/** A listing's names of today, the first of them its own, and those it had before. */
export function readFormerNames({ name, alternativeNames, formerNames }: HotelFacts): Names {
  const all = [name, ...(alternativeNames ?? [])].flatMap(inBothScripts).map(splitName)
  return {
    current: all.map(({ current }) => current),
    former: [...all.flatMap(({ former }) => (former === null ? [] : [former])), ...(formerNames ?? [])],
  }
}

/** `ホテル花風館 (Hotel Kafukan)`: the name as it is written there, and the whole of it in Latin letters. */
const BRACKETED = /^([^()]+)\(([^()]+)\)\s*$/
const FEWEST_LETTERS = 4

/** A name with the same name in Latin letters behind it, as both of them; any other name is itself. */
function inBothScripts(name: string): readonly string[] {
  const [, own = '', latin = ''] = name.match(BRACKETED) ?? []
  const isOwn = !/\p{Script=Latin}/u.test(own) && own.replace(/\P{L}/gu, '').length >= FEWEST_LETTERS
  const isLatin = latin.split(/\s+/).filter((word) => /^\p{Script=Latin}/u.test(word)).length >= 2
  return isOwn && isLatin && !/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(latin)
    ? [own, latin]
    : [name]
}

function splitName(name: string): { readonly current: string; readonly former: string | null } {
  const found =
    /ex|form|prev|fka|f\.k|known|ehem|vorm|fr|anc|ant|gi|voor|daw|d[rř]|tid|eski|экс|бывш|ранее|旧|原|舊|구/iu.test(
      name,
    )
      ? name.match(FORMER)
      : null
  const former = found?.[1]
  if (found?.index === undefined || former === undefined || found.index < 3 || NO_FORMER.test(former))
    return { current: name, former: null }
  return { current: name.slice(0, found.index), former }
}
