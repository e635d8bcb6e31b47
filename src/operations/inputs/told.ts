import { z } from 'zod'
import { type Meaning, type TypeMeaning, type ValuesMeaning, valuesOf } from '../../domain/meanings/meaning.ts'

type Fields<Schema extends z.ZodObject> = TypeMeaning<z.output<Schema>>['fields']

/**
 * The schema with its meanings, for the documents that are printed from it. It parses as before. The texts keep their marks: each
 * document spells the names in its own way.
 */
export function told<Schema extends z.ZodObject>(
  schema: Schema,
  { says, fields }: { readonly says: string; readonly fields: NoInfer<Fields<Schema>> },
): Schema {
  const meanings: Readonly<Record<string, Meaning>> = fields
  const shape = Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [name, withMeaning(field as z.ZodType, meanings[name])]),
  )
  return z.core.clone(schema, { ...schema._zod.def, shape }).meta({ ...schema.meta(), description: says })
}

/** Where the list begins in the description of a closed list. */
const LIST = /\n\n(?=- `)/

/** A closed list as a schema, with the meaning of each value. */
export function toldValues<Value extends string>(meaning: ValuesMeaning<Value>): z.ZodEnum<{ [V in Value]: V }> {
  const list = Object.entries<string>(meaning.values).map(([value, says]) => `- \`${value}\`: ${says}`)
  const schema = z.enum(valuesOf(meaning)) as unknown as z.ZodEnum<{ [V in Value]: V }>
  return schema.meta({ description: `${meaning.says}\n\n${list.join('\n')}` })
}

function withMeaning(field: z.ZodType, meaning: Meaning | undefined): z.ZodType {
  if (!meaning) return field
  const { says, example } = meaning
  const description = [says, ...listOf(field)].join('\n\n')
  return field.meta({ ...field.meta(), description, ...(example === undefined ? {} : { examples: [example] }) })
}

/** The values of a closed list, which the field's own text would replace. */
function listOf(field: z.ZodType): string[] {
  const list = field instanceof z.ZodOptional ? field.unwrap() : field
  const [, values] = list instanceof z.ZodEnum ? (list.meta()?.description ?? '').split(LIST) : []
  return values ? [values] : []
}
