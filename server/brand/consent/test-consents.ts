import type { TestContext } from '../../testing/test-context.ts'
import { agreedAtRegistration } from './agreements.ts'
import { noteConsents, type Whose } from './consent-store.ts'

/** Records the consents that registration on our own screens writes; without them the account cannot book. */
export async function agreeToDocuments(
  { db, services }: Pick<TestContext, 'db' | 'services'>,
  holder: Whose,
): Promise<void> {
  const agreed = await agreedAtRegistration(services, 'es')
  await db.begin((tx) => noteConsents(tx, holder, agreed))
}
