import type { Input } from '@cuida/core/kit/call.ts'
import { changeEmail, changePhone, confirmPhoneChange } from '@cuida/core/profile/account/account-api.ts'
import { api } from '../../kit/api.ts'
import { withFieldRefusals } from '../field-refusals.ts'

// Changes a contact: the password or a passkey authorises it, a code verifies it. Each returns the token that the code belongs to.

export const startPhoneChange = async (input: Input<typeof changePhone>): Promise<string> =>
  (await withFieldRefusals(api(changePhone, input))).accessToken
export const confirmPhone = (changeToken: string, code: string) => api(confirmPhoneChange, { changeToken, code })

export const startEmailChange = async (input: Input<typeof changeEmail>): Promise<string> =>
  (await withFieldRefusals(api(changeEmail, input))).accessToken
