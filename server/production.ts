import { parseCapabilities } from '@cuida/core/kit/capability.ts'

/** The raw settings: these checks run before the values are validated. */
type Given = Record<string, string | undefined>

/** The settings that tell whether a deployment is public; raw or parsed. */
type Place = { PUBLIC_URL?: string; DEMO_IN_PUBLIC?: string }

/** The only accepted value of DEMO_IN_PUBLIC; it spells out the consequence. */
export const DEMO_IN_PUBLIC = 'yes-everybody-can-read-every-code'

/**
 * The deployment is reachable from outside (https), so demo data and published secrets are forbidden (product 10.1).
 */
export const isPublic = ({ PUBLIC_URL = '' }: Place): boolean => /^https:/i.test(PUBLIC_URL.trim())

/**
 * Simulators keep every "sent" code readable to everybody, and the demo's passwords are published in the repository.
 */
export const mayShowDemo = (rawEnv: Place): boolean => !isPublic(rawEnv) || rawEnv.DEMO_IN_PUBLIC === DEMO_IN_PUBLIC

/**
 * The capabilities that decide whether care is real: a deployment that has configured or disabled all three may not
 * use simulators.
 */
const OWN = [
  ['payments', 'MONEI_API_KEY', 'MERCADOPAGO_ACCESS_TOKEN'],
  ['messages', 'TWILIO_ACCOUNT_SID'],
  ['mail', 'SMTP_URL'],
] as const

/**
 * Simulators replace missing providers until payments, messages and mail are each real or disabled. After that a
 * missing provider counts as none: a simulated prescription among real payments would be a lie.
 */
export const maySimulate = (rawEnv: Given): boolean =>
  mayShowDemo(rawEnv) &&
  !OWN.every(
    ([name, ...keys]) =>
      parseCapabilities(rawEnv.DISABLED_PROVIDERS).has(name) || keys.some((key) => !isUnset(rawEnv[key])),
  )

const isUnset = (value: string | undefined): boolean => !value?.trim()

/** A sentence for each setting that a deployment over https lacks or must not have. Never a value. */
export function settingProblems(rawEnv: Given): string[] {
  if (!isPublic(rawEnv)) return []
  const rules: [isBroken: boolean, sentence: string][] = [
    [isUnset(rawEnv.DATA_DIR), 'DATA_DIR is not set: name the folder that is kept and backed up.'],
    [isUnset(rawEnv.APP_SECRET), `APP_SECRET is not set: ${whenceSecrets}`],
    [isUnset(rawEnv.TOKEN_KEY), `TOKEN_KEY is not set: ${whenceSecrets}`],
    [
      // Without trusted proxies all clients behind one share an address, and a hundred wrong passwords would lock
      // everybody out.
      isUnset(rawEnv.TRUSTED_PROXIES),
      'TRUSTED_PROXIES is not set: name what speaks https for this server, by addresses, ranges or a number of hops, or say none.',
    ],
    [
      !isUnset(rawEnv.DEMO_IN_PUBLIC) && rawEnv.DEMO_IN_PUBLIC !== DEMO_IN_PUBLIC,
      `DEMO_IN_PUBLIC can only be ${DEMO_IN_PUBLIC}: leave it out.`,
    ],
    [
      !mayShowDemo(rawEnv) && !(isUnset(rawEnv.SIMULATORS_URL) && isUnset(rawEnv.SIMULATORS_SMTP_URL)),
      'SIMULATORS_URL and SIMULATORS_SMTP_URL lead to simulators, which show everybody every code: leave them out.',
    ],
    [
      !mayShowDemo(rawEnv) && !isUnset(rawEnv.SENTRY_DSN) && !isPublic({ PUBLIC_URL: rawEnv.SENTRY_DSN }),
      'SENTRY_DSN must be https: its key would be read on the way.',
    ],
    // A URL without https is a simulator under another name, or exposes cards and codes in transit.
    ...(['MONEI_URL', 'TWILIO_URL'] as const).map((name): [boolean, string] => [
      !mayShowDemo(rawEnv) && !isUnset(rawEnv[name]) && !isPublic({ PUBLIC_URL: rawEnv[name] }),
      `${name} must be https: leave it out for the vendor's own address.`,
    ]),
  ]
  return rules.filter(([isBroken]) => isBroken).map(([_, sentence]) => sentence)
}

const whenceSecrets =
  '`npm run secrets` prints new ones; a place that ran before has its own in secrets.json of its data folder.'

/** The problems in the partner's content that prevent a start over https. */
export function contentProblems(
  rawEnv: Given,
  { hasDemo, enableMfa }: { hasDemo: boolean; enableMfa: boolean },
): string[] {
  if (!isPublic(rawEnv)) return []
  const allowsDemo = rawEnv.DEMO_IN_PUBLIC === DEMO_IN_PUBLIC
  const rules: [isBroken: boolean, sentence: string][] = [
    [
      hasDemo && !allowsDemo,
      'The content of PARTNER is a demo, with passwords that everybody can read: set PARTNER to a bundle without demo.json.',
    ],
    // Set for a real clinic by mistake, it would expose its patients' codes.
    [!hasDemo && allowsDemo, 'DEMO_IN_PUBLIC is set and the content of PARTNER is no demo: leave it out.'],
    [
      !enableMfa && isUnset(rawEnv.NO_SECOND_FACTOR_BECAUSE),
      'Patients sign in without a second factor: set enableMfa in the content, or write the reason into NO_SECOND_FACTOR_BECAUSE.',
    ],
  ]
  return rules.filter(([isBroken]) => isBroken).map(([_, sentence]) => sentence)
}
