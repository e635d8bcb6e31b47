import { SimpleGrid, Stack, Table } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { NothingYet } from '../../kit/empty.tsx'
import { Facts } from '../../kit/facts.tsx'
import { Panel } from '../../kit/panel.tsx'
import { Part } from '../../kit/part.tsx'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Time } from '../../kit/time.tsx'
import { readable } from '../../kit/tone.ts'
import { useRead } from '../../kit/use-read.ts'
import { HOTEL, type HotelListing, type HotelPage } from './documents.ts'
import { RoomsPanel } from './rooms-panel.tsx'

export function HotelScreen() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const isNumber = /^\d{1,9}$/.test(id)
  const read = useRead(HOTEL, { id: Number(id) }, { isOn: isNumber })
  if (!isNumber) return <NoHotel id={id} />
  return (
    <Part what="The hotel" read={read}>
      {({ catalogueHotel }) => (catalogueHotel === null ? <NoHotel id={id} /> : <Shown page={catalogueHotel} />)}
    </Part>
  )
}

function NoHotel({ id }: { readonly id: string }) {
  return (
    <>
      <ScreenHead title="Hotel" />
      <NothingYet title={`There is no hotel ${id}`}>
        <ScreenLink to="/catalogue">The catalogue</ScreenLink>
      </NothingYet>
    </>
  )
}

function Shown({ page }: { readonly page: HotelPage }) {
  const { hotel, listings } = page
  return (
    <>
      <ScreenHead
        title={hotel.name}
        answers={`Hotel ${hotel.id}: what is it sold from, and where does its page come from?`}
      />
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
          <About page={page} />
          <Sources page={page} />
        </SimpleGrid>
        <Panel title="Listings" aside={<span className="quiet">what its suppliers sell as it</span>} isFlush>
          {listings.length === 0 ? (
            <NothingYet title="Nobody sells it">No listing is mapped to it.</NothingYet>
          ) : (
            <Listings page={page} />
          )}
        </Panel>
        <RoomsPanel page={page} />
        <History page={page} />
      </Stack>
    </>
  )
}

function About({ page: { hotel } }: { readonly page: HotelPage }) {
  return (
    <Panel title="As the catalogue has it">
      <Facts
        facts={[
          ['Address', hotel.address],
          ['Telephone', hotel.phone],
          ['Point', `${hotel.latitude}, ${hotel.longitude}`],
          ['Place', hotel.placeId],
          ['Stars', hotel.stars ?? 'not told'],
          ['Type', hotel.propertyType],
          ['Images', hotel.images],
          [
            'Value',
            <span key="value" title="How bookable it is: the order of the queue and of lists without prices.">
              {hotel.value}
            </span>,
          ],
          ['Its row', hotel.followsListings ? 'follows what its suppliers tell' : 'is an operator’s file, and stays'],
          ['Changed', <Time key="changed" at={hotel.changedAt} />],
        ]}
      />
    </Panel>
  )
}

function Sources({ page: { sources } }: { readonly page: HotelPage }) {
  const byField = Map.groupBy(sources, ({ field }) => field)
  return (
    <Panel title="Where its page comes from">
      {sources.length === 0 ? (
        <p className="quiet">No supplier’s content was merged into it: it is as the operator’s file tells.</p>
      ) : (
        <Facts
          facts={[...byField].map(([field, all]) => [
            readable(field),
            [...Map.groupBy(all, ({ supplierCode }) => supplierCode)]
              .map(([supplier, some]) => {
                const languages = some.flatMap(({ language }) => language ?? [])
                return languages.length === 0 ? supplier : `${supplier} (${languages.join(', ')})`
              })
              .join(' · '),
          ])}
        />
      )}
    </Panel>
  )
}

function Listings({ page: { hotel, listings } }: { readonly page: HotelPage }) {
  return (
    <Table.ScrollContainer minWidth={760} tabIndex={0} role="region" aria-label="Listings">
      <Table aria-label="Listings">
        <Table.Thead>
          <Table.Tr>
            {['Listing', 'Its name there', 'Mapping', 'By', 'At the supplier', 'Photos', 'Rooms', 'Changed'].map(
              (head) => (
                <Table.Th key={head}>{head}</Table.Th>
              ),
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {listings.map((one) => (
            <ListingRow key={one.id} one={one} hotelId={hotel.id} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function ListingRow({ one, hotelId }: { readonly one: HotelListing; readonly hotelId: number }) {
  const { id, facts, verification, decidedBy, status, onSale, images, rooms, changedAt } = one
  return (
    <Table.Tr>
      <Table.Td>
        <ScreenLink to={`/mapping?pair=${id}&hotel=${hotelId}`}>{id}</ScreenLink>
      </Table.Td>
      <Table.Td>{facts?.name ?? <span className="quiet">nothing of it is staged</span>}</Table.Td>
      <Table.Td>
        <StatusBadge status={verification} tone={verification === 'VERIFIED' ? 'good' : 'warn'} />
      </Table.Td>
      <Table.Td>{readable(decidedBy ?? '')}</Table.Td>
      <Table.Td>
        {status === null ? (
          <span className="quiet">unknown</span>
        ) : (
          <StatusBadge status={status} hint={onSale === false ? 'not sold' : 'sold'} />
        )}
      </Table.Td>
      <Table.Td className="num">{images}</Table.Td>
      <Table.Td className="num" title={rooms.join('\n')}>
        {rooms.length}
      </Table.Td>
      <Table.Td>
        <Time at={changedAt} />
      </Table.Td>
    </Table.Tr>
  )
}

function History({ page: { history } }: { readonly page: HotelPage }) {
  return (
    <Panel title="What came to it and left it">
      {history.length === 0 ? (
        <p className="quiet">No mapping of it has changed since it was first imported.</p>
      ) : (
        <ol aria-label="What came to it and left it" style={{ margin: 0, paddingLeft: 18 }}>
          {history.map(({ id, listing, at, actor, reason, note, fromHotelId, hotelId }) => (
            <li key={id}>
              <Time at={at} /> <ScreenLink to={`/mapping?pair=${listing}`}>{listing}</ScreenLink> {actor}:{' '}
              {readable(reason)}, {fromHotelId ?? 'no hotel'} → {hotelId ?? 'no hotel'}
              {note === null ? '' : ` (${note})`}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
