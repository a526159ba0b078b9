import type { OwnerProof } from '@cuida/core/access/passkey/passkey-api.ts'
import {
  changePassword,
  confirmAuthenticator,
  endMySession,
  getSecurity,
  makeAuthenticatorSecret,
  mySessions,
  removeAuthenticator,
  renewRecoveryCodes,
  setFirstPassword,
  startGoogleLink,
  unlinkGoogle,
} from '@cuida/core/access/security/security-api.ts'
import { invalidateQueries } from '@cuida/ui/client/queries/query-key.ts'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { useMutation } from '../../kit/mutations.ts'
import { useQuery } from '../../kit/queries.ts'
import { fromApi, platform } from '../../platform/platform.ts'
import { withFieldProblems } from '../registration/field-problem.ts'
import { newChallenge } from '../social/app-journey.ts'

/** Refusals that concern a field of the form. */
const FIELDS = { WRONG_PASSWORD: 'password', WRONG_CODE: 'code' }

export const useSecurity = () => useQuery(getSecurity)
export const useMySessions = () => useQuery(mySessions)

/** Returns a function that invalidates the security queries after a change. */
export function useInvalidateSecurityQueries(): () => void {
  const cache = useQueryClient()
  return () => void invalidateQueries(cache, [getSecurity, mySessions])
}

export function useEndSession() {
  const changed = useInvalidateSecurityQueries()
  const callbacks = { onDone: changed, onRefused: changed }
  return useMutation((id: string) => api(endMySession, { id }), callbacks)
}

export const savePassword = (passwords: { currentPassword: string; password: string }) =>
  withFieldProblems({ WRONG_PASSWORD: 'currentPassword' }, () => api(changePassword, passwords))
export const makeSecret = (proof: OwnerProof) => withFieldProblems(FIELDS, () => api(makeAuthenticatorSecret, proof))
export const confirmNewSecret = (code: string) => withFieldProblems(FIELDS, () => api(confirmAuthenticator, { code }))
export const renewCodes = (proof: OwnerProof) => withFieldProblems(FIELDS, () => api(renewRecoveryCodes, proof))
export const switchOff = (proof: OwnerProof) => withFieldProblems(FIELDS, () => api(removeAuthenticator, proof))

/** Sends the proof, then this page or the phone's browser goes to Google and returns at GoogleLinkScreen. */
export async function redirectToLinkGoogle(proof: OwnerProof): Promise<void> {
  const { kind, openExternal } = platform()
  const ofApp = kind === 'native' ? { challenge: await newChallenge() } : {}
  const { address } = await withFieldProblems(FIELDS, () => api(startGoogleLink, { ...proof, ...ofApp }))
  if (kind === 'native') return openExternal(fromApi(address as `/${string}`))
  location.assign(address)
  // The page is navigating away: the button stays busy.
  await new Promise(() => {})
}
export const removeGoogle = (proof: OwnerProof) => withFieldProblems(FIELDS, () => api(unlinkGoogle, proof))

export const chooseFirstPassword = (resetToken: string, password: string) =>
  api(setFirstPassword, { resetToken, password })
