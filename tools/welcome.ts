import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as OTPAuth from 'otpauth'
import * as v from 'valibot'
import { isPublic, mayShowDemo, maySimulate } from '../server/production.ts'
import { disabledCapabilitiesOf, openContent } from '../server/services.ts'
import { disabledCapabilityWarnings } from '../server/startup-warnings.ts'
import type { Settings } from './preflight.mjs'
import { ROOT } from './run.ts'

const Demo = v.object({
  patients: v.array(v.object({ phone: v.string(), password: v.string(), note: v.string() })),
  companies: v.optional(
    v.array(v.object({ slug: v.string(), name: v.string(), links: v.array(v.object({ token: v.string() })) })),
    [],
  ),
  staff: v.array(
    v.object({ email: v.string(), password: v.string(), totpSecret: v.string(), role: v.string(), name: v.string() }),
  ),
})
type Demo = v.InferOutput<typeof Demo>

/** Prints the addresses and the demo's sign-ins. */
export async function printWelcome(settings: Settings): Promise<void> {
  const { publicUrl, partner, dataDir } = settings
  const withDemo = mayShowDemo(process.env)
  // A remote content service has no demo.
  const demo = withDemo && !process.env.CONTENT_URL ? readDemo(partner) : undefined
  const lines = [
    '',
    `Cuida is ready: ${partner}`,
    '',
    `  Patient app   ${publicUrl}/`,
    `  Desk          ${publicUrl}/desk`,
    ...(maySimulate(process.env) ? [`  Sent codes    ${publicUrl}/simulators/outbox`] : []),
    `  Logs          ${join(dataDir, 'logs')}`,
    '',
    ...(await lacks(settings)),
    ...(demo ? [...signIns(demo), ...companyLinks(demo, publicUrl)] : []),
    ...(withDemo && isPublic(process.env)
      ? ['WARNING: DEMO_IN_PUBLIC is set, so anybody can read every code that is sent here.', '']
      : []),
    'Ctrl-C stops everything.',
  ]
  console.log(lines.join('\n'))
  if (demo && process.stdin.isTTY) process.stdin.on('data', () => console.log(staffLines(demo).join('\n'))).unref()
}

/** With simulators no capability is missing. */
async function lacks({ partner, publicUrl, dataDir }: Settings): Promise<string[]> {
  if (maySimulate(process.env)) return []
  const { CONTENT_URL, CONTENT_TOKEN } = process.env
  const { config } = await openContent(
    { PARTNER: partner, CONTENT_URL, CONTENT_TOKEN, DATA_DIR: dataDir },
    { keeps: false },
  )
  const env = { ...process.env, SIMULATORS_URL: undefined, SIMULATORS_SMTP_URL: undefined }
  const lines = disabledCapabilityWarnings(
    disabledCapabilitiesOf({ ...env, PUBLIC_URL: publicUrl, PAYMENT_ORIGIN: '' }, config),
  )
  return lines.length > 0 ? [...lines.map((line) => `  ${line}`), ''] : []
}

function readDemo(partner: string): Demo | undefined {
  const file = join(ROOT, 'content', 'partners', partner, 'demo.json')
  return existsSync(file) ? v.parse(Demo, JSON.parse(readFileSync(file, 'utf8'))) : undefined
}

function signIns(demo: Demo): string[] {
  const patients = demo.patients.map(({ phone, password, note }) => `  ${phone}  ${password}  ${note}`)
  const hint = process.stdin.isTTY ? ' (Enter shows new codes)' : ''
  return ['Patients of the demo', ...patients, '', `Staff of the demo${hint}`, ...staffLines(demo), '']
}

/** Each link is for one employee. */
function companyLinks({ companies }: Demo, publicUrl: string): string[] {
  const lines = companies.flatMap(({ slug, name, links }) =>
    links.map(({ token }) => `  ${publicUrl}/lp/${slug}?token=${token}  ${name}`),
  )
  return lines.length > 0 ? ['Company links of the demo', ...lines, ''] : []
}

/** The current code spares a newcomer the authenticator app; the secret is for a real one. */
function staffLines({ staff }: Demo): string[] {
  return staff.map(({ email, password, totpSecret, role, name }) => {
    const code = new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(totpSecret) }).generate()
    return `  ${email}  ${password}  code ${code}  secret ${totpSecret}  ${name}, ${role}`
  })
}
