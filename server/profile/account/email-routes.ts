import { changeEmail, confirmEmailChange, resendEmailCode } from '@cuida/core/profile/account/account-api.ts'
import type { FastifyInstance } from 'fastify'
import { confirmCode } from '../../access/code/confirm.ts'
import { sendAgain, startVerification } from '../../access/code/verification.ts'
import { findVerification, type Verification } from '../../access/code/verification-store.ts'
import { CODES_OF_SOURCE, sourceOf, TRY_BITS } from '../../access/rate-limits.ts'
import { spendConflictCheck } from '../../access/registration/registration.ts'
import { conflictIn } from '../../access/registration/registration-store.ts'
import { lockAccount } from '../../access/session/session-store.ts'
import { Invalid, Unauthorized } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import { spendOrWork } from '../../kit/work/work.ts'
import type { Services } from '../../services.ts'
import { leaveAccountNotice } from './account-notifications.ts'
import { findHolderAccount, hasOtherEmail, updateEmail } from './account-store.ts'
import { accountWithPassword } from './password-check.ts'
import { ownProfile } from './profile-store.ts'

/** Another e-mail for an account: the password says who wants it, a code says that the address is theirs. */
export function emailChangeRoutes(app: FastifyInstance, services: Services): void {
  startRoute(app, services)
  codeRoutes(app, services)
}

function startRoute(app: FastifyInstance, services: Services): void {
  const { db, tokens } = services
  serve(app, services, changeEmail, async ({ email, password }, { caller, request, locale, refuse }) => {
    const { accountId } = caller
    const account = await accountWithPassword(services, request, { accountId, password })
    if (!account) return refuse('WRONG_CREDENTIALS')
    // However it is spelled, it is one mailbox, with one rate limit of codes.
    const to = email.toLowerCase()
    if (account.email.toLowerCase() === to) throw new Invalid({ email: 'SAME' })
    await spendConflictCheck(services, request, accountId)
    const price = { about: `e-mail ${to}`, bits: TRY_BITS }
    await spendOrWork(services, request, [[CODES_OF_SOURCE, sourceOf(request)]], price)
    if (await hasOtherEmail(db, to, accountId)) return refuse('EMAIL_CONFLICT')
    const wanted = { purpose: 'email', asker: 'account', to, accountId, locale } as const
    const verification = await startVerification(services, wanted)
    return { accessToken: await tokens.sign('email', { subject: verification }) }
  })
}

function codeRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  serve(app, services, resendEmailCode, async ({ changeToken }, { caller, request, locale, refuse }) => {
    const wanted = (await wantedBy(services, caller.accountId, changeToken)) ?? refuse('CODE_EXPIRED')
    return (await sendAgain(services, request, wanted.id, { channel: 'email', locale })) ? null : refuse('CODE_EXPIRED')
  })

  serve(app, services, confirmEmailChange, async ({ changeToken, code }, { caller, refuse }) => {
    const wanted = (await wantedBy(services, caller.accountId, changeToken)) ?? refuse('CODE_EXPIRED')
    const proof = await confirmCode(services, wanted.id, 'email', code)
    if (typeof proof === 'string') return refuse(proof)
    const saved = await saveEmail(services, caller.accountId, proof.to)
    return saved ? ownProfile(db, caller.accountId) : refuse('EMAIL_CONFLICT')
  })
}

/** Another account's change, another purpose, or too late: never 401, which would end this session. */
async function wantedBy(
  { db, tokens }: Services,
  accountId: string,
  changeToken: string,
): Promise<Verification | undefined> {
  const claims = await tokens.read(changeToken)
  const wanted = claims?.purpose === 'email' ? await findVerification(db, claims.subject) : undefined
  return wanted?.purpose === 'email' && wanted.accountId === accountId ? wanted : undefined
}

/** The address, and a word to the one before, at once. False: it became somebody else's while its code was on the way. */
async function saveEmail({ db }: Services, accountId: string, email: string): Promise<boolean> {
  try {
    return await db.begin(async (tx) => {
      if ((await lockAccount(tx, accountId)) !== 'active') throw new Unauthorized()
      const before = await findHolderAccount(tx, accountId)
      // The answer to the first time was lost: it is done.
      if (before?.email.toLowerCase() === email) return true
      if (!(await updateEmail(tx, accountId, email))) return false
      if (before) await leaveAccountNotice(tx, 'email-changed', before)
      return true
    })
  } catch (error) {
    if (conflictIn(error) === 'EMAIL_CONFLICT') return false
    throw error
  }
}
