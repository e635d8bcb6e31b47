import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { MarkedWords } from '../../kit/marked-words.tsx'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { Time } from '../../kit/time.tsx'
import type { Evidence, Facts, Pair } from './documents.ts'
import { EvidenceMark } from './evidence-mark.tsx'

/** Which evidence is about which line. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  Name: [
    'NAME',
    'FORMER_NAME',
    'BRAND',
    'BRAND_FAMILY',
    'BRAND_CONFLICT',
    'BRAND_CHANGE',
    'DIVIDING_WORD',
    'NAME_NUMBER',
    'OTHER_NAME',
  ],
  Address: ['ADDRESS', 'HOUSE_NUMBER'],
  Postcode: ['POSTCODE'],
  City: ['CITY'],
  Country: ['COUNTRY'],
  Point: ['DISTANCE'],
  Telephone: ['PHONE'],
  Stars: ['STARS'],
  Chain: ['CHAIN'],
  Type: ['PROPERTY_TYPE'],
}

type Line = { readonly name: string; readonly left: ReactNode; readonly right: ReactNode }

function lines({ listing, hotel, hotelRooms, hotelListings }: Pair): readonly Line[] {
  const [a, b] = [listing.facts, hotel?.facts ?? null]
  const [left, right] = [a?.name ?? '', b?.name ?? hotel?.name ?? '']
  function line(name: string, told: (facts: Facts) => ReactNode): Line {
    return { name, left: a && told(a), right: b && told(b) }
  }
  return [
    { name: 'Name', left: <MarkedWords text={left} other={right} />, right: <MarkedWords text={right} other={left} /> },
    line('Also called', ({ alternativeNames }) => alternativeNames.join(' · ')),
    line('Formerly', ({ formerNames }) => formerNames.join(' · ')),
    line('Address', ({ addressLines }) => addressLines.join(', ')),
    line('Postcode', ({ postcode }) => postcode),
    line('City', ({ city }) => city),
    line('Country', ({ countryCode }) => countryCode),
    line('Point', ({ latitude, longitude }) => latitude !== null && longitude !== null && `${latitude}, ${longitude}`),
    line('Telephone', ({ phones }) => phones.join(', ')),
    line('Stars', ({ stars }) => stars),
    line('Chain', ({ chain }) => chain),
    line('Type', ({ propertyType }) => propertyType),
    { name: 'Photos', left: listing.images, right: hotel?.images },
    { name: 'Rooms', left: <Rooms names={listing.rooms} />, right: hotel && <Rooms names={hotelRooms} /> },
    {
      name: 'Sold by',
      left: listing.supplierCode,
      right: hotel && [...new Set(hotelListings.map(({ supplierCode }) => supplierCode))].join(', '),
    },
    { name: 'Changed', left: <Time at={listing.changedAt} />, right: null },
  ]
}

function Rooms({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return <span className="quiet">none told</span>
  return (
    <details>
      <summary>{names.length}</summary>
      {[...new Set(names)].map((name) => (
        <div key={name}>{name}</div>
      ))}
    </details>
  )
}

/** What each side tells, and what the engine makes of it, line by line. */
export function SideBySide({ pair }: { readonly pair: Pair }) {
  const { listing, hotel, verdict } = pair
  const evidence = verdict?.evidence ?? []
  return (
    <Table.ScrollContainer minWidth={480} tabIndex={0} role="region" aria-label="Side by side">
      <Table aria-label="Side by side" className="side-by-side" layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={84} aria-label="What" />
            <Table.Th className="mono">{listing.id}</Table.Th>
            <Table.Th>
              {hotel ? <ScreenLink to={`/hotels/${hotel.id}`}>hotel {hotel.id}</ScreenLink> : 'no hotel'}
            </Table.Th>
            <Table.Th w={92}>Speaks</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines(pair)
            .filter(({ left, right }) => !isEmpty(left) || !isEmpty(right))
            .map(({ name, left, right }) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" className="quiet">
                  {name}
                </Table.Th>
                <Table.Td>{isEmpty(left) ? <NotTold /> : left}</Table.Td>
                <Table.Td>{isEmpty(right) ? <NotTold /> : right}</Table.Td>
                <Table.Td>
                  {about(evidence, name).map((one) => (
                    <EvidenceMark key={one.kind} one={one} />
                  ))}
                </Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function about(evidence: readonly Evidence[], name: string): readonly Evidence[] {
  return evidence.filter(({ kind }) => KINDS[name]?.includes(kind))
}

function isEmpty(value: ReactNode): boolean {
  return value === null || value === undefined || value === '' || value === false
}

function NotTold() {
  return <span className="quiet">not told</span>
}
