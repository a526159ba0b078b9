import type { Row } from 'postgres'
import { decryptRows } from '../kit/crypto/encrypted-text.ts'
import type { Db } from '../kit/db/db.ts'

/** Rows of the audit with their reasons as they were typed. */
export const withReasons = async (db: Db, rows: PromiseLike<readonly Row[]>): Promise<Row[]> =>
  decryptRows<Row>(db, await rows, { reason: 'audit.reason' })
