import type { Input, RefusalCode } from '@cuida/core/kit/call.ts'
import { dayInUtc } from '@cuida/core/profile/account/age.ts'
import { cpfDigits, tidyDocument } from '@cuida/core/profile/account/documents.ts'
import { dependantProblems, profileRules } from '@cuida/core/profile/account/problems.ts'
import { changesIdentity } from '@cuida/core/profile/family/dependant.ts'
import type { updateDependant as call, DependantDetails } from '@cuida/core/profile/family/dependant-api.ts'
import type { FastifyRequest } from 'fastify'
import { CONFLICT_CHECKS_OF_TOKEN, CONFLICTS_OF_ALL } from '../../access/rate-limits.ts'
import { checkInRegistry } from '../../access/registration/cpf-registry.ts'
import { consumeConflictCheck } from '../../access/registration/registration.ts'
import { conflictIn } from '../../access/registration/registration-store.ts'
import { brokenConstraint } from '../../kit/db/db.ts'
import { InvalidInput } from '../../kit/http/refusal.ts'
import { consumeRateLimit, restoreUse } from '../../kit/limit/rate-limit.ts'
import type { Services } from '../../services.ts'
import { type DependantInput, findNumberConflict, hasCare, lockDependant, updateDependant } from './dependant-store.ts'

type Code = RefusalCode<typeof call>
type Change = Omit<Input<typeof call>, 'id'>

interface Correction {
  accountId: string
  before: DependantDetails
  change: Change
  request: FastifyRequest
}

/**
 * Corrects a dependant's details by the same rules as when adding one; undefined on success, otherwise the refusal
 * code.
 */
export async function changeDependant(services: Services, correction: Correction): Promise<Code | undefined> {
  const { accountId, before, change, request } = correction
  checkFields(services, before, change)
  const input = dependantInput(change)
  const after = { ...before, ...input }
  if (before.identityFixed && changesIdentity(before, after)) return 'IDENTITY_FIXED'
  if (!bringsNumber(before, after)) return save(services, accountId, before, input)
  const { db, secrets } = services
  await consumeConflictCheck(services, request, accountId)
  const problem = await saveChecked(services, accountId, before, input)
  if (problem?.endsWith('_DUPLICATED')) await consumeRateLimit(db, secrets, CONFLICTS_OF_ALL, 'all')
  else if (!problem) await restoreUse(db, secrets, CONFLICT_CHECKS_OF_TOKEN, accountId)
  return problem
}

/** Sends only numbers to the registry that are unused or the dependant's own. */
async function saveChecked(services: Services, accountId: string, before: DependantDetails, input: DependantInput) {
  const after = { ...before, ...input }
  const isNewDocument = after.document?.documentNumber !== before.document?.documentNumber
  const conflict = await findNumberConflict(services.db, {
    cpf: after.cpf === before.cpf ? null : after.cpf,
    documentType: isNewDocument ? (after.document?.documentType ?? null) : null,
    documentNumber: isNewDocument ? (after.document?.documentNumber ?? null) : null,
  })
  if (conflict) return conflict
  await checkInRegistry(services, { cpf: after.cpf, dateOfBirth: after.dateOfBirth, isDependant: true })
  return save(services, accountId, before, input)
}

/** Validates the changed fields together with the unchanged ones. Throws Invalid with every problem. */
function checkFields({ config, now }: Services, before: DependantDetails, change: Change): void {
  const rules = { ...profileRules(config, now()), today: dayInUtc(now()) }
  const { firstName, lastName, dateOfBirth, sex } = before
  const { cpf, nationalIdentificationNumber: document, ...rest } = change
  const numbers = { cpf: cpf ?? undefined, nationalIdentificationNumber: document ?? undefined }
  const draft = { firstName, lastName, dateOfBirth, sex, ...rest, ...numbers }
  const problems = Object.entries(dependantProblems(draft, rules)).filter(([field]) =>
    Object.hasOwn(change, field.split('.')[0] ?? ''),
  )
  if (problems.length > 0) throw new InvalidInput(Object.fromEntries(problems))
}

function dependantInput({ cpf, nationalIdentificationNumber: document, ...rest }: Change): DependantInput {
  return {
    ...rest,
    ...(cpf === undefined ? {} : { cpf: cpf === null ? null : cpfDigits(cpf) }),
    ...(document === undefined ? {} : { document: document && tidy(document) }),
  } as DependantInput
}

const tidy = ({ documentType, documentNumber }: NonNullable<Change['nationalIdentificationNumber']>) => ({
  documentType: documentType ?? null,
  documentNumber: tidyDocument(documentNumber),
})

/**
 * Whether a number must be checked again: a conflict reveals other people, and the registry compares the date of
 * birth.
 */
const bringsNumber = (before: DependantDetails, after: DependantDetails): boolean =>
  (after.cpf !== null && (after.cpf !== before.cpf || after.dateOfBirth !== before.dateOfBirth)) ||
  (after.document !== null && after.document.documentNumber !== before.document?.documentNumber)

async function save(
  { db }: Services,
  accountId: string,
  before: DependantDetails,
  input: DependantInput,
): Promise<Code | undefined> {
  try {
    return await db.begin(async (tx) => {
      if (!(await lockDependant(tx, before.id))) return 'PATIENT_NOT_FOUND'
      // A booking may have been made meanwhile.
      const changes = changesIdentity(before, { ...before, ...input })
      if (changes && (await hasCare(tx, before.id))) return 'IDENTITY_FIXED'
      return (await updateDependant(tx, accountId, before.id, input)) ? undefined : 'DEPENDANT_DUPLICATED'
    })
  } catch (error) {
    if (brokenConstraint(error) === 'one_dependant_a_child') return 'DEPENDANT_DUPLICATED'
    const conflict = conflictIn(error)
    if (conflict === 'CPF_DUPLICATED' || conflict === 'DOCUMENT_DUPLICATED') return conflict
    throw error
  }
}
