import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useGo } from '../../kit/use-go.ts'

/** Leads to a hotel's page by its number, or to a listing's by `SUPPLIER/ID`. */
export function OpenHotel() {
  const [typed, setTyped] = useState('')
  const go = useGo()
  const given = typed.trim()
  const to = /^\d{1,9}$/.test(given) ? `/hotels/${given}` : /^\w+\/\S+$/.test(given) ? `/mapping?pair=${given}` : null
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (to !== null) go(to)
      }}
    >
      <TextInput
        aria-label="Open a hotel or a listing"
        placeholder="551, or hotelbeds/1533 ↵"
        value={typed}
        w={220}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        error={given !== '' && to === null ? 'a hotel’s number, or SUPPLIER/ID' : null}
      />
    </form>
  )
}
