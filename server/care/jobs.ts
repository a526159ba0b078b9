import { forgetLeftDevices } from '../notifications/choice/push-store.ts'
import { sweepOutbox } from '../notifications/notification-store.ts'
import { forgetLeftStaffDevices } from '../notifications/staff/staff-choice-store.ts'
import type { Services } from '../services.ts'
import { noteVanished } from './guest/guest-store.ts'
import { enqueueReminders } from './reminder/reminder-store.ts'

/** Guests of a process that died are not shown as inside for ever. */
export const sweepGuests = ({ db }: Services): Promise<void> => noteVanished(db)

/** Reminders that are due, and notifications that a worker left unsent: safe beside another worker's. */
export async function sweepNotifications({ db, now }: Services): Promise<void> {
  await db.begin(async (tx) => {
    await enqueueReminders(tx, now())
    await sweepOutbox(tx)
  })
}

/** Of people who left: they are woken no more from then on, whether the device is still known or not. */
export async function sweepDevices({ db }: Services): Promise<void> {
  await forgetLeftDevices(db)
  await forgetLeftStaffDevices(db)
}
