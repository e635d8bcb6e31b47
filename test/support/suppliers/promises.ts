import { type Money, toDecimal } from '../../../src/domain/money.ts'
import type { RoomRate } from '../../../src/domain/rate.ts'
import { withheldFor } from '../../../src/domain/selling.ts'
import type { Said } from './said.ts'

function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) < 0.005
}

function decimal(amount: Money): number {
  return Number(toDecimal(amount))
}

/** What is paid at the hotel, by each currency in which we tell it. */
function duesOf({ price }: RoomRate): Map<string, number> {
  const dues = new Map<string, number>()
  function add({ currency, ...amount }: Money): void {
    dues.set(currency, (dues.get(currency) ?? 0) + decimal({ currency, ...amount }))
  }
  for (const { due, amount, atProperty } of price.taxesAndFees) {
    if (due !== 'AT_PROPERTY') continue
    add(amount)
    const desk = atProperty?.inPropertyCurrency
    if (desk && desk.currency !== amount.currency) add(desk)
  }
  return dues
}

type Faults = readonly (readonly [isFault: boolean, promise: string])[]

function priceFaults({ price: { total }, board: { code } }: RoomRate, said: Said): Faults {
  const isBetter = code !== null && code !== 'RO' && !said.boards.includes(code)
  return [
    [!isSame(decimal(total), said.total), `the total ${toDecimal(total)}, and it said ${said.total}`],
    [isBetter, `${code}, and it said ${said.boards.join() || 'none'}`],
  ]
}

function cancelFaults({ policy: { windows, refundability } }: RoomRate, { isFreeNow }: Said): Faults {
  return [
    [windows[0]?.status === 'NO_CHARGE' && !isFreeNow, 'free cancellation'],
    [refundability === 'REFUNDABLE' && !isFreeNow, 'a refund'],
  ]
}

function dueFaults(rate: RoomRate, said: Said): Faults {
  const dues = duesOf(rate)
  return [
    [dues.size === 0 && said.dues.size > 0, `nothing at the hotel, and it said ${JSON.stringify([...said.dues])}`],
    ...[...dues].map(([currency, amount]) => {
      const wanted = said.dues.get(currency)
      return [!isSame(amount, wanted ?? 0), `${currency} ${amount} at the hotel, and it said ${wanted}`] as const
    }),
  ]
}

/** True when the rate tells a limit that the supplier has set, as one that binds. */
function tells(rate: RoomRate, limit: 'minimum' | 'maximum', wanted: number): boolean {
  const told = rate.sellingPrice?.binding ? rate.sellingPrice[limit] : null
  return told !== null && isSame(decimal(told), wanted)
}

function sellingFaults(rate: RoomRate, { minimum, maximum, isOpen }: Said): Faults {
  return [
    [minimum !== null && !tells(rate, 'minimum', minimum), `a sale below ${minimum}`],
    [maximum !== null && !tells(rate, 'maximum', maximum), `a sale above ${maximum}`],
    [!isOpen, 'a sale to everybody'],
  ]
}

/**
 * What a rate promises beyond what the supplier said of it; empty when it promises nothing of the kind. A rate that is withheld
 * from everybody promises nothing.
 */
export function overpromised(rate: RoomRate, said: Said): string[] {
  if (withheldFor(rate, new Set()) !== null) return []
  const judges = [priceFaults, cancelFaults, dueFaults, sellingFaults]
  return judges.flatMap((judge) => judge(rate, said)).flatMap(([isFault, promise]) => (isFault ? [promise] : []))
}
