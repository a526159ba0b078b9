/** The settings as they were given: this is asked before anything is known to be well formed. */
type Given = Record<string, string | undefined>

/** What tells whether it is one that people come to from outside; also of settings that were read. */
type Place = { PUBLIC_URL?: string; DEMO_IN_PUBLIC?: string }

/** The one value of DEMO_IN_PUBLIC: it says what it does. */
export const DEMO_IN_PUBLIC = 'yes-everybody-can-read-every-code'

/** People come here from outside: what is made up, or is known to everybody, has no place (decisions §13). */
export const isPublic = ({ PUBLIC_URL = '' }: Place): boolean => /^https:/i.test(PUBLIC_URL.trim())

/** Stand-ins keep every code that they "sent" for everybody to read, and the demo's passwords are printed in the project. */
export const mayShowDemo = (given: Place): boolean => !isPublic(given) || given.DEMO_IN_PUBLIC === DEMO_IN_PUBLIC

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
      !mayShowDemo(given) && !(isUnset(given.TWINS_URL) && isUnset(given.TWINS_SMTP_URL)),
      'TWINS_URL and TWINS_SMTP_URL lead to stand-ins, which show everybody every code: leave them out.',
    ],
  ]
  return rules.filter(([isBroken]) => isBroken).map(([, sentence]) => sentence)
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
      'The content of PARTNER is a demo, with passwords that everybody can read: set PARTNER to a pack without demo.json.',
    ],
    // Who set it for a clinic by mistake would show its patients' codes to everybody.
    [!hasDemo && asked, 'DEMO_IN_PUBLIC is set and the content of PARTNER is no demo: leave it out.'],
    [
      !enableMfa && isUnset(given.NO_SECOND_FACTOR_BECAUSE),
      'Patients sign in without a second factor: set enableMfa in the content, or write the reason into NO_SECOND_FACTOR_BECAUSE.',
    ],
  ]
  return rules.filter(([isBroken]) => isBroken).map(([, sentence]) => sentence)
}
