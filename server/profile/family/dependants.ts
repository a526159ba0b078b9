import type { RefusalCode } from '@cuida/core/kit/call.ts'
import { canPatientAddDependents, dayInUtc } from '@cuida/core/profile/account/age.ts'
import { dependantProblems, profileRules } from '@cuida/core/profile/account/problems.ts'
import type { Dependant } from '@cuida/core/profile/account/profile.ts'
import {
  type DependantProfile,
  getDependant,
  registerDependant,
  updateDependant,
} from '@cuida/core/profile/family/dependant-api.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CONFLICT_CHECKS_OF_TOKEN, CONFLICTS_OF_ALL } from '../../access/rate-limits.ts'
import { checkInRegistry } from '../../access/registration/cpf-registry.ts'
import { consumeConflictCheck } from '../../access/registration/registration.ts'
import { normalizePerson } from '../../access/registration/registration-store.ts'
import { brokenConstraint } from '../../kit/db/db.ts'
import { refuseOtherBody } from '../../kit/http/idempotency.ts'
import { InvalidInput, Unauthorized } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import { consumeRateLimit, restoreUse } from '../../kit/limit/rate-limit.ts'
import type { Services } from '../../services.ts'
import { type Patient, patientsOf } from '../store.ts'
import { changeDependant } from './dependant-change.ts'
import {
  findDependant,
  findNumberConflict,
  findSameChild,
  insertDependant,
  type NormalizedDependant,
} from './dependant-store.ts'

type Code = RefusalCode<typeof registerDependant>

/** Validates and normalises the profile; throws Invalid with every problem. */
export function validateDependant({ config, now }: Services, profile: DependantProfile): NormalizedDependant {
  const rules = { ...profileRules(config, now()), today: dayInUtc(now()) }
  const fields = Object.entries(dependantProblems(profile, rules)).map(
    ([field, problem]) => [`profile.${field}`, problem] as const,
  )
  if (fields.length > 0) throw new InvalidInput(Object.fromEntries(fields))
  return normalizePerson(profile)
}

export const mayAdd = ({ config, now }: Services, holder: Patient): boolean =>
  canPatientAddDependents(config, holder, dayInUtc(now()))

/** Returns the new dependant, the existing one with identical details, or a refusal code. */
export async function addDependant(
  services: Services,
  holder: Patient,
  profile: NormalizedDependant,
  request: FastifyRequest,
): Promise<Dependant | Code> {
  const existingChild = await sameChild(services, holder, profile)
  if (existingChild) return existingChild
  const hasNumber = profile.cpf !== null || profile.documentNumber !== null
  if (!hasNumber) return insert(services, holder, profile)
  const { db, secrets } = services
  await consumeConflictCheck(services, request, holder.accountId)
  const added = await insertChecked(services, holder, profile)
  // A successful addition does not count, so that a large family does not reach the limit on conflict checks.
  if (typeof added !== 'string') await restoreUse(db, secrets, CONFLICT_CHECKS_OF_TOKEN, holder.accountId)
  return added
}

/** Sends only unused numbers to the registry. */
async function insertChecked(
  services: Services,
  holder: Patient,
  profile: NormalizedDependant,
): Promise<Dependant | Code> {
  const { db, secrets } = services
  const conflict = await findNumberConflict(db, profile)
  if (!conflict) {
    await checkInRegistry(services, { ...profile, isDependant: true })
    return insert(services, holder, profile)
  }
  // A concurrent request may have added this very child, who then has the number.
  const existingChild = await sameChild(services, holder, profile)
  if (!existingChild) await consumeRateLimit(db, secrets, CONFLICTS_OF_ALL, 'all')
  return existingChild ?? conflict
}

async function insert(services: Services, holder: Patient, profile: NormalizedDependant): Promise<Dependant | Code> {
  try {
    const added = await insertDependant(services.db, holder.id, profile)
    return added ?? (await whyNot(services, holder, profile))
  } catch (error) {
    if (brokenConstraint(error) === 'ten_dependants_a_holder') return 'TOO_MANY_DEPENDANTS'
    throw error
  }
}

/** Explains a failed insert after a concurrent request of this account or another. */
async function whyNot(services: Services, holder: Patient, profile: NormalizedDependant): Promise<Dependant | Code> {
  const existing = (await sameChild(services, holder, profile)) ?? (await findNumberConflict(services.db, profile))
  if (!existing) throw new Error('the insert of a dependant failed, but no conflicting patient exists')
  return existing
}

async function sameChild({ db }: Services, holder: Patient, profile: NormalizedDependant) {
  const found = await findSameChild(db, holder.id, profile)
  return found && (found.isSame ? found.child : 'DEPENDANT_DUPLICATED')
}

export function dependantRoutes(app: FastifyInstance, services: Services): void {
  const { secrets } = services

  serve(app, services, registerDependant, async ({ profile }, { db, caller, request, refuse }) => {
    const [holder] = await patientsOf(db, caller.accountId)
    if (!holder) throw new Unauthorized()
    if (!mayAdd(services, holder)) refuse('DEPENDANTS_NOT_ALLOWED')
    await refuseOtherBody(db, request, `dependant ${caller.accountId}`, secrets)
    const added = await addDependant(services, holder, validateDependant(services, profile), request)
    return typeof added === 'string' ? refuse(added) : added
  })

  serve(app, services, getDependant, async ({ id }, { db, caller, refuse }) => {
    return (await findDependant(db, caller.accountId, id)) ?? refuse('PATIENT_NOT_FOUND')
  })

  serve(app, services, updateDependant, async ({ id, ...change }, { db, caller, request, refuse }) => {
    const before = (await findDependant(db, caller.accountId, id)) ?? refuse('PATIENT_NOT_FOUND')
    const problem = await changeDependant(services, { accountId: caller.accountId, before, change, request })
    if (problem) return refuse(problem)
    return (await findDependant(db, caller.accountId, id)) ?? refuse('PATIENT_NOT_FOUND')
  })
}
