import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckResult, problem } from '../server/doctor/check.ts'
import { type Deployment, examine } from '../server/doctor/doctor.ts'
import { UNKNOWN_SIMULATORS } from '../server/doctor/provider-checks.ts'
import { exitCodeOf, jsonReport, textReport } from '../server/doctor/report.ts'
import { isPublic, maySimulate } from '../server/production.ts'
import { APP_NAMES, hasApp, hasBuild, isStale } from './builds.ts'
import { checkDatabase } from './database.ts'
import { runningPostgres } from './postgres.ts'
import { Problem, readSettings, type Settings } from './preflight.mjs'
import { main, ROOT } from './run.ts'
import { findSecrets, newSecrets } from './secrets.ts'

/** The embedded database has an address only while it runs. */
const NOT_RUNNING = 'postgres://127.0.0.1/cuida'

// npm run doctor [-- --json]: what is wrong with this deployment, and what to do. Starts and changes nothing.
await main(async () => {
  const checks = await findChecks()
  const report = process.argv.includes('--json') ? jsonReport(checks) : textReport(checks)
  // Ends here: a check that timed out may have left a connection open.
  process.stdout.write(`${report}\n`, () => process.exit(exitCodeOf(checks)))
})

/** Settings that no program could even read are the only problem that is reported then. */
async function findChecks(): Promise<CheckResult[]> {
  try {
    return await examine(deploymentOf(readSettings(process.env, ROOT)))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return [{ id: 'settings', ...problem('the programs would not start', error.message) }]
  }
}

function deploymentOf(settings: Settings): Deployment {
  const { dataDir, partner, publicUrl, databaseUrl } = settings
  const url = databaseUrl ?? runningPostgres(dataDir)?.url
  return {
    env: { ...process.env, ...secretsOf(dataDir), ...simulatorEnv(), DATABASE_URL: url ?? NOT_RUNNING },
    publicUrl,
    dataDir,
    partner,
    database: { url, reach: checkDatabase },
    staleBuilds: () => ({
      missing: APP_NAMES.filter((app) => !hasBuild(app)),
      // An installation has builds without their sources.
      stale: APP_NAMES.filter((app) => hasApp(app) && hasBuild(app) && isStale(app)),
    }),
  }
}

/** Those of the data folder as `npm start` uses them; it creates them at its first start, this command does not. */
function secretsOf(dataDir: string) {
  if (isPublic(process.env)) return {}
  return existsSync(join(dataDir, 'secrets.json')) ? findSecrets(dataDir, process.env) : newSecrets()
}

function simulatorEnv(): Record<string, string> {
  if (process.env.SIMULATORS_URL || !maySimulate(process.env)) return {}
  return { SIMULATORS_URL: `http://${UNKNOWN_SIMULATORS}`, SIMULATORS_SMTP_URL: `smtp://${UNKNOWN_SIMULATORS}` }
}
