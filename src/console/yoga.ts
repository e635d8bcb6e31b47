import { createYoga, type YogaServerInstance } from 'graphql-yoga'
import { allCommands } from '../admin/commands.ts'
import type { Logger } from '../platform/logger.ts'
import type { ConsoleHost } from './context.ts'
import { useDocumentLimits } from './document-limits.ts'
import { consoleSchema } from './schema.ts'
import { useToldErrors } from './tell-errors.ts'

/** The schema of the screens below `base`; its streams are graphql-sse's distinct connections. */
export async function createConsoleYoga(
  base: string,
  log: Logger,
): Promise<YogaServerInstance<ConsoleHost, ConsoleHost>> {
  const schema = consoleSchema(await allCommands())
  return createYoga<ConsoleHost, ConsoleHost>({
    schema,
    graphqlEndpoint: `${base}/graphql{/stream}?`,
    maskedErrors: false,
    maxRequestBodySize: false,
    multipart: false,
    landingPage: false,
    graphiql: false,
    cors: false,
    batching: false,
    // Yoga's cache would keep any document, for as long as nobody sends a thousand others.
    parserAndValidationCache: false,
    logging: false,
    plugins: [useDocumentLimits(schema), useToldErrors(log)],
  })
}
