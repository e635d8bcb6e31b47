import { remembered } from './remembered.ts'

/**
 * The words that texts of suppliers are kept by: what is none of them is masked, for it may be somebody's name. They are words of
 * protocols, prices and bookings; a word that is a common name as well tells nothing without the others.
 */
const TEXT = `
a able about above accept accepted access account action active activity adult adults after again age ages all allotment allowed allowance
already amenities amenity amount an and another any api apis application are at attempt availability available away b2b back bad balance base be
bed bedding beds been before below between board boards body book booked booking bookings both breakfast busy but by call called calls can cancel
canceled cancellation cancelled cannot category change changed changes channel charge charged check checkin checkout child children city class
closed code codes comment commission complete completed conditions confirm confirmation confirmed conflict connect connection contact contain
contains content contract cost count country create created credential credentials creation currency current daily data database date dates day
days debug deadline declined default delayed delete denied deposit description detail details did different does done double down due duplicate
early either empty enabled encoding end ended environment error errors essential exceed exceeded exchange exclusive exist existing exists expected
expired expires external failed failure false fee fees field fields file filter final find finish finished first for forbidden form format found
free from full gateway get gone group gzip half has hash have held hid hids hold holdable host hotel hotels hour hours html http https id ids if in
inactive include included includes inclusive incomplete incorrect info information inner input insufficient integer internal into invalid is it
items itineraries itinerary item its json key language last late later length less limit limited limits link links list locked longer lost
maintenance malformed many map margin market match matching max maximum meal message meta method min minimum minute minutes missing mode model
modification modified more most must name names national net network new next night nights no none non not null number object occupancies
occupancy of off offer offers ok on once one only open operation option options or order orders other our out over own package page pages
parameter parameters parse partial partner party passed past path pay payment payments pending per percent perks permission permitted place please
policies policy possible post prebook prebooked price prices processed processing product promotion promotions properties property provided provider
proxy purchase put quantity query quota quote range rate rates read reached ready reason received record reference refund refundable refused
region rejected release released remaining request requested requests required reservation reservations reset resource response responses restricted
result results resume retrieve retry return returned room rooms route rules sale same sandbox schema search second seconds selected sell sell selling send
sent server service session set should show signature size sold source start started state status stay still stop stopped string success successful
such supplier supported system tax taxes temporarily temporary terms test text than that the them then there this time timed timeout times to token
tolerance too total totals traffic true try type types unable unauthorised unauthorized unavailable under undefined unexpected unit unknown
unpaid unprocessable unsupported until up update updated upstream url use used user users utf valid validation value values version wait waiting
was we were when while will window with within without wrong xml year you your zone
`

/** Besides those of texts, for names of fields and parts of paths. */
const FIELDS = `
add additional addon addons address affiliate allowlist app area at attributes auth authentication balcony bathroom bedrooms bills business buyer
cancellable capacity card carrier checks client club collect commissionable comp complimentary configuration confirmations contacts cut damage
destination destinations discount discounts document dump email end exclusion expedia extra extras facilities facility family finance floor gender
given guest guests hotelbeds house identifier image images instructions invoice ip issue issues kind know label latitude legal level line lines
locale location longitude loyalty mandatory mapped mapping master member merchant metadata middle mobile nationality needs no note notes office optional origin
packaging paid parts pax paxes person phone pos prepaid prev price private profile provider quality raw rawest rebook refundability registration
remark remarks residency resident right sales sandbox scenario score sender serp sex show special stars statement stop surname tags telephone title trace
trader trans v1 v2 v3 vat view visa void voucher warnings window withdraw zip at by ext rg hp sum uuid stayed overall nightly occupancy pricing
billable strikethrough component components unavailability unavailables cities amended audit smoking href url uri rapid ratehawk liteapi region timezone zone hour per self merged outdated
`

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}

const TEXT_WORDS: ReadonlySet<string> = new Set(wordsOf(TEXT))
const FIELD_WORDS: ReadonlySet<string> = new Set([...TEXT_WORDS, ...wordsOf(FIELDS)])

/** True for a word of protocols and bookings, in any case. */
export function isTechnical(word: string): boolean {
  return TEXT_WORDS.has(word.toLowerCase())
}

/** True for a name of a field, or a part of a path, that is made of such words: `affiliate_reference_id`, `cancelTime`, `v3`. */
export const isTechnicalName = remembered(findTechnicalName)

function findTechnicalName(name: string): boolean {
  const parts = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter((part) => part !== '')
  return parts.length > 0 && parts.length <= 8 && parts.every((part) => isPart(part.toLowerCase()))
}

function isPart(part: string): boolean {
  return /^\d{1,4}$/.test(part) || FIELD_WORDS.has(part) || FIELD_WORDS.has(part.replace(/s$/, ''))
}
