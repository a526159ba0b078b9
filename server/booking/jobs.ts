import { notifyChanged } from '../kit/db/changes.ts'
import type { Services } from '../services.ts'
import { releaseExpired } from './calendar/slot-hold-store.ts'
import { forgetExpiredCarts } from './cart/cart-store.ts'
import { offerFreedTimes } from './waitlist/waitlist-offers.ts'

/** Releases expired holds, so that calendars show their times. Taking an expired time does not depend on this job. */
export async function releaseExpiredHolds(services: Services): Promise<void> {
  const { db } = services
  await db.begin(async (tx) => {
    const clinicians = await releaseExpired(tx)
    await notifyChanged(
      tx,
      clinicians.map((id) => `clinician:${id}`),
    )
  })
  await forgetExpiredCarts(db)
  await offerFreedTimes(services)
}
