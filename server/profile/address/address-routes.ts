import { findPostalCode, getAddress, type PostalPlace, putAddress } from '@cuida/core/profile/account/account-api.ts'
import {
  type Address,
  addressProblems,
  isPostalCode,
  tidyAddress,
  tidyPostalCode,
} from '@cuida/core/profile/address/address.ts'
import { provinceOf } from '@cuida/core/profile/address/provinces.ts'
import type { FastifyInstance } from 'fastify'
import { InvalidInput } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import { consumeRateLimit, type RateLimit } from '../../kit/limit/rate-limit.ts'
import { ProviderDown } from '../../providers/postal/port.ts'
import type { Services } from '../../services.ts'
import { patientOf } from '../store.ts'
import { findAddress, findCachedPlace, forgetBilling, saveAddress, savePostalCode } from './address-store.ts'

/** Enough to correct a code a few times, too few to copy the directory: ViaCEP blocks bulk use. */
const LOOK_UPS: RateLimit = { name: 'postal codes', most: 30, seconds: 600 }

/** Spanish codes come from our own table of provinces, Brazilian ones from ViaCEP. */
export function postalCodeRoutes(app: FastifyInstance, services: Services): void {
  const { db, secrets } = services
  serve(app, services, findPostalCode, async ({ code: codeText, country: requestedCountry }, { caller, refuse }) => {
    const country = requestedCountry ?? (services.config.countryCodes[0] === 'BR' ? 'BR' : 'ES')
    const code = tidyPostalCode(codeText)
    if (!isPostalCode(country, code)) throw new InvalidInput({ code: 'INVALID' })
    await consumeRateLimit(db, secrets, LOOK_UPS, caller.accountId)
    const place = country === 'ES' ? spanish(code) : await brazilian(services, code)
    return place ?? refuse('POSTAL_CODE_NOT_FOUND')
  })
}

function spanish(postalCode: string): PostalPlace | undefined {
  const province = provinceOf(postalCode)
  return province && { country: 'ES', postalCode, state: province.code, city: null, district: null, street: null }
}

async function brazilian({ db, providers }: Services, postalCode: string): Promise<PostalPlace | undefined> {
  const known = await findCachedPlace(db, 'BR', postalCode)
  if (known?.isFresh) return known.place
  try {
    const found = await providers.postalCodes.find(postalCode)
    if (!found) return undefined
    const { state, city, district = null, street = null } = found
    const place = { country: 'BR', postalCode, state, city, district, street }
    await savePostalCode(db, place)
    return place
  } catch (error) {
    if (known && error instanceof ProviderDown) return known.place
    throw error
  }
}

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
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems)
  return tidyAddress(address)
}
