import { departToGoogle, linkGoogle, unlinkGoogle } from '@cuida/core/access/security/security-api.ts'
import type { FastifyInstance } from 'fastify'
import { hashOf } from '../../kit/crypto/secrets.ts'
import { Unauthorized } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import { spendOrWork } from '../../kit/work/work.ts'
import type { Services } from '../../services.ts'
import { findAccount } from '../account-store.ts'
import { leaveSecurityNotice } from '../notifications.ts'
import { SOCIAL_LOGINS_OF_SOURCE, sourceOf, TRY_BITS } from '../rate-limits.ts'
import { passwordAgain } from '../security/security-routes.ts'
import { lockAccount } from '../session/session-store.ts'
import { browserOf, keepWish, sealWish } from './connect-cookies.ts'
import {
  deleteSocialIdentity,
  findAccountIntroduced,
  type Introduction,
  insertSocialIdentity,
  isLinked,
  takeIntroduction,
} from './social-store.ts'

/** Google as one more way into an account that is there (decision 0023). */
export function googleRoutes(app: FastifyInstance, services: Services): void {
  const { db, providers } = services

  serve(
    app,
    services,
    departToGoogle,
    async ({ password, challenge }, { caller: { accountId }, request, reply, refuse }) => {
      if (!providers.identities) return refuse('SOCIAL_LOGIN_OFF')
      if (!(await passwordAgain(services, request, accountId, password))) return refuse('WRONG_PASSWORD')
      if (await isLinked(db, accountId)) return refuse('ALREADY_LINKED')
      const address = '/api/connect/google/link'
      if (challenge) return { address: `${address}?wish=${await sealWish(services, { linkTo: accountId, challenge })}` }
      await keepWish(services, reply, accountId)
      return { address }
    },
  )

  serve(app, services, linkGoogle, async ({ code, verifier }, { caller: { accountId }, request, refuse }) => {
    if (!providers.identities) return refuse('SOCIAL_LOGIN_OFF')
    const price = { about: 'social', bits: TRY_BITS }
    await spendOrWork(services, request, [[SOCIAL_LOGINS_OF_SOURCE, sourceOf(request)]], price)
    const browser = browserOf(request, verifier)
    const person = browser && (await takeIntroduction(db, { code: hashOf(code), browser, accountId }))
    if (!person) return refuse('SOCIAL_LOGIN_REFUSED')
    const problem = await link(services, accountId, person)
    return problem ? refuse(problem) : null
  })

  serve(app, services, unlinkGoogle, async ({ password }, { caller: { accountId }, request, refuse }) => {
    if (!(await isLinked(db, accountId))) return refuse('NOT_LINKED')
    if ((await findAccount(db, accountId))?.passwordHash === null) return refuse('ONLY_WAY_IN')
    if (!(await passwordAgain(services, request, accountId, password))) return refuse('WRONG_PASSWORD')
    await db.begin(async (tx) => {
      await lockAccount(tx, accountId)
      await deleteSocialIdentity(tx, accountId)
      await leaveSecurityNotice(tx, accountId, 'googleOff')
    })
    return null
  })
}

/** Why not, if not: this account has a Google already, or this Google an account. */
async function link(
  { db }: Services,
  accountId: string,
  person: Introduction,
): Promise<'ALREADY_LINKED' | 'SOCIAL_CONFLICT' | undefined> {
  return db.begin(async (tx) => {
    if ((await lockAccount(tx, accountId)) !== 'active') throw new Unauthorized()
    if (!(await insertSocialIdentity(tx, person, accountId)))
      return (await findAccountIntroduced(tx, person)) ? 'SOCIAL_CONFLICT' : 'ALREADY_LINKED'
    await leaveSecurityNotice(tx, accountId, 'googleOn')
    return undefined
  })
}
