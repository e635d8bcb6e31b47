import { setPatience } from '../../src/platform/patience.ts'
import { setStockShift } from '../../src/sandbox/catalogue/stock-day.ts'
import { STOCK_SHIFT_DAYS } from './day-from-now.ts'

/** Files of a worker follow each other in one process: a gateway of the file before has left its patience. */
setPatience(1)
/** Sandboxes that a test starts without a gateway sell what those of gateways do. */
setStockShift(STOCK_SHIFT_DAYS)
