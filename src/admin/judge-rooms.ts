import { judgeRoomPair } from '../operations/inputs/room-pair.ts'
import { type Command, UsageError } from './command.ts'
import { judgeLines } from './verdict-lines.ts'

export const judgeRoomsCommand: Command = {
  noun: 'mapping',
  verb: 'judge-rooms',
  summary: 'says of each pair of rooms in a file whether they are one room, and why; needs no database',
  usage: 'FILE|-',
  options: {},
  positional: 'file',
  required: ['file'],
  filter: ({ file }) => {
    if (typeof file !== 'string') throw new UsageError('FILE missing: mapping judge-rooms FILE|-')
    return judgeLines(file, judgeRoomPair)
  },
}
