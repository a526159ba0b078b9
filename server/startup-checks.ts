import { dataFolder } from './data-folder.mjs'
import { holdsDemo } from './demo/demo-store.ts'
import { checkEnv, type Env, readEnv } from './env.ts'
import { connect, isDatabaseDown } from './kit/db/db.ts'
import { contentProblems, isPublic, mayShowDemo } from './production.ts'
import { openContent, providerProblems } from './services.ts'

type Given = Record<string, string | undefined>

/**
 * Returns the settings, or throws one error with every problem, so that an operator can fix all of them before the
 * next start.
 */
export async function preflightEnv(rawEnv: Given): Promise<Env> {
  const problems = await findStartProblems(rawEnv)
  if (problems.length === 0) return readEnv(rawEnv)
  throw new Error(
    isPublic(rawEnv) ? [NOT_READY, ...problems.map((problem) => `- ${problem}`)].join('\n') : problems.join('\n'),
  )
}

const NOT_READY = 'PUBLIC_URL is https, so this deployment is public, but it is not ready to be:'

/**
 * A sentence for each problem of the settings, the content and the database together. Content and database are
 * checked only over https.
 */
export async function findStartProblems(rawEnv: Given): Promise<string[]> {
  const { problems } = checkEnv(rawEnv)
  if (!isPublic(rawEnv)) return problems
  const [content, database] = await Promise.all([ofContent(rawEnv), ofDatabase(rawEnv)])
  return [...problems, ...content, ...database]
}

async function ofContent(rawEnv: Given): Promise<string[]> {
  const { PARTNER = 'vida-ligera', CONTENT_URL, CONTENT_TOKEN } = rawEnv
  const DATA_DIR = dataFolder(rawEnv.DATA_DIR ?? '')
  const contentEnv = { PARTNER, CONTENT_URL, CONTENT_TOKEN, DATA_DIR }
  const opened = await openContent(contentEnv, { keeps: false }).catch((error: Error) => error)
  if (opened instanceof Error) return [`The content can't be read: ${opened.message}`]
  const { bundle, config } = opened
  const partner = { hasDemo: bundle?.demo !== undefined, enableMfa: config.enableMfa }
  return [...contentProblems(rawEnv, partner), ...ofProviders(rawEnv, config)]
}

function ofProviders(rawEnv: Given, config: Parameters<typeof providerProblems>[1]): string[] {
  const { PUBLIC_URL = '', PAYMENT_ORIGIN = '' } = rawEnv
  const simulators = mayShowDemo(rawEnv) ? {} : { SIMULATORS_URL: undefined, SIMULATORS_SMTP_URL: undefined }
  return providerProblems({ ...rawEnv, ...simulators, PUBLIC_URL, PAYMENT_ORIGIN }, config)
}

async function ofDatabase(rawEnv: Given): Promise<string[]> {
  const { DATABASE_URL } = rawEnv
  if (!DATABASE_URL || mayShowDemo(rawEnv)) return []
  const db = connect(DATABASE_URL, { max: 1, name: 'cuida-start' })
  try {
    return (await holdsDemo(db)) ? [HOLDS_DEMO] : []
  } catch (error) {
    // A database that is briefly down is no problem here: the programs retry later.
    if (isDatabaseDown(error)) return []
    return [`The database can't be read: ${error instanceof Error ? error.message : 'unknown reason'}`]
  } finally {
    await db.end({ timeout: 5 })
  }
}

const HOLDS_DEMO =
  'The database contains demo data, whose passwords and promo codes are published (its staff have addresses under .example): ' +
  'set DATABASE_URL to an empty database, then run `npm run invite`. `npm run db:reset` empties a database on this machine.'
