import { SCOPES } from '@cuida/core/kit/scope.ts'
import type { TestContext } from '../../testing/test-context.ts'

/** The token of a program whose key has every scope. A key has two managers. */
export async function newProgramToken(
  { db, services }: TestContext,
  requestedBy: string,
  decidedBy: string,
): Promise<string> {
  const [key] = await db<{ id: string }[]>`
    insert into api_key (name, scopes, requested_by, decided_by, decided_at, is_approved, expires_at)
    values ('Hospital', ${[...SCOPES]}, ${requestedBy}, ${decidedBy}, now(), true, now() + interval '1 day') returning id`
  return services.tokens.sign('machine', { subject: key?.id ?? '', scopes: SCOPES })
}
