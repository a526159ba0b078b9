import { parseCapabilities } from '@cuida/core/kit/capability.ts'

/** The settings as they were given: this is asked before anything is known to be well formed. */
type Given = Record<string, string | undefined>

/** What tells whether it is one that people come to from outside; also of settings that were read. */
type Place = { PUBLIC_URL?: string; DEMO_IN_PUBLIC?: string }

/** The one value of DEMO_IN_PUBLIC: it says what it does. */
export const DEMO_IN_PUBLIC = 'yes-everybody-can-read-every-code'

/** People come here from outside: what is made up, or is known to everybody, has no place (product 10.1). */
export const isPublic = ({ PUBLIC_URL = '' }: Place): boolean => /^https:/i.test(PUBLIC_URL.trim())

/** Simulators keep every code that they "sent" for everybody to read, and the demo's passwords are printed in the project. */
export const mayShowDemo = (given: Place): boolean => !isPublic(given) || given.DEMO_IN_PUBLIC === DEMO_IN_PUBLIC

/** What nothing can take the place of where people are treated: who has their own of all three, or does without, plays no more. */
const OWN = [
  ['payments', 'MONEI_API_KEY', 'MERCADOPAGO_ACCESS_TOKEN'],
  ['messages', 'TWILIO_ACCOUNT_SID'],
  ['mail', 'SMTP_URL'],
] as const

/**
 * Simulators stand in until payments, messages and mail are the clinic's own, each real or none: among those, a made-up
 * prescription would be a lie. What has no provider then is none as well.
 */
export const maySimulate = (given: Given): boolean =>
  mayShowDemo(given) &&
  !OWN.every(
    ([name, ...keys]) =>
      parseCapabilities(given.DISABLED_PROVIDERS).has(name) || keys.some((key) => !isUnset(given[key])),
  )

const isUnset = (value: string | undefined): boolean => !value?.trim()

/** A sentence for each setting that a place over https must not be without, or with. Never a value. */
export function settingProblems(given: Given): string[] {
  if (!isPublic(given)) return []
  const rules: [isBroken: boolean, sentence: string][] = [
    [isUnset(given.DATA_DIR), 'DATA_DIR is not set: name the folder that is kept and backed up.'],
    [isUnset(given.APP_SECRET), `APP_SECRET is not set: ${whenceSecrets}`],
    [isUnset(given.TOKEN_KEY), `TOKEN_KEY is not set: ${whenceSecrets}`],
    [
      // Unnamed, all who come through it would be one source, and a hundred wrong passwords would shut everybody out.
      isUnset(given.TRUSTED_PROXIES),
      'TRUSTED_PROXIES is not set: name what speaks https for this server, by addresses, ranges or a number of hops, or say none.',
    ],
    [
      !isUnset(given.DEMO_IN_PUBLIC) && given.DEMO_IN_PUBLIC !== DEMO_IN_PUBLIC,
      `DEMO_IN_PUBLIC can only be ${DEMO_IN_PUBLIC}: leave it out.`,
    ],
    [
      !mayShowDemo(given) && !(isUnset(given.SIMULATORS_URL) && isUnset(given.SIMULATORS_SMTP_URL)),
      'SIMULATORS_URL and SIMULATORS_SMTP_URL lead to simulators, which show everybody every code: leave them out.',
    ],
    [
      !mayShowDemo(given) && !isUnset(given.SENTRY_DSN) && !isPublic({ PUBLIC_URL: given.SENTRY_DSN }),
      'SENTRY_DSN must be https: its key would be read on the way.',
    ],
    // A simulator by another name, or cards and codes that everybody on the way reads.
    ...(['MONEI_URL', 'TWILIO_URL'] as const).map((name): [boolean, string] => [
      !mayShowDemo(given) && !isUnset(given[name]) && !isPublic({ PUBLIC_URL: given[name] }),
      `${name} must be https: leave it out for the vendor's own address.`,
    ]),
  ]
  return rules.filter(([isBroken]) => isBroken).map(([_, sentence]) => sentence)
}

const whenceSecrets =
  '`npm run secrets` prints new ones; a place that ran before has its own in secrets.json of its data folder.'

/** What the partner's content says that a place over https must not be opened with. */
export function contentProblems(
  given: Given,
  { hasDemo, enableMfa }: { hasDemo: boolean; enableMfa: boolean },
): string[] {
  if (!isPublic(given)) return []
  const asked = given.DEMO_IN_PUBLIC === DEMO_IN_PUBLIC
  const rules: [isBroken: boolean, sentence: string][] = [
    [
      hasDemo && !asked,
      'The content of PARTNER is a demo, with passwords that everybody can read: set PARTNER to a bundle without demo.json.',
    ],
    // Who set it for a clinic by mistake would show its patients' codes to everybody.
    [!hasDemo && asked, 'DEMO_IN_PUBLIC is set and the content of PARTNER is no demo: leave it out.'],
    [
      !enableMfa && isUnset(given.NO_SECOND_FACTOR_BECAUSE),
      'Patients sign in without a second factor: set enableMfa in the content, or write the reason into NO_SECOND_FACTOR_BECAUSE.',
    ],
  ]
  return rules.filter(([isBroken]) => isBroken).map(([_, sentence]) => sentence)
}
