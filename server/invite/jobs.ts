import type { Db } from '../kit/db.ts'
import { deleteExpiredLinks } from './company-store.ts'

export const sweepInvite = ({ db }: { db: Db }): Promise<void> => deleteExpiredLinks(db)
