/**
 * What takes long on a large table and must hold nobody up runs outside a transaction: indexes, and only they. Such a
 * migration begins with this line, and holds nothing but `create index concurrently` and `drop index concurrently if exists`.
 */
export const OUTSIDE = '-- outside a transaction'

const CREATE = /^create (?:unique )?index concurrently (\w+) on /
const DROP = /^drop index concurrently if exists \w+$/

export interface Step {
  statement: string
  /** Of the index that it makes; none where one goes. */
  makes: string | undefined
}

export const isOutside = (text: string): boolean => text.startsWith(OUTSIDE)

/** Its statements, each of which may be said again after it was cut off; or a sentence about the one that may not. */
export function stepsOf(name: string, text: string): Step[] {
  return statementsOf(text).map((statement) => {
    const flat = statement.toLowerCase().replaceAll(/\s+/g, ' ')
    const makes = CREATE.exec(flat)?.[1]
    if (makes || DROP.test(flat)) return { statement, makes }
    throw new Error(
      `${name} runs outside a transaction and may only create and drop indexes concurrently, not: ${flat}`,
    )
  })
}

const statementsOf = (text: string): string[] =>
  text
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
