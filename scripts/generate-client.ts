/** Writes src/store/client again, which is committed: after each change of prisma/schema.prisma. */
import { join } from 'node:path'
import { writePrismaClient } from './generated/prisma-client.ts'

await writePrismaClient(join(import.meta.dirname, '..'))
