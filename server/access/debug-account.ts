import { notifyChanged } from '../kit/db/changes.ts'
import type { Db } from '../kit/db/db.ts'
import { saveDebug } from './account-store.ts'

/**
 * Turns the debug banner (`account.debug`) of the account with this phone on or off; returns the text for the command
 * line.
 */
export async function markForDebugging(db: Db, phone: string, isMarked: boolean): Promise<string> {
  const number = phone.replaceAll(/\s/g, '')
  return db.begin(async (tx) => {
    const id = await saveDebug(tx, number, isMarked)
    if (!id)
      throw new Error(`No account has the phone ${number}. Write it in international form, such as +34600000001.`)
    await notifyChanged(tx, [`account:${id}`])
    if (!isMarked) return 'The debug banner is off for this account.'
    return 'This account sees the debug banner, wherever ENVIRONMENT is not production.'
  })
}
