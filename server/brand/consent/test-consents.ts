import type { TestContext } from '../../testing/test-context.ts'
import { registrationConsents } from './agreements.ts'
import { type ConsentHolder, insertConsents } from './consent-store.ts'

/** Records the consents that registration on our own screens writes; without them the account cannot book. */
export async function agreeToDocuments(
  { db, services }: Pick<TestContext, 'db' | 'services'>,
  holder: ConsentHolder,
): Promise<void> {
  const agreed = await registrationConsents(services, 'es')
  await db.begin((tx) => insertConsents(tx, holder, agreed))
}
