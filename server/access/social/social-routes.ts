import { socialLogin } from '@cuida/core/access/api.ts'
import type { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import type { FastifyInstance } from 'fastify'
import { hashOf } from '../../kit/crypto/secrets.ts'
import { serve } from '../../kit/http/serve.ts'
import { spendOrWork } from '../../kit/work/work.ts'
import { type Identities, IdentityRefused } from '../../providers/identity/port.ts'
import type { Services } from '../../services.ts'
import { findAccount } from '../account-store.ts'
import { SOCIAL_LOGINS_OF_SOURCE, sourceOf, TRY_BITS } from '../rate-limits.ts'
import { passFirstFactor } from '../sign-in/login-routes.ts'
import { browserOf } from './connect-cookies.ts'
import { isSocialCode } from './social-code.ts'
import { findAccountIntroduced, type Introduction, insertIntroduction, takeIntroduction } from './social-store.ts'

/** Signing in with what a provider of identities says (A4.8). */
export function socialRoutes(app: FastifyInstance, services: Services): void {
  const { db, tokens, providers } = services

  serve(app, services, socialLogin, async ({ provider, accessToken, verifier }, { request, reply, locale, refuse }) => {
    if (!providers.identities) return refuse('SOCIAL_LOGIN_OFF')
    const price = { about: 'social', bits: TRY_BITS }
    await spendOrWork(services, request, [[SOCIAL_LOGINS_OF_SOURCE, sourceOf(request)]], price)
    const introduction = isSocialCode(accessToken)
      ? await byCode(services, browserOf(request, verifier), accessToken)
      : await byToken(services, providers.identities, provider, accessToken)
    if (!introduction) return refuse('SOCIAL_LOGIN_REFUSED')
    const accountId = await findAccountIntroduced(db, introduction)
    const account = accountId && (await findAccount(db, accountId))
    if (account) return passFirstFactor(services, account, { request, reply, locale, refuse })
    const { id, email, firstName, lastName } = introduction
    return {
      isNewUser: true as const,
      socialAccountData: { email, firstName, lastName },
      accessToken: await tokens.sign('social', { subject: id }),
    }
  })
}

/** Our own way back (connect-routes.ts): good once, for a minute, in the browser or the app that made the journey. */
const byCode = async ({ db }: Services, browser: Buffer | undefined, code: string): Promise<Introduction | undefined> =>
  browser && takeIntroduction(db, { code: hashOf(code), browser, accountId: null })

/** The wire of the specification: a content service elsewhere hands the provider's own token to the app. */
async function byToken(
  { db }: Services,
  identities: Identities,
  provider: typeof VENDOR.google,
  token: string,
): Promise<Introduction | undefined> {
  try {
    return await insertIntroduction(db, provider, await identities.personOf(token))
  } catch (error) {
    if (error instanceof IdentityRefused) return undefined
    throw error
  }
}
