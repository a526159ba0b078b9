import { readSettings } from './preflight.mjs'
import { ROOT, runNode } from './run.ts'
import { findSecrets } from './secrets.ts'

const FAILED = {
  migrate: 'The database could not be prepared:',
  demo: 'The demo could not be loaded:',
  'first-manager': 'Nobody was invited:',
  'debug-account': 'No account was marked:',
  'move-documents': 'Not every document was moved:',
  'after-restore': 'The restored database is not ready:',
  'sign-out-everybody': 'Nobody was signed out:',
  'rotate-keys': 'Something is left under an earlier key:',
}

/** Runs a server program to its end with the settings of this deployment. */
export async function serverProgram(name: keyof typeof FAILED, url: string, args: string[] = []): Promise<void> {
  const { dataDir, partner, publicUrl } = readSettings(process.env, ROOT)
  // Migrations need no keys, so none are created.
  const secrets = name === 'migrate' ? {} : findSecrets(dataDir, process.env)
  const settings = { DATABASE_URL: url, DATA_DIR: dataDir, PARTNER: partner, PUBLIC_URL: publicUrl }
  const env = { ...process.env, ...secrets, ...settings }
  const output = await runNode([`server/${name}.ts`, ...args], FAILED[name], { env })
  if (output) console.log(output)
}
