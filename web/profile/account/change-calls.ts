import type { Input } from '@cuida/core/kit/call.ts'
import { changeEmail, changePhone, confirmPhoneChange } from '@cuida/core/profile/account/account-api.ts'
import { api } from '../../kit/api.ts'
import { atFields } from '../field-refusals.ts'

// Another way to reach somebody: the password says who wants it, a code that it is theirs. Each answers what the code
// belongs to.

export const startPhoneChange = async ({ phone, password }: Input<typeof changePhone>): Promise<string> =>
  (await atFields(api(changePhone, { phone, password }))).accessToken
export const confirmPhone = (changeToken: string, code: string) => api(confirmPhoneChange, { changeToken, code })

export const startEmailChange = async (email: string, password: string): Promise<string> =>
  (await atFields(api(changeEmail, { email, password }))).accessToken
