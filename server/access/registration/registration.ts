import type { AccountProfile } from '@cuida/core/access/account-profile.ts'
import type { registerPatient } from '@cuida/core/access/api.ts'
import type { Parsed } from '@cuida/core/kit/call.ts'
import { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import { profileProblems, profileRules } from '@cuida/core/profile/account/problems.ts'
import type { FastifyRequest } from 'fastify'
import { registrationConsents } from '../../brand/consent/agreements.ts'
import { insertConsents } from '../../brand/consent/consent-store.ts'
import { acceptInvitations } from '../../invite/accept-invitations.ts'
import { runningCampaigns } from '../../invite/campaigns.ts'
import { InvalidInput, Refusal, Unauthorized } from '../../kit/http/refusal.ts'
import { consumeRateLimit } from '../../kit/limit/rate-limit.ts'
import { consumeWithProofOfWork } from '../../kit/proof-of-work/proof-of-work.ts'
import type { TokenCaller } from '../../kit/session/caller.ts'
import type { Services } from '../../services.ts'
import { findAccount } from '../account-store.ts'
import { findVerifiedPhone, linkVerificationToAccount, type Verification } from '../code/verification-store.ts'
import { hashPassword } from '../passwords.ts'
import { isPhone } from '../phone.ts'
import {
  CONFLICT_CHECKS_OF_TOKEN,
  CONFLICT_CHECKS_PER_ADDRESS,
  CONFLICTS_OF_ALL,
  clientAddressOf,
  EXTRA_TRY_BITS,
} from '../rate-limits.ts'
import { findAuthenticator } from '../security/authenticator-store.ts'
import { lockAccount } from '../session/session-store.ts'
import { type OpenedSession, openPatientSession, openSession } from '../session/sessions.ts'
import { clientOf } from '../session/token-delivery.ts'
import { tryPassword } from '../sign-in/try-password.ts'
import { findIntroduction, findLinkedAccount, type Introduction, insertSocialIdentity } from '../social/social-store.ts'
import { checkInRegistry } from './cpf-registry.ts'
import {
  type Conflict,
  ConflictError,
  findConflict,
  insertAccount,
  type NormalizedProfile,
  normalizeProfile,
} from './registration-store.ts'

/** What a new account is based on: a verified phone, and for SOCIAL the person at the identity provider. */
export interface RegistrationBasis {
  proof: Verification
  introduction: Introduction | undefined
}

interface From {
  request: FastifyRequest
  locale: string
  referralSlug: string | undefined
}

export async function proofOf({ db }: Services, { claims }: TokenCaller): Promise<Verification> {
  const proof = await findVerifiedPhone(db, claims.subject)
  if (!proof) throw new Unauthorized()
  return proof
}

/**
 * The identity of the provider that the account will sign in with (SOCIAL). Before the phone is verified, the
 * introduction's token is the bearer; afterwards it is in the body.
 */
export async function introductionOf(
  { db, tokens }: Services,
  { claims }: TokenCaller,
  { accountType, socialToken }: Pick<Parsed<typeof registerPatient>, 'accountType' | 'socialToken'>,
): Promise<Introduction | undefined> {
  const socialClaims = claims.purpose === 'social' ? claims : await tokens.read(socialToken ?? '')
  if (accountType === 'PHONE' && claims.purpose === 'social') throw new InvalidInput({ accountType: 'NOT_ALLOWED' })
  if (accountType === 'PHONE') return undefined
  const introduction = socialClaims?.purpose === 'social' ? await findIntroduction(db, socialClaims.subject) : undefined
  if (!introduction) throw new InvalidInput({ socialToken: 'EXPIRED' })
  return introduction
}

/** Validates and normalises the profile; throws `Invalid` with all problems. */
export function validateProfile(
  { config, now }: Services,
  profile: AccountProfile,
  { proof, introduction }: Partial<RegistrationBasis>,
): NormalizedProfile {
  const rules = { ...profileRules(config, now()), asksPassword: !introduction, asksTerms: false }
  const problems: Record<string, string> = profileProblems(profile, rules)
  if (proof && profile.phone.number !== proof.to) problems.phone = 'NOT_PROVED'
  if (!proof && !isPhone(profile.phone)) problems.phone ??= 'INVALID'
  const fields = Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [`profile.${field}`, problem] as const),
  )
  // A5.5: where patients have a help widget, support handles a missing CPF.
  const helps = config.partnerConfig.supportProvider.type === VENDOR.zendesk
  if (helps && problems.cpf === 'REQUIRED') throw new Refusal('CREATE_PROFILE_ERROR', 400, { extra: { fields } })
  if (Object.keys(fields).length > 0) throw new InvalidInput(fields)
  return normalizeProfile(profile)
}

/**
 * Identifies a registration for the rate limit on conflict checks. A second return from the provider makes a new
 * introduction of the same person, so the provider's subject counts.
 */
export const requesterOf = ({ proof, introduction }: Partial<RegistrationBasis>): string =>
  introduction ? `${introduction.provider} ${introduction.subject}` : (proof?.id ?? '')

/** Charges for a conflict check, which reveals data of other accounts. `who` is a registration or an account id. */
export async function consumeConflictCheck(
  services: Services,
  request: FastifyRequest,
  limitKey: string,
): Promise<void> {
  await consumeRateLimit(services.db, services.secrets, CONFLICT_CHECKS_OF_TOKEN, limitKey)
  const price = { about: `conflicts ${limitKey}`, bits: EXTRA_TRY_BITS }
  await consumeWithProofOfWork(services, request, [[CONFLICT_CHECKS_PER_ADDRESS, clientAddressOf(request)]], price)
}

/** Creates one account for one verification, however often the request repeats. */
export async function registerOnce(
  services: Services,
  grounds: RegistrationBasis,
  profile: NormalizedProfile,
  from: From,
): Promise<OpenedSession | Conflict> {
  const result = (await resume(services, grounds, profile, from)) ?? (await register(services, grounds, profile, from))
  if (typeof result !== 'string') return result
  // A concurrent request with the same verification may have succeeded: a double tap, or a retry during the first
  // request.
  const { proof } = grounds
  const current = await findVerifiedPhone(services.db, proof.id)
  return (
    (current && !proof.accountId && (await resume(services, { ...grounds, proof: current }, profile, from))) || result
  )
}

/**
 * For a client that lost the first response: the same verification with the same password, or the same person at the
 * provider, opens the account that it created. Undefined when it created none yet.
 */
async function resume(
  services: Services,
  { proof, introduction }: RegistrationBasis,
  { password = '' }: NormalizedProfile,
  { request }: From,
): Promise<OpenedSession | Conflict | undefined> {
  const { db, config } = services
  const account = proof.accountId ? await findAccount(db, proof.accountId) : undefined
  if (!account) return undefined
  // An account that enabled an authenticator meanwhile must sign in with it.
  if (await findAuthenticator(db, account.id)) return 'PHONE_CONFLICT'
  const right = introduction
    ? (await findLinkedAccount(db, introduction)) === account.id
    : await tryPassword(services, request, { name: account.phone, password, owner: account })
  if (!right) return 'PHONE_CONFLICT'
  return db.begin(async (tx) => {
    if ((await lockAccount(tx, account.id)) !== 'active') return 'PHONE_CONFLICT'
    const limits = { most: config.maxSessions, idleMinutes: config.patientSessionLengthInMins }
    return (
      (await openPatientSession(tx, account.id, { ...limits, makeRoom: true, client: clientOf(request) })) ??
      'PHONE_CONFLICT'
    )
  })
}

/** Commits account, holder, consents and session together, or returns the conflict. */
async function register(
  services: Services,
  { proof, introduction }: RegistrationBasis,
  profile: NormalizedProfile,
  { request, locale, referralSlug }: From,
): Promise<OpenedSession | Conflict> {
  const { db, secrets } = services
  await consumeConflictCheck(services, request, requesterOf({ proof, introduction }))
  const conflict = await findConflict(db, profile)
  if (conflict) {
    await consumeRateLimit(db, secrets, CONFLICTS_OF_ALL, 'all')
    return conflict
  }
  await checkInRegistry(services, { ...profile, isDependant: false })
  const [passwordHash, agreed, campaigns] = await Promise.all([
    introduction ? null : hashPassword(profile.password ?? ''),
    profile.termsAccepted ? registrationConsents(services, locale) : [],
    referralSlug ? runningCampaigns(services, locale) : [],
  ])
  try {
    return await db.begin(async (tx) => {
      const { accountId, patientId } = await insertAccount(tx, profile, { passwordHash, locale })
      await insertConsents(tx, { accountId, patientId }, agreed)
      if (introduction && !(await insertSocialIdentity(tx, introduction, accountId))) throw new ConflictError()
      await acceptInvitations(tx, { accountId, patientId }, { ...profile, campaigns, referralSlug })
      if (!(await linkVerificationToAccount(tx, proof.id, accountId))) throw new Unauthorized()
      return openSession(tx, { accountId }, clientOf(request))
    })
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error
    // The concurrent insert has committed by now. `findConflict` does not check the provider's identity, so that is
    // the remaining cause.
    return (await findConflict(db, profile)) ?? 'SOCIAL_CONFLICT'
  }
}
