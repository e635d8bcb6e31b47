import { Anchor, Text } from '@mantine/core'
import { Panel } from '../../kit/panel.tsx'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { CardList } from '../../portal/card-list.tsx'

const PLACES = [
  ['/docs/quick-start', 'Quick start', 'From a key to a booking in the sandbox, command by command.'],
  [
    '/docs/reference',
    'HTTP reference',
    'Every operation with its fields, errors and examples; try them with your key.',
  ],
  ['/graphql', 'GraphiQL', 'The same operations as GraphQL, to be tried in the browser with your key.'],
  ['/docs/errors', 'Errors', 'What each code means, and what to do about it.'],
  ['/docs/webhooks', 'Webhooks', 'How events are signed, sent again and checked.'],
  ['/docs/sandbox', 'Sandbox', 'Scenario hotels, the clock and faults, by API.'],
  ['/docs/limits', 'Limits', 'Classes of requests, and what to do with 429.'],
  ['/openapi.json', 'OpenAPI', 'The contract for generators of clients.'],
  ['/docs/changelog', 'Changelog', 'What has changed, and what will end.'],
] as const

export function ReferenceScreen() {
  return (
    <>
      <ScreenHead title="Reference" answers="How does it work, and what exactly does the API say?" />
      <CardList label="Reference" columns={3}>
        {PLACES.map(([href, title, told]) => (
          <Panel
            key={href}
            title={
              <Anchor href={href} target="_blank" rel="noreferrer" inherit>
                {title}
              </Anchor>
            }
          >
            <Text size="sm">{told}</Text>
          </Panel>
        ))}
      </CardList>
    </>
  )
}
