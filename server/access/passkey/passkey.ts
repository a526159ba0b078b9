import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Assertion, Attestation, CreationOptions } from '@cuida/core/access/passkey/passkey-api.ts'
import { consumeToken } from '../../kit/crypto/single-use-token.ts'
import { issueNonce, verifyNonce } from '../../kit/proof-of-work/nonces.ts'
import type { Services } from '../../services.ts'
import type { NewPasskey, StoredPasskey } from './passkey-store.ts'

/** How long the browser waits for the person. */
const TIMEOUT_MS = 300_000
const CHALLENGE_SECONDS = 600
/** ES256, EdDSA and RS256 (COSE): between them every authenticator. */
const ALGORITHMS = [-7, -8, -257]

export type PasskeyAudience = 'patient' | 'desk'

/** Patients' passkeys belong to the host of the app, those of staff to the host of the desk. */
export function relyingPartyOf({ env }: Pick<Services, 'env'>, audience: PasskeyAudience) {
  const { origin, hostname } = new URL(audience === 'patient' ? env.PUBLIC_URL : env.DESK_URL)
  return { id: hostname, origins: audience === 'patient' ? [origin, ...androidOrigins(env.ANDROID_APP)] : [origin] }
}

/** An Android app signs for its certificate; an iPhone app for the address of its associated domain. */
const androidOrigins = (app = ''): string[] =>
  app
    .split(',')
    .slice(1)
    .map((print) => `android:apk-key-hash:${Buffer.from(print.replaceAll(':', ''), 'hex').toString('base64url')}`)

type Signing = Pick<Services, 'secrets' | 'now'>

/** A signed challenge, so that nothing is stored for a sign-in that nobody completes, and any API process accepts it. */
const issueChallenge = ({ secrets, now }: Signing, about: string): string =>
  Buffer.from(issueNonce(secrets, { kind: 'passkey', about }, CHALLENGE_SECONDS, now())).toString('base64url')

/** Uses up the challenge that the client signed; undefined when it is forged, expired, used, or of another purpose. */
async function takeChallenge(
  { db, secrets, now }: Signing & Pick<Services, 'db'>,
  about: string,
  clientDataJSON: string,
): Promise<{ challenge: string; id: string } | undefined> {
  const challenge = challengeIn(clientDataJSON)
  const nonce = verifyNonce(
    secrets,
    { kind: 'passkey', about },
    Buffer.from(challenge, 'base64url').toString('latin1'),
    now(),
  )
  return nonce && (await consumeToken(db, nonce.id, nonce.endsAt)) ? { challenge, id: nonce.id } : undefined
}

function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

const aboutSignIn = (audience: PasskeyAudience): string => `sign-in ${audience}`
const aboutAddition = (ownerId: string): string => `add ${ownerId}`

export const requestOptions = (services: Signing & Pick<Services, 'env'>, audience: PasskeyAudience) => ({
  challenge: issueChallenge(services, aboutSignIn(audience)),
  rpId: relyingPartyOf(services, audience).id,
  timeout: TIMEOUT_MS,
  userVerification: 'required' as const,
})

interface NewOwner {
  id: string
  name: string
  displayName: string
  credentials: readonly { credentialId: Buffer; userHandle: Buffer }[]
}

export function creationOptions(
  services: Pick<Services, 'env' | 'config' | 'secrets' | 'now'>,
  audience: PasskeyAudience,
  { id, name, displayName, credentials }: NewOwner,
): CreationOptions {
  const challenge = issueChallenge(services, aboutAddition(id))
  return {
    rp: { id: relyingPartyOf(services, audience).id, name: services.config.partnerName },
    user: { id: userHandleFor(credentials, challenge).toString('base64url'), name, displayName },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: TIMEOUT_MS,
    excludeCredentials: credentials.map(({ credentialId }) => ({
      type: 'public-key' as const,
      id: credentialId.toString('base64url'),
    })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    // Which make of device it is decides nothing here.
    attestation: 'none',
  }
}

/** An owner keeps the handle of the first passkey; it comes from that one's challenge, which is random. */
const userHandleFor = (credentials: NewOwner['credentials'], challenge: string): Buffer =>
  credentials[0]?.userHandle ?? createHash('sha256').update(`user handle ${challenge}`).digest()

/** The passkey that the browser created, or undefined when its answer is not valid for this owner and site. */
export async function verifyAttestation(
  services: Pick<Services, 'db' | 'env' | 'secrets' | 'now'>,
  audience: PasskeyAudience,
  { owner, credential }: { owner: Pick<NewOwner, 'id' | 'credentials'>; credential: Attestation },
): Promise<Omit<NewPasskey, 'name'> | undefined> {
  const taken = await takeChallenge(services, aboutAddition(owner.id), credential.response.clientDataJSON)
  if (!taken) return undefined
  const { id, origins } = relyingPartyOf(services, audience)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const verified = await verifyRegistrationResponse({
    response: { ...formOf(credential), response: withoutUndefined(credential.response) },
    expectedChallenge: taken.challenge,
    expectedOrigin: origins,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined)
  if (!verified?.registrationInfo) return undefined
  const { credential: created, credentialDeviceType, credentialBackedUp } = verified.registrationInfo
  return {
    credentialId: Buffer.from(created.id, 'base64url'),
    publicKey: Buffer.from(created.publicKey),
    counter: created.counter,
    userHandle: userHandleFor(owner.credentials, taken.challenge),
    transports: credential.response.transports ?? [],
    canBeBackedUp: credentialDeviceType === 'multiDevice',
    isBackedUp: credentialBackedUp,
  }
}

/**
 * Verifies a signature of any passkey of this audience. An unknown one is verified against a key that nobody has, so
 * that it takes the same work and gets the same answer. The caller compares the counter.
 */
export async function verifyAssertion(
  services: Pick<Services, 'db' | 'env' | 'secrets' | 'now'>,
  audience: PasskeyAudience,
  { credential, passkey = unknownPasskey }: { credential: Assertion; passkey: StoredPasskey | undefined },
): Promise<{ counter: number; isBackedUp: boolean } | undefined> {
  const taken = await takeChallenge(services, aboutSignIn(audience), credential.response.clientDataJSON)
  if (!taken) return undefined
  const { id, origins } = relyingPartyOf(services, audience)
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const verified = await verifyAuthenticationResponse({
    response: { ...formOf(credential), response: withoutUndefined(credential.response) },
    expectedChallenge: taken.challenge,
    expectedOrigin: origins,
    expectedRPID: id,
    requireUserVerification: true,
    credential: { id: credential.id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
  }).catch(() => undefined)
  const isOfOwner = credential.response.userHandle === passkey.userHandle.toString('base64url')
  if (!verified?.verified || !isOfOwner || passkey === unknownPasskey) return undefined
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  return { counter: newCounter, isBackedUp: credentialBackedUp }
}

/** The fields of WebAuthn's JSON forms that say nothing. */
const formOf = ({ id }: { id: string }) => ({
  id,
  rawId: id,
  type: 'public-key' as const,
  clientExtensionResults: {},
})

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> }
const withoutUndefined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>

const unknownPasskey: StoredPasskey = {
  id: '',
  owner: { accountId: '' },
  credentialId: Buffer.alloc(0),
  publicKey: keyNobodyHas(),
  userHandle: randomBytes(32),
}

/** A COSE key of ES256 whose private half is forgotten. */
function keyNobodyHas(): Buffer {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
  const coordinate = (label: number, value: string) =>
    Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(value, 'base64url')])
  // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
    coordinate(0x21, x),
    coordinate(0x22, y),
  ])
}
