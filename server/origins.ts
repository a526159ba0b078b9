interface Given {
  PUBLIC_URL: string
  PAYMENT_ORIGIN?: string | undefined
  HELP_ORIGIN?: string | undefined
  PRESCRIPTION_ORIGIN?: string | undefined
  DESK_URL?: string | undefined
}

export interface OwnHosts {
  PAYMENT_ORIGIN: string
  /** undefined: not set, and no local name replaces it. A feature that needs the origin prevents the start. */
  HELP_ORIGIN: string | undefined
  PRESCRIPTION_ORIGIN: string | undefined
  /** The app's own origin while the desk has no host of its own. */
  DESK_URL: string
}

const OTHER_LOOPBACK: Readonly<Record<string, string>> = {
  '127.0.0.1': 'localhost',
  localhost: '127.0.0.1',
  '0.0.0.0': 'localhost',
  '[::1]': 'localhost',
}

/**
 * Pages that run third-party scripts, or whose input our scripts must not read, get an origin of their own (product
 * 6.5, decision 0064). On a development machine the origins default to `….localhost` names, which browsers resolve to
 * this machine.
 */
export function originsOf(rawEnv: Given): OwnHosts {
  const { origin, hostname } = new URL(rawEnv.PUBLIC_URL)
  const other = OTHER_LOOPBACK[hostname]
  const at = (name: string) => other && origin.replace(hostname, name)
  const apart = {
    PAYMENT_ORIGIN: originOf(rawEnv.PAYMENT_ORIGIN ?? at(other ?? '')),
    HELP_ORIGIN: originOf(rawEnv.HELP_ORIGIN ?? at('help.localhost')),
    PRESCRIPTION_ORIGIN: originOf(rawEnv.PRESCRIPTION_ORIGIN ?? at('prescription.localhost')),
    DESK_URL: originOf(rawEnv.DESK_URL),
  }
  // Compared by host name without port: cookies are shared by all ports of a host.
  const settingByHost = new Map([[hostname, 'PUBLIC_URL']])
  for (const [name, value] of Object.entries(apart)) {
    const ownHost = value && new URL(value).hostname
    const before = ownHost && settingByHost.get(ownHost)
    if (before) throw new Error(`${name} must be set to another host of this server, different from ${before}`)
    if (ownHost) settingByHost.set(ownHost, name)
  }
  const { PAYMENT_ORIGIN, DESK_URL = origin } = apart
  if (!PAYMENT_ORIGIN)
    throw new Error('PAYMENT_ORIGIN must be set to another host of this server, different from PUBLIC_URL')
  return { ...apart, PAYMENT_ORIGIN, DESK_URL }
}

/**
 * The error messages of `originsOf` as a list, to be reported with other invalid settings; addresses that cannot be
 * parsed are skipped.
 */
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

/** Returns the origin; throws an error that names the missing setting. */
export function requireOrigin(origin: string | undefined, name: keyof OwnHosts, what: string): string {
  if (!origin) throw new Error(`${name} must be set to another host of this server: ${what}`)
  return origin
}
