import type { JsonSchema } from '../kit/http/schema.ts'

/** The longest text of a code, a name or a token that a person does not write. */
const SHORT = 119

/** The free texts of a body: `POST /questions text`, `POST /order symptoms[].answer`. */
export function freeTextsIn(schema: JsonSchema, at: string): string[] {
  const choices = [...((schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[])].flatMap((choice) =>
    freeTextsIn(choice, at),
  )
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
  const inner = properties.flatMap(([key, property]) => freeTextsIn(property, `${at}.${key}`))
  const items = schema.type === 'array' ? freeTextsIn(schema.items as JsonSchema, `${at}[]`) : []
  const isText =
    schema.type === 'string' && !('enum' in schema || 'const' in schema || 'format' in schema || 'pattern' in schema)
  const isLong = isText && Number(schema.maxLength ?? Number.POSITIVE_INFINITY) > SHORT
  return [...new Set([...choices, ...inner, ...items, ...(isLong ? [at] : [])])]
}
