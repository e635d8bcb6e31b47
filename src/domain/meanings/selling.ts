import type { DueAtPropertyView, SellingView } from '../contract/offer.ts'
import type {
  DepositView,
  InstructionsView,
  ListPriceView,
  PaymentView,
  PromotionView,
  RateConditionsView,
  SellingPriceView,
  SupplierTermsView,
  TraderView,
} from '../contract/selling.ts'
import type { ChargeKind, ChargeScope } from '../rate.ts'
import type { PaymentType, PromotionKind } from '../selling.ts'
import { means, typeMeaning, valuesMeaning } from './meaning.ts'
import { MONEY } from './money.ts'

export const CHARGE_KIND = valuesMeaning<ChargeKind>('What a tax or fee is for, as far as the supplier tells it.', {
  TAX: 'A tax that is not told further.',
  SALES_TAX: 'A sales tax, which is shown apart in some countries.',
  CITY_TAX: 'A tax of the town on each night or guest.',
  VAT: 'Value-added tax.',
  TAXES_AND_FEES: 'Taxes and service fees in one sum, which the supplier does not tell apart.',
  SERVICE_FEE: 'A fee for a service that comes with the room.',
  PROPERTY_FEE: 'A fee that the hotel itself takes for every stay.',
  RESORT_FEE: 'A resort fee: pool, beach, gym and the like.',
  MANDATORY_FEE: 'A fee that every guest has to pay, not told further.',
  EXTRA_PERSON_FEE: 'What guests beyond the usual number cost.',
  RECOVERY_CHARGE: 'What the supplier keeps to recover taxes that it owes itself.',
  ADJUSTMENT: 'A correction of the price; a negative amount is a discount.',
  DEPOSIT: 'A deposit for damage, given back when there is none.',
  OTHER: 'Anything else; its description tells what.',
})

export const CHARGE_SCOPE = valuesMeaning<ChargeScope>('How often a charge at the hotel is taken.', {
  PER_STAY: 'Once for the stay.',
  PER_NIGHT: 'For each night.',
  PER_PERSON: 'For each guest.',
  PER_PERSON_PER_NIGHT: 'For each guest and night.',
  UNKNOWN: 'The supplier does not tell. The amount is for the whole stay all the same.',
})

export const DUE_AT_PROPERTY = typeMeaning<DueAtPropertyView>(
  'A charge that the guest pays at the hotel. Over HTTP it has the fields of money itself too, as it always had: the same as its {amount}.',
  {
    ...MONEY.fields,
    name: means('What the charge is called, to show beside its amount.', 'Resort fee'),
    amount: means('How much it is for the whole stay, in the currency in which the supplier charges you.'),
    amountInPropertyCurrency: means(
      'How much it is in the currency of the hotel: that is what its desk takes. Null when the supplier does not tell it.',
    ),
    mandatory: means('False when only guests who use something have to pay it.'),
    scope: means('How the charge is counted; {amount} is for the whole stay in any case.', 'PER_NIGHT'),
    text: means(
      'The charge in the supplier’s own words. Null when it has none.',
      'A resort fee of JPY 5,500 a night is taken at the desk.',
    ),
  },
)

export const SELLING_PRICE = typeMeaning<SellingPriceView>(
  'At what price the supplier’s contract wants the rate to be sold to the guest, for the whole stay and all rooms.',
  {
    minimum: means(
      'The lowest price at which you may sell. Null when the supplier sets none. {binding} tells whether it is a rule.',
    ),
    suggested: means('The price that the supplier suggests. Null when it suggests none.'),
    maximum: means('The highest price at which you may sell. Null when the supplier sets none.'),
    binding: means(
      'True when selling to the public below {minimum}, or above {maximum}, breaks the supplier’s contract. Then keep within them.',
    ),
    source: means('Who sets the price, in the supplier’s own word. Null when it does not say.', 'providerDirect'),
  },
)

export const RATE_CONDITIONS_MEANING = typeMeaning<RateConditionsView>(
  'Under which conditions alone the rate may be sold. All are false unless your organization has been allowed to sell such rates.',
  {
    packageOnly: means('True: only together with a flight or another service, under one price.'),
    mobileOnly: means('True: only to guests on a mobile device.'),
    memberOnly: means('True: only to guests who are logged in as members.'),
    opaque: means('True: only where the hotel’s name stays hidden until it is booked.'),
    residentsOnly: means('True: only to residents of the hotel’s country, who have to prove it there.'),
    promotionIds: means('The {id} of each of {promotions} that has one.', ['H-1021']),
  },
)

export const PROMOTION_KIND = valuesMeaning<PromotionKind>('What a promotion gives.', {
  DISCOUNT: 'A lower price. The price has it already.',
  FREE_NIGHT: 'Nights that cost nothing. The price has them already.',
  PERK: 'Something on top of the room, such as a transfer or credit for the spa.',
  CONDITION: 'A lower price for guests who prove something at the hotel. Tell them before they book.',
  OTHER: 'Something else; its name tells what.',
})

export const PROMOTION = typeMeaning<PromotionView>('A promotion of the supplier or the hotel that the rate has.', {
  id: means('The supplier’s own code of it. Null when there is none.', 'H-1021'),
  name: means('What it is called, to show to guests; in the supplier’s words.', 'Stay 3, pay 2'),
  kind: means('What it gives.', 'FREE_NIGHT'),
  amount: means('How much lower the price is for it. Null when the supplier does not tell.'),
})

export const PAYMENT_TYPE = valuesMeaning<PaymentType>('Who pays whom, and when.', {
  PREPAID: 'You pay with the booking. The guest pays the hotel no more than what is due there.',
  AT_PROPERTY: 'The guest pays the stay at the hotel.',
  DEPOSIT: 'The guest pays a part in advance, and the rest at the hotel.',
})

export const DEPOSIT = typeMeaning<DepositView>('A part of the price that is taken in advance.', {
  amount: means('How much is taken.'),
  dueAt: means(
    'When it is taken, in RFC 3339 and UTC. Null when the supplier does not say.',
    '2027-02-01T00:00:00.000Z',
  ),
  refundable: means('Whether it is given back when the guest cancels in time. Null when the supplier does not say.'),
})

export const PAYMENT = typeMeaning<PaymentView>('How the stay is paid.', {
  type: means('Who pays whom. Rates of other types than the first are not offered at present.', 'PREPAID'),
  deposits: means('What is taken in advance. Empty when nothing is.'),
  cardsAccepted: means('The cards that the hotel takes, in the supplier’s codes. Empty for prepaid rates.', [
    'VI',
    'CA',
  ]),
})

export const INSTRUCTIONS = typeMeaning<InstructionsView>(
  'How guests get in and out, and what else they have to know before they travel. Show it before booking and on the voucher.',
  {
    checkInFrom: means('From when on guests can check in, as HH:MM at the hotel. Null when it is not known.', '15:00'),
    checkInUntil: means(
      'Until when they can, as HH:MM at the hotel. Null when it is not known, or at any time.',
      '23:30',
    ),
    checkOutUntil: means('Until when they have to leave, as HH:MM at the hotel. Null when it is not known.', '11:00'),
    text: means('What to do on arrival, as texts. Empty when nothing is told.', ['Photo identification is required.']),
    special: means('What is unlike elsewhere: an age, another place for the key. Empty when nothing is.', [
      'The key is collected at 12 Market Street.',
    ]),
    mandatoryFeesText: means(
      'The fees that all guests pay at the hotel, in its words. Null when none are told.',
      'A city tax is taken.',
    ),
    optionalFeesText: means(
      'The fees that some guests pay at the hotel, in its words. Null when none are told.',
      'Parking: EUR 20 a day',
    ),
    knowBeforeYouGo: means(
      'What else to know before travelling, in the hotel’s words. Null when nothing is told.',
      'No lift.',
    ),
  },
)

export const TRADER = typeMeaning<TraderView>('Who sells the stay, as the law of the EU wants guests to be told.', {
  name: means('The name of the trader or private person.', 'Lotus Hotels Ltd'),
  address: means('Where the trader is established. Null when it is not told.', '1 Market Street, Dublin'),
  registerName: means(
    'The business register that the trader is in. Null when it is not told.',
    'Companies Registration Office',
  ),
  registerNumber: means('The trader’s number in that register. Null when it is not told.', '123456'),
  email: means('An e-mail address of the trader. Null when it is not told.', 'desk@example.com'),
  phone: means('A telephone number of the trader. Null when it is not told.', '+35315550123'),
  texts: means('What the guest has to be told of the trader, in the supplier’s words.', [
    'This trader has certified itself.',
  ]),
})

export const SUPPLIER_TERMS = typeMeaning<SupplierTermsView>(
  'The supplier’s own terms, which the guest accepts by booking.',
  {
    supplierTermsUrl: means(
      'A link to the terms, to be shown beside the button that books. Null when there is none.',
      'https://supplier.example/terms',
    ),
    agentAgreementUrl: means(
      'A link to the agreement that agents who book have accepted. Null when there is none.',
      'https://supplier.example/agents',
    ),
    text: means(
      'The terms as text, where the supplier sends them with the rate. Null when it does not.',
      'Rates are for individual travellers.',
    ),
  },
)

export const LIST_PRICE = typeMeaning<ListPriceView>(
  'The total in the currency of your lists, or in the {currency} of the request, so that all options of an answer can be sorted by one figure. What is booked and charged is {total} of {price}.',
  {
    total: means('The converted total.'),
    rate: means(
      'The operator’s exchange rate: units of the list’s currency for one of the supplier’s, as a decimal. `1` when nothing was converted.',
      '1.0842',
    ),
    rateAsOf: means(
      'When that rate was stored, in RFC 3339 and UTC. Null when nothing was converted.',
      '2027-01-14T06:00:00.000Z',
    ),
  },
)

/** Fields that options, offers and bookings share. */
export const SELLING: { readonly [Field in keyof SellingView]: ReturnType<typeof means> } = {
  sellingPrice: means('At what price the supplier’s contract wants it to be sold. Null when it says nothing.'),
  rateConditions: means('To whom, and how, it may be sold. Without any condition it is sold alone and to everybody.'),
  promotions: means(
    'What makes the rate cheaper or gives more. The price has it already. Empty when there is nothing.',
  ),
  payment: means('Who is paid for it, when, and how.'),
  instructions: means(
    'How guests check in and out, and what they must know. Null when neither supplier nor catalogue tell.',
  ),
}
export const LISTED_PRICE = means(
  'The total in the currency of your lists, for sorting. Null without a stored exchange rate.',
)
