import { getDueAgreements } from '@cuida/core/brand/consent/consent-api.ts'
import { api } from '../../kit/api.ts'
import { pathOf } from '../../routes.ts'

const PATIENCE_MS = 2_000

/** Where to go on after signing in: by way of what changed since it was agreed to. Nobody waits long for the question. */
export async function dueFirst(next: string): Promise<string> {
  const patience = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS))
  const asked = await Promise.race([api(getDueAgreements, {}).catch(() => undefined), patience])
  return asked && asked.due.length > 0 ? pathOf('agreements', {}, { next }) : next
}
