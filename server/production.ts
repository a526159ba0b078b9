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
    [isUnset(rawEnv.DATA_DIR), 'DATA_DIR is not set: set it to a persistent folder that is backed up.'],
    [isUnset(rawEnv.APP_SECRET), `APP_SECRET is not set: ${whenceSecrets}`],
    [isUnset(rawEnv.TOKEN_KEY), `TOKEN_KEY is not set: ${whenceSecrets}`],
    [
      // Without trusted proxies all clients behind one share an address, and a hundred wrong passwords would lock
      // everybody out.
      isUnset(rawEnv.TRUSTED_PROXIES),
      'TRUSTED_PROXIES is not set: set it to the addresses, ranges or number of the proxies that terminate https for this server, or to none.',
    ],
    [
      !isUnset(rawEnv.DEMO_IN_PUBLIC) && rawEnv.DEMO_IN_PUBLIC !== DEMO_IN_PUBLIC,
      `DEMO_IN_PUBLIC accepts only the value ${DEMO_IN_PUBLIC}: remove it.`,
    ],
    [
      !mayShowDemo(rawEnv) && !(isUnset(rawEnv.SIMULATORS_URL) && isUnset(rawEnv.SIMULATORS_SMTP_URL)),
      'SIMULATORS_URL and SIMULATORS_SMTP_URL point to simulators, which show every code to anybody: remove them.',
    ],
    [
      !mayShowDemo(rawEnv) && !isUnset(rawEnv.SENTRY_DSN) && !isPublic({ PUBLIC_URL: rawEnv.SENTRY_DSN }),
      'SENTRY_DSN must be https: otherwise its key is sent in clear text.',
    ],
    [
      rawEnv.WEBHOOKS_TO_LOOPBACK === 'on',
      'WEBHOOKS_TO_LOOPBACK is on, so that whoever manages webhooks reaches services of this machine: remove it.',
    ],
    // A URL without https is a simulator under another name, or exposes cards and codes in transit.
    ...(['MONEI_URL', 'TWILIO_URL'] as const).map((name): [boolean, string] => [
      !mayShowDemo(rawEnv) && !isUnset(rawEnv[name]) && !isPublic({ PUBLIC_URL: rawEnv[name] }),
      `${name} must be https: remove it to use the provider's own address.`,
    ]),
  ]
  return rules.filter(([isBroken]) => isBroken).map(([_, sentence]) => sentence)
}

const whenceSecrets =
  '`npm run secrets` prints new ones; a server that ran before has its own in secrets.json of its data folder.'

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
      'The content of PARTNER contains a demo, whose passwords are published: set PARTNER to a bundle without demo.json.',
    ],
    // Set for a real clinic by mistake, it would expose its patients' codes.
    [
      !hasDemo && allowsDemo,
      'DEMO_IN_PUBLIC is set, but the content of PARTNER contains no demo: remove DEMO_IN_PUBLIC.',
    ],
    [
      !enableMfa && isUnset(rawEnv.NO_SECOND_FACTOR_BECAUSE),
      'Patients sign in without a second factor: set enableMfa in the content, or give the reason in NO_SECOND_FACTOR_BECAUSE.',
    ],
  ]
  return rules.filter(([isBroken]) => isBroken).map(([_, sentence]) => sentence)
}
