import { notifyChanged } from '../kit/changes.ts'
import type { Services } from '../services.ts'
import { forgetExpiredCarts } from './cart-store.ts'
import { releaseExpired } from './claim-store.ts'

/** Frees times whose minutes ran out, so that calendars show them; whoever wants one does not wait for this. */
export async function releaseExpiredClaims({ db }: Services): Promise<void> {
  await db.begin(async (tx) => {
    const clinicians = await releaseExpired(tx)
    await notifyChanged(
      tx,
      clinicians.map((id) => `clinician:${id}`),
    )
  })
  await forgetExpiredCarts(db)
}
