import { confirmRecovery, recover, resetPassword } from '@cuida/core/access/recovery/recovery-api.ts'
import type { Phone } from '@cuida/core/kit/shapes.ts'
import { api } from '../../kit/api.ts'
import { clientId } from '../../platform/platform.ts'

/** Sends a code to a phone; the reply is the same whether the number has an account or not. */
export const startRecovery = (phone: Phone) => api(recover, { phone })

/** Returns the token that authorises a new password. */
export const confirmRecoveryCode = async (token: string, code: string): Promise<string> =>
  (await api(confirmRecovery, { code }, { token })).accessToken

export const chooseNewPassword = (token: string, password: string) =>
  api(resetPassword, { password, clientId: clientId() }, { token })
