import { SCOPES } from '@cuida/core/kit/scope.ts'
import type { TestContext } from '../../testing/test-context.ts'

export interface TestProgram {
  keyId: string
  token: string
}

/** A program whose key has every scope. A key has two managers. */
export async function newProgram(
  { db, services }: TestContext,
  requestedBy: string,
  decidedBy: string,
): Promise<TestProgram> {
  const [key] = await db<{ id: string }[]>`
    insert into api_key (name, scopes, requested_by, decided_by, decided_at, is_approved, expires_at)
    values ('Hospital', ${[...SCOPES]}, ${requestedBy}, ${decidedBy}, now(), true, now() + interval '1 day') returning id`
  const keyId = key?.id ?? ''
  return { keyId, token: await services.tokens.sign('machine', { subject: keyId, scopes: SCOPES }) }
}
