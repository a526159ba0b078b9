import { resendByCall, resendBySms } from '@cuida/core/access/api.ts'
import { api } from '../../kit/api.ts'

// Another code for who waits for one on a phone, by the token that waits for it.
export const sendTextAgain = (token: string) => api(resendBySms, undefined, { token })
export const callAgain = (token: string) => api(resendByCall, undefined, { token })
