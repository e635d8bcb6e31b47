import type { Evidence, Finding, Requirement } from '../evidence.ts'
import {
  amounts,
  at,
  both,
  byTests,
  calls,
  carried,
  confirmed,
  every,
  everyCall,
  nextIssue,
  notApplicable,
  numbers,
  one,
  optionsOf,
  requirement,
  roomPairs,
  texts,
  word,
} from './reading.ts'

/** Offers that are sold openly. */
function offers(body: unknown): readonly unknown[] {
  return at(body, 'data.*.roomTypes.*').filter(
    (offer) =>
      one(offer, 'rateType') === 'standard' &&
      one(offer, 'loyaltyMembershipIdRequired') !== true &&
      texts(offer, 'rates.*.paymentTypes.*').some((type) => type !== 'PROPERTY_PAY'),
  )
}

/** The price at which an offer has to be sold: with its rates, or for all of it; the highest, where they differ. */
function suggested(offer: unknown): readonly number[] {
  const told = [
    ...numbers(offer, 'suggestedSellingPrice.*.amount'),
    ...numbers(offer, 'rates.*.retailRate.suggestedSellingPrice.*.amount'),
  ]
  return told.length > 0 ? [Math.max(...told)] : []
}

function margins(evidence: Evidence): Finding {
  const { margin = 0 } = evidence.settings
  return both(
    everyCall('rate calls with our margin', calls(evidence, 'search', 'rooms'), ({ request }) =>
      one(request.body, 'margin') === margin ? null : `sends ${word(request.body, 'margin')}`,
    ),
    carried(evidence, {
      what: 'totals',
      theirs: (body) => offers(body).flatMap((offer) => numbers(offer, 'offerRetailRate.*.amount')),
      ours: (option) => amounts(option, 'price.total'),
    }),
    every('options without a commission', optionsOf(evidence), (option) =>
      JSON.stringify(option).includes('commission') ? 'one tells it to the partner' : null,
    ),
  )
}

function boards(evidence: Evidence): Finding {
  return every('answers with boards', roomPairs(evidence), ({ step, body, options }) => {
    const plain = offers(body).flatMap((offer) => texts(offer, 'rates.*.boardType'))
    const breakfasts = options.filter((option) => one(option, 'board.code') === 'BB')
    const possible = plain.filter((type) => ['BB', 'BI', 'BB2', 'BB3'].includes(type))
    return breakfasts.length <= possible.length ? null : `${step} calls a breakfast for one BB`
  })
}

const TOLD_FIELDS = ['knowBeforeYouGo', 'mandatoryFees', 'optionalFees', 'hotelRemarks', 'remarks']

function records(evidence: Evidence): Finding {
  const telling = calls(evidence, 'retrieve').filter(({ answer }) =>
    TOLD_FIELDS.some((field) => texts(answer?.body, `data.${field}`).some((text) => text !== '')),
  )
  return every('records that tell more', telling, ({ step, number }) => {
    const details = evidence.told.find(
      (read) => read.operation === 'getBookingDetails' && read.step === step && read.number > number,
    )
    const isTold =
      details === undefined ||
      texts(details.value, 'remarks.*').length > 0 ||
      one(details.value, 'instructions') !== null
    return isTold ? null : `${step} tells nothing of it`
  })
}

export const liteapiRequirements: readonly Requirement[] = [
  requirement('L-01', 'Not below the suggested selling price in public', (evidence) =>
    carried(evidence, {
      what: 'suggested selling prices',
      theirs: (body) => offers(body).flatMap(suggested),
      ours: (option) => {
        const isBinding = one(option, 'sellingPrice.binding') === true || evidence.settings['closedUserGroup'] === true
        return isBinding ? amounts(option, 'sellingPrice.suggested') : []
      },
    }),
  ),
  requirement('L-02', 'Our margin with every call; the price is the total, the commission nobody’s but ours', margins),
  requirement('L-03', 'Rooms by mappedRoomId', (evidence) =>
    both(
      everyCall('room calls that ask for the mapping', calls(evidence, 'rooms'), ({ request }) =>
        one(request.body, 'roomMapping') === true ? null : 'lacks roomMapping',
      ),
      every('answers with mapped rooms', roomPairs(evidence), ({ step, body, options }) => {
        const codes = texts(options, '*.allocations.*.providerRoom.code')
        const lost = numbers(offers(body), '*.rates.*.mappedRoomId').find((id) => !codes.includes(String(id)))
        return lost === undefined ? null : `${step} does not know room ${lost}`
      }),
    ),
  ),
  requirement('L-04', 'Who books, for the checks of fraud: address, language, device', (evidence) =>
    everyCall('bookings with metadata', calls(evidence, 'book'), ({ request }) => {
      const lacking = ['ip', 'language', 'user_agent'].find((name) => one(request.body, `metadata.${name}`) === null)
      return lacking === undefined ? null : `lacks metadata.${lacking}`
    }),
  ),
  requirement('L-05', 'One session, with the same dates', (evidence) =>
    everyCall('rate calls with a session', calls(evidence, 'search', 'rooms'), ({ request }) =>
      one(request.body, 'sessionId') === null ? 'lacks sessionId' : null,
    ),
  ),
  requirement('L-06', 'What has changed at prebook is told', (evidence) =>
    every(
      'prebooks',
      calls(evidence, 'price_check').filter(({ answer }) => answer?.status === 200),
      ({ answer, step, number }) => {
        const body = answer?.body
        const changed =
          one(body, 'data.cancellationChanged') === true ||
          one(body, 'data.boardChanged') === true ||
          numbers(body, 'data.priceDifferencePercent').some((percent) => percent !== 0)
        const prebook = evidence.told.find(
          (next) => next.operation === 'prebook' && next.step === step && next.number > number,
        )
        return changed && one(prebook?.value, 'status') === 'AVAILABLE' ? `${step} is called unchanged` : null
      },
    ),
  ),
  requirement('L-07', 'Only what our method pays: no package, no membership, no payment at the hotel', (evidence) =>
    every('answers of which only open offers are offered', roomPairs(evidence), ({ step, body, options }) => {
      const open = offers(body).length
      return options.length <= open ? null : `${step} offers ${options.length} of ${open}`
    }),
  ),
  requirement('L-08', 'Promotions and perks', (evidence) =>
    carried(evidence, {
      what: 'promotions',
      theirs: (body) =>
        offers(body).flatMap((offer) => [
          ...texts(offer, 'rates.*.retailRate.promotions.*.name'),
          ...numbers(offer, 'rates.*.perks.*.perkId').map((id) => `perk ${id}`),
        ]),
      ours: (option) =>
        at(option, 'promotions.*').flatMap((promotion) =>
          one(promotion, 'kind') === 'PERK' ? [`perk ${word(promotion, 'id')}`] : texts(promotion, 'name'),
        ),
    }),
  ),
  requirement('L-09', 'Boards: one for fewer guests than the room’s is no breakfast for all', boards),
  byTests('L-10', 'Bookings are compared every night', 'the nightly comparison is no part of a run'),
  byTests('L-11', 'LiteAPI’s messages are received', 'they come from LiteAPI'),
  nextIssue('L-12', 'Changes of a booking', 'amendments come with the next issue'),
  requirement('L-13', 'What the booking’s record tells besides', records),
  byTests('L-14', 'The hotel’s number, which comes later', 'a run does not wait for days'),
  requirement('L-15', 'The agreed feed', (evidence) =>
    typeof evidence.settings['feed'] === 'string'
      ? everyCall('rate calls with the feed', calls(evidence, 'search', 'rooms'), ({ request }) =>
          one(request.body, 'feed') === evidence.settings['feed'] ? null : 'lacks it',
        )
      : notApplicable('the account has no feeds to choose from (setting feed)'),
  ),
  requirement('L-16', 'Looks stay in proportion to bookings', (evidence) => {
    const looks = calls(evidence, 'search', 'rooms', 'price_check').length
    return every('looks for each booking', [looks], () => {
      const bookings = confirmed(evidence).length
      return bookings > 0 && looks / bookings <= 5_000 ? null : `${looks} looks, ${bookings} bookings`
    })
  }),
  requirement('L-17', 'The sandbox stands apart: its keys, and what its answers say', (evidence) =>
    every(
      'answers to bookings that say sandbox',
      calls(evidence, 'book').filter(({ answer }) => answer?.status === 200),
      ({ answer, step }) => (one(answer?.body, 'sandbox') === true ? null : `${step} was booked in production`),
    ),
  ),
  requirement('L-18', 'Times of cancellation are GMT where no zone is said', (evidence) =>
    every('options with terms', optionsOf(evidence), (option) =>
      texts(option, 'cancellation.penalties.*.from.utcDatetime').length > 0 ? null : 'one has no times',
    ),
  ),
]
