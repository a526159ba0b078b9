import type { Sql } from '../db/db.ts'
import type { Migration } from './files.ts'

export interface Applied {
  name: string
  checksum: string
}

export const appliedMigrations = (sql: Sql): Promise<Applied[]> =>
  sql<Applied[]>`select name, checksum from migration order by name`

/** The migrations still to run. Throws when the database does not have a beginning of this version's migrations. */
export function pendingOf(known: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const ran = new Map(applied.map(({ name, checksum }) => [name, checksum]))
  const edited = known.filter(({ name, checksum }) => ran.has(name) && ran.get(name) !== checksum)
  if (edited.length > 0)
    throw new Error(
      `${listed(edited)} ran here with another text than this version has. What has run stays as it is: put the text back, ` +
        'and write what should be different as a new migration (npm run db:new NAME).',
    )
  const pending = known.filter(({ name }) => !ran.has(name))
  const [next] = pending
  if (!next) return []
  const later = known.slice(known.indexOf(next)).filter(({ name }) => ran.has(name))
  const strange = applied.filter(({ name }) => !known.some((each) => each.name === name))
  if (later.length > 0 || strange.length > 0)
    throw new Error(
      `The database has ${listed([...later, ...strange])} and not ${next.name}, which comes before: it was migrated by a ` +
        'version that did not come before this one. Start the version that it belongs to, or begin with an empty database.',
    )
  return pending
}

const listed = (migrations: readonly { name: string }[]): string => migrations.map(({ name }) => name).join(', ')
