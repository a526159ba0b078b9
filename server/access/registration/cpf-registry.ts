import { Refusal } from '../../kit/http/refusal.ts'
import { ProviderDown } from '../../providers/registry/port.ts'
import type { Services } from '../../services.ts'

/** Seconds: registry outages are often short. */
const RETRY_AFTER = 60

/**
 * Refuses with CPF_GET_DATA_ERROR unless the partner's registry confirms the CPF (decision 0025): unknown, not
 * regular, with another date of birth, or, with Retry-After, while the registry does not answer. The registry holds
 * no data of minors, which is accepted for a dependant. Names are not compared: people change them, and the registry
 * learns of it late.
 */
export async function checkInRegistry(
  { providers: { registry }, log }: Pick<Services, 'providers' | 'log'>,
  { cpf, dateOfBirth, isDependant }: { cpf: string | null; dateOfBirth: string; isDependant: boolean },
): Promise<void> {
  if (!registry || !cpf) return
  const entry = await registry.lookUp(cpf).catch((error: unknown) => {
    if (!(error instanceof ProviderDown)) throw error
    log.warn('the CPF registry did not answer', { error })
    throw new Refusal('CPF_GET_DATA_ERROR', 409, { retryAfter: RETRY_AFTER })
  })
  const isKnown =
    entry.kind === 'regular'
      ? entry.dateOfBirth === undefined || entry.dateOfBirth === dateOfBirth
      : entry.kind === 'minor' && isDependant
  if (!isKnown) throw new Refusal('CPF_GET_DATA_ERROR')
}
