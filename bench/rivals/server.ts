/**
 * Another GraphQL server with the gateway's schema, whose search answers what the gateway's has answered: `apollo` (Apollo Server
 * on its own HTTP server) or `mercurius` (Mercurius with jit on Fastify). No keys, no limits, no cost. Prints its port.
 *
 * `node server.ts apollo|mercurius SCHEMA.graphql ANSWER.json`
 */
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { ApolloServer } from '@apollo/server'
import { startStandaloneServer } from '@apollo/server/standalone'
import fastify from 'fastify'
import mercurius from 'mercurius'

const [kind, schemaFile = '', answerFile = ''] = process.argv.slice(2)
const typeDefs = readFileSync(schemaFile, 'utf8')
const search: unknown = JSON.parse(readFileSync(answerFile, 'utf8')).data.search
const resolvers = { Query: { search: () => search } }

async function apollo(): Promise<string> {
  const server = new ApolloServer({ typeDefs, resolvers, csrfPrevention: true })
  const { url } = await startStandaloneServer(server, { listen: { port: 0, host: '127.0.0.1' } })
  return new URL(url).port
}

async function withMercurius(): Promise<string> {
  const app = fastify()
  await app.register(mercurius, { schema: typeDefs, resolvers, jit: 1 })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return String((app.server.address() as AddressInfo).port)
}

console.log(await (kind === 'apollo' ? apollo() : withMercurius()))
