import { findChromium } from '../chromium.ts'
import { run } from '../run.ts'

/** The product on a real Strapi, which is installed for it. Not part of `npm test`: it needs the registry. */
export async function tryOnStrapi(more: string[]): Promise<void> {
  const env = { ...process.env, CHROMIUM_PATH: await findChromium() }
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--config=e2e/strapi.config.ts', ...more]
  process.exitCode = (await run(process.execPath, args, { live: true, env })).code
}
