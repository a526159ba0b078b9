import { importPKCS8, SignJWT } from 'jose'

export interface ApnsKey {
  /** The content of the `.p8` file. */
  key: string
  keyId: string
  teamId: string
}

/** Apple takes a pass for an hour, and none that is renewed more often than every 20 minutes. */
const RENEWED_S = 45 * 60

export interface ApnsPasses {
  get(): Promise<string>
  /** One was refused as too old: a new one, of this moment. */
  renew(refused: string): Promise<string>
}

/**
 * What says to Apple who sends (a provider authentication token). All of our programs begin their passes at the same
 * minutes, and whoever starts anew takes up the running ones' time: to Apple that is one sender who renews rarely.
 */
export function apnsPasses({ key, keyId, teamId }: ApnsKey): ApnsPasses {
  let kept: { pass: Promise<string>; since: number } | undefined
  const make = (since: number): Promise<string> => {
    const pass = importPKCS8(key, 'ES256').then((privateKey) =>
      new SignJWT()
        .setProtectedHeader({ alg: 'ES256', kid: keyId })
        .setIssuer(teamId)
        .setIssuedAt(since)
        .sign(privateKey),
    )
    kept = { pass, since }
    return pass
  }
  const now = () => Math.floor(Date.now() / 1000)
  const get = (): Promise<string> => {
    const turn = Math.floor(now() / RENEWED_S) * RENEWED_S
    return kept && kept.since >= turn ? kept.pass : make(turn)
  }
  return {
    get,
    // Of several that were refused at once only the first makes a new one.
    async renew(refused) {
      const last = kept
      return (await last?.pass) === refused && kept === last ? make(now()) : get()
    },
  }
}
