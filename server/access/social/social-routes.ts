import { socialLogin } from '@cuida/core/access/api.ts'
import { linkGoogle, startGoogleLink, unlinkGoogle } from '@cuida/core/access/security/security-api.ts'
import type { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import type { FastifyInstance } from 'fastify'
import { hashOf } from '../../kit/crypto/secrets.ts'
import { Unauthorized } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import { consumeWithProofOfWork } from '../../kit/proof-of-work/proof-of-work.ts'
import { type Identities, IdentityRefused } from '../../providers/identity/port.ts'
import type { Services } from '../../services.ts'
import { findAccount } from '../account-store.ts'
import { enqueueSecurityNotice } from '../notifications.ts'
import { ownerProofProblem } from '../passkey/security-proof.ts'
import { clientAddressOf, EXTRA_TRY_BITS, SOCIAL_LOGINS_PER_ADDRESS } from '../rate-limits.ts'
import { lockAccount } from '../session/session-store.ts'
import { passFirstFactor } from '../sign-in/login-routes.ts'
import { boundSecretOf, encryptLinkIntent, keepLinkIntent } from './connect-cookies.ts'
import { isSocialCode } from './social-code.ts'
import {
  deleteSocialIdentity,
  findLinkedAccount,
  type Introduction,
  insertIntroduction,
  insertSocialIdentity,
  isLinked,
  useIntroduction,
} from './social-store.ts'

/** Sign-in with an identity provider (A4.8). */
export function socialRoutes(app: FastifyInstance, services: Services): void {
  const { db, tokens, providers } = services

  serve(app, services, socialLogin, async ({ provider, accessToken, verifier }, { request, reply, locale, refuse }) => {
    if (!providers.identities) return refuse('SOCIAL_LOGIN_OFF')
    const price = { about: 'social', bits: EXTRA_TRY_BITS }
    await consumeWithProofOfWork(services, request, [[SOCIAL_LOGINS_PER_ADDRESS, clientAddressOf(request)]], price)
    const introduction = isSocialCode(accessToken)
      ? await byCode(services, boundSecretOf(request, verifier), accessToken)
      : await byToken(services, providers.identities, provider, accessToken)
    if (!introduction) return refuse('SOCIAL_LOGIN_REFUSED')
    const accountId = await findLinkedAccount(db, introduction)
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

/**
 * A code from our own redirect (connect-routes.ts): valid once, for a minute, in the browser or app that started it.
 */
const byCode = async ({ db }: Services, browser: Buffer | undefined, code: string): Promise<Introduction | undefined> =>
  browser && useIntroduction(db, { code: hashOf(code), browser, accountId: null })

/** The specification's variant: a remote content service hands the provider's own token to the app. */
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

/** Links and unlinks Google for an existing account (decision 0023). */
export function googleRoutes(app: FastifyInstance, services: Services): void {
  const { db, providers } = services

  serve(
    app,
    services,
    startGoogleLink,
    async ({ challenge, ...proof }, { caller: { accountId }, request, reply, refuse }) => {
      if (!providers.identities) return refuse('SOCIAL_LOGIN_OFF')
      const problem = await ownerProofProblem(services, request, accountId, proof)
      if (problem) return refuse(problem)
      if (await isLinked(db, accountId)) return refuse('ALREADY_LINKED')
      const address = '/api/connect/google/link'
      if (challenge)
        return { address: `${address}?intent=${await encryptLinkIntent(services, { linkTo: accountId, challenge })}` }
      await keepLinkIntent(services, reply, accountId)
      return { address }
    },
  )

  serve(app, services, linkGoogle, async ({ code, verifier }, { caller: { accountId }, request, refuse }) => {
    if (!providers.identities) return refuse('SOCIAL_LOGIN_OFF')
    const price = { about: 'social', bits: EXTRA_TRY_BITS }
    await consumeWithProofOfWork(services, request, [[SOCIAL_LOGINS_PER_ADDRESS, clientAddressOf(request)]], price)
    const browser = boundSecretOf(request, verifier)
    const person = browser && (await useIntroduction(db, { code: hashOf(code), browser, accountId }))
    if (!person) return refuse('SOCIAL_LOGIN_REFUSED')
    const problem = await link(services, accountId, person)
    return problem ? refuse(problem) : null
  })

  serve(app, services, unlinkGoogle, async (proof, { caller: { accountId }, request, refuse }) => {
    if (!(await isLinked(db, accountId))) return refuse('NOT_LINKED')
    if ((await findAccount(db, accountId))?.passwordHash === null) return refuse('ONLY_WAY_IN')
    const problem = await ownerProofProblem(services, request, accountId, proof)
    if (problem) return refuse(problem)
    await db.begin(async (tx) => {
      await lockAccount(tx, accountId)
      await deleteSocialIdentity(tx, accountId)
      await enqueueSecurityNotice(tx, accountId, 'googleOff')
    })
    return null
  })
}

/** Returns the reason when it fails: this account has a Google identity already, or this identity another account. */
async function link(
  { db }: Services,
  accountId: string,
  person: Introduction,
): Promise<'ALREADY_LINKED' | 'SOCIAL_CONFLICT' | undefined> {
  return db.begin(async (tx) => {
    if ((await lockAccount(tx, accountId)) !== 'active') throw new Unauthorized()
    if (!(await insertSocialIdentity(tx, person, accountId)))
      return (await isLinked(tx, accountId)) ? 'ALREADY_LINKED' : 'SOCIAL_CONFLICT'
    await enqueueSecurityNotice(tx, accountId, 'googleOn')
    return undefined
  })
}
