import { confirmRecovery, recover, resetPassword } from '@cuida/core/access/recovery/recovery-api.ts'
import type { Phone } from '@cuida/core/kit/shapes.ts'
import { api } from '../../kit/api.ts'
import { clientId } from '../../platform/platform.ts'

/** Sends a code to a phone; it answers the same whether anybody signs in with it or not. */
export const askRecovery = (phone: Phone) => api(recover, { phone })

/** Answers what a new password may be chosen with. */
export const proveRecovery = async (token: string, code: string): Promise<string> =>
  (await api(confirmRecovery, { code }, { token })).accessToken

export const chooseNewPassword = (token: string, password: string) =>
  api(resetPassword, { password, clientId: clientId() }, { token })
