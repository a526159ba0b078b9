import { ENV_SETTINGS, SECRET_SETTINGS } from '../env.ts'
import { inspectProviders, openContent } from '../services.ts'
import { findStartProblems } from '../startup-checks.ts'
import { addressChecks } from './address-checks.ts'
import { type Check, type CheckResult, type Outcome, ok, problem, runChecks, warning } from './check.ts'
import { type DatabaseToCheck, databaseChecks } from './database-checks.ts'
import { documentCheck } from './document-check.ts'
import { keyCheck } from './key-check.ts'
import { type Machine, machineChecks } from './machine-checks.ts'
import { providerChecks } from './provider-checks.ts'
import { withoutSecrets } from './report.ts'
import { turnCheck } from './turn-check.ts'

export interface Deployment {
  /** The settings as the programs would get them. */
  env: Record<string, string | undefined>
  publicUrl: string
  dataDir: string
  partner: string
  database: DatabaseToCheck
  staleBuilds: Machine['staleBuilds']
}

/** Checks a deployment without a change to it, whether it runs or not (docs/decisions/0188). */
export async function examine(deployment: Deployment): Promise<CheckResult[]> {
  const results = await runChecks(checksOf(deployment))
  const secrets = SECRET_SETTINGS.flatMap((name) => deployment.env[name] ?? [])
  return withoutSecrets(results, [...secrets, ...(deployment.database.url ? [deployment.database.url] : [])])
}

export function checksOf(deployment: Deployment): Check[] {
  const { env, publicUrl, dataDir, database, staleBuilds } = deployment
  const content = openContent(contentEnv(deployment), { keeps: false })
  // Each check that needs the content reports by itself that it cannot be read.
  content.catch(() => {})
  const providers = content.then(({ config }) =>
    inspectProviders({ ...env, PUBLIC_URL: publicUrl, PAYMENT_ORIGIN: env.PAYMENT_ORIGIN ?? publicUrl }, config),
  )
  providers.catch(() => {})
  const inspect = () => providers
  return [
    { id: 'settings', run: () => settingsOutcome(env) },
    { id: 'content', run: async () => contentOutcome(await content.catch(() => undefined)) },
    ...databaseChecks({ ...database, poolSize: Number(env.DATABASE_POOL) || undefined }),
    ...machineChecks({ dataDir, env, staleBuilds }),
    documentCheck({ ...env, DATA_DIR: dataDir }),
    keyCheck(env.APP_SECRET, database.url),
    ...(URL.canParse(publicUrl) ? addressChecks(publicUrl, inspect) : []),
    turnCheck(env),
    ...providerChecks(inspect),
  ]
}

const contentEnv = ({ env, partner, dataDir }: Deployment) => {
  const { CONTENT_URL, CONTENT_TOKEN } = env
  return { PARTNER: partner, CONTENT_URL, CONTENT_TOKEN, DATA_DIR: dataDir }
}

async function settingsOutcome(env: Deployment['env']): Promise<Outcome> {
  const problems = await findStartProblems(env)
  if (problems.length > 0) return problem('the programs would not start', problems.join('\n'))
  const set = ENV_SETTINGS.filter((name) => env[name])
  return ok(`all ${set.length} that are set are valid, of ${ENV_SETTINGS.length}`)
}

function contentOutcome(opened: Awaited<ReturnType<typeof openContent>> | undefined): Outcome {
  const todo = 'Check PARTNER, or CONTENT_URL, CONTENT_TOKEN and the content service (docs/strapi.md).'
  if (!opened) return problem('it cannot be read', todo)
  const { isCurrent, problems } = opened.live?.status() ?? { isCurrent: true, problems: [] }
  if (!isCurrent) return warning(`the last good content is served: ${problems.join(' ')}`, todo)
  return ok(opened.live ? 'the content service answers, and its content is valid' : 'the bundle of PARTNER is valid')
}
