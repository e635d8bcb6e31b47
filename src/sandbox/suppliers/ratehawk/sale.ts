/** How a rate is sold: to anybody, as part of a package only, or paid by the guest at the hotel. */
export type Sale = 'open' | 'package' | 'at_hotel'

/** The price of a sale, in thousandths of that of the open one. */
export const SALE_PERMILLE: Readonly<Record<Sale, number>> = { open: 1_000, package: 900, at_hotel: 980 }

/** What guests who live in the hotel's country pay where it is cheaper for them, in thousandths. */
export const LOCAL_PERMILLE = 930
