import { BOOKING_STATUS } from '../../domain/meanings/booking-state.ts'
import { toldValues } from '../../operations/inputs/told.ts'

export const bookingStatus = toldValues(BOOKING_STATUS)
