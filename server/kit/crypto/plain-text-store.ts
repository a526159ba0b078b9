import type { Db } from '../db/db.ts'
import { ENCRYPTED_COLUMNS, type EncryptedColumn, JSON_COLUMNS, UNCHANGEABLE_COLUMNS } from './encrypted-columns.ts'
import { encryptText } from './encrypted-text.ts'

const BATCH = 500

/** Encrypts the texts from before they were encrypted, in batches, while the product serves. Returns their number. */
export async function encryptPlainTexts(db: Db): Promise<number> {
  let encrypted = 0
  for (const column of ENCRYPTED_COLUMNS.filter((each) => !UNCHANGEABLE_COLUMNS.has(each)))
    for (let batch = BATCH; batch === BATCH; encrypted += batch) batch = await encryptBatch(db, column)
  return encrypted
}

function encryptBatch(db: Db, column: EncryptedColumn): Promise<number> {
  const [table = '', name = ''] = column.split('.')
  return db.begin(async (tx) => {
    await tx`select set_config('cuida.encrypt', 'on', true)`
    // Locks the rows, so that a text that is saved meanwhile is not overwritten.
    const isJson = JSON_COLUMNS.has(column)
    const isPlain = isJson
      ? tx`jsonb_typeof(${tx(name)}) = 'array' and ${tx(name)} <> '[]'`
      : tx`${tx(name)} <> '' and ${tx(name)} not like 'sealed:%'`
    const rows = await tx<{ at: string; text: string }[]>`
      select ctid::text as at, ${tx(name)}::text as text from ${tx(table)}
      where ${isPlain} limit ${BATCH} for update skip locked`
    if (rows.length === 0) return 0
    await tx`
      update ${tx(table)} t set ${tx(name)} = ${isJson ? tx`to_jsonb(c.text)` : tx`c.text`}
      from unnest(${rows.map(({ at }) => at)}::text[], ${rows.map(({ text }) => encryptText(tx, column, text))}::text[]) as c (at, text)
      where t.ctid = c.at::tid`
    return rows.length
  })
}
