import { Modal, Table } from '@mantine/core'
import { useCanGoBack, useLocation, useRouter } from '@tanstack/react-router'
import { useKeys } from '../kit/keys.ts'
import { useGo } from '../kit/use-go.ts'
import { useViewer } from '../kit/viewer.ts'
import type { Screen } from '../screen.ts'
import { isFor, SCREENS } from '../screens.ts'
import { closeShortcuts, openShortcuts, useShortcutsOpen } from './shortcuts-store.ts'

const EVERYWHERE = [
  ['Ctrl K', 'Find an id or a screen'],
  ['/', 'To the search field of the screen'],
  ['j, k', 'Next row, row before'],
  ['Enter', 'Open the row'],
  ['x', 'Select the row, where rows can be selected'],
  ['n', 'Next page'],
  ['Esc', 'Close, or back'],
  ['?', 'This list'],
] as const

/** The keys that work on every screen, and the list of them. */
export function Shortcuts() {
  const { roles } = useViewer()
  const go = useGo()
  const isOpen = useShortcutsOpen()
  const back = useBack()
  const withKey = SCREENS.filter(
    (screen): screen is Screen & { key: string } => screen.key !== undefined && isFor(screen, roles),
  )
  useKeys({
    '?': openShortcuts,
    '/': focusSearch,
    Escape: back,
    ...Object.fromEntries(withKey.map(({ key, path }) => [`g ${key}`, () => go(path)])),
  })
  const rows = [...EVERYWHERE, ...withKey.map(({ key, label }) => [`g ${key}`, label] as const)]
  return (
    <Modal opened={isOpen} onClose={closeShortcuts} title="Keys" size="sm" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Table withRowBorders={false}>
        <Table.Tbody>
          {rows.map(([key, told]) => (
            <Table.Tr key={key}>
              <Table.Td w={90}>
                <kbd>{key}</kbd>
              </Table.Td>
              <Table.Td>{told}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}

/** From one thing to the list that it was opened from, or to its list. */
function useBack(): () => void {
  const { pathname } = useLocation()
  const { history } = useRouter()
  const canGoBack = useCanGoBack()
  const go = useGo()
  const above = pathname.replace(/\/[^/]*\/?$/, '')
  return () => {
    if (above === '') return
    if (canGoBack) history.back()
    else go(above)
  }
}

/** A screen's own search field has the attribute `data-search`. */
function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('input[data-search]')
  field?.focus()
  field?.select()
}
