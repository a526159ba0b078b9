import { joinCompany, validatePartnerToken } from '@cuida/core/invite/api.ts'
import { isAllowedRedirect } from '@cuida/core/invite/redirect.ts'
import type { FastifyInstance } from 'fastify'
import { notifyChanged } from '../kit/db/changes.ts'
import { Unauthorized } from '../kit/http/refusal.ts'
import { serve } from '../kit/http/serve.ts'
import { spendAtDoor } from '../kit/work/work.ts'
import type { Services } from '../services.ts'
import { findRedirect, holderOf, joinByLink, joinedCompany, validateLink } from './company-store.ts'
import { deskCompanyRoutes } from './desk-company-routes.ts'
import { deskLinkRoutes } from './desk-link-routes.ts'
import { COMPANY_LINKS_OF_SOURCE } from './rate-limits.ts'
import { referralRoutes } from './referral-routes.ts'

const NOBODY = { companyName: null, firstName: null, lastName: null, email: null }

/** Links that a company gives to its employees. */
function companyRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, validatePartnerToken, async (link, { db, request }) => {
    await spendAtDoor(services, request, COMPANY_LINKS_OF_SOURCE)
    const employee = await validateLink(db, link)
    if (employee) return { isTokenVerified: true, redirectUrl: null, ...employee }
    const url = await findRedirect(db, link.companySlug)
    const redirectUrl = url && isAllowedRedirect(url, services.config.allowedRedirectHosts) ? url : null
    return { isTokenVerified: false, redirectUrl, ...NOBODY }
  })

  serve(app, services, joinCompany, async (link, { db, caller, request, refuse }) => {
    await spendAtDoor(services, request, COMPANY_LINKS_OF_SOURCE)
    const patientId = await holderOf(db, caller.accountId)
    if (!patientId) throw new Unauthorized()
    const companyName = await db.begin(async (tx) => {
      const joined = await joinByLink(tx, link, patientId)
      if (joined) await notifyChanged(tx, [`account:${caller.accountId}`])
      return joined ?? (await joinedCompany(tx, link, patientId))
    })
    return companyName ? { companyName } : refuse('LINK_NOT_GOOD')
  })
}

export function inviteRoutes(app: FastifyInstance, services: Services): void {
  referralRoutes(app, services)
  companyRoutes(app, services)
  deskCompanyRoutes(app, services)
  deskLinkRoutes(app, services)
}
