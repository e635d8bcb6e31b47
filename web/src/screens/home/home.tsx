import { Stack } from '@mantine/core'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { FirstSteps } from './first-steps.tsx'
import { SupplierStrip } from './supplier-strip.tsx'
import { BookingTraffic } from './traffic.tsx'
import { WaitingLongest } from './waiting.tsx'
import { WorkForPeople } from './work.tsx'

/** Each part is read on its own, so that one that fails takes no other along. */
export function HomeScreen() {
  return (
    <>
      <ScreenHead title="Home" answers="Is it well? Since when not? What needs a person now?" />
      <Stack gap="md">
        <FirstSteps />
        <WorkForPeople />
        <SupplierStrip />
        <BookingTraffic />
        <WaitingLongest />
      </Stack>
    </>
  )
}
