import type { validatePartnerToken } from '@cuida/core/invite/api.ts'
import { isAllowedRedirect } from '@cuida/core/invite/redirect.ts'
import type { Reply } from '@cuida/core/kit/call.ts'
import type { AnonymousUser } from './kept.ts'

export interface AfterValidation {
  /** Whom the registration is for; undefined when the link is not good. */
  user?: AnonymousUser
  /** The company's own page, when there is one and the partner allows it. */
  open?: string
}

/** What follows from the answer to a company's link. The server has checked the address, and is not believed. */
export function afterValidation(
  link: { companySlug: string; token: string } | undefined,
  reply: Reply<typeof validatePartnerToken> | undefined,
  hosts: readonly string[],
): AfterValidation {
  if (!link || !reply) return {}
  const { isTokenVerified, redirectUrl, companyName, firstName, lastName, email } = reply
  if (!isTokenVerified) return redirectUrl && isAllowedRedirect(redirectUrl, hosts) ? { open: redirectUrl } : {}
  const known = {
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    email: email ?? '',
    companyName: companyName ?? '',
  }
  return { user: { ...known, companySlug: link.companySlug, landingPageToken: link.token } }
}
