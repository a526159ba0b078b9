import { readSettings } from './preflight.mjs'
import { ROOT, runNode } from './run.ts'
import { findSecrets } from './secrets.ts'

const FAILED = {
  migrate: 'The database could not be prepared:',
  demo: 'The demo could not be loaded:',
  'first-manager': 'Nobody was invited:',
  'debug-account': 'No account was marked:',
}

/** Runs a program of the server to its end, on this database and with the settings of this place. */
export async function serverProgram(name: keyof typeof FAILED, url: string, args: string[] = []): Promise<void> {
  const { dataDir, partner, publicUrl } = readSettings(process.env, ROOT)
  // What changes tables needs no keys, and makes none.
  const secrets = name === 'migrate' ? {} : findSecrets(dataDir, process.env)
  const settings = { DATABASE_URL: url, DATA_DIR: dataDir, PARTNER: partner, PUBLIC_URL: publicUrl }
  const env = { ...process.env, ...secrets, ...settings }
  const said = await runNode([`server/${name}.ts`, ...args], FAILED[name], { env })
  if (said) console.log(said)
}
