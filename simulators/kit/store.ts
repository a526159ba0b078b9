import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** One kind of record. Written before the response leaves, so that kill -9 loses nothing that a client was told. */
export interface Collection<T> {
  get(id: string): T | undefined
  /** `reference` is the caller's key: an order id, an e-mail address, a phone number. */
  put(id: string, value: T, reference?: string): void
  having(reference: string): T[]
  /** Newest first. */
  list(limit?: number): T[]
  remove(id: string): void
  /** Deletes all but the newest `count`. */
  keep(count: number): void
}

export interface Store {
  collection<T>(kind: string): Collection<T>
  close(): void
}

const SCHEMA = `
  pragma journal_mode = wal;
  pragma synchronous = normal;
  create table if not exists record (
    seq integer primary key autoincrement,
    kind text not null,
    id text not null,
    reference text,
    body text not null,
    unique (kind, id)
  );
  create index if not exists record_by_reference on record (kind, reference);
`

/** SQLite is synchronous: a handler that does not await between reading and writing is a transaction. */
export function openStore(dataDir: string): Store {
  const folder = join(dataDir, 'simulators')
  mkdirSync(folder, { recursive: true })
  const db = new DatabaseSync(join(folder, 'state.sqlite'))
  db.exec(SCHEMA)
  return { collection: <T>(kind: string) => collection<T>(db, kind), close: () => db.close() }
}

function collection<T>(db: DatabaseSync, kind: string): Collection<T> {
  const get = db.prepare('select body from record where kind = ? and id = ?')
  const having = db.prepare('select body from record where kind = ? and reference = ? order by seq desc')
  const list = db.prepare('select body from record where kind = ? order by seq desc limit ?')
  const remove = db.prepare('delete from record where kind = ? and id = ?')
  const prune = db.prepare(`delete from record where kind = ?1
    and seq <= (select seq from record where kind = ?1 order by seq desc limit 1 offset ?2)`)
  const put = db.prepare(`insert into record (kind, id, reference, body) values (?, ?, ?, ?)
    on conflict (kind, id) do update set body = excluded.body, reference = excluded.reference`)
  // Only this program writes the file, and `put` takes a T.
  const read = (row: { body?: unknown } | undefined): T | undefined =>
    typeof row?.body === 'string' ? (JSON.parse(row.body) as T) : undefined
  const readAll = (rows: { body?: unknown }[]) => rows.map(read).filter((value) => value !== undefined)
  return {
    get: (id) => read(get.get(kind, id)),
    put: (id, value, reference) => void put.run(kind, id, reference ?? null, JSON.stringify(value)),
    having: (reference) => readAll(having.all(kind, reference)),
    list: (limit = -1) => readAll(list.all(kind, limit)),
    remove: (id) => void remove.run(kind, id),
    keep: (count) => void prune.run(kind, count),
  }
}
