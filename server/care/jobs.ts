import { deleteSignedOutDevices } from '../notifications/choice/push-store.ts'
import { enqueueAbandonedNotifications } from '../notifications/notification-store.ts'
import { deleteSignedOutStaffDevices } from '../notifications/staff/staff-choice-store.ts'
import type { Services } from '../services.ts'
import { recordVanishedGuests } from './guest/guest-store.ts'
import { enqueueReminders } from './reminder/reminder-store.ts'

/** Guests whose server process crashed no longer count as present. */
export const closeVanishedGuests = ({ db }: Services): Promise<void> => recordVanishedGuests(db)

/** Enqueues due reminders and the notifications that a worker left unsent. Safe to run in several workers at once. */
export async function enqueueDueNotifications({ db, now }: Services): Promise<void> {
  await db.begin(async (tx) => {
    await enqueueReminders(tx, now())
    await enqueueAbandonedNotifications(tx)
  })
}

/** Removes push devices of people who left, so that they get no more notifications. */
export async function removeSignedOutDevices({ db }: Services): Promise<void> {
  await deleteSignedOutDevices(db)
  await deleteSignedOutStaffDevices(db)
}
