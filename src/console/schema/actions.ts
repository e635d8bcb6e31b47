import type { Command } from '../../admin/command.ts'
import { ACTIONS, type ActionTerms } from '../actions.ts'
import { runAction } from '../run-action.ts'
import { ActionResult } from './action-result.ts'
import { builder, only } from './builder.ts'

/** `case take` becomes `takeCase`, `catalogue set-trust` `setTrustCatalogue`. */
export function mutationName({ noun, verb }: Pick<Command, 'noun' | 'verb'>): string {
  const [first = '', ...rest] = `${verb}-${noun}`.split('-')
  return first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function camel(option: string): string {
  return option.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** One mutation for each command that screens run: its options are the arguments, and each asks for a reason. */
export function addActions(commands: readonly Command[]): void {
  for (const command of commands) {
    const terms = ACTIONS[`${command.noun} ${command.verb}`]
    if (terms) addAction(command, terms)
  }
}

function addAction(command: Command, terms: ActionTerms): void {
  const positionals = command.positionals ?? (command.positional === undefined ? [] : [command.positional])
  const options = Object.entries(command.options).map(([name, { type }]) => ({ name, isFlag: type === 'boolean' }))
  const all = [...positionals.map((name) => ({ name, isFlag: false })), ...options]
  builder.mutationField(mutationName(command), (t) =>
    t.field({
      type: ActionResult,
      description: `\`${command.noun} ${command.verb}\`: ${command.summary}`,
      ...only(...terms.roles),
      args: {
        ...Object.fromEntries(
          all.map(({ name, isFlag }) => [
            camel(name),
            isFlag ? t.arg.boolean({}) : t.arg.string({ required: command.required.includes(name) }),
          ]),
        ),
        reason: t.arg.string({ required: true, description: 'Why: 10 characters at least; it is in the audit log.' }),
      },
      resolve: (_root, args: Readonly<Record<string, unknown>>, context) => {
        const values = Object.fromEntries(
          all.flatMap(({ name }) => {
            const value = args[camel(name)]
            return typeof value === 'string' || value === true ? [[name, value] as const] : []
          }),
        )
        return runAction(context, { command, terms, values, reason: String(args['reason']) })
      },
    }),
  )
}
