/** The settings that name the hosts of this one server. */
interface Given {
  PUBLIC_URL: string
  PAYMENT_ORIGIN?: string | undefined
  HELP_ORIGIN?: string | undefined
  PRESCRIPTION_ORIGIN?: string | undefined
  DESK_URL?: string | undefined
}

export interface OwnHosts {
  PAYMENT_ORIGIN: string
  /** undefined: nobody said, and no name of this machine stands in for it. Who needs one cannot start. */
  HELP_ORIGIN: string | undefined
  PRESCRIPTION_ORIGIN: string | undefined
  /** The app's own origin while the desk has none for itself. */
  DESK_URL: string
}

const OTHER_LOOPBACK: Readonly<Record<string, string>> = {
  '127.0.0.1': 'localhost',
  localhost: '127.0.0.1',
  '0.0.0.0': 'localhost',
  '[::1]': 'localhost',
}

/**
 * What runs somebody else's script, or takes what no script of ours may read, is of an origin of its own (product 6.5,
 * decision 0064). On this machine alone names are at hand: browsers find every `….localhost` at home.
 */
export function originsOf(given: Given): OwnHosts {
  const { origin, hostname } = new URL(given.PUBLIC_URL)
  const other = OTHER_LOOPBACK[hostname]
  const at = (name: string) => other && origin.replace(hostname, name)
  const apart = {
    PAYMENT_ORIGIN: originOf(given.PAYMENT_ORIGIN ?? at(other ?? '')),
    HELP_ORIGIN: originOf(given.HELP_ORIGIN ?? at('help.localhost')),
    PRESCRIPTION_ORIGIN: originOf(given.PRESCRIPTION_ORIGIN ?? at('prescription.localhost')),
    DESK_URL: originOf(given.DESK_URL),
  }
  // By name alone: cookies are shared by all the ports of a host.
  const taken = new Map([[hostname, 'PUBLIC_URL']])
  for (const [name, value] of Object.entries(apart)) {
    const mine = value && new URL(value).hostname
    const before = mine && taken.get(mine)
    if (before) throw new Error(`${name} must be set to another host of this server than that of ${before}`)
    if (mine) taken.set(mine, name)
  }
  const { PAYMENT_ORIGIN, DESK_URL = origin } = apart
  if (!PAYMENT_ORIGIN)
    throw new Error('PAYMENT_ORIGIN must be set to another host of this server than that of PUBLIC_URL')
  return { ...apart, PAYMENT_ORIGIN, DESK_URL }
}

/** The sentence that `originsOf` would end with, to be told beside other bad settings, as far as addresses can be read. */
export function originProblems({ PUBLIC_URL, ...given }: Partial<Given>): string[] {
  const named = [PUBLIC_URL ?? '', given.PAYMENT_ORIGIN, given.HELP_ORIGIN, given.PRESCRIPTION_ORIGIN, given.DESK_URL]
  if (!PUBLIC_URL || !named.every((url) => url === undefined || URL.canParse(url))) return []
  try {
    originsOf({ ...given, PUBLIC_URL })
    return []
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

const originOf = (url: string | undefined): string | undefined => url && new URL(url).origin

/** What this partner cannot do without; one sentence says which setting is missing. */
export function needed(origin: string | undefined, name: keyof OwnHosts, what: string): string {
  if (!origin) throw new Error(`${name} must be set to another host of this server: ${what}`)
  return origin
}
