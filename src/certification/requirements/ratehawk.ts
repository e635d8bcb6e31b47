import type { Requirement } from '../evidence.ts'
import { CONTENT, instructionsKept } from './every-supplier.ts'
import {
  cancelAgain,
  cutOff,
  deposit,
  finish,
  formAgain,
  forms,
  meals,
  NO_SHOW,
  names,
  noShow,
  poll,
  rates,
  rooms,
  startedOnce,
  testHotel,
} from './ratehawk-judges.ts'
import {
  amounts,
  asksPerson,
  at,
  both,
  byTests,
  calls,
  carried,
  confirmed,
  every,
  everyCall,
  nextIssue,
  numbers,
  one,
  optionsOf,
  requirement,
  texts,
  word,
} from './reading.ts'

export const ratehawkRequirements: readonly Requirement[] = [
  requirement('E-01', 'The order form is asked again after a failure, ten times at the most', (evidence) =>
    both(formAgain(evidence), forms(evidence)),
  ),
  requirement(
    'E-02',
    'Each form has an id of its own, and a booking is started once, under the one that opened',
    (evidence) => both(forms(evidence), startedOnce(evidence)),
  ),
  requirement('E-03', 'One corporate e-mail address for every booking, never the guest’s', (evidence) =>
    finish(
      evidence,
      (body) =>
        one(body, 'user.email') === '<setting corporateEmail>'
          ? null
          : `has ${word(body, 'user.email')}: set corporateEmail`,
      'starts with the corporate address',
    ),
  ),
  requirement('E-04', 'The board from meal_data, never better than it was sent', meals),
  requirement('E-05', 'Important information of the hotel is shown', instructionsKept),
  requirement('E-06', 'Rooms by all fields of rg_ext, and nothing else', rooms),
  nextIssue('E-07', 'Dumps weekly, increments daily', CONTENT),
  requirement('E-08', 'The mapping has the test hotel, hid 8473727', testHotel),
  requirement('E-09', 'A booking is confirmed by its status, and polled while it is not', poll),
  requirement('E-10', 'The cut-off that was agreed', cutOff),
  requirement('E-11', 'No-show penalties are told', (evidence) =>
    carried(evidence, {
      what: 'no-show penalties',
      theirs: (body) => rates(body).flatMap(noShow),
      ours: (option) => [
        ...amounts(option, 'cancellation.noShow.penalty'),
        ...texts(option, 'remarks.*').flatMap((remark) => NO_SHOW.exec(remark)?.[1] ?? []),
      ],
    }),
  ),
  requirement('E-12', 'Limits of the selling price are told, and bind', (evidence) =>
    carried(evidence, {
      what: 'limits of the selling price',
      theirs: (body) =>
        rates(body).flatMap((rate) => [
          ...numbers(rate, 'sell_price_limits.min_price'),
          ...numbers(rate, 'sell_price_limits.max_price'),
        ]),
      ours: (option) =>
        one(option, 'sellingPrice.binding') === true
          ? [...amounts(option, 'sellingPrice.minimum'), ...amounts(option, 'sellingPrice.maximum')]
          : [],
    }),
  ),
  requirement('E-13', 'The price is the contract’s; taxes at the hotel stand apart', (evidence) =>
    both(
      carried(evidence, {
        what: 'prices',
        theirs: (body) => rates(body).flatMap((rate) => numbers(deposit(rate), 'amount')),
        ours: (option) => amounts(option, 'price.total'),
      }),
      carried(evidence, {
        what: 'taxes at the hotel',
        theirs: (body) =>
          rates(body).flatMap((rate) =>
            at(deposit(rate), 'tax_data.taxes.*').flatMap((tax) =>
              one(tax, 'included_by_supplier') === false ? numbers(tax, 'amount') : [],
            ),
          ),
        ours: (option) => amounts(option, 'price.dueAtProperty.*.amount'),
      }),
    ),
  ),
  requirement('E-14', 'Names that it takes, a named guest in each room, children with their ages', names),
  requirement('E-15', 'Who books, for contracts that want it', (evidence) => {
    const kind = one(evidence.settings, 'supplierData.kind') ?? 'NONE'
    return kind === 'NONE'
      ? asksPerson('ask whether your contract wants supplier_data; then set supplierData')
      : finish(
          evidence,
          (body) => (one(body, 'supplier_data.email') ? null : 'lacks supplier_data'),
          'starts that tell it',
        )
  }),
  byTests('E-16', 'Arrival times; upsells are never chosen', 'they are optional fields of a booking'),
  byTests('E-17', 'RateHawk’s messages are received', 'they come from RateHawk'),
  byTests('E-18', 'Orders are compared every night', 'the nightly comparison is no part of a run'),
  requirement('E-19', 'No changes and no partial cancellations are offered', (evidence) =>
    every('bookings', confirmed(evidence), (details) =>
      texts(details, 'availableActions.*').some((action) => /AMEND|CHANGE|ROOM/.test(action))
        ? 'one can be changed'
        : null,
    ),
  ),
  requirement('E-20', 'A cancellation that fails is sent once more', cancelAgain),
  requirement('E-21', 'Hotel page and prebook are never answered from a memory', (evidence) =>
    every(
      'room searches and prebooks that were asked for',
      evidence.told.filter(({ ok, operation }) => ok && (operation === 'createRoomSearch' || operation === 'prebook')),
      ({ step, operation, number }) =>
        calls(evidence, operation === 'prebook' ? 'price_check' : 'rooms').some(
          (made) => made.step === step && made.number < number,
        )
          ? null
          : `${step} was answered without a call`,
    ),
  ),
  requirement('E-22', 'The price increase that prebook accepts is declared, and small', (evidence) =>
    everyCall('prebooks', calls(evidence, 'price_check'), ({ request }) => {
      const [percent] = numbers(request.body, 'price_increase_percent')
      return percent !== undefined && percent <= 10 ? null : `accepts ${percent ?? 'any'} %`
    }),
  ),
  requirement('E-23', 'The residency on the first step, and the same for all guests', (evidence) =>
    everyCall('searches with a residency', calls(evidence, 'search', 'rooms'), ({ request }) =>
      /^[a-z]{2}$/.test(word(request.body, 'residency')) ? null : 'lacks it',
    ),
  ),
  byTests(
    'E-24',
    'A test key books the test hotel only, and each refusal has its own meaning',
    'this run books what it may',
  ),
  byTests('E-25', 'A group of more than nine bookings is refused for good', 'a run makes no groups'),
  requirement('E-26', 'Packages and rates with a deposit at the hotel are not offered', (evidence) =>
    every('options that are prepaid, without a deposit', optionsOf(evidence), (option) =>
      at(option, 'payment.deposits.*').length === 0 && one(option, 'rateConditions.packageOnly') === false
        ? null
        : 'one is not',
    ),
  ),
]
