import { getColleagues, handOver } from '@cuida/core/care/sharing/hand-over-api.ts'
import { actsAs } from '@cuida/core/consultation/status/acting-role.ts'
import { afterHandOver } from '@cuida/core/consultation/status/steps.ts'
import type { FastifyInstance } from 'fastify'
import { audit } from '../../kit/audit.ts'
import { serve } from '../../kit/http/serve.ts'
import { leaveCareNotification } from '../../notifications/leave-notification-store.ts'
import type { Services } from '../../services.ts'
import { findForDesk } from '../queue/desk-store.ts'
import { lockHeld } from '../queue/held-routes.ts'
import { findColleagues, saveHandOver } from './hand-over-store.ts'

/** Who holds a consultation gives it to a colleague by name. */
export function handOverRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, getColleagues, async ({ id }, { db, caller, locale, refuse }) => {
    const found = (await findForDesk(db, id, caller)) ?? refuse('CONSULTATION_NOT_FOUND')
    if (!found.heldByMe) refuse('NOT_YOURS')
    const items = await findColleagues(db, id, caller.staffId)
    return {
      items: items.map(({ clinicianId, name, specialty, attending }) => ({
        clinicianId,
        name,
        attending,
        specialty: specialty[locale] ?? Object.values(specialty)[0] ?? '',
      })),
    }
  })

  serve(app, services, handOver, async ({ id, clinicianId, reason }, { db, caller, refuse }) => {
    await db.begin(async (tx) => {
      const locked = await lockHeld(tx, id, caller, refuse)
      const colleagues = await findColleagues(tx, id, caller.staffId)
      const to = colleagues.find((one) => one.clinicianId === clinicianId) ?? refuse('COLLEAGUE_NOT_AVAILABLE')
      const step = afterHandOver(locked, actsAs(to.role) ?? 'CLINICIAN') ?? refuse('NOT_NOW')
      await saveHandOver(tx, locked, step, { by: caller.staffId, to, reason })
      await leaveCareNotification(tx, { consultationId: id }, 'handed-over')
      await audit(tx, services.secrets, {
        staffId: caller.staffId,
        act: 'hand-over',
        subject: { kind: 'staff', id: to.staffId },
        detail: { consultation: id, reason },
      })
    })
    return null
  })
}
