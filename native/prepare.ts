import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readApp } from './app.ts'
import { readGoogleServices } from './google-services.ts'
import { linkPrefixes, readRoutes, routePaths, withLinks } from './links.ts'
import { fillPage } from './page.ts'
import { partnerFiles } from './projects.ts'

// npm run sync -w native: builds the patient app for the phone and writes one partner's settings into both projects.

const here = (path: string) => new URL(path, import.meta.url)
/** The location that Gradle expects. */
const GOOGLE_SERVICES = 'android/app/google-services.json'
const ANDROID_MANIFEST = here('android/app/src/main/AndroidManifest.xml')

const partner = process.env.PARTNER ?? 'vida-ligera'
const app = readApp(partner)
const googleServices = readGoogleServices(partner, app.appId)
buildWeb()
rmSync(here('www'), { recursive: true, force: true })
cpSync(here('../web/dist/native'), here('www'), { recursive: true })
writeFileSync(
  here('www/index.html'),
  fillPage(readFileSync(here('www/index.html'), 'utf8'), { ...app, firebase: googleServices !== undefined }),
)
for (const [path, text] of Object.entries(partnerFiles(app))) writeFileSync(here(path), text)
rmSync(here(GOOGLE_SERVICES), { force: true })
if (googleServices) writeFileSync(here(GOOGLE_SERVICES), googleServices)
const prefixes = linkPrefixes(routePaths(readRoutes()))
writeFileSync(ANDROID_MANIFEST, withLinks(readFileSync(ANDROID_MANIFEST, 'utf8'), prefixes))
if (!googleServices) console.log(`No apps/${partner}.google-services.json: the app on Android cannot be woken.`)
console.log(`${app.appName} ${app.version} (${app.environment}): pages in native/www, API at ${app.apiUrl}`)

function buildWeb(): void {
  const vite = new URL('../node_modules/vite/bin/vite.js', import.meta.url).pathname
  const { status } = spawnSync(process.execPath, [vite, 'build', '--mode', 'native', '--logLevel', 'warn'], {
    cwd: here('../web/'),
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}
