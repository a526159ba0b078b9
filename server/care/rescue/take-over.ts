import type { RescueReason } from '@cuida/core/care/rescue/rescue-api.ts'
import { afterTakingOver } from '@cuida/core/consultation/rescue.ts'
import { freeClinicianSeat } from '../../consultation/call-end-store.ts'
import { type Locked, saveStep } from '../../consultation/change-store.ts'
import { audit } from '../../kit/audit.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { StaffCaller } from '../../kit/session/caller.ts'
import { leaveCareNotification } from '../../notifications/leave-notification-store.ts'
import type { Services } from '../../services.ts'
import { actionRole } from '../queue/held-routes.ts'
import { saveTakenOver } from './rescue-store.ts'

/**
 * Goes on with a consultation in the place of whose it was, with everything in it; a video call goes on as well. false:
 * there is nothing to go on with any more. The patient is told that it is somebody else.
 */
export async function takeOverFor(
  tx: Tx,
  { secrets }: Pick<Services, 'secrets'>,
  from: Locked,
  by: StaffCaller,
  reason: RescueReason,
): Promise<boolean> {
  const step = afterTakingOver(from, actionRole(by))
  if (!step) return false
  await saveStep(tx, from, step, by)
  await freeClinicianSeat(tx, from.id)
  await saveTakenOver(tx, from.id, by.clinicianId)
  await leaveCareNotification(tx, { consultationId: from.id }, 'handed-over')
  await audit(tx, secrets, {
    staffId: by.staffId,
    act: 'rescue',
    subject: { kind: 'staff', id: from.heldBy ?? by.staffId },
    detail: { consultation: from.id, deed: 'take-over', from: from.clinicianId, reason },
  })
  await notifyChanged(tx, [`call:${from.id}`, ...(from.heldBy ? [`staff:${from.heldBy}`] : [])])
  return true
}
