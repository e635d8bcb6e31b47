import { Spotlight, type SpotlightActionData } from '@mantine/spotlight'
import { Hash, Search } from 'lucide-react'
import { useState } from 'react'
import { useGo } from '../kit/use-go.ts'
import { useViewer } from '../kit/viewer.ts'
import type { Screen } from '../screen.ts'
import { isFor, PLACES, SCREENS } from '../screens.ts'
import { palette, paletteStore } from './palette-store.ts'

/** Ctrl K: opens any screen by its name, and whatever has an id by the id. */
export function Palette() {
  const { roles } = useViewer()
  const [asked, setAsked] = useState('')
  const go = useGo()
  const mine = SCREENS.filter((screen) => isFor(screen, roles))
  const places = PLACES.filter((screen) => isFor(screen, roles))
  const actions = [...idActions(asked, mine, go), ...places.map((screen) => screenAction(screen, go))]
  return (
    <Spotlight
      store={paletteStore}
      actions={actions}
      query={asked}
      onQueryChange={setAsked}
      shortcut={['mod + K']}
      nothingFound="No screen has this name, and it is no id that is known here."
      attributes={{ content: { 'aria-label': 'Find an id or a screen' } }}
      overlayProps={{ blur: 0, backgroundOpacity: 0.3 }}
      transitionProps={{ duration: 80 }}
      limit={30}
      scrollable
      highlightQuery
      onSpotlightClose={() => setAsked('')}
      searchProps={{
        leftSection: <Search size={16} />,
        placeholder: 'A screen, or any id',
        'aria-label': 'A screen, or any id',
      }}
      filter={(_query, all) => filterActions(asked, all as SpotlightActionData[])}
    />
  )
}

function screenAction(
  { path, label, nav, key, words = '' }: Screen,
  go: (address: string) => void,
): SpotlightActionData {
  const Icon = nav?.icon ?? Hash
  return {
    id: path,
    label,
    keywords: [words, nav?.group ?? ''],
    leftSection: <Icon size={16} />,
    rightSection: key && <kbd className="navigation-key">g {key}</kbd>,
    onClick: () => go(path),
  }
}

/** The screens that show the thing whose id was given. */
function idActions(asked: string, screens: readonly Screen[], go: (address: string) => void): SpotlightActionData[] {
  const id = asked.trim()
  return screens
    .filter(({ ids = [] }) => ids.some((beginning) => id.startsWith(beginning)) && !/\s/.test(id))
    .map(({ path, label }) => ({
      id: `id:${path}`,
      label: `${label} ${id}`,
      leftSection: <Hash size={16} />,
      onClick: () => {
        palette.close()
        go(path.replace('$id', encodeURIComponent(id)))
      },
    }))
}

/** What has all words, those whose own name begins so before those that are only about it. */
function filterActions(asked: string, actions: readonly SpotlightActionData[]): SpotlightActionData[] {
  const name = asked.trim().toLowerCase()
  const words = name.split(/\s+/)
  const found = actions.filter(({ id, label = '', keywords = [] }) => {
    const told = `${label} ${[keywords].flat().join(' ')}`.toLowerCase()
    return id.startsWith('id:') || words.every((word) => told.includes(word))
  })
  function isNamed({ id, label = '' }: SpotlightActionData): boolean {
    return id.startsWith('id:') || label.toLowerCase().startsWith(name)
  }
  return [...found.filter(isNamed), ...found.filter((one) => !isNamed(one))]
}
