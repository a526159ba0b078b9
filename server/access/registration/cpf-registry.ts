import { Refusal } from '../../kit/http/refusal.ts'
import { ProviderDown } from '../../providers/registry/port.ts'
import type { Services } from '../../services.ts'

/** Silence of a registry is often short: seconds until another try may work. */
const RETRY_AFTER = 60

/**
 * Refuses with CPF_GET_DATA_ERROR unless the partner's registry has this CPF in order (decision 0025): not there, not
 * regular, of another date of birth, or, with Retry-After, not to be asked just now. Of minors it tells nothing, which
 * must do for a dependant. Names are not compared: people change them, and the registry learns of it late.
 */
export async function checkInRegistry(
  { providers: { registry }, log }: Pick<Services, 'providers' | 'log'>,
  { cpf, dateOfBirth, isDependant }: { cpf: string | null; dateOfBirth: string; isDependant: boolean },
): Promise<void> {
  if (!registry || !cpf) return
  const entry = await registry.look(cpf).catch((error: unknown) => {
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
