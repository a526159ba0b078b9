import type { Db } from '../db/db.ts'
import { noteFault } from './fault-store.ts'
import type { FaultSink } from './sink.ts'

/**
 * The managers' own table, where there is no server of errors. `dbOf`: undefined until the database is there; what breaks
 * before, or because of it, is in the log alone.
 */
export const tableSink = (dbOf: () => Db | undefined): FaultSink => ({
  async take(fault, fingerprint) {
    const db = dbOf()
    if (!db) return false
    await noteFault(db, fingerprint, fault)
    return true
  },
})
