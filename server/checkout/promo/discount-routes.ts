import { listDiscounts } from '@cuida/core/invite/api.ts'
import type { FastifyInstance } from 'fastify'
import { freeDiscounts } from '../../invite/discount-store.ts'
import { serve } from '../../kit/http/serve.ts'
import { patientOf } from '../../profile/store.ts'
import type { Services } from '../../services.ts'

/** What a patient's next order may take off by invitation (A7.11). */
export function discountRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, listDiscounts, async ({ patientId }, { db, caller, locale, refuse }) => {
    if (!(await patientOf(db, caller.accountId, patientId))) refuse('PATIENT_NOT_FOUND')
    const [discounts, campaigns] = await Promise.all([freeDiscounts(db, patientId), services.content.campaigns(locale)])
    return discounts.map(({ code, campaignId, percentage }) => ({
      code,
      // A campaign may be over while what it gave is still good.
      campaign: { id: campaignId, name: campaigns.find(({ id }) => id === campaignId)?.name ?? '' },
      discount: { value: percentage, valueType: 'PERCENTAGE' as const },
    }))
  })
}
