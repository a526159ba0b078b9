import type { Db } from '../kit/db/db.ts'
import { forgetEmployees } from './company-store.ts'

export const sweepInvite = ({ db }: { db: Db }): Promise<void> => forgetEmployees(db)
