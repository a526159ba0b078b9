import { getDueAgreements } from '@cuida/core/brand/consent/consent-api.ts'
import { api } from '../../kit/api.ts'
import { pathOf } from '../../routes.ts'

const TIMEOUT_MS = 2_000

/**
 * The path after sign-in, by way of documents that need a new agreement. Gives up after a few seconds without a
 * reply.
 */
export async function redirectToDueDocuments(next: string): Promise<string> {
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, TIMEOUT_MS))
  const agreements = await Promise.race([api(getDueAgreements, {}).catch(() => undefined), timeout])
  return agreements && agreements.due.length > 0 ? pathOf('agreements', {}, { next }) : next
}
