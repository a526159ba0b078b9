import { type DocumentStoreSettings, documentStoreProblems } from '../kit/document-store-settings.ts'
import type { ProviderCheck } from '../providers/provider-check.ts'
import { documentStores } from '../services.ts'
import { type Check, type Outcome, ok, problem, warning } from './check.ts'

/** The store of patients' documents, and with a bucket the other one, which may still hold some. */
export const documentCheck = (env: DocumentStoreSettings): Check => ({
  id: 'documents',
  run: async () => {
    const [missing] = documentStoreProblems(env)
    if (missing) return problem(missing, 'Set them, or remove the others (docs/documents.md).')
    const { current, previous } = documentStores(env)
    const outcomes = await Promise.all([current, previous].map((store) => store?.check && outcomeOf(store.check)))
    const found = outcomes.filter((outcome) => outcome !== undefined)
    const worst = ['problem', 'warning'].flatMap((level) => found.filter(({ status }) => status === level))
    return worst[0] ?? ok(found.map(({ message }) => message).join('; '))
  },
})

async function outcomeOf({ host, run }: ProviderCheck): Promise<Outcome> {
  const answer = await run()
  if (answer.state === 'accepted')
    return answer.caution
      ? warning(
          `${host} is ready, but ${answer.caution}`,
          'Let a lifecycle rule remove old versions (docs/documents.md).',
        )
      : ok(`${host} is ready`)
  return answer.state === 'refused'
    ? problem(
        `${host} refuses the key (${answer.detail})`,
        `Compare ${KEY} with the bucket's, and its policy with docs/documents.md.`,
      )
    : problem(
        `${host} cannot store documents (${answer.detail})`,
        'Check the folder or the bucket, and that this machine reaches it (docs/documents.md).',
      )
}

const KEY = 'DOCUMENTS_S3_KEY_ID and DOCUMENTS_S3_SECRET_KEY'
