import { forgetLeftDevices } from '../notifications/choice/push-store.ts'
import { sweepOutbox } from '../notifications/notification-store.ts'
import { forgetLeftStaffDevices } from '../notifications/staff/staff-choice-store.ts'
import type { Services } from '../services.ts'
import { noteVanished } from './guest/guest-store.ts'
import { enqueueReminders } from './reminder/reminder-store.ts'

/** Guests whose server process crashed no longer count as present. */
export const sweepGuests = ({ db }: Services): Promise<void> => noteVanished(db)

/** Enqueues due reminders and the notifications that a worker left unsent. Safe to run in several workers at once. */
export async function sweepNotifications({ db, now }: Services): Promise<void> {
  await db.begin(async (tx) => {
    await enqueueReminders(tx, now())
    await sweepOutbox(tx)
  })
}

/** Removes push devices of people who left, so that they get no more notifications. */
export async function sweepDevices({ db }: Services): Promise<void> {
  await forgetLeftDevices(db)
  await forgetLeftStaffDevices(db)
}
