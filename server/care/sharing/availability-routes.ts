import { getAvailability, setAvailability } from '@cuida/core/care/sharing/availability.ts'
import type { FastifyInstance } from 'fastify'
import { notifyChanged } from '../../kit/db/changes.ts'
import { Invalid } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import type { Services } from '../../services.ts'
import { findAvailability, saveAvailability } from './availability-store.ts'

/** A clinician says whether they can be counted on: theirs alone, in every window they have open. */
export function availabilityRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, getAvailability, async (_, { db, caller }) => findAvailability(db, caller.staffId), {
    topics: () => ['queue'],
  })

  serve(app, services, setAvailability, async ({ state, minutes }, { db, caller, refuse }) => {
    if (!caller.clinicianId) refuse('NOT_A_CLINICIAN')
    const isPause = state === 'paused'
    if (isPause !== (minutes !== undefined)) throw new Invalid({ minutes: isPause ? 'REQUIRED' : 'INVALID' })
    return db.begin(async (tx) => {
      const said = await saveAvailability(tx, caller.staffId, state === 'available' ? null : state, minutes ?? null)
      // Whoever waits is told another time.
      await notifyChanged(tx, [`staff:${caller.staffId}`, 'queue'])
      return said
    })
  })
}
