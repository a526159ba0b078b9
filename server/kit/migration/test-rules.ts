import { isOutside, stepsOf } from './concurrent.ts'
import type { Migration } from './files.ts'

type Named = Pick<Migration, 'name' | 'text'>

const NAME = /^(\d{3})_[a-z][a-z0-9_]*\.sql$/

/** A sentence for each name without a number, or with the number of another migration, as two branches may give it. */
export function nameProblems(names: readonly string[]): string[] {
  const numbers = names.map((name) => NAME.exec(name)?.[1])
  return names.flatMap((name, index) => {
    if (!numbers[index]) return [`${name} is not like 014_what_changes.sql`]
    return numbers.indexOf(numbers[index]) < index
      ? [`${name} has the number of another migration: give it the next`]
      : []
  })
}

/** A sentence for each thing that would hold people up, or be half done, on a database with people in it. */
export const textProblems = ({ name, text }: Named): string[] =>
  isOutside(text) ? outside(name, text) : inside(name, text)

function outside(name: string, text: string): string[] {
  try {
    stepsOf(name, text)
    return []
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

function inside(name: string, text: string): string[] {
  const sql = text.replaceAll(/--.*$/gm, '').toLowerCase()
  const made = new Set([...sql.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([_, table]) => table))
  const grown = [...sql.matchAll(/create (?:unique )?index[^;]*? on (?:only )?(\w+)/g)].filter(
    ([_whole, table]) => !made.has(table),
  )
  return [
    ...grown.map(
      ([_, table]) =>
        `${name} indexes ${table}, which was there before and may be large: \`create index concurrently\`, in a migration of its ` +
        'own that begins with "-- outside a transaction"',
    ),
    ...(/\bconcurrently\b/.test(sql)
      ? [`${name} says concurrently and does not begin with "-- outside a transaction"`]
      : []),
    ...(/^\s*(?:commit|rollback|start transaction)\b/m.test(sql)
      ? [`${name} ends or begins a transaction by itself`]
      : []),
    ...(/pg_get_\w+def/.test(sql)
      ? [`${name} makes SQL of the words of another: write down what holds from now on`]
      : []),
  ]
}
