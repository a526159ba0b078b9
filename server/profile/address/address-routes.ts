import { getAddress, putAddress } from '@cuida/core/profile/account/account-api.ts'
import { type Address, addressProblems, tidyAddress } from '@cuida/core/profile/address/address.ts'
import type { FastifyInstance } from 'fastify'
import { Invalid } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import type { Services } from '../../services.ts'
import { patientOf } from '../store.ts'
import { findAddress, forgetBilling, saveAddress } from './address-store.ts'

/** Where a patient lives and where the bill goes. */
export function addressRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, getAddress, async ({ id, kind }, { db, caller, refuse }) => {
    if (!(await patientOf(db, caller.accountId, id))) refuse('PATIENT_NOT_FOUND')
    return findAddress(db, id, kind)
  })

  serve(app, services, putAddress, async ({ id, kind, useForBilling, ...given }, { db, caller, refuse }) => {
    if (!(await patientOf(db, caller.accountId, id))) refuse('PATIENT_NOT_FOUND')
    const address = checked(given, services.config.countryCodes)
    await db.begin(async (tx) => {
      if (!(await saveAddress(tx, id, kind, address))) refuse('PATIENT_NOT_FOUND')
      if (kind === 'home' && useForBilling) await forgetBilling(tx, id)
    })
    return findAddress(db, id, kind)
  })
}

function checked(
  { country, postalCode, state, city, district, street, number, comments }: Address,
  countries: string[],
) {
  const address = { country, postalCode, state, city, district, street, number, comments }
  const problems: Record<string, string> = addressProblems(address, countries)
  if (Object.keys(problems).length > 0) throw new Invalid(problems)
  return tidyAddress(address)
}
