import { PrismaPg } from '@prisma/adapter-pg'
import { type Prisma, PrismaClient } from './client/client.ts'

/** The client itself or an open transaction: what every function of the store takes. */
export type Database = Omit<PrismaClient, '$connect' | '$disconnect' | '$on' | '$extends' | '$use' | '$transaction'>

export type RootDatabase = PrismaClient

export type DatabaseOptions = {
  readonly url: string
  /** Most connections of this process. */
  readonly poolSize: number
  /** A statement that takes longer is cancelled by the server, ms. */
  readonly statementTimeoutMs: number
}

/** Opens the pool lazily: nothing connects before the first query. */
export const createDatabase = ({ url, poolSize, statementTimeoutMs }: DatabaseOptions): RootDatabase =>
  new PrismaClient({
    adapter: new PrismaPg({
      connectionString: url,
      max: poolSize,
      connectionTimeoutMillis: 5_000,
      statement_timeout: statementTimeoutMs,
      application_name: 'hotel-gateway',
    }),
  })

/** A JSON column takes plain data; Prisma's own input type demands an index signature that ours need not have. */
export const json = (value: unknown): Prisma.InputJsonValue => value as Prisma.InputJsonValue
