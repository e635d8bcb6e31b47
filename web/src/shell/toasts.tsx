import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

/** Where `notifications.show` shows what was done. Loaded after the page: what is told before is kept for it. */
export function Toasts() {
  return <Notifications position="bottom-right" autoClose={6_000} />
}
