/** Days that a link may be open for. */
export const HEALTH_LINK_DAYS = [1, 7, 30, 365] as const
/** Wrong passcodes in a link's life; then it opens no more. */
export const WRONG_PASSCODES = 10
/** Open links of one patient. */
export const OPEN_HEALTH_LINKS = 20

/** What a `shlink:/` contains (SMART Health Links 1.0). Times in seconds. */
export interface HealthLinkPayload {
  /** The address that is asked for the files. */
  url: string
  /** 32 bytes, base64url: opens the files, and never reaches a server. */
  key: string
  exp?: number
  /** `L`: for longer use; `P`: asks for a passcode. */
  flag?: string
  label?: string
  v?: number
}

const PREFIX = 'shlink:/'

const toBase64Url = (text: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

const fromBase64Url = (text: string): string =>
  new TextDecoder().decode(
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0)),
  )

export const healthLinkOf = (payload: HealthLinkPayload): string => PREFIX + toBase64Url(JSON.stringify(payload))

/** The content of a link, with or without the address of a viewer before it; undefined for anything else. */
export function readHealthLink(text: string): HealthLinkPayload | undefined {
  const at = text.indexOf(PREFIX)
  if (at < 0) return undefined
  try {
    const payload = JSON.parse(fromBase64Url(text.slice(at + PREFIX.length))) as Partial<HealthLinkPayload>
    return typeof payload.url === 'string' && /^[\w-]{43}$/.test(payload.key ?? '')
      ? (payload as HealthLinkPayload)
      : undefined
  } catch {
    return undefined
  }
}
