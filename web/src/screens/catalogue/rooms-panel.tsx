import { Table } from '@mantine/core'
import type { Action } from '../../kit/action.ts'
import { ActionButton } from '../../kit/action-button.tsx'
import { NothingYet } from '../../kit/empty.tsx'
import { Panel } from '../../kit/panel.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { readable } from '../../kit/tone.ts'
import type { HotelPage, SupplierRoom } from './documents.ts'

/** Says which room of the hotel a supplier's room is. */
function pinOf({ listing, supplierRoomId, name }: SupplierRoom, rooms: HotelPage['rooms']): Action {
  return {
    label: 'Say which',
    title: `${listing}: ${name || supplierRoomId}`,
    mutation: 'pinRoomMapping',
    values: { roomOf: `${listing}/${supplierRoomId}` },
    roles: ['operations'],
    says: 'Your word stands whatever the engine reads and whatever file is imported; the other rooms are placed around it.',
    fields: [
      {
        name: 'room',
        label: 'It is',
        kind: 'choice',
        options: [['', 'a room of its own'], ...rooms.map(({ id, name: room }) => [id, room || id] as const)],
      },
      {
        name: 'apart',
        label: 'It is a room of its own, and no other one is it',
        kind: 'flag',
        byDefault: true,
        isShown: ({ room }) => room === '' || room === undefined,
      },
    ],
  }
}

export function RoomsPanel({ page: { rooms, roomsApart } }: { readonly page: HotelPage }) {
  return (
    <Panel title="Rooms" isFlush>
      {rooms.length === 0 && roomsApart.length === 0 ? (
        <NothingYet title="No room is known">Rooms are planned from what suppliers’ listings tell.</NothingYet>
      ) : (
        <Table.ScrollContainer minWidth={640} tabIndex={0} role="region" aria-label="Rooms">
          <Table aria-label="Rooms">
            <Table.Thead>
              <Table.Tr>
                {['Room', 'Suppliers’ rooms', 'State'].map((head) => (
                  <Table.Th key={head}>{head}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rooms.map(({ id, name, isApart, isUsed, supplierRooms }) => (
                <Table.Tr key={id}>
                  <Table.Td>
                    {name}
                    <div className="mono quiet">{id}</div>
                  </Table.Td>
                  <Table.Td>
                    {supplierRooms.map((one) => (
                      <div key={`${one.listing}/${one.supplierRoomId}`}>
                        {one.name || one.supplierRoomId} <span className="quiet mono">{one.listing}</span>
                      </div>
                    ))}
                  </Table.Td>
                  <Table.Td>
                    {isUsed ? (
                      <StatusBadge status="ACTIVE" label="sold" />
                    ) : (
                      <StatusBadge status="ENDED" label="no supplier has it" />
                    )}
                    {isApart && <div className="quiet">a person says that it is no other one</div>}
                  </Table.Td>
                </Table.Tr>
              ))}
              {roomsApart.map((one) => (
                <RoomApart key={`${one.listing}/${one.supplierRoomId}`} one={one} rooms={rooms} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Panel>
  )
}

/** A supplier's room that nobody knows which room of the hotel it is. */
function RoomApart({ one, rooms }: { readonly one: SupplierRoom; readonly rooms: HotelPage['rooms'] }) {
  const { name, supplierRoomId, listing, status } = one
  return (
    <Table.Tr>
      <Table.Td className="quiet">no room of the hotel</Table.Td>
      <Table.Td>
        {name || supplierRoomId} <span className="quiet mono">{listing}</span>
      </Table.Td>
      <Table.Td>
        <StatusBadge status={status} tone={status === 'CONFLICT' ? 'bad' : 'warn'} label={readable(status)} />{' '}
        <ActionButton size="compact-xs" action={pinOf(one, rooms)} />
      </Table.Td>
    </Table.Tr>
  )
}
